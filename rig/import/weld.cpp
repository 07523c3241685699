#include "rig/import/weld.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <unordered_map>

namespace mien {
namespace {

/// FNV-1a over the bits of floats.
class Hash {
public:
    void add(float value) {
        // 0 and -0 are equal.
        const auto bits = value == 0 ? 0u : std::bit_cast<std::uint32_t>(value);
        hash_ = (hash_ ^ bits) * 0x100000001b3ull;
    }
    void add(const glm::vec3& v) { add(v.x), add(v.y), add(v.z); }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

template <typename T>
bool same(const std::vector<T>& list, std::size_t a, std::size_t b) {
    return list.empty() || list[a] == list[b];
}

bool equal(const Corners& corners, std::size_t a, std::size_t b) {
    return corners.positions[a] == corners.positions[b] && same(corners.normals, a, b) &&
           same(corners.uv, a, b) && same(corners.influences, a, b) &&
           std::ranges::all_of(corners.deltas, [&](const auto& deltas) { return deltas[a] == deltas[b]; });
}

std::uint64_t hash_of(const Corners& corners, std::size_t corner) {
    Hash hash;
    hash.add(corners.positions[corner]);
    if (!corners.normals.empty()) hash.add(corners.normals[corner]);
    if (!corners.uv.empty()) hash.add(corners.uv[corner].x), hash.add(corners.uv[corner].y);
    for (const auto& deltas : corners.deltas) hash.add(deltas[corner]);
    return hash.value();
}

} // namespace

std::vector<std::uint32_t> weld(const Corners& corners) {
    std::vector<std::uint32_t> vertex_of(corners.positions.size());
    std::vector<std::size_t> first_corner; // by vertex
    std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash;
    by_hash.reserve(corners.positions.size());
    for (std::size_t corner = 0; corner < corners.positions.size(); ++corner) {
        const std::uint64_t hash = hash_of(corners, corner);
        const auto [from, to] = by_hash.equal_range(hash);
        const auto known = std::find_if(
            from, to, [&](const auto& entry) { return equal(corners, first_corner[entry.second], corner); });
        if (known != to) {
            vertex_of[corner] = known->second;
            continue;
        }
        vertex_of[corner] = static_cast<std::uint32_t>(first_corner.size());
        by_hash.emplace(hash, vertex_of[corner]);
        first_corner.push_back(corner);
    }
    return vertex_of;
}

} // namespace mien

// EXT_meshopt_compression: bufferViews packed by meshoptimizer's codecs, version 0 (version 1 streams of
// newer exporters are refused by name).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "rig/checked_json.h"

namespace mien::gltf {

enum class MeshoptMode : std::uint8_t { attributes, triangles, indices };
enum class MeshoptFilter : std::uint8_t { none, octahedral, quaternion, exponential };

/// What the extension's object says, checked against the rules of the format.
struct MeshoptLayout {
    std::size_t count = 0;
    std::size_t stride = 0; ///< bytes per element
    MeshoptMode mode = MeshoptMode::attributes;
    MeshoptFilter filter = MeshoptFilter::none;
};

[[nodiscard]] Result<MeshoptLayout> read_meshopt_layout(const JsonObject& extension);

/// Refuses a count that `packed_size` bytes cannot hold, before anything is allocated.
[[nodiscard]] Result<void> check_meshopt_ratio(const MeshoptLayout& layout, std::size_t packed_size);

/// count * stride bytes. Refuses what does not decode.
[[nodiscard]] Result<std::vector<std::uint8_t>> decode_meshopt(const MeshoptLayout& layout,
                                                               std::span<const std::uint8_t> packed);

} // namespace mien::gltf

#include "rig/import/gltf/triangles.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "rig/rig.h"

namespace mien::gltf {
namespace {

// The values of a primitive's `mode` that have triangles.
constexpr std::uint64_t triangle_list = 4;
constexpr std::uint64_t triangle_strip = 5;
constexpr std::uint64_t triangle_fan = 6;

using Indices = std::vector<std::uint32_t>;

Result<Indices> read_indices(MeshSources& sources, const JsonObject& primitive, const Attributes& attributes,
                             std::size_t vertex_count) {
    if (auto decoded = attributes.draco_indices()) return std::move(*decoded);
    auto index = primitive.index("indices", sources.document.size(List::accessors));
    if (!index) return pass_on(index);
    if (*index == no_index) {
        Indices numbered(vertex_count);
        std::iota(numbered.begin(), numbered.end(), 0u);
        return numbered;
    }
    auto accessor = sources.accessors.get(static_cast<std::size_t>(*index));
    if (!accessor) return pass_on(accessor);
    auto indices = read_whole(*accessor, 1);
    if (!indices) return refuse("{} indices: {}", primitive.place(), indices.error().message);
    return indices;
}

/// Every other triangle of a strip turns round, so that all face the same way (glTF 3.7.2.1).
Indices unrolled_strip(const Indices& strip) {
    Indices triangles;
    for (std::size_t i = 0; i + 2 < strip.size(); ++i) {
        const std::size_t odd = i % 2;
        triangles.insert(triangles.end(), {strip[i], strip[i + 1 + odd], strip[i + 2 - odd]});
    }
    return triangles;
}

Indices unrolled_fan(const Indices& fan) {
    Indices triangles;
    for (std::size_t i = 1; i + 1 < fan.size(); ++i)
        triangles.insert(triangles.end(), {fan[i], fan[i + 1], fan[0]});
    return triangles;
}

} // namespace

Result<Indices> read_triangles(MeshSources& sources, const JsonObject& primitive,
                               const Attributes& attributes, std::size_t vertex_count) {
    auto mode = primitive.whole("mode", triangle_list);
    if (!mode) return pass_on(mode);
    if (*mode > triangle_fan) return refuse("{}: unknown mode {}", primitive.place(), *mode);
    if (*mode < triangle_list) {
        sources.document.report.warn("{}: points and lines are not drawn", primitive.place());
        return Indices{};
    }
    auto indices = read_indices(sources, primitive, attributes, vertex_count);
    if (!indices) return indices;
    const auto beyond =
        std::ranges::find_if(*indices, [&](std::uint32_t index) { return index >= vertex_count; });
    if (beyond != indices->end())
        return refuse("{}: a triangle names vertex {} of {}", primitive.place(), *beyond, vertex_count);
    const std::size_t most = 3 * indices->size(); // a strip or fan taken apart
    if (auto charged = sources.document.budget.charge(most * sizeof(std::uint32_t)); !charged)
        return pass_on(charged);
    if (*mode == triangle_strip) return unrolled_strip(*indices);
    if (*mode == triangle_fan) return unrolled_fan(*indices);
    if (indices->size() % 3 != 0) {
        sources.document.report.warn("{}: {} indices are no whole number of triangles; the rest is left out",
                                     primitive.place(), indices->size());
        indices->resize(indices->size() / 3 * 3);
    }
    return indices;
}

} // namespace mien::gltf

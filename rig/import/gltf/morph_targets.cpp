#include "rig/import/gltf/morph_targets.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "rig/morph_target.h"

namespace mien::gltf {
namespace {

using Deltas = std::vector<glm::vec3>; ///< one per vertex, empty where the target has none

Result<Deltas> read_deltas(MeshSources& sources, const JsonObject& target, const char* name,
                           std::size_t count) {
    auto index = target.index(name, sources.document.size(List::accessors));
    if (!index) return pass_on(index);
    if (*index == no_index) return Deltas{};
    auto accessor = sources.accessors.get(static_cast<std::size_t>(*index));
    if (!accessor) return pass_on(accessor);
    if (accessor->count() != count)
        return refuse("{} {}: {} has {} elements for {} vertices", target.place(), name, accessor->place,
                      accessor->count(), count);
    return read_as<glm::vec3>(*accessor);
}

Deltas read_look_deltas(MeshSources& sources, const JsonObject& target, const char* name, std::size_t count) {
    auto deltas = read_deltas(sources, target, name, count);
    if (deltas) return std::move(*deltas);
    sources.document.report.warn("{}: {} left out: {}", target.place(), name, deltas.error().message);
    return {};
}

bool touches(const Deltas& deltas, std::size_t vertex) {
    return !deltas.empty() && deltas[vertex] != glm::vec3(0);
}

/// Copies the deltas of the touched vertices.
std::vector<glm::vec3> pick(const Deltas& deltas, const std::vector<std::uint32_t>& vertices) {
    std::vector<glm::vec3> picked;
    if (deltas.empty()) return picked;
    picked.reserve(vertices.size());
    for (const std::uint32_t vertex : vertices) picked.push_back(deltas[vertex]);
    return picked;
}

MorphTarget make_sparse(const Deltas& positions, const Deltas& normals, const Deltas& tangents,
                        std::size_t vertex_count) {
    if (positions.empty() && normals.empty() && tangents.empty()) return {};
    const auto touched = [&](std::size_t vertex) {
        return touches(positions, vertex) || touches(normals, vertex) || touches(tangents, vertex);
    };
    std::size_t count = 0; // counted first: a vector that grows would take up to twice the memory
    for (std::size_t vertex = 0; vertex < vertex_count; ++vertex) count += touched(vertex) ? 1 : 0;
    MorphTarget target;
    target.vertices.reserve(count);
    for (std::size_t vertex = 0; vertex < vertex_count; ++vertex)
        if (touched(vertex)) target.vertices.push_back(static_cast<std::uint32_t>(vertex));
    target.positions = pick(positions, target.vertices);
    if (positions.empty()) target.positions.assign(count, glm::vec3(0));
    target.normals = pick(normals, target.vertices);
    target.tangents = pick(tangents, target.vertices);
    return target;
}

} // namespace

Result<std::vector<MorphTarget>> read_morph_targets(MeshSources& sources, const JsonObject& primitive,
                                                    const Json& targets, std::size_t vertex_count) {
    std::vector<MorphTarget> result;
    result.reserve(targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const JsonObject target(targets[i], fmt::format("{} target {}", primitive.place(), i));
        auto positions = read_deltas(sources, target, "POSITION", vertex_count);
        if (!positions) return pass_on(positions);
        const Deltas normals = read_look_deltas(sources, target, "NORMAL", vertex_count);
        const Deltas tangents = read_look_deltas(sources, target, "TANGENT", vertex_count);
        result.push_back(make_sparse(*positions, normals, tangents, vertex_count));
        if (auto charged = sources.document.budget.charge(sizeof(MorphTarget) + bytes_of(result.back()));
            !charged)
            return pass_on(charged);
    }
    return result;
}

} // namespace mien::gltf

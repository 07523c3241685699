#include "rig/import/gltf/vertices.h"

#include <algorithm>
#include <string>
#include <utility>

#include <glm/geometric.hpp>

#include "rig/import/gltf/morph_targets.h"
#include "rig/import/skin_influences.h"

namespace mien::gltf {
namespace {

/// Reads one list of a primitive, `count` long.
template <typename T>
Result<std::vector<T>> read_list(Attributes& attributes, const std::string& name, std::size_t count) {
    auto accessor = attributes.get(name);
    if (!accessor) return pass_on(accessor);
    if (accessor->count() != count)
        return refuse("{}: it has {} elements for {} vertices", accessor->place, accessor->count(), count);
    return read_as<T>(*accessor);
}

/// The same for a list that only costs looks: absent or damaged, it is empty.
template <typename T>
std::vector<T> read_look(MeshSources& sources, const JsonObject& primitive, Attributes& attributes,
                         const std::string& name, std::size_t count) {
    if (!attributes.has(name)) return {};
    auto values = read_list<T>(attributes, name, count);
    if (values) return std::move(*values);
    sources.document.report.warn("{}: {} left out: {}", primitive.place(), name, values.error().message);
    return {};
}

/// Colours may have three or four components.
std::vector<glm::vec4> read_colours(MeshSources& sources, const JsonObject& primitive, Attributes& attributes,
                                    std::size_t count) {
    constexpr const char* name = "COLOR_0";
    if (!attributes.has(name)) return {};
    const auto accessor = attributes.get(name);
    if (accessor && accessor->elements.components == 4)
        return read_look<glm::vec4>(sources, primitive, attributes, name, count);
    const auto rgb = read_look<glm::vec3>(sources, primitive, attributes, name, count);
    std::vector<glm::vec4> colours;
    colours.reserve(rgb.size());
    for (const glm::vec3& colour : rgb) colours.emplace_back(colour, 1.0f);
    return colours;
}

/// Makes normals unit; one that has no direction makes the whole list worthless.
void normalise(MeshSources& sources, const JsonObject& primitive, std::vector<glm::vec3>& normals) {
    for (glm::vec3& normal : normals) {
        const float length = glm::length(normal);
        if (!(length > 1e-12f)) {
            sources.document.report.note("{}: normals of length 0; all are computed anew", primitive.place());
            normals.clear();
            return;
        }
        normal /= length;
    }
}

void tell_about(const ReducedInfluences& reduced, const JsonObject& primitive, Report& report) {
    if (reduced.reduced > 0)
        report.note("{}: {} vertices have more than four joints; the four of largest weight count",
                    primitive.place(), reduced.reduced);
    if (reduced.unbound > 0)
        report.warn("{}: {} vertices have no weight for any joint; they follow the skin's first",
                    primitive.place(), reduced.unbound);
    if (reduced.negative > 0)
        report.warn("{}: {} vertices have joint weights below 0, which count as 0", primitive.place(),
                    reduced.negative);
}

Result<void> read_skin(MeshSources& sources, const JsonObject& primitive, Attributes& attributes,
                       VertexBuffer& buffer) {
    std::vector<InfluenceSet> sets;
    for (int n = 0;; ++n) {
        const std::string joints_name = fmt::format("JOINTS_{}", n);
        const std::string weights_name = fmt::format("WEIGHTS_{}", n);
        if (!attributes.has(joints_name) || !attributes.has(weights_name)) break;
        auto accessor = attributes.get(joints_name);
        if (!accessor) return pass_on(accessor);
        if (accessor->count() != buffer.positions.size())
            return refuse("{}: it has {} elements for {} vertices", accessor->place, accessor->count(),
                          buffer.positions.size());
        auto joints = read_whole(*accessor, 4);
        if (!joints) return pass_on(joints);
        auto weights = read_list<glm::vec4>(attributes, weights_name, buffer.positions.size());
        if (!weights) return pass_on(weights);
        sets.push_back({std::move(*joints), std::move(*weights)});
    }
    ReducedInfluences reduced = reduce_influences(sets);
    tell_about(reduced, primitive, sources.document.report);
    buffer.joints = std::move(reduced.joints);
    buffer.joint_weights = std::move(reduced.weights);
    return {};
}

template <typename T>
std::size_t bytes_of(const std::vector<T>& list) {
    return list.size() * sizeof(T);
}

std::size_t bytes_of_lists(const VertexBuffer& buffer) {
    return bytes_of(buffer.positions) + bytes_of(buffer.normals) + bytes_of(buffer.tangents) +
           bytes_of(buffer.uv[0]) + bytes_of(buffer.uv[1]) + bytes_of(buffer.colours) +
           bytes_of(buffer.joints) + bytes_of(buffer.joint_weights);
}

} // namespace

Result<VertexBuffer> read_vertices(MeshSources& sources, const JsonObject& primitive,
                                   Attributes& attributes) {
    if (!attributes.has("POSITION")) return refuse("{}: it has no POSITION", primitive.place());
    VertexBuffer buffer;
    {
        auto accessor = attributes.get("POSITION");
        if (!accessor) return pass_on(accessor);
        auto positions = read_as<glm::vec3>(*accessor);
        if (!positions) return pass_on(positions);
        buffer.positions = std::move(*positions);
    }
    const std::size_t count = buffer.positions.size();
    buffer.normals = read_look<glm::vec3>(sources, primitive, attributes, "NORMAL", count);
    normalise(sources, primitive, buffer.normals);
    buffer.tangents = read_look<glm::vec4>(sources, primitive, attributes, "TANGENT", count);
    buffer.uv[0] = read_look<glm::vec2>(sources, primitive, attributes, "TEXCOORD_0", count);
    buffer.uv[1] = read_look<glm::vec2>(sources, primitive, attributes, "TEXCOORD_1", count);
    buffer.colours = read_colours(sources, primitive, attributes, count);
    if (auto read = read_skin(sources, primitive, attributes, buffer); !read) return pass_on(read);
    if (auto charged = sources.document.budget.charge(bytes_of_lists(buffer)); !charged)
        return pass_on(charged);

    auto targets = primitive.list("targets");
    if (!targets) return pass_on(targets);
    auto read = read_morph_targets(sources, primitive, **targets, count);
    if (!read) return pass_on(read);
    buffer.targets = std::move(*read);
    return buffer;
}

} // namespace mien::gltf

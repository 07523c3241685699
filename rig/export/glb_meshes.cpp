#include "rig/export/glb_meshes.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <glm/common.hpp>

#include "rig/printable_text.h"

namespace mien::glb {
namespace {

template <typename T>
std::span<const T> span_of(const std::vector<T>& list) {
    return list;
}

Json as_json(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

/// glTF wants the box of positions said.
void add_bounds(Json& accessor, const glm::vec3& low, const glm::vec3& high) {
    accessor["min"] = as_json(low);
    accessor["max"] = as_json(high);
}

int write_positions(const std::vector<glm::vec3>& positions, Buffer& buffer) {
    glm::vec3 low = positions.front();
    glm::vec3 high = low;
    for (const glm::vec3& position : positions) {
        low = glm::min(low, position);
        high = glm::max(high, position);
    }
    const int index = buffer.add(span_of(positions), "VEC3", Component::float32);
    add_bounds(buffer.accessor(index), low, high);
    return index;
}

/// A list of differences, most of them zero, as an accessor without a base.
int write_sparse(const MorphTarget& target, const std::vector<glm::vec3>& deltas, std::size_t vertex_count,
                 Buffer& buffer) {
    // The zeros of untouched vertices count too, where there are any.
    const bool all_touched = !deltas.empty() && deltas.size() == vertex_count;
    glm::vec3 low = all_touched ? deltas.front() : glm::vec3(0);
    glm::vec3 high = low;
    for (const glm::vec3& delta : deltas) {
        low = glm::min(low, delta);
        high = glm::max(high, delta);
    }
    Json accessor = {
        {"componentType", static_cast<int>(Component::float32)}, {"count", vertex_count}, {"type", "VEC3"}};
    add_bounds(accessor, low, high);
    if (!deltas.empty())
        accessor["sparse"] = {{"count", deltas.size()},
                              {"indices",
                               {{"bufferView", buffer.add_view_of(span_of(target.vertices))},
                                {"componentType", static_cast<int>(Component::uint32)}}},
                              {"values", {{"bufferView", buffer.add_view_of(span_of(deltas))}}}};
    return buffer.add_accessor(std::move(accessor));
}

/// The parts of a primitive that its vertex buffer decides.
struct SharedParts {
    Json attributes;
    Json targets;
};

SharedParts write_buffer(const VertexBuffer& vertices, Buffer& buffer) {
    SharedParts parts;
    const auto add = [&](const char* name, const auto& list, const char* type, Component component) {
        if (!list.empty()) parts.attributes[name] = buffer.add(span_of(list), type, component);
    };
    parts.attributes["POSITION"] = write_positions(vertices.positions, buffer);
    add("NORMAL", vertices.normals, "VEC3", Component::float32);
    add("TANGENT", vertices.tangents, "VEC4", Component::float32);
    add("TEXCOORD_0", vertices.uv[0], "VEC2", Component::float32);
    add("TEXCOORD_1", vertices.uv[1], "VEC2", Component::float32);
    add("COLOR_0", vertices.colours, "VEC4", Component::float32);
    add("JOINTS_0", vertices.joints, "VEC4", Component::uint16);
    add("WEIGHTS_0", vertices.joint_weights, "VEC4", Component::float32);
    for (const MorphTarget& target : vertices.targets) {
        Json written = {
            {"POSITION", write_sparse(target, target.positions, vertices.positions.size(), buffer)}};
        if (!target.normals.empty())
            written["NORMAL"] = write_sparse(target, target.normals, vertices.positions.size(), buffer);
        if (!target.tangents.empty())
            written["TANGENT"] = write_sparse(target, target.tangents, vertices.positions.size(), buffer);
        parts.targets.push_back(std::move(written));
    }
    return parts;
}

Json write_names(const std::vector<std::string>& names) {
    Json list = Json::array();
    for (const std::string& name : names) list.push_back(to_valid_utf8(name));
    return list;
}

const char* path_of(AnimatedProperty property) {
    constexpr std::array paths = {"translation", "rotation", "scale", "weights"};
    return paths[static_cast<std::size_t>(property)];
}

const char* name_of(Interpolation interpolation) {
    constexpr std::array names = {"STEP", "LINEAR", "CUBICSPLINE"};
    return names[static_cast<std::size_t>(interpolation)];
}

int write_values(const AnimationChannel& channel, Buffer& buffer) {
    const auto components = channel.property == AnimatedProperty::rotation  ? 4u
                            : channel.property == AnimatedProperty::weights ? 1u
                                                                            : 3u;
    const char* type = components == 4 ? "VEC4" : components == 3 ? "VEC3" : "SCALAR";
    return buffer.add_accessor({{"bufferView", buffer.add_view_of(span_of(channel.values))},
                                {"componentType", static_cast<int>(Component::float32)},
                                {"count", channel.values.size() / components},
                                {"type", type}});
}

} // namespace

Json write_meshes(const Rig& rig, Buffer& buffer) {
    std::map<int, SharedParts> shared; // by vertex buffer
    Json meshes = Json::array();
    for (const Mesh& mesh : rig.meshes) {
        Json primitives = Json::array();
        for (const Primitive& primitive : mesh.primitives) {
            if (primitive.indices.empty()) continue; // points and lines were never kept
            auto parts = shared.find(primitive.vertices);
            if (parts == shared.end()) {
                const VertexBuffer& vertices =
                    rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
                parts = shared.emplace(primitive.vertices, write_buffer(vertices, buffer)).first;
            }
            Json written = {{"attributes", parts->second.attributes},
                            {"indices", buffer.add(span_of(primitive.indices), "SCALAR", Component::uint32)}};
            if (primitive.material != no_index) written["material"] = primitive.material;
            if (!parts->second.targets.empty()) written["targets"] = parts->second.targets;
            primitives.push_back(std::move(written));
        }
        Json written = {{"name", to_valid_utf8(mesh.name)}, {"primitives", std::move(primitives)}};
        if (!mesh.target_names.empty()) {
            written["weights"] = mesh.default_weights;
            written["extras"]["targetNames"] = write_names(mesh.target_names);
        }
        meshes.push_back(std::move(written));
    }
    return meshes;
}

Json write_skins(const Rig& rig, Buffer& buffer) {
    Json skins = Json::array();
    for (const Skin& skin : rig.skins)
        skins.push_back(
            {{"name", to_valid_utf8(skin.name)},
             {"joints", skin.joints},
             {"inverseBindMatrices", buffer.add(span_of(skin.inverse_bind), "MAT4", Component::float32)}});
    return skins;
}

Json write_animations(const Rig& rig, Buffer& buffer) {
    Json animations = Json::array();
    for (const Animation& animation : rig.animations) {
        if (animation.channels.empty()) continue; // glTF knows no empty ones
        Json samplers = Json::array();
        Json channels = Json::array();
        for (const AnimationChannel& channel : animation.channels) {
            const int input = buffer.add(span_of(channel.times), "SCALAR", Component::float32);
            buffer.accessor(input)["min"] = {channel.times.front()};
            buffer.accessor(input)["max"] = {channel.times.back()};
            channels.push_back({{"sampler", samplers.size()},
                                {"target", {{"node", channel.node}, {"path", path_of(channel.property)}}}});
            samplers.push_back({{"input", input},
                                {"interpolation", name_of(channel.interpolation)},
                                {"output", write_values(channel, buffer)}});
        }
        animations.push_back({{"name", to_valid_utf8(animation.name)},
                              {"channels", std::move(channels)},
                              {"samplers", std::move(samplers)}});
    }
    return animations;
}

} // namespace mien::glb

#include "rig/export/glb_export.h"

#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "rig/export/glb_buffer.h"
#include "rig/export/glb_materials.h"
#include "rig/export/glb_meshes.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

using glb::Json;

Json write_node(const Node& node) {
    Json written = {{"name", to_valid_utf8(node.name)}};
    if (node.matrix) {
        const float* numbers = &(*node.matrix)[0][0];
        written["matrix"] = std::vector<float>(numbers, numbers + 16);
    } else {
        const auto& [t, q, s] = std::tie(node.translation, node.rotation, node.scale);
        if (t != glm::vec3(0)) written["translation"] = {t.x, t.y, t.z};
        if (q != glm::quat(1, 0, 0, 0)) written["rotation"] = {q.x, q.y, q.z, q.w};
        if (s != glm::vec3(1)) written["scale"] = {s.x, s.y, s.z};
    }
    if (node.mesh != no_index) written["mesh"] = node.mesh;
    if (node.skin != no_index) written["skin"] = node.skin;
    if (!node.weights.empty()) written["weights"] = node.weights;
    return written;
}

/// Nodes and the one scene: every node of the rig's scene that has no parent in it.
void write_nodes(const Rig& rig, Json& root) {
    Json nodes = Json::array();
    for (const Node& node : rig.nodes) nodes.push_back(write_node(node));
    Json roots = Json::array();
    for (std::size_t i = 0; i < rig.nodes.size(); ++i) {
        const int parent = rig.nodes[i].parent;
        if (parent != no_index) nodes[static_cast<std::size_t>(parent)]["children"].push_back(i);
        const bool parent_in_scene =
            parent != no_index && rig.node_in_scene[static_cast<std::size_t>(parent)];
        if (rig.node_in_scene[i] && !parent_in_scene) roots.push_back(i);
    }
    root["nodes"] = std::move(nodes);
    root["scene"] = 0;
    root["scenes"] = Json::array({{{"nodes", std::move(roots)}}});
}

void append_u32(std::vector<std::uint8_t>& bytes, std::size_t value) {
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append_chunk(std::vector<std::uint8_t>& bytes, std::uint32_t type, std::span<const std::uint8_t> content,
                  std::uint8_t padding) {
    append_u32(bytes, (content.size() + 3) / 4 * 4);
    append_u32(bytes, type);
    bytes.insert(bytes.end(), content.begin(), content.end());
    bytes.resize((bytes.size() + 3) / 4 * 4, padding);
}

} // namespace

Result<std::vector<std::uint8_t>> export_glb(const Rig& rig) {
    Json root;
    root["asset"] = {{"version", "2.0"}, {"generator", "mien"}};
    if (!rig.licence_line.empty()) root["asset"]["copyright"] = to_valid_utf8(rig.licence_line);
    write_nodes(rig, root);
    glb::Buffer buffer;
    root["meshes"] = glb::write_meshes(rig, buffer);
    if (!rig.skins.empty()) root["skins"] = glb::write_skins(rig, buffer);
    if (Json animations = glb::write_animations(rig, buffer); !animations.empty())
        root["animations"] = std::move(animations);
    if (auto written = glb::write_materials(rig, buffer, root); !written) return pass_on(written);
    root["accessors"] = buffer.accessors();
    root["bufferViews"] = buffer.views();
    root["buffers"] = Json::array({{{"byteLength", buffer.bytes().size()}}});

    const std::string text = root.dump(-1, ' ', false, Json::error_handler_t::replace);
    constexpr std::size_t header_and_chunks = 12 + 8 + 8 + 8;
    if (text.size() + buffer.bytes().size() + header_and_chunks > std::numeric_limits<std::uint32_t>::max())
        return fail(ErrorCode::unavailable, "The rig {} needs more than the 4 GiB that a GLB can hold",
                    printable(rig.name));
    std::vector<std::uint8_t> content;
    append_chunk(content, 0x4e4f534a, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, ' ');
    append_chunk(content, 0x004e4942, buffer.bytes(), 0);
    std::vector<std::uint8_t> bytes = {'g', 'l', 'T', 'F'};
    append_u32(bytes, 2);
    append_u32(bytes, 12 + content.size());
    bytes.insert(bytes.end(), content.begin(), content.end());
    return bytes;
}

} // namespace mien

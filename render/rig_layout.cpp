#include "render/rig_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "rig/material_subsets.h"

namespace mien {
namespace {

/// Rows of the joint table and weights of one vertex, the heaviest first, so that the shader can stop at the
/// first weight that is 0.
void set_joints(RigLayout& layout, std::size_t at, const VertexBuffer& buffer, std::size_t vertex,
                std::uint32_t first_joint) {
    std::array<std::pair<float, std::uint32_t>, 4> pairs;
    for (int i = 0; i < 4; ++i)
        pairs[static_cast<std::size_t>(i)] = {buffer.joint_weights[vertex][i],
                                              first_joint + buffer.joints[vertex][i]};
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (int i = 0; i < 4; ++i) {
        layout.joint_weights[at][i] = pairs[static_cast<std::size_t>(i)].first;
        layout.joints[at][i] = pairs[static_cast<std::size_t>(i)].second;
    }
}

/// Lays out the vertices of `buffer` at the row's end.
void append_vertices(RigLayout& layout, const VertexBuffer& buffer, bool skinned, std::uint32_t joint) {
    const std::size_t first = layout.rest.size();
    const std::size_t count = buffer.positions.size();
    const std::size_t end = first + count;
    layout.rest.resize(end);
    layout.joints.resize(end, glm::uvec4(joint, 0, 0, 0));
    layout.joint_weights.resize(end, glm::vec4(1, 0, 0, 0));
    layout.uv0.resize(end, glm::vec2(0));
    for (std::size_t v = 0; v < count; ++v) {
        layout.rest[first + v].position = buffer.positions[v];
        if (!buffer.normals.empty()) layout.rest[first + v].normal = buffer.normals[v];
        if (skinned) set_joints(layout, first + v, buffer, v, joint);
    }
    std::copy(buffer.uv[0].begin(), buffer.uv[0].end(),
              layout.uv0.begin() + static_cast<std::ptrdiff_t>(first));
    if (!buffer.uv[1].empty()) {
        layout.uv1.resize(end, glm::vec2(0));
        std::copy(buffer.uv[1].begin(), buffer.uv[1].end(),
                  layout.uv1.begin() + static_cast<std::ptrdiff_t>(first));
    }
    if (!buffer.colours.empty()) {
        layout.colours.resize(end, glm::vec4(1));
        std::copy(buffer.colours.begin(), buffer.colours.end(),
                  layout.colours.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

/// Adds the deltas of a buffer's targets to the node's channels. Parts come in the row's order, so the
/// vertices of a channel stay increasing.
void append_deltas(RigLayout& layout, const VertexBuffer& buffer, std::uint32_t first_vertex,
                   std::uint32_t first_channel) {
    for (std::size_t t = 0; t < buffer.targets.size(); ++t) {
        const MorphTarget& target = buffer.targets[t];
        MorphChannel& channel = layout.channels[first_channel + t];
        for (const std::uint32_t vertex : target.vertices) channel.vertices.push_back(first_vertex + vertex);
        channel.positions.resize(channel.vertices.size(), glm::vec3(0));
        channel.normals.resize(channel.vertices.size(), glm::vec3(0));
        std::copy_backward(target.positions.begin(), target.positions.end(), channel.positions.end());
        std::copy_backward(target.normals.begin(), target.normals.end(), channel.normals.end());
    }
}

class Builder {
public:
    explicit Builder(const Rig& rig) : rig_(rig) {
        for (const Skin& skin : rig.skins) {
            layout_.first_joint.push_back(layout_.joint_count);
            layout_.joint_count += static_cast<std::uint32_t>(skin.joints.size());
        }
        layout_.first_channel.resize(rig.nodes.size(), 0);
        layout_.channel_count.resize(rig.nodes.size(), 0);
    }

    RigLayout build() {
        for (std::size_t n = 0; n < rig_.nodes.size(); ++n) {
            const bool shown = n < rig_.node_in_scene.size() && rig_.node_in_scene[n];
            if (shown && rig_.nodes[n].mesh != no_index) add_node(static_cast<int>(n));
        }
        sort_indices();
        // Lists that only some parts filled reach to the end.
        if (!layout_.uv1.empty()) layout_.uv1.resize(layout_.rest.size(), glm::vec2(0));
        if (!layout_.colours.empty()) layout_.colours.resize(layout_.rest.size(), glm::vec4(1));
        return std::move(layout_);
    }

private:
    void add_node(int n) {
        const Node& node = rig_.nodes[static_cast<std::size_t>(n)];
        const Mesh& mesh = rig_.meshes[static_cast<std::size_t>(node.mesh)];
        const auto first_channel = static_cast<std::uint32_t>(layout_.channels.size());
        layout_.channels.resize(first_channel + mesh.target_names.size());
        layout_.first_channel[static_cast<std::size_t>(n)] = first_channel;
        layout_.channel_count[static_cast<std::size_t>(n)] =
            static_cast<std::uint32_t>(mesh.target_names.size());
        const std::size_t first_part = layout_.parts.size();
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const Primitive& primitive = mesh.primitives[p];
            const int part = part_of(n, primitive.vertices, first_part);
            add_item(n, static_cast<int>(p), primitive, part);
        }
    }

    /// The node's part for a vertex buffer; made where it has none yet.
    int part_of(int n, int vertices, std::size_t first_part) {
        for (std::size_t i = first_part; i < layout_.parts.size(); ++i)
            if (layout_.parts[i].vertices == vertices) return static_cast<int>(i);
        const VertexBuffer& buffer = rig_.vertex_buffers[static_cast<std::size_t>(vertices)];
        const int skin = rig_.nodes[static_cast<std::size_t>(n)].skin;
        const bool skinned = skin != no_index && !buffer.joints.empty() && !buffer.joint_weights.empty();
        const std::uint32_t joint =
            skinned ? layout_.first_joint[static_cast<std::size_t>(skin)] : rigid_row(n);
        const auto first = static_cast<std::uint32_t>(layout_.rest.size());
        append_vertices(layout_, buffer, skinned, joint);
        append_deltas(layout_, buffer, first, layout_.first_channel[static_cast<std::size_t>(n)]);
        layout_.parts.push_back({n, vertices, first, static_cast<std::uint32_t>(buffer.positions.size())});
        return static_cast<int>(layout_.parts.size()) - 1;
    }

    std::uint32_t rigid_row(int n) {
        if (layout_.rigid_nodes.empty() || layout_.rigid_nodes.back() != n) {
            layout_.rigid_nodes.push_back(n);
            ++layout_.joint_count;
        }
        return layout_.joint_count - 1;
    }

    void add_item(int n, int p, const Primitive& primitive, int part) {
        LayoutItem item;
        item.node = n;
        item.mesh = rig_.nodes[static_cast<std::size_t>(n)].mesh;
        item.primitive = p;
        item.part = part;
        item.material = primitive.material;
        item.index_count = static_cast<std::uint32_t>(primitive.indices.size());
        const std::uint32_t first_vertex = layout_.parts[static_cast<std::size_t>(part)].first;
        if (!primitive.indices.empty())
            item.joint = layout_.joints[first_vertex + primitive.indices.front()].x;
        layout_.items.push_back(item);
    }

    /// What one material draws stands together.
    void sort_indices() {
        std::map<std::pair<int, int>, LayoutItem*> items;
        for (LayoutItem& item : layout_.items) items[{item.node, item.primitive}] = &item;
        for (const MaterialSubset& subset : material_subsets(rig_)) {
            LayoutItem& item = *items.at({subset.node, subset.primitive});
            item.first_index = subset.first_index;
            const std::uint32_t first_vertex = layout_.parts[static_cast<std::size_t>(item.part)].first;
            const Mesh& mesh = rig_.meshes[static_cast<std::size_t>(subset.mesh)];
            for (const std::uint32_t index :
                 mesh.primitives[static_cast<std::size_t>(subset.primitive)].indices)
                layout_.indices.push_back(first_vertex + index);
        }
    }

    const Rig& rig_;
    RigLayout layout_;
};

} // namespace

RigLayout lay_out(const Rig& rig) {
    return Builder(rig).build();
}

void fill_joint_table(const RigLayout& layout, const PosedRig& pose, std::vector<glm::mat4>& table) {
    table.assign(layout.joint_count, glm::mat4(1));
    const std::uint32_t rigid = layout.joint_count - static_cast<std::uint32_t>(layout.rigid_nodes.size());
    for (std::size_t s = 0; s < layout.first_joint.size() && s < pose.joint_matrices.size(); ++s) {
        const std::uint32_t end = s + 1 < layout.first_joint.size() ? layout.first_joint[s + 1] : rigid;
        const std::size_t count =
            std::min<std::size_t>(pose.joint_matrices[s].size(), end - layout.first_joint[s]);
        std::copy_n(pose.joint_matrices[s].begin(), count, table.begin() + layout.first_joint[s]);
    }
    for (std::size_t i = 0; i < layout.rigid_nodes.size(); ++i) {
        const auto node = static_cast<std::size_t>(layout.rigid_nodes[i]);
        if (node < pose.world.size()) table[rigid + i] = pose.world[node];
    }
}

void fill_channel_weights(const RigLayout& layout, const PosedRig& pose, std::vector<float>& weights) {
    weights.assign(layout.channels.size(), 0.0f);
    for (std::size_t n = 0; n < layout.first_channel.size() && n < pose.morph_weights.size(); ++n) {
        const std::vector<float>& from = pose.morph_weights[n];
        const std::size_t count = std::min<std::size_t>(from.size(), layout.channel_count[n]);
        for (std::size_t t = 0; t < count; ++t)
            if (std::isfinite(from[t])) weights[layout.first_channel[n] + t] = from[t];
    }
}

} // namespace mien

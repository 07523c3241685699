// A rig laid out for drawing: all vertices of the default scene in one row, each with the joints and morph
// deltas that move it. No GL here. Private to render/ and its tests.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "rig/posed_rig.h"
#include "rig/rig.h"

namespace mien {

/// A vertex buffer as one node shows it. Primitives of a mesh that share a buffer share the part.
struct LayoutPart {
    int node = no_index;
    int vertices = no_index; ///< into Rig::vertex_buffers
    std::uint32_t first = 0; ///< of its vertices in the row
    std::uint32_t count = 0;
};

/// Triangles of one material: what one draw call shows.
struct LayoutItem {
    int node = no_index;
    int mesh = no_index;
    int primitive = no_index;
    int part = no_index;
    int material = no_index;
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
    std::uint32_t joint = 0; ///< a row of the joint table that moves it, for the sense of its triangles
};

/// A morph target as one node shows it: what it adds to vertices of the row at weight 1.
struct MorphChannel {
    std::vector<std::uint32_t> vertices; ///< strictly increasing
    std::vector<glm::vec3> positions;    ///< as many
    std::vector<glm::vec3> normals;      ///< as many; zero where the file has none
};

struct RestVertex {
    glm::vec3 position{0};
    glm::vec3 normal{0};
};

struct RigLayout {
    std::vector<LayoutPart> parts;
    std::vector<LayoutItem> items; ///< nodes, then primitives, in the file's order
    std::vector<std::uint32_t> indices;

    std::vector<RestVertex> rest;
    std::vector<glm::uvec4> joints;       ///< rows of the joint table
    std::vector<glm::vec4> joint_weights; ///< falling; the ones that count come first
    std::vector<glm::vec2> uv0;
    std::vector<glm::vec2> uv1;     ///< empty where no part has any
    std::vector<glm::vec4> colours; ///< empty where no part has any; else white where a part has none

    std::vector<MorphChannel> channels;       ///< of nodes in order; a node's are consecutive
    std::vector<std::uint32_t> first_channel; ///< by node
    std::vector<std::uint32_t> channel_count; ///< by node; 0 where it shows nothing

    /// The joint table: all joints of skin 0, of skin 1, ..., then the nodes that carry meshes without a
    /// skin.
    std::vector<std::uint32_t> first_joint; ///< by skin
    std::vector<int> rigid_nodes;           ///< the nodes at the table's end
    std::uint32_t joint_count = 0;
};

[[nodiscard]] RigLayout lay_out(const Rig& rig);

/// The joint table of a pose: each row's world matrix.
void fill_joint_table(const RigLayout& layout, const PosedRig& pose, std::vector<glm::mat4>& table);

/// The weights of a pose by channel. What the pose lacks is 0, and so is what is not a finite number.
void fill_channel_weights(const RigLayout& layout, const PosedRig& pose, std::vector<float>& weights);

} // namespace mien

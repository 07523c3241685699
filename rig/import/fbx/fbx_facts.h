// What an FBX file says that the library behind the importer loses: shapes with their channels, default and
// full weights, bind matrices, units and axes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>

#include "rig/import/fbx/fbx_records.h"

namespace mien::fbx {

/// One shape of a channel; the last one is the target itself, those before it are in-betweens.
struct Shape {
    std::string geometry;     ///< the name of the shape's geometry
    double full_weight = 100; ///< percent of the channel at which it is fully there
};

/// A blend shape channel: what a person moves.
struct Channel {
    std::string name;
    double default_percent = 0;
    std::vector<Shape> shapes; ///< by full weight
};

/// The blend shapes of one mesh.
struct BlendedMesh {
    std::vector<std::string> models; ///< names of the nodes that carry it
    std::vector<Channel> channels;
};

/// How a bone holds a mesh, as it was bound.
struct Cluster {
    std::vector<std::string> models; ///< nodes that carry the mesh
    std::string bone;                ///< node
    glm::mat4 mesh_to_bone{1};       ///< from the mesh's node to the bone
};

/// An animation stack ("take").
struct Stack {
    std::string name;
    double start_seconds = 0; ///< on the file's own time axis
};

struct Facts {
    double unit_in_centimetres = 1;
    int up_axis = 1; ///< 0 x, 1 y, 2 z
    int up_sign = 1;
    int front_axis = 2;
    int front_sign = 1;
    std::vector<BlendedMesh> meshes;
    std::vector<Cluster> clusters;
    std::vector<Stack> stacks;
    [[nodiscard]] std::size_t shape_count() const;
};

[[nodiscard]] Facts gather_facts(const Document& document);

} // namespace mien::fbx

// What the parts of the FBX reader share. One import, one thread.
#pragma once

#include <filesystem>
#include <map>
#include <vector>

#include <glm/mat4x4.hpp>

#include "base/result.h"
#include "rig/import/fbx/fbx_objects.h"
#include "rig/import/fbx/fbx_transform.h"
#include "rig/import/gltf/budget.h"
#include "rig/import/report.h"
#include "rig/rig.h"

namespace mien::fbx {

/// A model of the file at one place in the tree (a model with two parents stands at two).
struct ModelNode {
    ObjectId model = 0;
    int parent = no_index; ///< into SceneReader::models
    int node = no_index;   ///< in the rig; carries the mesh, the rotation and the scale
    int helper = no_index; ///< above `node`, where scales are inherited otherwise than in a rig: carries the
                           ///< translation and takes the parent's scale away
    NodeTransform transform;
};

/// A node with blend shapes, for the animations of their weights.
struct MorphedNode {
    int node = no_index;
    std::vector<ObjectId> channel_of_target; ///< 0 for in-between shapes
};

struct SceneReader {
    const Objects& objects;
    std::filesystem::path folder;
    gltf::Budget& budget;
    Report& report;
    Rig& rig;
    std::vector<ModelNode> models;       ///< filled by read_nodes, parents first
    std::map<ObjectId, int> first_model; ///< into models
    std::vector<MorphedNode> morphed;    ///< filled by read_meshes
};

/// Where a model's node and its helper stand.
struct NodePlacement {
    LocalTransform node;
    LocalTransform helper;
    glm::dvec3 carried{1}; ///< the scale that `node` passes on to what is below
};
/// `carried` and `parent_scale`: what the parent's node passes on, and the parent's own scale.
[[nodiscard]] NodePlacement place(const ModelNode& model, const LocalTransform& local,
                                  const glm::dvec3& carried, const glm::dvec3& parent_scale);

/// The tree of models; `to_model` is its root's transform. Refuses models that are their own ancestors.
[[nodiscard]] Result<void> read_nodes(SceneReader& reader, const glm::mat4& to_model);
/// Meshes on nodes with their skins and morph targets.
[[nodiscard]] Result<void> read_meshes(SceneReader& reader);
/// Animation stacks: curves of nodes and of blend shape channels, by their own tangents.
[[nodiscard]] Result<void> read_animations(SceneReader& reader);

} // namespace mien::fbx

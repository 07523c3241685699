// What the parts of the Assimp reader share. One import, one thread.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <assimp/scene.h>
#include <glm/mat4x4.hpp>

#include "base/result.h"
#include "rig/import/report.h"
#include "rig/rig.h"

namespace mien::assimp {

struct SceneReader {
    const aiScene& scene;
    std::filesystem::path folder;
    Rig& rig;
    Report& report;
    std::map<std::string, int> node_by_name; ///< filled by read_nodes
    std::vector<const aiNode*> nodes;        ///< by the rig's node, filled by read_nodes
};

[[nodiscard]] glm::mat4 to_matrix(const aiMatrix4x4& matrix);
[[nodiscard]] inline glm::vec3 to_vector(const aiVector3D& vector) {
    return {vector.x, vector.y, vector.z};
}

/// The tree of nodes with their rest transforms.
void read_nodes(SceneReader& reader);
/// Meshes on nodes with their skins and morph targets. Refuses values that are not finite.
[[nodiscard]] Result<void> read_meshes(SceneReader& reader);
/// Diffuse colours and pictures, embedded or beside the file.
void read_materials(SceneReader& reader);
void read_animations(SceneReader& reader);

} // namespace mien::assimp

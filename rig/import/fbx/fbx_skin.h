// What binds the control points of an FBX geometry to bones. Any thread.
#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "base/result.h"
#include "rig/import/fbx/fbx_scene.h"
#include "rig/import/skin_influences.h"

namespace mien::fbx {

/// A skin of one mesh node, and by control point its joints (into the skin's list) with their weights.
struct BoundSkin {
    Skin skin;
    std::vector<InfluenceList> influences; ///< empty where nothing binds the mesh
};

/// Reads the clusters of a geometry's skin. `carrier` is the rig's node of the mesh: what no bone holds
/// follows it. Where the file does not say how a bone held the mesh, the rest pose does. Refuses damaged
/// arrays; bones that are nowhere in the scene cost a warning.
[[nodiscard]] Result<BoundSkin> read_skin(SceneReader& reader, ObjectId geometry, std::size_t point_count,
                                          int carrier);

} // namespace mien::fbx

// The blend shapes of an FBX geometry. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "base/result.h"
#include "rig/import/fbx/fbx_objects.h"
#include "rig/import/gltf/budget.h"

namespace mien::fbx {

/// How one shape moves control points.
struct Shape {
    std::string name;                  ///< of its geometry
    float full_weight = 1;             ///< of its channel, at which it is fully there
    std::vector<std::uint32_t> points; ///< strictly increasing
    std::vector<glm::vec3> deltas;
};

/// What a person moves. One shape, or several on its way (in-betweens).
struct Channel {
    ObjectId id = 0;
    std::string name;
    float default_weight = 0;
    std::vector<Shape> shapes; ///< by full weight
};

/// All channels of all blend shape deformers of a geometry, in the file's order. Percent become 0..1. Refuses
/// shapes that move points which do not exist, deltas that are not finite, damaged arrays.
[[nodiscard]] Result<std::vector<Channel>> read_channels(const Objects& objects, ObjectId geometry,
                                                         std::size_t point_count, gltf::Budget& budget);

} // namespace mien::fbx

// The bundled rigs as the tests of this folder look at them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

#include "rig/deform.h"
#include "rig/face_groups.h"
#include "rig/rig.h"

namespace mien::test {

/// Imported once for all tests of the program. The test fails where that is impossible.
const Rig& bundled(std::string_view name);

using Weights = std::map<std::string, float>; ///< by expression's name

/// World positions of one mesh's vertices, in file order, with these expressions.
std::vector<glm::vec3> posed_mesh(const Rig& rig, std::string_view mesh, const Weights& weights);
/// The same with these sliders (by the part's name), the others at rest.
std::vector<glm::vec3> slid_mesh(const Rig& rig, const FaceGroups& groups, std::string_view mesh,
                                 const Weights& sliders);

/// The only primitive of a mesh.
const Primitive& primitive_of(const Rig& rig, std::string_view mesh);
const VertexBuffer& buffer_of(const Rig& rig, std::string_view mesh);

} // namespace mien::test

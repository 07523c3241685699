// The VRM extensions of a glTF file, 0.x ("VRM") and 1.0 ("VRMC_vrm"). Nothing of them can cost the rig: what
// is wrong is left out with a warning.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rig/import/gltf/document.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Fills rig.vrm and licence_line, and adds VRM's expressions to rig.expressions, which must hold
/// the morph targets already. Does nothing where the file is no VRM.
void read_vrm(Document& document, Rig& rig);

/// An expression with the morph targets that it binds.
struct BoundExpression {
    VrmExpression vrm;
    std::vector<TargetRef> targets;
};

/// What one version's reader found.
struct VrmContent {
    VrmData data; ///< without its expressions
    std::vector<BoundExpression> expressions;
};

[[nodiscard]] VrmContent read_vrm0(Document& document, const JsonObject& vrm, Rig& rig);
[[nodiscard]] VrmContent read_vrm1(Document& document, const JsonObject& vrm, const Rig& rig);

/// Notes the node of a humanoid bone; warns where it does not exist.
void add_bone(Document& document, const std::string& name, const JsonObject& bone, const Rig& rig,
              VrmData& data);

/// The output of one of the maps of how far eyes go, 0 where it is absent or no number above 0.
[[nodiscard]] float look_limit(const JsonObject& maps, const char* map, const char* output);

/// The morph target that a bind names in a mesh, or nothing with a warning that names the expression.
[[nodiscard]] std::optional<TargetRef> read_bind(Document& document, const std::string& expression,
                                                 const JsonObject& bind, const Rig& rig, int mesh);

} // namespace mien::gltf

// Parts of a rig by the names that a person gives. All errors are of kind usage and list what there is.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "rig/rig.h"
#include "rig/skeleton.h"

namespace mien {

/// An animation by its number from 0, else by its name.
[[nodiscard]] Result<const Animation*> choose_animation(const Rig& rig, const std::string& choice);

/// Every morph target of a name, in whichever meshes.
[[nodiscard]] Result<std::vector<TargetRef>> choose_morph(const Rig& rig, const std::string& name);

/// Sets the weight on every node that carries one of the targets' meshes.
void set_morph(const Rig& rig, const std::vector<TargetRef>& targets, float weight, LocalPose& pose);

/// The first node of a name.
[[nodiscard]] Result<std::size_t> choose_node(const Rig& rig, const std::string& name);

} // namespace mien

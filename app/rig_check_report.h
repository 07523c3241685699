// What `mien rig check` says, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "app/avatar.h"
#include "rig/check/rig_check.h"

namespace mien {

/// A page of text: counts, which of ARKit's 52 there are under which names, then the findings, worst first.
[[nodiscard]] std::string check_text(const Avatar& avatar, const std::vector<RigFinding>& findings);

/// One JSON object: name, faults, warnings, notes, channels (channel, expressions, moves, shown_by: one of
/// expression, joints, stand-in, nothing) and findings (severity, what, subject, detail, fix).
[[nodiscard]] std::string check_json(const Avatar& avatar, const std::vector<RigFinding>& findings);

} // namespace mien

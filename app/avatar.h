// An avatar ready to be driven: the rig with what is known of its face.
#pragma once

#include <string>

#include "base/result.h"
#include "rig/face_groups.h"
#include "rig/import/import_options.h"
#include "rig/rig.h"
#include "rig/skeleton.h"
#include "solver/mapping.h"

namespace mien {

struct Avatar {
    Rig rig;
    FaceGroups groups;
    HeadJoints joints;
    Mapping mapping;
};

/// Reads what --rig says: a file, "bundled:NAME", or nothing for the bundled head. Errors: unreadable;
/// usage (no bundled rig of that name: the message lists them).
[[nodiscard]] Result<Rig> load_rig(const std::string& choice, const ImportOptions& options = {});

/// A rig with its face groups, joints and mapping. A damaged file of face groups is a warning on standard
/// error; those found in the rig count then.
[[nodiscard]] Avatar make_avatar(Rig rig);

/// load_rig with face groups, joints and mapping; warnings of the import go to standard error.
[[nodiscard]] Result<Avatar> load_avatar(const std::string& choice);

/// One line per warning of the import on standard error.
void print_warnings(const Rig& rig);

} // namespace mien

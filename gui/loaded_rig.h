// A rig with everything that the window derives from it once: what an import on another thread brings back.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gui/services.h"
#include "rig/face_groups.h"
#include "rig/rig.h"
#include "rig/skeleton.h"
#include "solver/mapping.h"

namespace mien::gui {

/// A plain value, shared and never changed; const from any thread.
struct LoadedRig {
    Rig rig;
    FaceGroups groups;
    HeadJoints joints;
    Mapping mapping;
    std::string notice; ///< empty, or one line: what was damaged beside the rig and what takes its place
};

/// Imports `file`, or takes a bundled rig where it is empty (the default one) or "bundled:NAME". Slow: any
/// thread but the window's. Errors: as import_rig().
[[nodiscard]] Result<std::shared_ptr<const LoadedRig>> load_rig(const Services& services,
                                                                const std::filesystem::path& file);

} // namespace mien::gui

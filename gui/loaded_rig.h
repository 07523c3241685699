// A rig with everything that the window derives from it once: what an import on another thread brings back.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "gui/services.h"
#include "rig/clone_groups.h"
#include "rig/face_groups.h"
#include "rig/rig.h"
#include "rig/skeleton.h"
#include "solver/mapping.h"

namespace mien::gui {

/// A value, shared and never changed; const from any thread. Copies share the rig itself, so that what is set
/// beside it can be exchanged without a copy of its meshes.
struct LoadedRig {
    explicit LoadedRig(std::shared_ptr<const Rig> imported) : owner(std::move(imported)), rig(*owner) {}

    std::shared_ptr<const Rig> owner; ///< the same for all that were made of one import
    const Rig& rig;
    FaceGroups groups;
    HeadJoints joints;
    Mapping mapping;
    std::string notice; ///< empty, or one line: what was damaged beside the rig and what takes its place
};

/// Imports `file`, or takes a bundled rig where it is empty (the default one) or "bundled:NAME". Slow: any
/// thread but the window's. Errors: as import_rig().
[[nodiscard]] Result<std::shared_ptr<const LoadedRig>> load_rig(const Services& services,
                                                                const std::filesystem::path& file);

/// The same rig with other groups. Rows of the mapping follow their parts; parts that nothing drives get the
/// rows that their names suggest, as far as their channels are free.
[[nodiscard]] std::shared_ptr<const LoadedRig> with_groups(const LoadedRig& loaded, FaceGroups groups);
/// The same rig with another mapping.
[[nodiscard]] std::shared_ptr<const LoadedRig> with_mapping(const LoadedRig& loaded, Mapping mapping);

/// The groups of another rig, or of a settings file (.json), for `to`. Slow: any thread but the window's.
[[nodiscard]] Result<ClonedGroups> groups_for(const Services& services, const std::filesystem::path& from,
                                              const Rig& to);

} // namespace mien::gui

// The rig in the mirror: the avatar that will be driven is drawn with each of its expressions, our own
// tracker looks at it, and what its landmarks do becomes the basis to solve for
// (solver/calibration/mirror_basis.h). A performer's smile is then read as the weight with which *this*
// avatar smiles as much.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "capture/tracker/tracker.h"
#include "rig/face_groups.h"
#include "rig/rig.h"
#include "rig/skeleton.h"
#include "solver/calibration/personal_fit.h"
#include "solver/mapping.h"

namespace mien {

/// Whom the mirror shows. A view: what it refers to must outlive it.
struct MirrorSubject {
    const Rig& rig;
    const FaceGroups& groups;
    const HeadJoints& joints;
    const Mapping& mapping;
};

/// Which of the channels that a tracker can see move the rig at all, through its mapping.
[[nodiscard]] std::array<bool, channel_count> channels_shown(const MirrorSubject& subject);

/// A name that is another one as soon as the rig, its mapping, its face groups or the solver's data change.
[[nodiscard]] std::string mirror_name(const MirrorSubject& subject);

/// Pictures done, and of how many; on the calling thread.
using MirrorProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Draws, tracks and learns; 10 to 30 seconds. Makes a GL context of its own, which is current on the calling
/// thread until it returns. Errors: unavailable (no OpenGL, no models), check_failed (the tracker finds no
/// face in the rig's pictures: the solver for everyone is what there is), cancelled.
[[nodiscard]] Result<FaceBasis> look_into_mirror(const MirrorSubject& subject, const ModelPaths& models,
                                                 const MirrorProgress& progress = {},
                                                 std::stop_token stop = {});

/// Where the basis of that name is kept: in mirrors/ of the user's cache folder.
[[nodiscard]] std::filesystem::path mirror_file(const std::string& name);

/// The kept basis, else a new one, which is then kept. That it cannot be kept is no error. Errors: as
/// look_into_mirror().
[[nodiscard]] Result<std::shared_ptr<const FaceBasis>> mirror_of(const MirrorSubject& subject,
                                                                 const ModelPaths& models,
                                                                 const MirrorProgress& progress = {},
                                                                 std::stop_token stop = {});

} // namespace mien

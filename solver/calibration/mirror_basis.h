// The rig in the mirror: what a rig must show so that its own expressions can be read off it, and what is
// learnt from looking.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "base/result.h"
#include "solver/calibration/personal_fit.h"
#include "solver/face_state.h"

namespace mien {

/// One picture of the rig.
struct MirrorStep {
    enum class Kind : std::uint8_t {
        rest,    ///< the neutral
        alone,   ///< one channel, the head straight ahead
        together ///< many channels and a turned head: what moves the landmarks besides a channel alone
    };
    Kind kind = Kind::rest;
    ChannelIndex channel = 0; ///< of Kind::alone
    HeadPose head;            ///< only turned
    Weights weights{};
};

/// The pictures in the order of a film: a rest, each of the channels from 0 to 1 and back in steps that a
/// tracker can follow, then expressions as people make them. The same every time. shown: the channels that
/// the rig has.
[[nodiscard]] std::vector<MirrorStep> mirror_schedule(const std::array<bool, channel_count>& shown);

/// A step with what the solver for everyone made of its picture: BoundedFit's feature against the rig's own
/// neutral.
struct MirrorLook {
    const MirrorStep* step = nullptr;
    Eigen::VectorXf feature;
};

/// The rig's basis. Its rows come from the channels alone, head on; its noise from all steps, with everyone's
/// added, as a tracker sees people too. Channels without a look have no row. `name` becomes FaceBasis::name.
/// Errors: check_failed (too few looks: no face was found in the pictures).
[[nodiscard]] Result<FaceBasis> learn_mirror(const FitModel& model, std::span<const MirrorLook> looks,
                                             std::size_t steps, const std::string& name);

} // namespace mien

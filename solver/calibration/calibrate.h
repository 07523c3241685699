// Learns a performer's own expressions from a recording of what they were asked to do. Nothing but the
// prompts is known of what they did: when the face follows, how far it goes and when it lets go is read off
// the landmarks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "solver/bounded_fit.h"
#include "solver/calibration/personal_fit.h"
#include "solver/calibration/prompts.h"

namespace mien {

/// One tracked frame of the recording, as the average solver sees it against the performer's neutral.
struct CalibrationFrame {
    double t = 0; ///< seconds from the recording's first frame
    BoundedFit::Look look;
};

/// What became of a channel.
enum class ChannelVerdict : std::uint8_t {
    unasked,      ///< no prompt asked for it, or none was followed: as for everyone
    unchecked,    ///< asked for once: personal, with nothing to check it by
    confirmed,    ///< asked for twice: learnt from the first, no worse than before on the second
    not_confirmed ///< worse on the second asking: as for everyone
};

struct ChannelCalibration {
    ChannelVerdict verdict = ChannelVerdict::unasked;
    float reach = 0; ///< the solved weight while it was asked for: the median at the height of the movement
    float noise = 0; ///< standard deviation of the weight at rest
    float leak = 0;  ///< mean weight while other things were asked for
};

/// The gain with which a channel reaches what was asked for; 1 where that would only make noise larger. At
/// most 1.5: more costs others' channels more than it gives this one.
[[nodiscard]] float gain_for(const ChannelCalibration& channel);

struct Calibration {
    PersonalResponse response;
    std::array<ChannelCalibration, channel_count> channels;
    /// Prompts that the face did not answer, in order, by their index.
    std::vector<std::size_t> not_followed;
};

/// frames in time order, at least a second of them within prompts without channels (the face at rest).
/// Errors: usage (no rest, nothing that was followed), each in words for the performer.
/// basis: what the performer's response goes on top of.
[[nodiscard]] Result<Calibration> calibrate(const FitModel& model, const FaceBasis& basis,
                                            std::span<const CalibrationFrame> frames,
                                            std::span<const Prompt> prompts);

} // namespace mien

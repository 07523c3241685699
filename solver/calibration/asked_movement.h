// What a face did when it was asked for something.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "solver/calibration/calibrate.h"

namespace mien {

/// The answer to one prompt.
struct AskedMovement {
    const Prompt* prompt = nullptr;
    std::size_t first = 0; ///< frames first .. first + envelope.size() - 1
    Eigen::VectorXf peak;  ///< the feature at the height of the movement
    /// How far the movement was on, frame by frame: 0 rest, 1 its height.
    Eigen::VectorXf envelope;
    /// The height's length under the noise, in lengths of what the face did at rest in as many frames: about
    /// 1 where it did nothing.
    float strength = 0;
    /// 1 where the face kept one shape at the height, about 0 where only noise is seen.
    float steadiness = 0;
    /// A face that was asked for something and did it.
    [[nodiscard]] bool followed() const { return strength >= 2 && steadiness >= 0.5F; }
};

/// Nothing where the prompt's time holds too few frames. rest: indices of frames at rest. The height is found
/// as the plateau: people follow late, stop early and hold unevenly.
[[nodiscard]] std::optional<AskedMovement> answer_to(const Prompt& prompt, const LandmarkNoise& noise,
                                                     std::span<const CalibrationFrame> frames,
                                                     std::span<const std::size_t> rest);

} // namespace mien

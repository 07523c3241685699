// What an avatar is to perform: face states over time, from a take, a CSV or made by arithmetic.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "solver/face_state.h"

namespace mien {

/// Face states in time order, times from 0. As they were stored: frames without a face are untracked.
struct Performance {
    std::string name;
    std::vector<FaceState> states;
};

/// True where `input` names a performance and not a rig: "synthetic", "-", a take or a CSV.
[[nodiscard]] bool is_performance(const std::string& input);

/// "-" is a CSV on standard input; "synthetic" plays for `seconds` at `rate`. Errors: unreadable (also where
/// there is not one frame).
[[nodiscard]] Result<Performance> load_performance(const std::string& input, double seconds, double rate);

/// The states to show: held and eased over losses. Wants at least one state.
[[nodiscard]] std::vector<FaceState> shown_states(const Performance& performance);

/// The states at constant steps of 1/rate s over the whole time, between two by straight lines. Wants at
/// least one state.
[[nodiscard]] std::vector<FaceState> resample(const std::vector<FaceState>& states, double rate);

/// Where the head was most of the time: the median over the tracked states. The avatar looks straight ahead
/// there.
[[nodiscard]] HeadPose usual_pose(const std::vector<FaceState>& states);

} // namespace mien

#include "app/performance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include "base/file.h"
#include "solver/loss_easing.h"
#include "solver/state_csv.h"
#include "solver/synthetic_performance.h"
#include "takes/take.h"

namespace mien {
namespace {

constexpr std::size_t csv_limit = 1u << 30;

constexpr std::array<float HeadPose::*, 6> head_numbers = {&HeadPose::x,     &HeadPose::y,   &HeadPose::z,
                                                           &HeadPose::pitch, &HeadPose::yaw, &HeadPose::roll};

bool is_csv(const std::string& input) {
    if (input == "-") return true;
    std::string ending = std::filesystem::path(input).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return ending == ".csv";
}

std::vector<FaceState> synthetic_states(double seconds, double rate) {
    const auto count = static_cast<std::size_t>(std::max(1.0, std::round(seconds * rate)));
    std::vector<FaceState> states;
    states.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        states.push_back(synthetic_performance(Timestamp::from_seconds(static_cast<double>(i) / rate)));
    return states;
}

Result<std::vector<FaceState>> states_of_take(const std::string& input) {
    auto take = read_take(input);
    if (!take) return pass_on(take);
    std::vector<FaceState> states;
    states.reserve(take->frames.size());
    for (const TakeFrame& frame : take->frames) states.push_back(frame.calibrated);
    return states;
}

Result<std::vector<FaceState>> states_of_csv(const std::string& input) {
    const std::string what = input == "-" ? "standard input" : input;
    auto text = read_text_file(input == "-" ? "/dev/stdin" : input, csv_limit);
    if (!text) return pass_on(text);
    return read_state_csv(*text, what);
}

Result<std::vector<FaceState>> load_states(const std::string& input, double seconds, double rate) {
    if (input == "synthetic") return synthetic_states(seconds, rate);
    return is_csv(input) ? states_of_csv(input) : states_of_take(input);
}

FaceState between(const FaceState& a, const FaceState& b, Timestamp t) {
    const Duration span = b.t - a.t;
    const float part = span.ns > 0 ? static_cast<float>((t - a.t).seconds() / span.seconds()) : 0.0f;
    FaceState state = part < 0.5f ? a : b;
    state.t = t;
    for (const auto number : head_numbers)
        state.head.*number = std::lerp(a.head.*number, b.head.*number, part);
    for (ChannelIndex i = 0; i < channel_count; ++i)
        state.weights[i] = std::lerp(a.weights[i], b.weights[i], part);
    return state;
}

} // namespace

bool is_performance(const std::string& input) {
    return input == "synthetic" || is_csv(input) || looks_like_take(input) ||
           std::filesystem::path(input).extension() == ".mien";
}

Result<Performance> load_performance(const std::string& input, double seconds, double rate) {
    auto states = load_states(input, seconds, rate);
    if (!states) return pass_on(states);
    if (states->empty()) return fail(ErrorCode::unreadable, "Cannot perform {}: it has no frames", input);
    // Longer than anybody performs: a damaged time, which would ask for millions of pictures.
    constexpr double longest_s = 24 * 3600;
    if (const double length = (states->back().t - states->front().t).seconds(); !(length <= longest_s))
        return fail(ErrorCode::unreadable, "Cannot perform {}: its times span {:.0f} s, more than a day",
                    input, length);
    const Duration origin = states->front().t - Timestamp{};
    for (FaceState& state : *states) state.t = state.t - origin;
    return Performance{std::filesystem::path(input).filename().string(), std::move(*states)};
}

std::vector<FaceState> shown_states(const Performance& performance) {
    LossEasing easing;
    // A performance that begins with a face begins as it is, not with an ease from neutral: to the easing the
    // face has been there for a while.
    FaceState before = performance.states.front();
    before.t = before.t - Duration::from_seconds(10);
    if (before.tracked) (void)easing.apply(before);
    std::vector<FaceState> shown;
    shown.reserve(performance.states.size());
    for (const FaceState& state : performance.states) shown.push_back(easing.apply(state));
    return shown;
}

std::vector<FaceState> resample(const std::vector<FaceState>& states, double rate) {
    const double seconds = (states.back().t - states.front().t).seconds();
    const auto count = static_cast<std::size_t>(std::floor(seconds * rate + 1e-6)) + 1;
    std::vector<FaceState> result;
    result.reserve(count);
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Timestamp t = states.front().t + Duration::from_seconds(static_cast<double>(i) / rate);
        while (at + 2 < states.size() && states[at + 1].t <= t) ++at;
        result.push_back(between(states[at], states[std::min(at + 1, states.size() - 1)], t));
    }
    return result;
}

HeadPose usual_pose(const std::vector<FaceState>& states) {
    HeadPose pose;
    for (const auto number : head_numbers) {
        std::vector<float> values;
        for (const FaceState& state : states)
            if (state.tracked) values.push_back(state.head.*number);
        if (values.empty()) return {};
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        pose.*number = *middle;
    }
    return pose;
}

} // namespace mien

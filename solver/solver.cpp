#include "solver/solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "solver/channel_support.h"
#include "solver/profile.h"
#include "solver/region_hold.h"
#include "solver/rules.h"
#include "solver/scheme_solver.h"
#include "solver/state_filter.h"

namespace mien {
namespace {

/// Of the average head whose place scheme_solver.h gives (head_model.h).
constexpr float average_pupil_distance = 63;

constexpr std::size_t most_capture_frames = 900; ///< half a minute at 30 Hz is more than a neutral needs

Result<void> check(const SolverOptions& options) {
    if (!(options.vertical_fov >= 5 && options.vertical_fov <= 150))
        return fail(ErrorCode::usage, "The vertical field of view must be 5 to 150 degrees, not {}",
                    options.vertical_fov);
    if (!(options.pupil_distance >= 30 && options.pupil_distance <= 100))
        return fail(ErrorCode::usage, "The distance between the pupils must be 30 to 100 mm, not {}",
                    options.pupil_distance);
    if (options.neutral && !(options.neutral->from >= 0 && options.neutral->to > options.neutral->from))
        return fail(ErrorCode::usage,
                    "The neutral interval must begin at 0 s or later and end after it begins, not {}-{}",
                    options.neutral->from, options.neutral->to);
    for (const CalmGroup& group : calm_groups)
        if (!(options.calm.*group.amount >= 0 && options.calm.*group.amount <= 1))
            return fail(ErrorCode::usage, "The calm of the {} must be 0 (quick) to 1 (calm), not {}",
                        group.name, options.calm.*group.amount);
    return {};
}

/// What the frame claims must hold before anything is computed from it.
bool is_usable(const LandmarkFrame& frame) {
    if (!frame.tracked || layout_of(frame.scheme) == nullptr ||
        frame.points.size() != point_count(frame.scheme) || frame.image_width <= 0 || frame.image_height <= 0)
        return false;
    return std::all_of(frame.points.begin(), frame.points.end(), [](const Landmark& p) {
        constexpr float far = 1e6F;
        return std::abs(p.x) < far && std::abs(p.y) < far && std::abs(p.z) < far; // false for NaN too
    });
}

/// When the performer of a guided recording is at rest.
std::optional<SolverOptions::Interval> rest_of(const SolverOptions& options,
                                               std::span<const Prompt> prompts) {
    if (options.neutral) return options.neutral;
    const auto found =
        std::ranges::find_if(prompts, [](const Prompt& prompt) { return prompt.channels.empty(); });
    if (found == prompts.end()) return std::nullopt;
    return SolverOptions::Interval{found->from, found->to};
}

SolvedFrame untracked(const LandmarkFrame& frame) {
    SolvedFrame solved;
    solved.raw.t = frame.t;
    solved.calibrated.t = frame.t;
    return solved;
}

} // namespace

struct Solver::State {
    SolverOptions options;
    std::optional<CanonicalFace> canonical;
    std::optional<SchemeSolver> scheme; ///< for the scheme of the last frames; another scheme starts anew
    RegionHold hold;
    StateFilter filter;
    Rules rules;

    std::optional<Timestamp> first;
    std::optional<Timestamp> last;
    /// Frames being gathered for a neutral, and until when (exclusive).
    std::vector<LandmarkFrame> gathered;
    std::optional<Timestamp> gather_from;
    std::optional<Timestamp> gather_until;
    std::optional<double> capture_s; ///< asked for; begins with the next tracked frame

    void start(Timestamp t) {
        first = t;
        if (options.neutral) {
            gather_from = t + Duration::from_seconds(options.neutral->from);
            gather_until = t + Duration::from_seconds(options.neutral->to);
        }
    }

    SchemeSolver* solver_for(const LandmarkFrame& frame) {
        if (scheme && scheme->scheme() == frame.scheme) return &*scheme;
        scheme.reset();
        gathered.clear();
        if (frame.scheme == Scheme::mesh478 && !canonical) return nullptr;
        scheme.emplace(frame.scheme, canonical ? &*canonical : nullptr);
        if (options.profile || options.rig)
            set_face(options.profile ? std::optional(options.profile->calibration.response) : std::nullopt);
        if (options.profile && !options.neutral)
            scheme->set_neutral(options.profile->neutral, options.profile->rest);
        return &*scheme;
    }

    /// The rig's basis or everyone's.
    [[nodiscard]] FaceBasis basis(const FitModel& model) const {
        return options.rig && PersonalFit::matches(model, *options.rig) ? *options.rig
                                                                        : everyones_basis(model);
    }

    void set_face(const std::optional<PersonalResponse>& response) {
        const FitModel model = parse_fit_model(embedded_fit_model(scheme->scheme()), "built in").value();
        scheme->set_face(basis(model), response);
    }

    void forget_motion() {
        hold.reset();
        filter.reset();
        rules.reset();
    }

    /// Ends a gathering that is over at `t`: its frames become the neutral.
    void settle_neutral(Timestamp t) {
        if (!gather_until || t < *gather_until) return;
        if (scheme && !gathered.empty()) scheme->set_neutral(gathered, options.vertical_fov);
        gathered.clear();
        gather_from.reset();
        gather_until.reset();
    }

    void gather(const LandmarkFrame& frame) {
        if (capture_s) {
            gather_from = frame.t;
            gather_until = frame.t + Duration::from_seconds(*capture_s);
            gathered.clear();
            capture_s.reset();
        }
        if (gather_from && frame.t >= *gather_from && gathered.size() < most_capture_frames)
            gathered.push_back(frame);
    }

    SolvedFrame solve(const LandmarkFrame& frame) {
        if (last && frame.t < *last) forget_motion();
        last = frame.t;
        if (!first) start(frame.t);
        settle_neutral(frame.t);
        if (!is_usable(frame)) return untracked(frame);
        SchemeSolver* solver = solver_for(frame);
        if (solver == nullptr) return untracked(frame);
        gather(frame);
        std::optional<FaceState> raw = solver->solve(frame, options.vertical_fov);
        if (!raw) return untracked(frame);
        for (float HeadPose::*axis : {&HeadPose::x, &HeadPose::y, &HeadPose::z})
            raw->head.*axis *= options.pupil_distance / average_pupil_distance;
        SolvedFrame solved;
        solved.raw = *raw;
        const FaceState seen = hold.apply(*raw, frame.regions);
        solved.calibrated = rules.apply(options.filter ? filter.filter(seen) : seen);
        for (ChannelIndex i = 0; i < channel_count; ++i) {
            float& weight = solved.calibrated.weights[i];
            if (channel_support(frame.scheme, i) == ChannelSupport::none)
                weight = 0;
            else if (options.profile)
                weight = options.profile->channels[i](weight);
        }
        return solved;
    }
};

Solver::Solver(std::unique_ptr<State> state) : state_(std::move(state)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

Result<Solver> Solver::create(const std::filesystem::path& canonical_face, const SolverOptions& options) {
    if (auto valid = check(options); !valid) return pass_on(valid);
    auto state = std::make_unique<State>();
    state->options = options;
    state->filter.set(options.calm);
    std::error_code ignored;
    if (!canonical_face.empty() && std::filesystem::exists(canonical_face, ignored)) {
        auto face = read_canonical_face(canonical_face);
        if (!face) return pass_on(face);
        state->canonical = *std::move(face);
    }
    return Solver(std::move(state));
}

Result<Solver> Solver::create(std::span<const std::uint8_t> canonical_face, const std::string& what,
                              const SolverOptions& options) {
    auto solver = create({}, options);
    if (!solver) return solver;
    auto face = parse_canonical_face(canonical_face, what);
    if (!face) return pass_on(face);
    solver->state_->canonical = *std::move(face);
    return solver;
}

SolvedFrame Solver::solve(const LandmarkFrame& frame) {
    return state_->solve(frame);
}

std::vector<SolvedFrame> Solver::solve_all(std::span<const LandmarkFrame> frames) {
    State& state = *state_;
    const SolverOptions& options = state.options;
    // The neutral first, from the frames of the interval or from all of them; then every frame with it.
    if (!frames.empty()) {
        const Timestamp start = frames.front().t;
        std::vector<LandmarkFrame> rest;
        for (const LandmarkFrame& frame : frames) {
            if (!is_usable(frame)) continue;
            SchemeSolver* solver = state.solver_for(frame);
            if (solver == nullptr) continue;
            if (!options.neutral) {
                solver->adapt(frame, options.vertical_fov);
                continue;
            }
            const double t = (frame.t - start).seconds();
            if (t >= options.neutral->from && t < options.neutral->to && rest.size() < most_capture_frames)
                rest.push_back(frame);
        }
        if (state.scheme && !rest.empty()) state.scheme->set_neutral(rest, options.vertical_fov);
        if (state.scheme && !options.neutral) state.scheme->hold_neutral();
        state.first = start;
    }
    state.forget_motion();
    std::vector<SolvedFrame> solved;
    solved.reserve(frames.size());
    for (const LandmarkFrame& frame : frames) solved.push_back(state.solve(frame));
    return solved;
}

Result<Profile> Solver::calibrate(std::span<const LandmarkFrame> frames, std::span<const Prompt> prompts) {
    if (frames.empty()) return fail(ErrorCode::usage, "The recording of the calibration is empty");
    State& state = *state_;
    const Timestamp start = frames.front().t;
    const auto interval = rest_of(state.options, prompts);
    if (!interval)
        return fail(ErrorCode::usage,
                    "The calibration needs a prompt without channels: when the face is at rest");
    SchemeSolver* solver = nullptr;
    std::vector<LandmarkFrame> rest;
    for (const LandmarkFrame& frame : frames) {
        if (!is_usable(frame) || (solver = state.solver_for(frame)) == nullptr) continue;
        const double t = (frame.t - start).seconds();
        if (t >= interval->from && t < interval->to && rest.size() < most_capture_frames)
            rest.push_back(frame);
    }
    if (solver != nullptr && !rest.empty()) solver->set_neutral(rest, state.options.vertical_fov);
    if (solver == nullptr || !solver->neutral())
        return fail(ErrorCode::usage, "No face is seen while it should be at rest, from {} s to {} s",
                    interval->from, interval->to);
    const FitModel model = parse_fit_model(embedded_fit_model(solver->scheme()), "built in").value();
    const BoundedFit average(model);
    std::vector<CalibrationFrame> seen;
    for (const LandmarkFrame& frame : frames) {
        if (!is_usable(frame) || frame.scheme != solver->scheme()) continue;
        if (const auto input = solver->input_of(frame, state.options.vertical_fov))
            seen.push_back({(frame.t - start).seconds(), average.look(*input)});
    }
    auto calibration = mien::calibrate(model, state.basis(model), seen, prompts);
    if (!calibration) return pass_on(calibration);
    Profile profile;
    profile.calibration = *std::move(calibration);
    profile.neutral = *solver->neutral();
    // What the performer's own solver reads of their rest, which is not what the average one does.
    state.set_face(profile.calibration.response);
    solver->set_neutral(rest, state.options.vertical_fov);
    profile.rest = solver->rest();
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (profile.calibration.response.adapted[c])
            profile.channels[c].gain = gain_for(profile.calibration.channels[c]);
    return profile;
}

void Solver::capture_neutral(double seconds) {
    if (seconds > 0) state_->capture_s = seconds;
}

void Solver::set_calm(const Calm& calm) {
    state_->options.calm = calm;
    state_->filter.set(calm);
}

void Solver::set_optics(float vertical_fov, float pupil_distance) {
    SolverOptions changed = state_->options;
    changed.vertical_fov = vertical_fov;
    changed.pupil_distance = pupil_distance;
    if (check(changed)) state_->options = changed;
}

void Solver::reset() {
    auto fresh = std::make_unique<State>();
    fresh->options = state_->options;
    fresh->filter.set(fresh->options.calm);
    fresh->canonical = std::move(state_->canonical);
    state_ = std::move(fresh);
}

ChannelSupport Solver::support(Scheme scheme, ChannelIndex channel) {
    return channel_support(scheme, channel);
}

} // namespace mien

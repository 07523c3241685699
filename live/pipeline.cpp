#include "live/pipeline.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "capture/source/camera_list.h"
#include "live/frame_rate.h"
#include "live/make_solver.h"
#include "live/picture_watch.h"
#include "live/pipeline_parts.h"
#include "live/slow_source.h"
#include "live/take_recorder.h"

namespace mien {
namespace {

/// A picture on its way from the capture thread to the tracking thread.
struct Captured {
    VideoFrame frame;
    Timestamp due;             ///< CLOCK_MONOTONIC: exposure, due time, or when it was decoded
    std::uint64_t opening = 0; ///< how many times the source was opened
    std::uint64_t playing = 0; ///< how many times it began from its start; a camera that came back goes on
    std::uint64_t dropped = 0;
    double source_rate = 0;
};

/// How one opening of a source came to its end.
enum class Ending : std::uint8_t {
    stopped,   ///< on request, or for good
    ended,     ///< all of a film was shown
    still,     ///< the only picture was shown
    try_again, ///< a camera was lost, and the time until the next attempt has passed
};

TakeMeta meta_of(const Optics& optics) {
    return {{"vertical_fov", fmt::format("{}", optics.vertical_fov)},
            {"pupil_distance", fmt::format("{}", optics.pupil_distance)}};
}

/// Of its points; z is half the face's height.
Landmark middle_of(const LandmarkFrame& frame) {
    Landmark sum;
    float top = frame.points.front().y;
    float bottom = top;
    for (const Landmark& point : frame.points) {
        sum.x += point.x;
        sum.y += point.y;
        top = std::min(top, point.y);
        bottom = std::max(bottom, point.y);
    }
    const auto count = static_cast<float>(frame.points.size());
    return {sum.x / count, sum.y / count, (bottom - top) / 2};
}

bool is_elsewhere(const LandmarkFrame& frame, const std::optional<Landmark>& before) {
    if (!frame.tracked || frame.points.empty() || !before) return false;
    const Landmark now = middle_of(frame);
    return std::hypot(now.x - before->x, now.y - before->y) > now.z;
}

} // namespace

struct Pipeline::State {
    State(PipelineOptions o, PipelineParts p)
        : options(std::move(o)),
          parts(std::move(p)), optics{.vertical_fov = options.solver.vertical_fov,
                                      .pupil_distance = options.solver.pupil_distance} {}

    const PipelineOptions options;
    const PipelineParts parts;
    std::function<void()> callback;

    mutable std::mutex status_mutex;
    PipelineStatus status;
    Optics optics; ///< in use, or on their way to the solver

    Mailbox<Captured> captured;
    Mailbox<PipelineFrame> results;
    std::atomic<bool> source_ended = false;
    std::atomic<bool> neutral_wanted = false;
    std::atomic<bool> optics_by_hand = false; ///< changed since the start: a camera that returns keeps them
    Mailbox<Calm> calm_wanted;
    Mailbox<Optics> optics_wanted;
    Mailbox<Landmark> face_wanted;
    TakeRecorder recorder;
    std::stop_source stopping;
    std::jthread capture_thread; // last: they end before what they use
    std::jthread track_thread;

    // The capture thread.
    void capture(const std::stop_token& stop);
    Ending play(VideoSource& source, std::uint64_t opening, std::uint64_t playing,
                const std::stop_token& stop);
    bool handle_failure(const Error& error, const std::stop_token& stop);

    // The tracking thread.
    std::optional<Landmark> last_middle; ///< of the face that was followed last
    void track(const std::stop_token& stop);
    void process(Captured picture, Tracker& tracker, Solver& solver, LossEasing& easing, FrameRate& rate);

    void set_status(PipelineStatus::Kind kind, std::string message = {},
                    std::optional<ErrorCode> error = std::nullopt);
    void set_running(const SourceInfo& source);
    void use_optics(const Optics& wanted);
    void stop_by_itself(const Error& error);
};

/// After a stop nothing changes any more: the first reason is the one to show.
void Pipeline::State::set_status(PipelineStatus::Kind kind, std::string message,
                                 std::optional<ErrorCode> error) {
    const std::lock_guard lock(status_mutex);
    if (status.kind == PipelineStatus::Kind::stopped) return;
    status.kind = kind;
    status.message = std::move(message);
    status.error = error;
}

void Pipeline::State::set_running(const SourceInfo& source) {
    set_status(PipelineStatus::Kind::running);
    recorder.set_meta("source", source.name);
    const auto choice = options.cameras.find(source.camera_id);
    if (!options.fov_given && !optics_by_hand && choice != options.cameras.end() &&
        choice->second.vertical_fov)
        use_optics(
            {.vertical_fov = *choice->second.vertical_fov, .pupil_distance = options.solver.pupil_distance});
    const std::lock_guard lock(status_mutex);
    status.source_name = source.name;
    status.source = source;
}

void Pipeline::State::use_optics(const Optics& wanted) {
    {
        const std::lock_guard lock(status_mutex);
        optics = wanted;
    }
    for (const auto& [key, value] : meta_of(wanted)) recorder.set_meta(key, value);
    optics_wanted.put(wanted);
}

void Pipeline::State::stop_by_itself(const Error& error) {
    set_status(PipelineStatus::Kind::stopped, error.message, error.code);
    stopping.request_stop();
}

/// True where the source should be tried again.
bool Pipeline::State::handle_failure(const Error& error, const std::stop_token& stop) {
    if (error.code != ErrorCode::unavailable) {
        stop_by_itself(error);
        return false;
    }
    set_status(PipelineStatus::Kind::waiting_for_source,
               fmt::format("{}; trying again every {:.0f} s", error.message, parts.retry_interval.seconds()),
               error.code);
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, stop, parts.retry_interval.chrono(), [] { return false; });
    return !stop.stop_requested();
}

Ending Pipeline::State::play(VideoSource& source, std::uint64_t opening, std::uint64_t playing,
                             const std::stop_token& stop) {
    const SourceInfo& info = source.info();
    SlowSource slow(info.rate);
    PictureWatch watch;
    const bool is_camera = names_camera(options.source);
    std::uint64_t frames = 0;
    const auto lost = [&](const Error& error) {
        return handle_failure(error, stop) ? Ending::try_again : Ending::stopped;
    };
    while (!stop.stop_requested()) {
        auto next = source.next(stop);
        if (stop.stop_requested()) break;
        if (!next) return lost(next.error());
        if (!*next && frames == 0)
            return lost({ErrorCode::unreadable, fmt::format("{} has no pictures", info.name), {}});
        if (!*next) return frames == 1 ? Ending::still : Ending::ended;
        if (frames++ == 0) set_running(info);
        if (info.live) {
            const Timestamp now = monotonic_now();
            const bool rate_changed = slow.add(now);
            const bool picture_changed = is_camera && watch.add((*next)->picture, now);
            if (rate_changed || picture_changed) {
                const std::string seen = watch.notice(info.name);
                set_status(PipelineStatus::Kind::running,
                           seen.empty() ? slow.notice(info.name, is_camera) : seen);
            }
        }
        // A film that is not paced loses nothing; of a camera the newest picture wins.
        if (!info.live && !captured.wait_empty(stop)) break;
        const Timestamp due = info.live ? (*next)->t : monotonic_now();
        captured.put({std::move(**next), due, opening, playing, source.dropped() + captured.replaced(),
                      slow.measured()});
    }
    return Ending::stopped;
}

void Pipeline::State::capture(const std::stop_token& stop) {
    SourceOptions wanted = options.source_options;
    wanted.modes.merge(modes_of(options.cameras));
    std::uint64_t playing = 1;
    for (std::uint64_t opening = 1; !stop.stop_requested(); ++opening) {
        auto source = parts.open_source(options.source, wanted);
        if (!source) {
            if (!handle_failure(source.error(), stop)) return;
            continue;
        }
        const Ending ending = play(**source, opening, playing, stop);
        if (ending == Ending::stopped) return;
        if (ending == Ending::try_again) continue;
        ++playing;
        if (ending == Ending::ended && options.loop) continue;
        // A still is not opened over and over, which would only keep a core busy: it stays as it is.
        if (!options.loop && captured.wait_empty(stop)) source_ended = true;
        return;
    }
}

void Pipeline::State::process(Captured picture, Tracker& tracker, Solver& solver, LossEasing& easing,
                              FrameRate& rate) {
    PipelineFrame result;
    const auto pointed = face_wanted.try_take();
    if (pointed) tracker.choose(pointed->x, pointed->y);
    result.landmarks = tracker.track(picture.frame);
    // Another person's rest is not this one's.
    if (pointed && is_elsewhere(result.landmarks, last_middle)) solver.reset();
    if (result.landmarks.tracked && !result.landmarks.points.empty())
        last_middle = middle_of(result.landmarks);
    result.solved = solver.solve(result.landmarks);
    result.shown = easing.apply(result.solved.calibrated);
    result.tracking = easing.tracking_state();
    if (recorder.active())
        recorder.add({result.landmarks, result.solved.raw, result.solved.calibrated, std::nullopt});
    const Timestamp now = monotonic_now();
    result.frames_per_second = rate.add(now);
    result.latency_ms = (now - picture.due).ms();
    result.dropped = picture.dropped;
    result.source_rate = picture.source_rate;
    result.frame = std::move(picture.frame);
    results.put(std::move(result));
    if (callback) callback();
}

void Pipeline::State::track(const std::stop_token& stop) {
    auto tracker = parts.make_tracker(options.tracker, options.models, options.tracker_options);
    if (!tracker) return stop_by_itself(tracker.error());
    auto solver = make_solver((*tracker)->scheme(), options.models, options.solver);
    if (!solver) return stop_by_itself(solver.error());
    {
        const std::lock_guard lock(status_mutex);
        status.tracker_name = (*tracker)->name();
    }
    recorder.set_meta("tracker", std::string((*tracker)->name()));
    LossEasing easing;
    FrameRate rate;
    std::uint64_t opening = 0;
    std::uint64_t playing = 0;
    bool neutral_captured = false;
    std::optional<Timestamp> previous;
    while (!stop.stop_requested()) {
        auto picture = captured.take(stop, Duration::from_ms(100));
        if (!picture) {
            if (source_ended) return set_status(PipelineStatus::Kind::stopped);
            continue;
        }
        if (picture->opening != opening) {
            opening = picture->opening;
            (*tracker)->reset();
        }
        if (picture->playing != playing) {
            playing = picture->playing;
            // A film that begins anew gives the same again; but a neutral that the person captured stays.
            if (!neutral_captured) solver->reset();
            easing.reset();
            previous.reset();
        }
        // Each moment once: a driver that repeats a picture or its time stamp must not count twice.
        if (previous && picture->frame.t <= *previous) continue;
        previous = picture->frame.t;
        if (neutral_wanted.exchange(false)) {
            solver->capture_neutral();
            neutral_captured = true;
        }
        if (const auto calm = calm_wanted.try_take()) solver->set_calm(*calm);
        if (const auto lens = optics_wanted.try_take())
            solver->set_optics(lens->vertical_fov, lens->pupil_distance);
        process(std::move(*picture), **tracker, *solver, easing, rate);
    }
}

Pipeline::Pipeline(PipelineOptions options) : Pipeline(std::move(options), PipelineParts{}) {}

Pipeline::Pipeline(PipelineOptions options, PipelineParts parts)
    : state_(std::make_unique<State>(std::move(options), std::move(parts))) {}

Pipeline::~Pipeline() {
    stop();
}

void Pipeline::set_optics(const Optics& optics) {
    state_->optics_by_hand = true;
    state_->use_optics(optics);
}

void Pipeline::choose_face(float x, float y) {
    state_->face_wanted.put({x, y, 0});
}

void Pipeline::start() {
    State* const state = state_.get();
    state->track_thread = std::jthread([state] { state->track(state->stopping.get_token()); });
    state->capture_thread = std::jthread([state] { state->capture(state->stopping.get_token()); });
}

void Pipeline::stop() {
    state_->stopping.request_stop();
    for (std::jthread* thread : {&state_->capture_thread, &state_->track_thread})
        if (thread->joinable()) thread->join();
    state_->set_status(PipelineStatus::Kind::stopped);
    (void)state_->recorder.stop();
}

std::optional<PipelineFrame> Pipeline::newest() {
    return state_->results.try_take();
}

PipelineStatus Pipeline::status() const {
    PipelineStatus status;
    {
        const std::lock_guard lock(state_->status_mutex);
        status = state_->status;
    }
    if (status.message.empty()) status.message = state_->recorder.message();
    return status;
}

void Pipeline::capture_neutral() {
    state_->neutral_wanted = true;
}

void Pipeline::set_calm(const Calm& calm) {
    state_->calm_wanted.put(calm);
}

Result<void> Pipeline::start_recording(const std::filesystem::path& path) {
    TakeMeta meta = state_->options.take_meta;
    meta.insert_or_assign(take_clock_key, take_clock_monotonic);
    {
        const std::lock_guard lock(state_->status_mutex);
        const std::string& name = state_->status.source_name;
        meta.insert_or_assign("source", name.empty() ? state_->options.source : name);
        meta.insert_or_assign("tracker", state_->status.tracker_name);
        for (const auto& [key, value] : meta_of(state_->optics)) meta.insert_or_assign(key, value);
    }
    return state_->recorder.start(path, meta);
}

Result<void> Pipeline::stop_recording() {
    return state_->recorder.stop();
}

bool Pipeline::recording() const {
    return state_->recorder.active();
}

void Pipeline::on_frame(std::function<void()> callback) {
    state_->callback = std::move(callback);
}

} // namespace mien

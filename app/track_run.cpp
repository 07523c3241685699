#include "app/track_run.h"

#include <array>
#include <cstdio>
#include <mutex>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "app/frame_feed.h"
#include "app/neutral_interval.h"
#include "app/stage_csv.h"
#include "app/tell.h"
#include "app/text_output.h"
#include "app/version.h"
#include "capture/overlay.h"
#include "capture/source/video_source.h"
#include "live/make_solver.h"
#include "media/movie_writer.h"
#include "solver/state_csv.h"
#include "takes/take.h"

namespace mien {
namespace {

// Decoding is much cheaper than tracking: a few frames ahead keep the tracker busy.
constexpr std::size_t frames_ahead = 4;

/// The stages in the order of the work; indices into TrackReport::stages. `track` is the sum of the four
/// before it, frame by frame.
enum Stage : std::size_t { decode, detect, crop, network, points, track, solve, overlay, stage_count };
constexpr std::array<const char*, stage_count> stage_names = {"decode", "detect", "crop",  "network",
                                                              "points", "track",  "solve", "overlay"};

/// Films with the landmarks drawn in; opened with the first frame, whose size it takes.
class OverlayFilm {
public:
    OverlayFilm(std::filesystem::path path, double rate) : path_(std::move(path)), rate_(rate) {}
    [[nodiscard]] Result<void> add(const VideoFrame& frame, const LandmarkFrame& landmarks) {
        Image picture = convert(frame.picture, PixelFormat::rgb8);
        draw_landmarks(picture, landmarks);
        if (!writer_) {
            auto writer = MovieWriter::open(
                path_, {.width = picture.width, .height = picture.height, .rate = rate_ > 0 ? rate_ : 30});
            if (!writer) return pass_on(writer);
            writer_ = std::move(*writer);
        }
        return writer_->add(picture, frame.t);
    }
    [[nodiscard]] Result<void> finish() { return writer_ ? writer_->finish() : Result<void>{}; }

private:
    std::filesystem::path path_;
    double rate_;
    std::optional<MovieWriter> writer_;
};

class TrackRun {
public:
    TrackRun(const TrackRequest& request, std::stop_token stop) : request_(request), stop_(std::move(stop)) {
        report_.input = request.input;
        for (const char* name : stage_names) report_.stages.push_back({name, {}});
    }
    [[nodiscard]] Result<TrackReport> run();

private:
    [[nodiscard]] Result<void> open();
    [[nodiscard]] Result<void> open_outputs();
    [[nodiscard]] Result<void> open_take();
    [[nodiscard]] Result<void> follow();
    [[nodiscard]] Result<bool> take_in(FedFrame fed);
    [[nodiscard]] Result<void> solve_rest();
    [[nodiscard]] Result<void> write_tables();
    void note(Stage stage, double ms) { report_.stages[stage].ms.push_back(ms); }
    [[nodiscard]] Result<void> record(std::size_t index);

    const TrackRequest& request_;
    std::stop_token stop_;
    TrackReport report_;
    std::unique_ptr<VideoSource> source_;
    std::unique_ptr<Tracker> tracker_;
    std::optional<Solver> solver_;
    std::optional<TakeWriter> take_;
    std::optional<TextOutput> csv_;
    std::optional<TextOutput> stage_csv_;
    std::optional<OverlayFilm> overlay_;
    std::vector<LandmarkFrame> landmarks_;
    std::vector<SolvedFrame> solved_; ///< as long as landmarks_ at the end
    bool as_they_come_ = false;       ///< solved and recorded frame by frame
};

TakeMeta meta_of(const TrackRequest& request, std::string_view tracker, bool as_they_come,
                 std::span<const LandmarkFrame> frames) {
    TakeMeta meta = {{"program", std::string("mien ") + version()},
                     {"source", std::filesystem::path(request.input).filename().string()},
                     {"tracker", std::string(tracker)},
                     {"pace", request.paced ? "live" : "fast"},
                     {take_clock_key, as_they_come ? take_clock_monotonic : take_clock_media},
                     {"vertical_fov", fmt::format("{}", request.solver.vertical_fov)},
                     {"pupil_distance", fmt::format("{}", request.solver.pupil_distance)}};
    // Frame by frame nobody knows yet whether a face will be there: then what was asked for is noted.
    if (!as_they_come)
        meta["neutral"] = neutral_words(frames, request.solver.neutral);
    else if (request.solver.neutral)
        meta["neutral"] = fmt::format("{}-{}", request.solver.neutral->from, request.solver.neutral->to);
    return meta;
}

Result<void> TrackRun::open() {
    SourceOptions options;
    options.paced = request_.paced;
    auto source = open_source(request_.input, options);
    if (!source) return pass_on(source);
    source_ = std::move(*source);
    auto tracker = make_tracker(request_.tracker, request_.models, request_.tracker_options);
    if (!tracker) return pass_on(tracker);
    tracker_ = std::move(*tracker);
    report_.tracker = tracker_->name();
    if (request_.tracker_options.face != FaceChoice::best && tracker_->scheme() != Scheme::mesh478)
        return fail(ErrorCode::usage, "--face needs the mesh tracker; {} follows the face that it finds best",
                    report_.tracker);
    if (report_.tracker == name_of(TrackerKind::dlib68)) {
        static std::once_flag said;
        std::call_once(said, [] { tell("mien: {}\n", dlib68_licence_notice()); });
    }
    auto solver = make_solver(tracker_->scheme(), request_.models, request_.solver);
    if (!solver) return pass_on(solver);
    solver_ = std::move(*solver);
    as_they_come_ = request_.paced || source_->info().live;
    return open_outputs();
}

/// Before the work begins, so that a folder that does not exist is told of now and not after an hour.
Result<void> TrackRun::open_outputs() {
    const auto open_text = [](const std::filesystem::path& path,
                              std::optional<TextOutput>& output) -> Result<void> {
        if (path.empty()) return {};
        auto opened = TextOutput::open(path);
        if (!opened) return pass_on(opened);
        output = std::move(*opened);
        return {};
    };
    if (auto opened = open_text(request_.outputs.csv, csv_); !opened) return opened;
    if (auto opened = open_text(request_.outputs.stage_csv, stage_csv_); !opened) return opened;
    if (!request_.outputs.overlay.empty()) overlay_.emplace(request_.outputs.overlay, source_->info().rate);
    // A take that is filled at the end is made at the end: a film without a frame leaves none.
    if (as_they_come_) return open_take();
    return request_.outputs.take.empty() ? Result<void>{} : check_writable(request_.outputs.take);
}

Result<void> TrackRun::open_take() {
    if (request_.outputs.take.empty()) return {};
    auto take = TakeWriter::create(
        request_.outputs.take, meta_of(request_, report_.tracker, as_they_come_, landmarks_), WhenFull::wait);
    if (!take) return pass_on(take);
    take_ = std::move(*take);
    return {};
}

/// Tracks one frame; false where it lies beyond --until.
Result<bool> TrackRun::take_in(FedFrame fed) {
    if (request_.until && !landmarks_.empty() &&
        (fed.frame.t - landmarks_.front().t).seconds() >= *request_.until)
        return false;
    note(decode, fed.decode_ms);
    landmarks_.push_back(tracker_->track(fed.frame));
    const LandmarkFrame& found = landmarks_.back();
    const TrackTimes times = tracker_->times();
    if (times.detect_ms > 0) note(detect, times.detect_ms);
    note(crop, times.crop_ms);
    note(network, times.network_ms);
    note(points, times.points_ms);
    note(track, times.detect_ms + times.crop_ms + times.network_ms + times.points_ms);
    if (found.tracked && report_.tracked++ == 0)
        report_.first_tracked_seconds = (monotonic_now() - request_.program_start).seconds();
    if (overlay_) {
        const Duration begin = thread_cpu_time();
        if (auto added = overlay_->add(fed.frame, found); !added) return pass_on(added);
        note(overlay, (thread_cpu_time() - begin).ms());
    }
    if (!as_they_come_) return true;
    const Duration begin = thread_cpu_time();
    solved_.push_back(solver_->solve(found));
    note(solve, (thread_cpu_time() - begin).ms());
    if (auto recorded = record(landmarks_.size() - 1); !recorded) return pass_on(recorded);
    return true;
}

Result<void> TrackRun::record(std::size_t index) {
    if (!take_) return {};
    return take_->add({landmarks_[index], solved_[index].raw, solved_[index].calibrated, std::nullopt});
}

Result<void> TrackRun::follow() {
    if (request_.progress != nullptr) request_.progress->expect(source_->info().frame_estimate);
    FrameFeed feed(*source_, stop_, as_they_come_ ? 0 : frames_ahead);
    while (true) {
        auto fed = feed.next();
        if (!fed) {
            if (landmarks_.empty()) return pass_on(fed);
            report_.damage = fed.error();
            break;
        }
        if (!*fed) break;
        const Result<bool> more = take_in(std::move(**fed));
        if (!more) return tl::unexpected<Error>(more.error());
        if (!*more) break;
        if (request_.progress != nullptr) request_.progress->step();
    }
    report_.interrupted = stop_.stop_requested();
    report_.frames = landmarks_.size();
    report_.dropped = source_->dropped();
    if (landmarks_.empty() && !report_.interrupted)
        return fail(ErrorCode::unreadable, "Cannot read {}: it has no frames", request_.input);
    if (!landmarks_.empty()) report_.media_seconds = (landmarks_.back().t - landmarks_.front().t).seconds();
    return {};
}

Result<void> TrackRun::solve_rest() {
    if (as_they_come_ || landmarks_.empty()) return {};
    const Duration begin = thread_cpu_time();
    solved_ = solver_->solve_all(landmarks_);
    note(solve, (thread_cpu_time() - begin).ms() / static_cast<double>(landmarks_.size()));
    if (auto opened = open_take(); !opened) return opened;
    for (std::size_t i = 0; i < landmarks_.size(); ++i)
        if (auto recorded = record(i); !recorded) return recorded;
    return {};
}

/// Times of files are the container's own; those of live sources count from the first frame.
Result<void> TrackRun::write_tables() {
    const Duration origin =
        as_they_come_ && !landmarks_.empty() ? landmarks_.front().t - Timestamp{} : Duration{};
    if (csv_) csv_->write(csv_header());
    if (stage_csv_) stage_csv_->write(stage_csv_header());
    for (std::size_t i = 0; i < landmarks_.size(); ++i) {
        SolvedFrame frame = solved_[i];
        frame.raw.t = frame.calibrated.t = landmarks_[i].t - origin;
        if (csv_) csv_->write(csv_row(landmarks_[i].index, frame.calibrated));
        if (stage_csv_)
            stage_csv_->write(
                stage_csv_row(landmarks_[i].index, landmarks_[i].regions, frame.raw, frame.calibrated));
    }
    if (csv_)
        if (auto written = csv_->commit(); !written) return written;
    return stage_csv_ ? stage_csv_->commit() : Result<void>{};
}

Result<TrackReport> TrackRun::run() {
    const Timestamp begin = monotonic_now();
    if (auto opened = open(); !opened) return pass_on(opened);
    if (auto followed = follow(); !followed) return pass_on(followed);
    if (auto solved = solve_rest(); !solved) return pass_on(solved);
    report_.warning = neutral_warning(landmarks_, request_.solver.neutral);
    if (take_)
        if (auto finished = take_->finish(); !finished) return pass_on(finished);
    if (overlay_)
        if (auto finished = overlay_->finish(); !finished) return pass_on(finished);
    if (auto written = write_tables(); !written) return pass_on(written);
    report_.wall_seconds = (monotonic_now() - begin).seconds();
    return std::move(report_);
}

} // namespace

Result<TrackReport> track_input(const TrackRequest& request, const std::stop_token& stop) {
    return TrackRun(request, stop).run();
}

} // namespace mien

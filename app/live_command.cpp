#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <memory>
#include <mutex>

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/option_checks.h"
#include "app/option_values.h"
#include "app/profile_option.h"
#include "app/shared_options.h"
#include "app/tell.h"
#include "app/text_output.h"
#include "app/version.h"
#include "app/window_command.h"
#include "live/camera_choices.h"
#include "live/pipeline.h"
#include "solver/state_csv.h"

namespace mien {
namespace {

struct LiveOptions {
    std::string source;
    std::string rig;
    std::string tracker = "auto";
    std::string models;
    std::string take;
    std::string csv;
    std::string screenshot;
    double screenshot_after = 5;
    std::vector<std::string> calm;
    std::string profile;
    float vertical_fov = SolverOptions{}.vertical_fov;
    float pupil_distance = SolverOptions{}.pupil_distance;
    bool fov_given = false;
    bool pupil_distance_given = false;
    std::string mode;
    double seconds = 0; ///< 0: until the end
    bool headless = false;
    bool loop = false;
    bool wait = false;
};

/// Frames come on the pipeline's thread and are taken by the command's.
class FrameBell {
public:
    void ring() {
        {
            const std::lock_guard lock(mutex_);
            rung_ = true;
        }
        changed_.notify_one();
    }
    void wait(const std::stop_token& stop, std::chrono::milliseconds at_most) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, at_most, [this] { return rung_; });
        rung_ = false;
    }

private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool rung_ = false;
};

std::string status_line(const PipelineStatus& status, const PipelineFrame& frame, double seconds) {
    return fmt::format("{:7.1f} s  {}  {}  {:5.1f} fps  {:5.1f} ms  quality {:.2f}  dropped {}\n", seconds,
                       status.source_name, name_of(frame.tracking), frame.frames_per_second, frame.latency_ms,
                       static_cast<double>(frame.landmarks.quality), frame.dropped);
}

/// What the window remembers of the cameras; a damaged file is told and does not keep anybody from working.
CameraChoices remembered_cameras() {
    auto choices = load_camera_choices(camera_choices_file());
    if (choices) return *std::move(choices);
    tell("mien: {}\n", choices.error().message);
    return {};
}

PipelineOptions pipeline_options(const LiveOptions& options, TrackerKind tracker) {
    PipelineOptions pipeline;
    pipeline.cameras = remembered_cameras();
    pipeline.fov_given = options.fov_given;
    if (!options.source.empty()) pipeline.source = options.source;
    pipeline.tracker = tracker;
    pipeline.models = find_models(options.models);
    pipeline.solver.vertical_fov = options.vertical_fov;
    pipeline.solver.pupil_distance = options.pupil_distance;
    pipeline.loop = options.loop;
    pipeline.take_meta = {
        {"program", std::string("mien ") + version()},
        {"pace", "live"},
        {"clock", "monotonic"},
        {"recorded_at", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))}};
    return pipeline;
}

/// Prints what the pipeline gives until it ends, the time is over or the person stops it.
class HeadlessRun {
public:
    HeadlessRun(const LiveOptions& options, Pipeline& pipeline, const Interrupt& interrupt)
        : options_(options), pipeline_(pipeline), interrupt_(interrupt) {}

    Result<void> run() {
        pipeline_.on_frame([this] { bell_.ring(); });
        if (!options_.take.empty())
            if (auto started = pipeline_.start_recording(options_.take); !started) return started;
        if (options_.csv == "-")
            if (auto begun = write_text("-", csv_header()); !begun) return begun;
        pipeline_.start();
        const Result<void> ended = follow();
        // Before the pipeline's own end, to hear of a disk that failed.
        Result<void> recorded;
        if (!options_.take.empty()) recorded = pipeline_.stop_recording();
        pipeline_.stop();
        return ended ? recorded : ended;
    }

private:
    Result<void> follow() {
        const Timestamp begin = monotonic_now();
        while (!interrupt_.requested()) {
            bell_.wait(interrupt_.token(), std::chrono::milliseconds(100));
            const Timestamp now = monotonic_now();
            if (options_.seconds > 0 && (now - begin).seconds() >= options_.seconds) break;
            const PipelineStatus status = pipeline_.status();
            if (auto frame = pipeline_.newest())
                if (auto shown = show(status, *frame, now - begin); !shown) return shown;
            if (status.message != said_) {
                said_ = status.message;
                if (!said_.empty() && status.kind != PipelineStatus::Kind::stopped) tell("mien: {}\n", said_);
            }
            const bool hopeless = status.error && !options_.wait && !had_frame_;
            if (status.kind == PipelineStatus::Kind::stopped || hopeless) {
                if (!status.error) break;
                // Said above already where it was a state of waiting.
                const bool said = status.kind != PipelineStatus::Kind::stopped;
                return tl::unexpected<Error>(Error{*status.error, said ? "" : status.message, {}});
            }
        }
        return {};
    }

    Result<void> show(const PipelineStatus& status, const PipelineFrame& frame, Duration since_start) {
        if (!had_frame_) first_ = frame.frame.t;
        had_frame_ = true;
        std::string line;
        if (options_.csv == "-") {
            FaceState state = frame.solved.calibrated;
            state.t = Timestamp{} + (frame.frame.t - first_);
            line = csv_row(frame.frame.index, state);
        } else if (since_start - last_line_ >= Duration::from_seconds(1)) {
            last_line_ = since_start;
            line = status_line(status, frame, since_start.seconds());
        }
        if (std::fwrite(line.data(), 1, line.size(), stdout) != line.size() || std::fflush(stdout) != 0)
            return fail(ErrorCode::unavailable, "Cannot write to standard output: {}", std::strerror(errno));
        return {};
    }

    const LiveOptions& options_;
    Pipeline& pipeline_;
    const Interrupt& interrupt_;
    FrameBell bell_;
    std::string said_;
    Timestamp first_;
    Duration last_line_;
    bool had_frame_ = false;
};

Result<void> run_headless(const LiveOptions& options, TrackerKind tracker,
                          const std::optional<CameraMode>& mode) {
    const auto calm = parse_calm(options.calm, "--calm");
    if (!calm) return tl::unexpected<Error>(calm.error());
    const Interrupt interrupt;
    PipelineOptions chain = pipeline_options(options, tracker);
    chain.solver.calm = *calm;
    chain.source_options.mode = mode;
    auto profile = open_profile(options.profile);
    if (!profile) return pass_on(profile);
    chain.solver.profile = *profile;
    Pipeline pipeline(std::move(chain));
    return HeadlessRun(options, pipeline, interrupt).run();
}

Result<void> run_live(const LiveOptions& options) {
    const auto tracker = parse_tracker(options.tracker);
    if (!tracker) return tl::unexpected<Error>(tracker.error());
    std::optional<CameraMode> mode;
    if (!options.mode.empty()) {
        const auto read = camera_mode_from_text(options.mode);
        if (!read) return fail(ErrorCode::usage, "--mode: {}", read.error().message);
        mode = *read;
    }
    if (options.headless) return run_headless(options, *tracker, mode);
    WindowOptions window;
    window.mode = mode;
    if (options.fov_given) window.vertical_fov = options.vertical_fov;
    if (options.pupil_distance_given) window.pupil_distance = options.pupil_distance;
    window.source = options.source;
    window.rig = options.rig;
    window.models = options.models;
    window.tracker = *tracker;
    window.screenshot = options.screenshot;
    window.screenshot_after_s = options.screenshot_after;
    return open_window(window);
}

} // namespace

void add_live_command(CLI::App& program, CommandContext& context) {
    auto options = std::make_shared<LiveOptions>();
    CLI::App* command =
        program.add_subcommand("live", "Drive an avatar from a camera or film, in the window or without one");
    command
        ->add_option(
            "--source", options->source,
            "\"camera\", /dev/videoN, a number, a film, a folder or \"synthetic\"; else the first camera")
        ->type_name("SOURCE");
    command->add_option("--tracker", options->tracker, "auto, mesh, dlib68 or task")
        ->type_name("NAME")
        ->capture_default_str();
    command
        ->add_option("--models", options->models,
                     "Folder of the models, instead of $MIEN_MODELS or the cache")
        ->type_name("DIR");
    command
        ->add_option("--mode", options->mode,
                     "Of the camera, as `mien doctor` lists them: 1280x720, 1280x720@30 or 1280x720@30/MJPG")
        ->type_name("MODE");
    CLI::Option* fov =
        add_field_of_view(command, options->vertical_fov,
                          "The camera's vertical field of view in degrees; else as it was set for this "
                          "camera in the window, or 45");
    CLI::Option* pupils = add_pupil_distance(command, options->pupil_distance);
    CLI::Option* headless =
        command->add_flag("--headless", options->headless, "No window: a line of status every second");
    const auto in_window = [&](const char* name, std::string& value, const char* text) {
        return command->add_option(name, value, text)->excludes(headless)->group("With the window");
    };
    in_window("--rig", options->rig,
              "The avatar: a GLB, glTF, VRM, FBX, Collada or OBJ file, or bundled:NAME")
        ->type_name("RIG");
    CLI::Option* screenshot = in_window("--screenshot", options->screenshot,
                                        "Save a picture of the window and close it (for manuals)")
                                  ->type_name("PICTURE");
    command->add_option("--screenshot-after", options->screenshot_after, "Seconds until --screenshot")
        ->needs(screenshot)
        ->type_name("SECONDS")
        ->check(number_between(0.001, 1e6))
        ->capture_default_str()
        ->group("With the window");
    const auto without_window = [&](CLI::Option* option) {
        return option->needs(headless)->group("With --headless");
    };
    without_window(
        command->add_option("--csv", options->csv, "A CSV row for every frame, to standard output: --csv -"))
        ->type_name("-")
        ->check(quietly(CLI::IsMember({"-"})));
    without_window(command->add_option("-o,--output", options->take, "Record a take"))->type_name("TAKE");
    without_window(command->add_option("--calm", options->calm,
                                       "How still (1) or quick (0) the face moves: AMOUNT, or head=, brows=, "
                                       "lids=, gaze=, mouth=AMOUNT; 0.5 unless given"))
        ->type_name("[GROUP=]AMOUNT");
    without_window(command->add_option("--profile", options->profile,
                                       "The performer's profile (mien solve --calibrate)"))
        ->type_name("PROFILE");
    without_window(command->add_option("--seconds", options->seconds, "Stop after so many seconds"))
        ->type_name("SECONDS")
        ->check(number_between(0.001, 1e6));
    without_window(command->add_flag("--loop", options->loop, "Start a film again at its end"));
    without_window(command->add_flag("--wait", options->wait, "Wait for a camera that is missing or busy"));
    command->footer("Examples:\n"
                    "  mien live --source /dev/video2 --rig avatar.glb\n"
                    "  mien live --headless --source film.mp4 --csv - > weights.csv\n"
                    "Ctrl-C ends; a take is completed.");
    command->callback([options, fov, pupils, &context] {
        options->fov_given = fov->count() > 0;
        options->pupil_distance_given = pupils->count() > 0;
        context.chosen = [options] { return run_live(*options); };
    });
}

} // namespace mien

#include <array>
#include <functional>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/avatar.h"
#include "app/command.h"
#include "app/option_checks.h"
#include "app/option_values.h"
#include "app/statistics.h"
#include "app/tell.h"
#include "app/text_output.h"
#include "capture/source/video_source.h"
#include "live/make_solver.h"
#include "live/studio.h"
#include "solver/mapping.h"
#include "solver/solver.h"

namespace mien {
namespace {

struct BenchOptions {
    std::string input;
    std::string rig;
    std::string tracker = "auto";
    std::string models;
    std::string size = "1280x720";
    int frames = 300;
    bool json = false;
};

/// One stage's CPU time of its thread and wall time, a value a frame.
struct Measured {
    const char* name;
    std::vector<double> cpu_ms;
    std::vector<double> wall_ms;
};

/// Runs `work` and notes what it took.
void measure(Measured& stage, const std::function<void()>& work) {
    const Duration cpu = thread_cpu_time();
    const Timestamp wall = monotonic_now();
    work();
    stage.cpu_ms.push_back((thread_cpu_time() - cpu).ms());
    stage.wall_ms.push_back((monotonic_now() - wall).ms());
}

struct BenchResult {
    std::string input;
    std::string tracker;
    std::string gl; ///< empty: not drawn
    int width = 0;  ///< of the film
    int height = 0;
    std::size_t frames = 0;
    std::size_t tracked = 0;
    Measured decode{"decode", {}, {}};
    Measured track{"track, all of it", {}, {}};
    Measured detect{"- detect", {}, {}};
    Measured crop{"- crop", {}, {}};
    Measured network{"- network", {}, {}};
    Measured points{"- points", {}, {}};
    Measured solve{"pose and weights", {}, {}};
    Measured avatar{"mapping and skeleton", {}, {}};
    Measured render{"render", {}, {}};

    [[nodiscard]] std::array<const Measured*, 9> stages() const {
        return {&decode, &track, &detect, &crop, &network, &points, &solve, &avatar, &render};
    }
};

/// The tracker's own split; CPU only.
void note_times(const TrackTimes& times, BenchResult& result) {
    if (times.detect_ms > 0) result.detect.cpu_ms.push_back(times.detect_ms);
    result.crop.cpu_ms.push_back(times.crop_ms);
    result.network.cpu_ms.push_back(times.network_ms);
    result.points.cpu_ms.push_back(times.points_ms);
}

std::string sample_clip(const ModelPaths& models) {
    return (models.directory / "franck.mp4").string();
}

/// The chain of mien, one stage after the other on one thread.
Result<BenchResult> run_stages(const BenchOptions& options, TrackerKind kind, PictureSize size) {
    const ModelPaths models = find_models(options.models);
    BenchResult result;
    result.input = options.input.empty() ? sample_clip(models) : options.input;
    std::error_code ignored;
    if (options.input.empty() && !std::filesystem::exists(result.input, ignored))
        return fail(ErrorCode::unavailable,
                    "The sample clip {} is missing; run models/fetch, or give a film: mien bench FILM",
                    result.input);
    auto source = open_source(result.input);
    if (!source) return pass_on(source);
    auto tracker = make_tracker(kind, models);
    if (!tracker) return pass_on(tracker);
    result.tracker = (*tracker)->name();
    auto solver = make_solver((*tracker)->scheme(), models, {});
    if (!solver) return pass_on(solver);
    const auto avatar = load_avatar(options.rig);
    if (!avatar) return tl::unexpected<Error>(avatar.error());
    StudioOptions look;
    look.width = size.width;
    look.height = size.height;
    auto studio = Studio::open(avatar->rig, avatar->joints, look);
    if (studio)
        result.gl = studio->gl().renderer;
    else
        tell("mien: nothing is drawn: {}\n", studio.error().message);

    while (result.frames < static_cast<std::size_t>(options.frames)) {
        Result<std::optional<VideoFrame>> frame;
        measure(result.decode, [&] { frame = (*source)->next({}); });
        if (!frame) return pass_on(frame);
        if (!*frame) break;
        ++result.frames;
        result.width = (*frame)->picture.width;
        result.height = (*frame)->picture.height;
        LandmarkFrame landmarks;
        measure(result.track, [&] { landmarks = (*tracker)->track(**frame); });
        note_times((*tracker)->times(), result);
        if (landmarks.tracked) ++result.tracked;
        SolvedFrame solved;
        measure(result.solve, [&] { solved = solver->solve(landmarks); });
        PosedRig pose;
        measure(result.avatar, [&] {
            pose = pose_rig(avatar->rig, avatar->groups, avatar->joints,
                            retarget(solved.calibrated, avatar->mapping, avatar->rig, avatar->groups));
        });
        if (studio) measure(result.render, [&] { (void)studio->picture(pose); });
    }
    if (result.frames == 0)
        return fail(ErrorCode::unreadable, "Cannot read {}: it has no frames", result.input);
    return result;
}

std::string bench_text(const BenchResult& result, PictureSize size) {
    std::string text =
        fmt::format("{}: {} frames of {}x{}, a face in {}; tracker {}\n", result.input, result.frames,
                    result.width, result.height, result.tracked, result.tracker);
    if (!result.gl.empty())
        text += fmt::format("drawn at {}x{} and read back, with {}\n", size.width, size.height, result.gl);
    text += fmt::format("{:<22}{:>12}{:>12}{:>12}{:>12}\n", "milliseconds a frame", "CPU median", "CPU 95 %",
                        "wall median", "wall 95 %");
    for (const Measured* stage : result.stages()) {
        if (stage->cpu_ms.empty()) continue;
        text += fmt::format("{:<22}{:>12.3f}{:>12.3f}", stage->name, percentile(stage->cpu_ms, 0.5),
                            percentile(stage->cpu_ms, 0.95));
        if (!stage->wall_ms.empty())
            text += fmt::format("{:>12.3f}{:>12.3f}", percentile(stage->wall_ms, 0.5),
                                percentile(stage->wall_ms, 0.95));
        text += "\n";
    }
    text += fmt::format("memory {:.0f} MB at most\n", peak_memory_mb());
    return text;
}

std::string bench_json(const BenchResult& result, PictureSize size) {
    nlohmann::ordered_json json;
    json["input"] = result.input;
    json["tracker"] = result.tracker;
    json["frames"] = result.frames;
    json["tracked"] = result.tracked;
    json["film_size"] = {result.width, result.height};
    json["picture_size"] = {size.width, size.height};
    json["gl"] = result.gl;
    nlohmann::ordered_json& stages = json["stages"] = nlohmann::ordered_json::array();
    for (const Measured* stage : result.stages()) {
        if (stage->cpu_ms.empty()) continue;
        nlohmann::ordered_json row = {{"name", stage->name},
                                      {"count", stage->cpu_ms.size()},
                                      {"cpu_ms_median", percentile(stage->cpu_ms, 0.5)},
                                      {"cpu_ms_p95", percentile(stage->cpu_ms, 0.95)}};
        if (!stage->wall_ms.empty()) {
            row["wall_ms_median"] = percentile(stage->wall_ms, 0.5);
            row["wall_ms_p95"] = percentile(stage->wall_ms, 0.95);
        }
        stages.push_back(std::move(row));
    }
    json["peak_memory_mb"] = peak_memory_mb();
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<void> run_bench(const BenchOptions& options) {
    const auto tracker = parse_tracker(options.tracker);
    if (!tracker) return tl::unexpected<Error>(tracker.error());
    const auto size = parse_size(options.size, "--size");
    if (!size) return tl::unexpected<Error>(size.error());
    const auto result = run_stages(options, *tracker, *size);
    if (!result) return tl::unexpected<Error>(result.error());
    return write_text("-", options.json ? bench_json(*result, *size) : bench_text(*result, *size));
}

} // namespace

void add_bench_command(CLI::App& program, CommandContext& context) {
    auto options = std::make_shared<BenchOptions>();
    CLI::App* command = program.add_subcommand(
        "bench", "Measure every stage from the film to the drawn avatar, one after the other");
    command
        ->add_option("FILM", options->input,
                     "A film, folder or picture; else the sample clip of models/fetch")
        ->type_name("");
    command->add_option("--frames", options->frames, "At most so many frames")
        ->type_name("N")
        ->check(quietly(CLI::Range(1, 1'000'000)))
        ->capture_default_str();
    command->add_option("--tracker", options->tracker, "auto, mesh, dlib68 or task")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_option("--rig", options->rig, "The avatar: a file or bundled:NAME")->type_name("RIG");
    command->add_option("--size", options->size, "Size of the drawn picture")
        ->type_name("WxH")
        ->capture_default_str();
    command
        ->add_option("--models", options->models,
                     "Folder of the models, instead of $MIEN_MODELS or the cache")
        ->type_name("DIR");
    command->add_flag("--json", options->json, "For programs");
    command->footer(
        "Example:\n  mien bench film.mp4 --frames 500\n"
        "CPU is the time of the one thread that works; on a software OpenGL drawing uses others too.");
    command->callback([options, &context] { context.chosen = [options] { return run_bench(*options); }; });
}

} // namespace mien

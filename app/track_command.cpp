#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command.h"
#include "app/exit_code.h"
#include "app/interrupt.h"
#include "app/mirror_option.h"
#include "app/option_checks.h"
#include "app/option_values.h"
#include "app/profile_option.h"
#include "app/shared_options.h"
#include "app/tell.h"
#include "app/text_output.h"
#include "app/track_batch.h"
#include "app/track_outputs.h"
#include "app/track_progress.h"
#include "app/track_run.h"
#include "capture/source/camera_list.h"

namespace mien {
namespace {

struct TrackOptions {
    std::vector<std::string> inputs;
    TrackOutputs outputs;
    std::string tracker = "auto";
    std::string face = "best";
    std::string neutral;
    std::string profile;
    std::string rig;
    std::string models;
    std::string pace = "fast";
    std::vector<std::string> calm;
    float vertical_fov = SolverOptions{}.vertical_fov;
    float pupil_distance = SolverOptions{}.pupil_distance;
    double until = 0;
    std::size_t jobs = 0; ///< 0: as many as there are cores
    bool until_given = false;
    bool stats = false;
    bool json = false;
};

Result<TrackRequest> common_request(const TrackOptions& options) {
    TrackRequest request;
    auto tracker = parse_tracker(options.tracker);
    if (!tracker) return pass_on(tracker);
    request.tracker = *tracker;
    auto face = parse_face(options.face);
    if (!face) return pass_on(face);
    request.tracker_options = *face;
    request.models = find_models(options.models);
    request.solver.vertical_fov = options.vertical_fov;
    request.solver.pupil_distance = options.pupil_distance;
    auto calm = parse_calm(options.calm, "--calm");
    if (!calm) return pass_on(calm);
    request.solver.calm = *calm;
    auto profile = open_profile(options.profile);
    if (!profile) return pass_on(profile);
    request.solver.profile = *profile;
    auto rig = open_mirror(options.rig, request.models);
    if (!rig) return pass_on(rig);
    request.solver.rig = *rig;
    request.paced = options.pace == "live";
    if (options.until_given) request.until = options.until;
    if (!options.neutral.empty()) {
        auto neutral = parse_interval(options.neutral, "--neutral");
        if (!neutral) return pass_on(neutral);
        request.solver.neutral = *neutral;
    }
    return request;
}

/// What a person should know of a clip that went through.
void print_notes(const TrackReport& report) {
    if (!report.warning.empty()) tell("mien: {}: {}\n", report.input, report.warning);
    if (report.tracked < report.frames)
        tell("mien: {}: no face in {} of {} frames\n", report.input, report.frames - report.tracked,
             report.frames);
    if (report.interrupted)
        tell("mien: {}: stopped after {} frames; what was written ends there\n", report.input, report.frames);
}

bool writes_to_standard_output(const TrackOutputs& outputs) {
    return outputs.csv == "-" || outputs.stage_csv == "-";
}

/// The table goes where it does not mix with a CSV.
Result<void> print_report(const TrackOptions& options, const TrackReport& report) {
    const std::string text = options.json ? report_json(report) : report_table(report);
    if (!writes_to_standard_output(options.outputs)) return write_text("-", text);
    tell("{}", text);
    return {};
}

/// A film that is damaged near its end is written as far as it goes, and is a fault all the same.
std::optional<Error> damage_of(const TrackReport& report) {
    if (!report.damage) return std::nullopt;
    return Error{
        report.damage->code,
        fmt::format("{}; the {} frames before that are written", report.damage->message, report.frames),
        {}};
}

/// Cameras and films at their own speed one after the other; else every core has a film.
std::size_t jobs_for(const TrackOptions& options) {
    const auto is_film = [](const std::string& input) { return !names_camera(input); };
    if (options.pace == "live" || !std::all_of(options.inputs.begin(), options.inputs.end(), is_film))
        return 1;
    return options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
}

/// Every input is tried; the status is that of the first that failed.
Result<void> run_track(const TrackOptions& options, Timestamp program_start) {
    if (std::ranges::find(options.inputs, "") != options.inputs.end())
        return fail(ErrorCode::usage, "An input has no name: give a film, a picture, a folder or a camera");
    auto request = common_request(options);
    if (!request) return pass_on(request);
    request->program_start = program_start;
    const auto plan = plan_outputs(options.inputs, options.outputs);
    if (!plan) return tl::unexpected<Error>(plan.error());
    const bool stats = options.stats || options.json || options.outputs == TrackOutputs{};
    const bool several = options.inputs.size() > 1;

    std::optional<TrackProgress> progress;
    progress.emplace(several ? fmt::format("{} inputs", options.inputs.size())
                             : std::filesystem::path(options.inputs.front()).filename().string(),
                     options.inputs.size());
    request->progress = &*progress;
    std::vector<TrackRequest> requests(options.inputs.size(), *request);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        requests[i].input = options.inputs[i];
        requests[i].outputs = (*plan)[i];
    }

    const Interrupt interrupt;
    std::optional<Error> failed;
    const auto take_in = [&](std::size_t index, const Result<TrackReport>& report) {
        if (index + 1 == requests.size()) progress.reset(); // the line goes before the last words
        std::optional<Error> error;
        if (!report) {
            error = report.error();
        } else {
            print_notes(*report);
            error = damage_of(*report);
            if (stats)
                if (auto printed = print_report(options, *report); !printed && !error)
                    error = printed.error();
        }
        if (!error) return;
        if (several) { // the others go on: told now, the status at the end
            tell("mien: {}\n", error->message);
            error->message.clear();
        }
        if (!failed) failed = std::move(*error);
    };
    track_all(requests, jobs_for(options), interrupt.token(), take_in);
    if (failed) return tl::unexpected<Error>(std::move(*failed));
    return {};
}

} // namespace

void add_track_command(CLI::App& program, CommandContext& context) {
    auto options = std::make_shared<TrackOptions>();
    CLI::App* command = program.add_subcommand(
        "track", "Follow the face in films, pictures or a camera: head pose and 52 weights for every frame");
    command
        ->add_option(
            "INPUT", options->inputs,
            "Films, folders of pictures, pictures, \"camera\", /dev/videoN or \"synthetic[:SECONDS]\"")
        ->type_name("")
        ->required();
    command
        ->add_option(
            "-o,--output", options->outputs.take,
            "Write a take (TAKE.mien): landmarks and weights, to render or solve again. A folder with "
            "several inputs")
        ->type_name("TAKE|DIR");
    command
        ->add_option("--csv", options->outputs.csv,
                     "Write the calibrated weights as CSV; - is standard output")
        ->type_name("FILE|DIR");
    command
        ->add_option("--stage-csv", options->outputs.stage_csv,
                     "Write raw and calibrated weights side by side")
        ->type_name("FILE|DIR");
    command
        ->add_option("--overlay", options->outputs.overlay,
                     "Write the film with the landmarks drawn in (.mp4, .mkv, .mov, .webm)")
        ->type_name("FILM|DIR");
    command
        ->add_option("--tracker", options->tracker,
                     "auto, mesh (478 points), dlib68 (68 points) or task (your own face_landmarker.task)")
        ->type_name("NAME")
        ->capture_default_str();
    command
        ->add_option(
            "--face", options->face,
            "Which face is followed, where there are several: best, largest, left, right, or N for the N-th "
            "from the left")
        ->type_name("WHICH")
        ->capture_default_str();
    command
        ->add_option(
            "--neutral", options->neutral,
            "Seconds FROM-TO in which the face is at rest, for instance 0-1; without it the neutral is "
            "estimated from the whole film")
        ->type_name("FROM-TO");
    add_whose_face(command, options->rig, options->profile);
    add_field_of_view(command, options->vertical_fov, "The camera's vertical field of view in degrees")
        ->capture_default_str();
    add_pupil_distance(command, options->pupil_distance);
    command
        ->add_option("--calm", options->calm,
                     "How still (1) or quick (0) the face moves: AMOUNT, or head=, brows=, lids=, gaze=, "
                     "mouth=AMOUNT; 0.5 unless given")
        ->type_name("[GROUP=]AMOUNT");
    command
        ->add_option(
            "--pace", options->pace,
            "fast: every frame, as fast as it goes; live: at the film's own speed, dropping like a camera")
        ->type_name("PACE")
        ->check(quietly(CLI::IsMember({"fast", "live"})))
        ->capture_default_str();
    CLI::Option* until =
        command->add_option("--until", options->until, "Stop after so many seconds of the film")
            ->type_name("SECONDS");
    until->check(number_between(0.001, 1e6));
    command
        ->add_option(
            "--jobs", options->jobs,
            "So many inputs at once; as many as there are cores unless given. The files that are written "
            "do not depend on it")
        ->type_name("N")
        ->check(quietly(CLI::Range(1, 1024)));
    command->add_flag("--stats", options->stats,
                      "Print a table of speed and times; so does a call without an output");
    command->add_flag("--json", options->json, "The table of --stats as JSON");
    command
        ->add_option("--models", options->models,
                     "Folder of the models, instead of $MIEN_MODELS or the cache")
        ->type_name("DIR");
    command->footer("Examples:\n"
                    "  mien track film.mp4 --csv film.csv --stats\n"
                    "  mien track a.mp4 b.mp4 -o takes/ --csv takes/\n"
                    "Ctrl-C stops early and finishes the files.");
    command->callback([options, until, &context] {
        options->until_given = until->count() > 0;
        context.chosen = [options, start = context.program_start] { return run_track(*options, start); };
    });
}

} // namespace mien

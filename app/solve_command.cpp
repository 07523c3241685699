#include <array>
#include <filesystem>
#include <memory>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command.h"
#include "app/distinct_paths.h"
#include "app/neutral_interval.h"
#include "app/option_checks.h"
#include "app/option_values.h"
#include "app/shared_options.h"
#include "app/stage_csv.h"
#include "app/text_output.h"
#include "app/version.h"
#include "live/make_solver.h"
#include "solver/solver.h"
#include "solver/state_csv.h"
#include "takes/take.h"

namespace mien {
namespace {

struct SolveOptions {
    std::string take;
    std::string neutral;
    std::string output;
    std::string csv;
    std::string stage_csv;
    std::string models;
    std::vector<std::string> calm;
    float vertical_fov = SolverOptions{}.vertical_fov;
    float pupil_distance = SolverOptions{}.pupil_distance;
    bool fov_given = false;
    bool pupil_distance_given = false;
};

/// What the take was made with, where it says so.
float number_in(const Take& take, const char* key, float otherwise) {
    const auto stored = take.meta.find(key);
    if (stored == take.meta.end()) return otherwise;
    const auto number = parse_number(stored->second, key);
    return number ? static_cast<float>(*number) : otherwise;
}

std::vector<LandmarkFrame> landmarks_of(const Take& take) {
    std::vector<LandmarkFrame> landmarks;
    landmarks.reserve(take.frames.size());
    for (const TakeFrame& frame : take.frames) landmarks.push_back(frame.landmarks);
    return landmarks;
}

Result<std::vector<SolvedFrame>> solve_again(const Take& take, const SolveOptions& options,
                                             SolverOptions how) {
    const std::vector<LandmarkFrame> landmarks = landmarks_of(take);
    Scheme scheme = Scheme::none;
    for (const LandmarkFrame& frame : landmarks)
        if (frame.scheme == Scheme::mesh478) scheme = Scheme::mesh478;
    const std::string warning = neutral_warning(landmarks, how.neutral);
    if (!warning.empty()) fmt::print(stderr, "mien: {}: {}\n", options.take, warning);
    auto solver = make_solver(scheme, find_models(options.models), how);
    if (!solver) return pass_on(solver);
    return solver->solve_all(landmarks);
}

Result<void> write_take(const SolveOptions& options, const Take& take, const std::vector<SolvedFrame>& solved,
                        const SolverOptions& how) {
    if (options.output.empty()) return {};
    TakeMeta meta = take.meta;
    meta["program"] = std::string("mien ") + version();
    meta["vertical_fov"] = fmt::format("{}", how.vertical_fov);
    meta["pupil_distance"] = fmt::format("{}", how.pupil_distance);
    meta["neutral"] = neutral_words(landmarks_of(take), how.neutral);
    auto writer = TakeWriter::create(options.output, meta, WhenFull::wait);
    if (!writer) return pass_on(writer);
    for (std::size_t i = 0; i < solved.size(); ++i)
        if (auto added =
                writer->add({take.frames[i].landmarks, solved[i].raw, solved[i].calibrated, std::nullopt});
            !added)
            return added;
    return writer->finish();
}

Result<void> run_solve(const SolveOptions& options) {
    if (options.output.empty() && options.csv.empty() && options.stage_csv.empty())
        return fail(ErrorCode::usage, "mien solve needs an output: -o TAKE, --csv FILE or --stage-csv FILE");
    if (options.output == "-") return fail(ErrorCode::usage, "-o -: a take cannot go to standard output");
    // The take itself may be written anew, but never by a table.
    std::error_code ignored;
    const bool anew = std::filesystem::equivalent(options.output, options.take, ignored);
    const std::array outputs = {NamedOutput{"-o", anew ? std::string() : options.output},
                                NamedOutput{"--csv", options.csv},
                                NamedOutput{"--stage-csv", options.stage_csv}};
    if (auto distinct = check_distinct(std::array{options.take}, outputs); !distinct) return distinct;
    SolverOptions how;
    how.vertical_fov = options.vertical_fov;
    how.pupil_distance = options.pupil_distance;
    if (!options.neutral.empty()) {
        auto neutral = parse_interval(options.neutral, "--neutral");
        if (!neutral) return pass_on(neutral);
        how.neutral = *neutral;
    }
    auto calm = parse_calm(options.calm, "--calm");
    if (!calm) return pass_on(calm);
    how.calm = *calm;
    const auto take = read_take(options.take);
    if (!take) return tl::unexpected<Error>(take.error());
    if (!options.fov_given) how.vertical_fov = number_in(*take, "vertical_fov", how.vertical_fov);
    if (!options.pupil_distance_given)
        how.pupil_distance = number_in(*take, "pupil_distance", how.pupil_distance);
    const auto solved = solve_again(*take, options, how);
    if (!solved) return tl::unexpected<Error>(solved.error());
    if (auto written = write_take(options, *take, *solved, how); !written) return written;

    std::string csv = csv_header();
    std::string stages = stage_csv_header();
    for (std::size_t i = 0; i < solved->size(); ++i) {
        const std::uint64_t index = take->frames[i].landmarks.index;
        SolvedFrame frame = (*solved)[i];
        frame.raw.t = frame.calibrated.t = take->frames[i].landmarks.t - take->origin();
        if (!options.csv.empty()) csv += csv_row(index, frame.calibrated);
        if (!options.stage_csv.empty())
            stages += stage_csv_row(index, take->frames[i].landmarks.regions, frame.raw, frame.calibrated);
    }
    if (!options.csv.empty())
        if (auto written = write_text(options.csv, csv); !written) return written;
    return options.stage_csv.empty() ? Result<void>{} : write_text(options.stage_csv, stages);
}

} // namespace

void add_solve_command(CLI::App& program, CommandContext& context) {
    auto options = std::make_shared<SolveOptions>();
    CLI::App* command = program.add_subcommand(
        "solve", "Solve a take again, with another neutral or field of view; no film needed");
    command->add_option("TAKE", options->take, "The take (.mien)")->type_name("")->required();
    command
        ->add_option("--neutral", options->neutral,
                     "Seconds FROM-TO in which the face is at rest, for instance 0-1")
        ->type_name("FROM-TO");
    CLI::Option* fov =
        add_field_of_view(command, options->vertical_fov,
                          "The camera's vertical field of view in degrees; else as in the take");
    CLI::Option* pupils = add_pupil_distance(command, options->pupil_distance);
    command
        ->add_option("--calm", options->calm,
                     "How still (1) or quick (0) the face moves: AMOUNT, or head=, brows=, lids=, gaze=, "
                     "mouth=AMOUNT; 0.5 unless given")
        ->type_name("[GROUP=]AMOUNT");
    command->add_option("-o,--output", options->output, "Write a new take; it may be the same file")
        ->type_name("TAKE");
    command->add_option("--csv", options->csv, "Write the calibrated weights as CSV; - is standard output")
        ->type_name("FILE");
    command->add_option("--stage-csv", options->stage_csv, "Write raw and calibrated weights side by side")
        ->type_name("FILE");
    command
        ->add_option("--models", options->models,
                     "Folder of the models, instead of $MIEN_MODELS or the cache")
        ->type_name("DIR");
    command->footer("Example:\n  mien solve film.mien --neutral 0-1 -o better.mien --csv better.csv");
    command->callback([options, fov, pupils, &context] {
        options->fov_given = fov->count() > 0;
        options->pupil_distance_given = pupils->count() > 0;
        context.chosen = [options] { return run_solve(*options); };
    });
}

} // namespace mien

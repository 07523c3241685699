#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/calibrate_take.h"
#include "app/command.h"
#include "app/distinct_paths.h"
#include "app/mirror_option.h"
#include "app/neutral_interval.h"
#include "app/option_checks.h"
#include "app/option_values.h"
#include "app/profile_option.h"
#include "app/shared_options.h"
#include "app/stage_csv.h"
#include "app/tell.h"
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
    std::string profile;
    std::string prompts;
    std::string rig;
    bool calibrate = false;
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

/// The solver for a take's landmarks; says where the neutral misses the face.
Result<Solver> solver_for(std::span<const LandmarkFrame> landmarks, const SolveOptions& options,
                          const SolverOptions& how) {
    Scheme scheme = Scheme::none;
    for (const LandmarkFrame& frame : landmarks)
        if (frame.scheme == Scheme::mesh478) scheme = Scheme::mesh478;
    const std::string warning = neutral_warning(landmarks, how.neutral);
    if (!warning.empty()) tell("mien: {}: {}\n", options.take, warning);
    return make_solver(scheme, find_models(options.models), how);
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

/// What was asked for must fit together: a calibration writes a profile, anything else takes and tables.
Result<void> check_outputs(const SolveOptions& options) {
    if (options.calibrate && (options.output.empty() || options.prompts.empty()))
        return fail(ErrorCode::usage, "mien solve --calibrate needs --prompts FILE and -o PROFILE.json");
    if (!options.calibrate && !options.prompts.empty())
        return fail(ErrorCode::usage, "--prompts says what a calibration asked for: give --calibrate too");
    if (options.output.empty() && options.csv.empty() && options.stage_csv.empty())
        return fail(ErrorCode::usage, "mien solve needs an output: -o TAKE, --csv FILE or --stage-csv FILE");
    if (options.output == "-")
        return fail(ErrorCode::usage, "-o -: a {} cannot go to standard output",
                    options.calibrate ? "profile" : "take");
    // The take itself may be written anew, but never by a table or a profile.
    std::error_code ignored;
    const bool anew =
        !options.calibrate && std::filesystem::equivalent(options.output, options.take, ignored);
    const std::array outputs = {NamedOutput{"-o", anew ? std::string() : options.output},
                                NamedOutput{"--csv", options.csv},
                                NamedOutput{"--stage-csv", options.stage_csv}};
    return check_distinct(std::vector{options.take, options.profile, options.prompts}, outputs);
}

Result<SolverOptions> solver_options(const SolveOptions& options) {
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
    auto profile = open_profile(options.profile);
    if (!profile) return pass_on(profile);
    how.profile = *profile;
    auto rig = open_mirror(options.rig, find_models(options.models));
    if (!rig) return pass_on(rig);
    how.rig = *rig;
    return how;
}

Result<void> write_tables(const SolveOptions& options, const Take& take,
                          const std::vector<SolvedFrame>& solved) {
    std::string csv = csv_header();
    std::string stages = stage_csv_header();
    for (std::size_t i = 0; i < solved.size(); ++i) {
        const std::uint64_t index = take.frames[i].landmarks.index;
        SolvedFrame frame = solved[i];
        frame.raw.t = frame.calibrated.t = take.frames[i].landmarks.t - take.origin();
        if (!options.csv.empty()) csv += csv_row(index, frame.calibrated);
        if (!options.stage_csv.empty())
            stages += stage_csv_row(index, take.frames[i].landmarks.regions, frame.raw, frame.calibrated);
    }
    if (!options.csv.empty())
        if (auto written = write_text(options.csv, csv); !written) return written;
    return options.stage_csv.empty() ? Result<void>{} : write_text(options.stage_csv, stages);
}

Result<void> run_solve(const SolveOptions& options) {
    if (auto fits = check_outputs(options); !fits) return fits;
    auto how = solver_options(options);
    if (!how) return pass_on(how);
    const auto take = read_take(options.take);
    if (!take) return tl::unexpected<Error>(take.error());
    if (!options.fov_given) how->vertical_fov = number_in(*take, "vertical_fov", how->vertical_fov);
    if (!options.pupil_distance_given)
        how->pupil_distance = number_in(*take, "pupil_distance", how->pupil_distance);
    const std::vector<LandmarkFrame> landmarks = landmarks_of(*take);
    auto solver = solver_for(landmarks, options, *how);
    if (!solver) return pass_on(solver);
    if (options.calibrate)
        return calibrate_take({options.take, options.prompts, options.output}, landmarks, *solver);
    const auto solved = solver->solve_all(landmarks);
    if (auto written = write_take(options, *take, solved, *how); !written) return written;
    return write_tables(options, *take, solved);
}

} // namespace

void add_solve_command(CLI::App& program, CommandContext& context) {
    auto options = std::make_shared<SolveOptions>();
    CLI::App* command =
        program.add_subcommand("solve", "Solve a take again, with another neutral, profile or field of view, "
                                        "or learn a performer from it; no film needed");
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
    add_whose_face(command, options->rig, options->profile);
    CLI::Option* calibrate =
        command->add_flag("--calibrate", options->calibrate,
                          "Learn the performer from a guided recording; -o is their profile (.json)");
    command
        ->add_option(
            "--prompts", options->prompts,
            "With --calibrate: what was asked for and when, a CSV with t_start, t_end, prompt and channels")
        ->type_name("FILE");
    for (const char* table : {"--csv", "--stage-csv", "--profile"})
        command->get_option(table)->excludes(calibrate);
    command
        ->add_option("--models", options->models,
                     "Folder of the models, instead of $MIEN_MODELS or the cache")
        ->type_name("DIR");
    command->footer("Examples:\n"
                    "  mien solve film.mien --neutral 0-1 -o better.mien --csv better.csv\n"
                    "  mien solve guided.mien --calibrate --prompts guided.csv -o anna.json\n"
                    "  mien solve film.mien --profile anna.json --csv film.csv");
    command->callback([options, fov, pupils, &context] {
        options->fov_given = fov->count() > 0;
        options->pupil_distance_given = pupils->count() > 0;
        context.chosen = [options] { return run_solve(*options); };
    });
}

} // namespace mien

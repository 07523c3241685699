#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command.h"
#include "app/doctor.h"
#include "app/text_output.h"

namespace mien {
namespace {

struct DoctorOptions {
    std::string models;
    bool json = false;
};

Result<void> run_doctor(const DoctorOptions& options) {
    const std::vector<Check> checks = examine_machine(options.models);
    auto printed = write_text("-", options.json ? checks_json(checks) : checks_text(checks));
    if (!printed) return printed;
    const auto missing = std::find_if(checks.begin(), checks.end(),
                                      [](const Check& check) { return check.finding == Finding::missing; });
    if (missing == checks.end()) return {};
    return fail(ErrorCode::unavailable, "{}: {}; {}", missing->name, missing->detail, missing->fix);
}

} // namespace

void add_doctor_command(CLI::App& program, CommandContext& context) {
    auto options = std::make_shared<DoctorOptions>();
    CLI::App* command = program.add_subcommand(
        "doctor", "Say what this machine has for mien and what is missing, each with the step that helps");
    command->add_flag("--json", options->json, "For programs");
    command
        ->add_option("--models", options->models,
                     "Folder of the models, instead of $MIEN_MODELS or the cache")
        ->type_name("DIR");
    command->footer("Example:\n  mien doctor\nExit status 4 where something needed is missing.");
    command->callback([options, &context] { context.chosen = [options] { return run_doctor(*options); }; });
}

} // namespace mien

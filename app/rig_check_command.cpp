#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/avatar.h"
#include "app/rig_check_report.h"
#include "app/rig_commands.h"
#include "app/text_output.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

struct CheckOptions {
    std::string rig;
    bool json = false;
    bool strict = false;
};

Result<void> run_check(const CheckOptions& options) {
    const auto avatar = load_avatar(options.rig);
    if (!avatar) return tl::unexpected<Error>(avatar.error());
    const std::vector<RigFinding> findings = check_rig(avatar->rig, avatar->groups);
    const std::string report = options.json ? check_json(*avatar, findings) : check_text(*avatar, findings);
    if (auto written = write_text("-", report); !written) return written;
    const Severity least = options.strict ? Severity::warning : Severity::fault;
    const auto bad = std::ranges::count_if(
        findings, [least](const RigFinding& finding) { return finding.severity >= least; });
    if (bad > 0)
        return fail(ErrorCode::check_failed, "{}: {} {}", printable(avatar->rig.name), bad,
                    options.strict ? (bad == 1 ? "fault or warning" : "faults and warnings")
                    : bad == 1     ? "fault"
                                   : "faults");
    return {};
}

} // namespace

void add_rig_check(CLI::App& rig, CommandContext& context) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command = rig.add_subcommand(
        "check", "Is a rig sound, and do its expressions do what their names say? Exit status 1 on a fault");
    command
        ->add_option("RIG", options->rig,
                     "A GLB, glTF, VRM, FBX, Collada or OBJ file, a folder of OBJ files, or bundled:NAME")
        ->type_name("")
        ->required();
    command->add_flag("--json", options->json, "For programs");
    command->add_flag("--strict", options->strict, "Warnings too give exit status 1");
    command->footer("Example:\n  mien rig check avatar.glb\n"
                    "Faults: broken data, shapes on the wrong side, in the wrong region, of the wrong "
                    "direction, or of both sides. Warnings: shapes that move nothing, halves of pairs that "
                    "are missing or uneven.");
    command->callback([options, &context] { context.chosen = [options] { return run_check(*options); }; });
}

} // namespace mien

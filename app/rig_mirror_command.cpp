#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/avatar.h"
#include "app/mirror_option.h"
#include "app/rig_commands.h"
#include "app/tell.h"
#include "app/text_output.h"
#include "live/rig_mirror.h"

namespace mien {
namespace {

struct MirrorOptions {
    std::string rig;
    std::string models;
    bool again = false;
};

/// What the mirror showed of each channel, in words.
std::string mirror_report(const FaceBasis& basis, const std::array<bool, channel_count>& shown) {
    // Under the noise: a row of length 3 stands out of it clearly, one below 1 hardly.
    const Eigen::MatrixXf whitened = basis.noise.whitened(basis.rows);
    std::string text;
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        const auto row = static_cast<Eigen::Index>(c);
        const float length = std::sqrt(std::max(basis.rows.row(row).dot(whitened.row(row)), 0.0F));
        text += fmt::format("{:<20} {}\n", channel_names[c],
                            !shown[c]    ? std::string("the rig does not show it")
                            : length < 1 ? fmt::format("{:5.1f}  hardly seen", length)
                                         : fmt::format("{:5.1f}", length));
    }
    return text;
}

Result<void> run_mirror(const MirrorOptions& options) {
    const auto avatar = load_avatar(options.rig);
    if (!avatar) return tl::unexpected<Error>(avatar.error());
    const MirrorSubject subject{avatar->rig, avatar->groups, avatar->joints, avatar->mapping};
    if (options.again) {
        std::error_code ignored;
        std::filesystem::remove(mirror_file(mirror_name(subject)), ignored);
    }
    const auto basis = mirror_with_progress(*avatar, find_models(options.models));
    if (!basis) return tl::unexpected<Error>(basis.error());
    tell("mien: kept in {}\n", mirror_file((*basis)->name).string());
    return write_text("-", mirror_report(**basis, channels_shown(subject)));
}

} // namespace

void add_rig_mirror(CLI::App& rig, CommandContext& context) {
    auto options = std::make_shared<MirrorOptions>();
    CLI::App* command = rig.add_subcommand(
        "mirror",
        "Let the tracker look at a rig's own expressions, so that --rig solves for that rig; kept for later");
    command->add_option("RIG", options->rig, "A rig file, or bundled:NAME")->type_name("")->required();
    command->add_flag("--again", options->again, "Look again, though the rig has not changed");
    command
        ->add_option("--models", options->models,
                     "Folder of the models, instead of $MIEN_MODELS or the cache")
        ->type_name("DIR");
    command->footer(
        "How far each channel stands out of the tracker's noise is printed.\n"
        "Example:\n  mien rig mirror avatar.glb\n  mien track film.mp4 --rig avatar.glb --csv film.csv");
    command->callback([options, &context] { context.chosen = [options] { return run_mirror(*options); }; });
}

} // namespace mien

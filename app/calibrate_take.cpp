#include "app/calibrate_take.h"

#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/tell.h"
#include "base/file.h"
#include "solver/calibration/prompts.h"

namespace mien {
namespace {

constexpr std::size_t largest_table = 1 << 20;

/// By ChannelVerdict.
constexpr std::array<std::string_view, 4> verdict_words = {
    "not asked for", "personal, asked once: unchecked", "personal, confirmed by the second asking",
    "as for everyone: the second asking did not confirm it"};

} // namespace

std::string calibration_report(const Calibration& calibration, std::span<const Prompt> prompts) {
    std::string text = fmt::format("{:<20} {:>6} {:>6} {:>6}\n", "channel", "reach", "noise", "leak");
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        const ChannelCalibration& channel = calibration.channels[c];
        if (channel.verdict == ChannelVerdict::unasked) continue;
        text += fmt::format("{:<20} {:>6.2f} {:>6.3f} {:>6.3f}  {}\n", channel_names[c], channel.reach,
                            channel.noise, channel.leak,
                            verdict_words[static_cast<std::size_t>(channel.verdict)]);
    }
    for (const std::size_t index : calibration.not_followed)
        text += fmt::format("not followed: \"{}\" at {:.1f} s\n", prompts[index].text, prompts[index].from);
    return text;
}

Result<void> calibrate_take(const CalibrateRequest& request, std::span<const LandmarkFrame> landmarks,
                            Solver& solver) {
    const auto table = read_text_file(request.prompts, largest_table);
    if (!table) return tl::unexpected<Error>(table.error());
    const auto prompts = parse_prompts(*table, request.prompts);
    if (!prompts) return tl::unexpected<Error>(prompts.error());
    auto profile = solver.calibrate(landmarks, *prompts);
    if (!profile) return fail(profile.error().code, "{}: {}", request.take, profile.error().message);
    profile->name = std::filesystem::path(request.output).stem().string();
    if (auto written = write_profile(request.output, *profile); !written) return written;
    tell("{}", calibration_report(profile->calibration, *prompts));
    return {};
}

} // namespace mien

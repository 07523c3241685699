#include "app/rig_check_report.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "rig/arkit_coverage.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

constexpr std::array<const char*, 3> severity_words = {"note", "warning", "fault"};

const char* word_of(Severity severity) {
    return severity_words[static_cast<std::size_t>(severity)];
}

std::size_t count_of(const std::vector<RigFinding>& findings, Severity severity) {
    return static_cast<std::size_t>(std::ranges::count(findings, severity, &RigFinding::severity));
}

/// How an avatar shows a channel.
const char* shown_by(const Avatar& avatar, const ArkitCoverage& coverage, ChannelIndex channel) {
    const std::vector<ChannelIndex>& unmatched = avatar.mapping.unmatched;
    if (std::ranges::find(unmatched, channel) != unmatched.end()) return "nothing";
    if (avatar.mapping.gaze_by_joints && channel_names[channel].starts_with("eyeLook")) return "joints";
    return coverage.channels[channel].moves ? "expression" : "stand-in";
}

std::string names_of(const Avatar& avatar, const ChannelCoverage& channel) {
    std::string names;
    for (const int expression : channel.expressions)
        names += (names.empty() ? "" : ", ") +
                 printable(avatar.rig.expressions[static_cast<std::size_t>(expression)].name);
    return names;
}

std::string coverage_lines(const Avatar& avatar) {
    const ArkitCoverage coverage = arkit_coverage(avatar.rig);
    const auto driven =
        std::ranges::count_if(std::views::iota(ChannelIndex{0}, channel_count), [&](ChannelIndex c) {
            return std::string_view(shown_by(avatar, coverage, c)) != "nothing";
        });
    std::string text = fmt::format(
        "\nARKit's {}: this avatar shows {}; {} have an expression of their own, {} of those move "
        "something\n",
        channel_count, driven, coverage.found(), coverage.moving());
    std::string missing;
    std::string otherwise;
    int renamed = 0;
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        const ChannelCoverage& channel = coverage.channels[c];
        const std::string names = names_of(avatar, channel);
        if (names.empty()) {
            const bool shown = std::string_view(shown_by(avatar, coverage, c)) != "nothing";
            (shown ? otherwise : missing) += " " + std::string(channel_names[c]);
        } else if (names != channel_names[c]) {
            text += fmt::format("  {:<20} {}\n", channel_names[c], names);
            ++renamed;
        }
    }
    if (coverage.found() > renamed)
        text += renamed > 0 ? "  all others under their own names\n" : "  under their own names\n";
    if (!otherwise.empty()) text += "  shown by joints, sliders or other expressions:" + otherwise + "\n";
    if (!missing.empty()) text += "  missing:" + missing + "\n";
    return text;
}

} // namespace

std::string check_text(const Avatar& avatar, const std::vector<RigFinding>& findings) {
    const std::size_t faults = count_of(findings, Severity::fault);
    const std::size_t warnings = count_of(findings, Severity::warning);
    std::string text = fmt::format("{}\n", printable(avatar.rig.name));
    text += fmt::format("  {} {}, {} {}\n", faults, faults == 1 ? "fault" : "faults", warnings,
                        warnings == 1 ? "warning" : "warnings");
    text += coverage_lines(avatar);
    if (!findings.empty()) text += "\n";
    for (const Severity severity : {Severity::fault, Severity::warning, Severity::note})
        for (const RigFinding& finding : findings) {
            if (finding.severity != severity) continue;
            text += fmt::format("{:<8} {}\n", word_of(severity), finding.detail);
            if (!finding.fix.empty()) text += fmt::format("{:<8} {}\n", "", finding.fix);
        }
    return text;
}

std::string check_json(const Avatar& avatar, const std::vector<RigFinding>& findings) {
    using nlohmann::ordered_json;
    const ArkitCoverage coverage = arkit_coverage(avatar.rig);
    ordered_json json;
    json["name"] = to_valid_utf8(avatar.rig.name);
    json["faults"] = count_of(findings, Severity::fault);
    json["warnings"] = count_of(findings, Severity::warning);
    json["notes"] = count_of(findings, Severity::note);
    ordered_json& channels = json["channels"] = ordered_json::array();
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        ordered_json names = ordered_json::array();
        for (const int expression : coverage.channels[c].expressions)
            names.push_back(to_valid_utf8(avatar.rig.expressions[static_cast<std::size_t>(expression)].name));
        channels.push_back({{"channel", std::string(channel_names[c])},
                            {"expressions", names},
                            {"moves", coverage.channels[c].moves},
                            {"shown_by", shown_by(avatar, coverage, c)}});
    }
    ordered_json& list = json["findings"] = ordered_json::array();
    for (const RigFinding& finding : findings)
        list.push_back({{"severity", word_of(finding.severity)},
                        {"what", finding.what},
                        {"subject", to_valid_utf8(finding.subject)},
                        {"detail", to_valid_utf8(finding.detail)},
                        {"fix", finding.fix}});
    return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace mien

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/statistics.h"
#include "app/track_run.h"

namespace mien {
namespace {

double rate(const TrackReport& report) {
    return report.wall_seconds > 0 ? static_cast<double>(report.frames) / report.wall_seconds : 0;
}

} // namespace

std::string report_table(const TrackReport& report) {
    std::string table = fmt::format("{}\n", report.input);
    const double share =
        report.frames > 0 ? 100.0 * static_cast<double>(report.tracked) / static_cast<double>(report.frames)
                          : 0;
    table += fmt::format("  tracker  {}\n", report.tracker);
    table += fmt::format("  frames   {} in {:.2f} s of film; a face in {} ({:.1f} %)\n", report.frames,
                         report.media_seconds, report.tracked, share);
    if (report.dropped > 0) table += fmt::format("  dropped  {}\n", report.dropped);
    table += fmt::format("  speed    {:.1f} frames a second, {:.2f} s in all\n", rate(report),
                         report.wall_seconds);
    if (report.first_tracked_seconds)
        table +=
            fmt::format("  start    first tracked frame after {:.2f} s\n", *report.first_tracked_seconds);
    table += fmt::format("  memory   {:.0f} MB at most\n", peak_memory_mb());
    table += "  CPU time a frame\n" + stage_table(report.stages);
    return table;
}

std::string report_json(const TrackReport& report) {
    nlohmann::ordered_json json;
    json["input"] = report.input;
    json["tracker"] = report.tracker;
    json["frames"] = report.frames;
    json["tracked"] = report.tracked;
    json["dropped"] = report.dropped;
    json["media_seconds"] = report.media_seconds;
    json["wall_seconds"] = report.wall_seconds;
    json["frames_per_second"] = rate(report);
    json["first_tracked_seconds"] = nullptr;
    if (report.first_tracked_seconds) json["first_tracked_seconds"] = *report.first_tracked_seconds;
    json["peak_memory_mb"] = peak_memory_mb();
    json["interrupted"] = report.interrupted;
    json["damage"] = nullptr;
    if (report.damage) json["damage"] = report.damage->message;
    auto& stages = json["stages_cpu_ms"] = nlohmann::ordered_json::object();
    for (const StageTimes& stage : report.stages)
        if (!stage.ms.empty())
            stages[stage.name] = {{"median", percentile(stage.ms, 0.5)},
                                  {"p95", percentile(stage.ms, 0.95)},
                                  {"max", percentile(stage.ms, 1)},
                                  {"count", stage.ms.size()}};
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace mien

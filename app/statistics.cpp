#include "app/statistics.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <sys/resource.h>

namespace mien {

double percentile(std::vector<double> values, double fraction) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double place = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return std::lerp(values[below], values[above], place - std::floor(place));
}

std::string stage_table(const std::vector<StageTimes>& stages) {
    std::size_t width = 5;
    for (const StageTimes& stage : stages) width = std::max(width, stage.name.size());
    std::string table =
        fmt::format("  {:<{}}  {:>9}  {:>9}  {:>9}\n", "stage", width, "median ms", "95 % ms", "most ms");
    for (const StageTimes& stage : stages)
        if (!stage.ms.empty())
            table +=
                fmt::format("  {:<{}}  {:>9.3f}  {:>9.3f}  {:>9.3f}\n", stage.name, width,
                            percentile(stage.ms, 0.5), percentile(stage.ms, 0.95), percentile(stage.ms, 1));
    return table;
}

double peak_memory_mb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

} // namespace mien

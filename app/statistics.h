// Medians and percentiles of measured times.
#pragma once

#include <string>
#include <vector>

namespace mien {

/// Times of one stage, milliseconds.
struct StageTimes {
    std::string name;
    std::vector<double> ms;
};

/// The value below which `fraction` (0..1) of the values lie; 0 of nothing. Sorts a copy.
[[nodiscard]] double percentile(std::vector<double> values, double fraction);

/// "stage  median  95 %  most" with one row per stage that has values, milliseconds, aligned.
[[nodiscard]] std::string stage_table(const std::vector<StageTimes>& stages);

/// Largest resident memory of the process so far, MB (10^6 bytes).
[[nodiscard]] double peak_memory_mb();

} // namespace mien

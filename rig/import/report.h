// What an import found worth telling, collected line by line. One import, one thread.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rig/rig.h"

namespace mien {

/// Collects notes and warnings. Each is made printable; the same line is kept once; a file that would give
/// thousands of them gets the first `limit` and a count of the rest.
class Report {
public:
    static constexpr std::size_t limit = 200;

    template <typename... Args>
    void note(fmt::format_string<Args...> format, Args&&... args) {
        add(ReportLine::Kind::note, fmt::format(format, std::forward<Args>(args)...));
    }
    template <typename... Args>
    void warn(fmt::format_string<Args...> format, Args&&... args) {
        add(ReportLine::Kind::warning, fmt::format(format, std::forward<Args>(args)...));
    }
    void add(ReportLine::Kind kind, const std::string& text);

    /// All lines in order. The report is empty afterwards.
    [[nodiscard]] std::vector<ReportLine> take();

private:
    std::vector<ReportLine> lines_;
    std::size_t left_out_ = 0;
};

} // namespace mien

#include "rig/import/report.h"

#include <algorithm>

#include "rig/printable_text.h"

namespace mien {

void Report::add(ReportLine::Kind kind, const std::string& text) {
    constexpr std::size_t longest_line = 400;
    if (lines_.size() >= limit) {
        ++left_out_;
        return;
    }
    ReportLine line{kind, printable(text, longest_line)};
    if (std::ranges::find(lines_, line) == lines_.end()) lines_.push_back(std::move(line));
}

std::vector<ReportLine> Report::take() {
    if (left_out_ > 0)
        lines_.push_back({ReportLine::Kind::warning, fmt::format("{} further remarks left out", left_out_)});
    left_out_ = 0;
    return std::exchange(lines_, {});
}

} // namespace mien

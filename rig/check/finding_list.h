// Where the checks of this folder put what they find.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rig/check/finding.h"
#include "rig/finite.h"
#include "rig/printable_text.h"

namespace mien {

class FindingList {
public:
    void add(Severity severity, std::string what, std::string_view subject, std::string detail,
             std::string fix = {}) {
        list_.push_back({severity, std::move(what), std::string(subject), std::move(detail), std::move(fix)});
    }
    void fault(std::string what, std::string_view subject, std::string detail) {
        add(Severity::fault, std::move(what), subject, std::move(detail));
    }
    /// A fault of `wrong` among `all` elements of a thing; nothing where none is wrong.
    void count(std::size_t wrong, std::size_t all, const char* what, std::string_view subject,
               std::string_view words) {
        if (wrong > 0)
            fault(what, subject, fmt::format("{}: {} of {} {}", printable(subject), wrong, all, words));
    }
    /// A list that must be as long as another; `may_be_empty` where the file need not have it.
    enum class Empty : std::uint8_t { allowed, refused };
    bool length(std::size_t is, std::size_t wanted, Empty empty, std::string_view subject,
                std::string_view words) {
        if (is == wanted || (is == 0 && empty == Empty::allowed)) return true;
        fault("length", subject, fmt::format("{}: {} {} for {}", printable(subject), is, words, wanted));
        return false;
    }
    /// An index that must lie in a list, or be none.
    bool index(int value, std::size_t size, std::string_view subject, std::string_view words) {
        if (value == -1 || (value >= 0 && static_cast<std::size_t>(value) < size)) return true;
        fault("index", subject,
              fmt::format("{}: {} {} does not exist, there are {}", printable(subject), words, value, size));
        return false;
    }

    [[nodiscard]] bool has_fault(std::string_view subject) const {
        return std::ranges::any_of(list_, [subject](const RigFinding& finding) {
            return finding.severity == Severity::fault && finding.subject == subject;
        });
    }
    [[nodiscard]] std::vector<RigFinding> take() { return std::move(list_); }

private:
    std::vector<RigFinding> list_;
};

} // namespace mien

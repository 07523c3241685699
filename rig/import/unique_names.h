// Names that a rig wants unique. One list, one thread.
#pragma once

#include <set>
#include <string>

#include <fmt/format.h>

namespace mien {

class UniqueNames {
public:
    /// The name; with a number behind it ("smile (2)") where it was given out already; "shape" where empty.
    [[nodiscard]] std::string unique(const std::string& name) {
        const std::string wanted = name.empty() ? "shape" : name;
        std::string candidate = wanted;
        for (int n = 2; !taken_.insert(candidate).second; ++n) candidate = fmt::format("{} ({})", wanted, n);
        return candidate;
    }

private:
    std::set<std::string> taken_;
};

} // namespace mien

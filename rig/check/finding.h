// What a check of a rig found. A plain value.
#pragma once

#include <cstdint>
#include <string>

namespace mien {

enum class Severity : std::uint8_t {
    note,    ///< worth knowing
    warning, ///< the avatar does less than its names promise
    fault,   ///< something is wrong: the avatar will move wrongly, or may not be drawn at all
};

/// One line for a person, and a word for programs.
struct RigFinding {
    Severity severity = Severity::note;
    std::string what;    ///< which kind of finding: "dead", "wrong-side", "weights-sum" ...
    std::string subject; ///< the expression, mesh or node that it is about, as the file names it
    std::string detail;  ///< one line of printable UTF-8: what is wrong, in words
    std::string fix;     ///< what a person can do about it; empty where there is nothing to advise
};

} // namespace mien

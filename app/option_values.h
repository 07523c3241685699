// Values of options that are more than a number or a word. All errors are of kind usage and name the option.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec4.hpp>

#include "base/result.h"
#include "capture/tracker/tracker.h"
#include "solver/solver.h"

namespace mien {

/// A finite decimal number with '.', whatever the locale.
[[nodiscard]] Result<double> parse_number(std::string_view text, std::string_view option);

/// "2-4.5": from second 2 to second 4.5.
[[nodiscard]] Result<SolverOptions::Interval> parse_interval(std::string_view text, std::string_view option);

struct PictureSize {
    int width = 0;
    int height = 0;
    bool operator==(const PictureSize&) const = default;
};
/// "1280x720", each side 16 to 16384.
[[nodiscard]] Result<PictureSize> parse_size(std::string_view text, std::string_view option);

/// "#rrggbb" or "transparent": sRGB with straight alpha.
[[nodiscard]] Result<glm::vec4> parse_colour(std::string_view text, std::string_view option);

/// "NAME=0.5"; the last '=' counts, names may hold others.
struct NamedWeight {
    std::string name;
    float weight = 0;
};
[[nodiscard]] Result<NamedWeight> parse_named_weight(std::string_view text, std::string_view option);

/// "JOINT=x,y,z,w", normalised.
struct NamedRotation {
    std::string name;
    glm::quat rotation{1, 0, 0, 0};
};
[[nodiscard]] Result<NamedRotation> parse_named_rotation(std::string_view text, std::string_view option);

/// "auto", "mesh", "dlib68" or "task".
[[nodiscard]] Result<TrackerKind> parse_tracker(std::string_view text);

/// "best", "largest", "left", "right", or a number from 1 counted from the left.
[[nodiscard]] Result<TrackerOptions> parse_face(std::string_view text);

/// "GROUP=AMOUNT" each, with the groups of solver/calm.h and an amount of 0 (quick) to 1 (calm); "AMOUNT"
/// alone is for all of them, "eyes" for lids and gaze. The later one counts.
[[nodiscard]] Result<Calm> parse_calm(const std::vector<std::string>& texts, std::string_view option);

} // namespace mien

// How still or how quick each part of the face is shown.
#pragma once

#include <array>
#include <string_view>

namespace mien {

/// How much each part of the face is calmed: 0 quick (nearly as the tracker has it, trembling and all) to 1
/// calm (very still, but late); a half serves most cameras. Mouth is mouth, jaw, cheeks and nose.
struct Calm {
    float head = 0.5F;
    float brows = 0.5F;
    float lids = 0.5F;
    float gaze = 0.5F;
    float mouth = 0.5F;
    bool operator==(const Calm&) const = default;
};

/// The parts by their names on the command line and in settings.
struct CalmGroup {
    std::string_view name;
    float Calm::*amount;
};
inline constexpr std::array<CalmGroup, 5> calm_groups = {{{"head", &Calm::head},
                                                          {"brows", &Calm::brows},
                                                          {"lids", &Calm::lids},
                                                          {"gaze", &Calm::gaze},
                                                          {"mouth", &Calm::mouth}}};

} // namespace mien

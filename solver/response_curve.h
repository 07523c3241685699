// The shape of the way from a channel's weight to what a target gets. A plain value. Any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mien {

enum class CurveShape : std::uint8_t {
    linear,   ///< x
    ease_in,  ///< x^e: slow at first, for what trembles at rest
    ease_out, ///< 1 - (1 - x)^e: quick at first, for what comes out too small
    smooth,   ///< x^e / (x^e + (1 - x)^e): slow at both ends
};

/// By CurveShape, as in files.
inline constexpr std::array<std::string_view, 4> curve_shape_names = {"linear", "ease_in", "ease_out",
                                                                      "smooth"};
[[nodiscard]] std::optional<CurveShape> curve_shape_from_name(std::string_view name);

/// Goes from 0 at 0 to 1 at 1 and never falls. Other shapes than linear see their input limited to 0..1, and
/// the exponent limited to 1..8; linear has no exponent and is not limited.
struct ResponseCurve {
    CurveShape shape = CurveShape::linear;
    float exponent = 2;
    [[nodiscard]] float operator()(float x) const;
    bool operator==(const ResponseCurve&) const = default;
};

inline constexpr float smallest_exponent = 1;
inline constexpr float largest_exponent = 8;

} // namespace mien

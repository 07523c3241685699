#include "solver/response_curve.h"

#include <algorithm>
#include <cmath>

namespace mien {

std::optional<CurveShape> curve_shape_from_name(std::string_view name) {
    const auto found = std::ranges::find(curve_shape_names, name);
    if (found == curve_shape_names.end()) return std::nullopt;
    return static_cast<CurveShape>(found - curve_shape_names.begin());
}

float ResponseCurve::operator()(float x) const {
    if (shape == CurveShape::linear || std::isnan(x)) return x;
    const float limited = std::clamp(x, 0.0F, 1.0F);
    const float power = std::clamp(exponent, smallest_exponent, largest_exponent);
    const float in = std::pow(limited, power);
    const float out = std::pow(1 - limited, power);
    switch (shape) {
    case CurveShape::ease_in:
        return in;
    case CurveShape::ease_out:
        return 1 - out;
    case CurveShape::smooth:
        return in / (in + out); // the two are never 0 at once
    case CurveShape::linear:
        break;
    }
    return x;
}

} // namespace mien

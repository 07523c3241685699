// The colours of older formats are sRGB, those of a rig linear.
#pragma once

#include <cmath>

namespace mien {

/// IEC 61966-2-1.
[[nodiscard]] inline float srgb_to_linear(float srgb) {
    return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f);
}

} // namespace mien

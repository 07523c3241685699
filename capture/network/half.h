// IEEE 754 binary16, the format of the models' weights.
#pragma once

#include <bit>
#include <cstdint>

namespace mien::network {

/// Exact.
[[nodiscard]] constexpr float half_to_float(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16U;
    const std::uint32_t magnitude = half & 0x7FFFU;
    if (magnitude >= 0x7C00U) // infinity or NaN
        return std::bit_cast<float>(sign | 0x7F800000U | ((magnitude & 0x3FFU) << 13U));
    // The exponent's bias moves from 15 to 127 by a product, which also makes small halves normal.
    const float value = std::bit_cast<float>(magnitude << 13U) * 0x1p112F;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(value));
}

} // namespace mien::network

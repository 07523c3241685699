#include "capture/tracker/steady_region.h"

#include <cmath>
#include <numbers>

namespace mien {
namespace {

// Of the side; of it too; in radians.
constexpr float place_tolerance = 0.01F;
constexpr float size_tolerance = 0.02F;
constexpr float turn_tolerance = 0.02F;

float beyond(float difference, float tolerance) {
    if (std::abs(difference) <= tolerance) return 0;
    return difference - std::copysign(tolerance, difference);
}

} // namespace

SquareRegion follow(const SquareRegion& held, const SquareRegion& wanted) {
    SquareRegion next = held;
    const float dx = wanted.centre_x - held.centre_x;
    const float dy = wanted.centre_y - held.centre_y;
    const float distance = std::hypot(dx, dy);
    const float step = beyond(distance, place_tolerance * wanted.side);
    if (step > 0) {
        next.centre_x += dx * step / distance;
        next.centre_y += dy * step / distance;
    }
    next.side += beyond(wanted.side - held.side, size_tolerance * wanted.side);
    constexpr float pi = std::numbers::pi_v<float>;
    next.rotation += beyond(std::remainder(wanted.rotation - held.rotation, 2 * pi), turn_tolerance);
    next.rotation = std::remainder(next.rotation, 2 * pi);
    return next;
}

} // namespace mien

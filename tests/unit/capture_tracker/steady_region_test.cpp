#include "capture/tracker/steady_region.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(SteadyRegion, StaysWhileTheFaceTremblesLessThanTheTolerance) {
    const SquareRegion held{100, 100, 200, 0.1F};
    const SquareRegion next = follow(held, {101, 99.2F, 203, 0.115F});
    EXPECT_EQ(next.centre_x, held.centre_x);
    EXPECT_EQ(next.centre_y, held.centre_y);
    EXPECT_EQ(next.side, held.side);
    EXPECT_EQ(next.rotation, held.rotation);
}

TEST(SteadyRegion, IsNeverFartherBehindThanTheTolerance) {
    SquareRegion held{0, 0, 100, 0};
    for (int i = 1; i < 50; ++i) {
        const auto step = static_cast<float>(i);
        const SquareRegion wanted{step * 7, step * -3, 100 + step * 2, step * 0.05F};
        held = follow(held, wanted);
        EXPECT_LE(std::hypot(held.centre_x - wanted.centre_x, held.centre_y - wanted.centre_y),
                  0.0101F * wanted.side);
        EXPECT_NEAR(held.side, wanted.side, 0.0201F * wanted.side);
        EXPECT_NEAR(std::remainder(held.rotation - wanted.rotation, 2 * std::numbers::pi_v<float>), 0,
                    0.0201F);
    }
}

TEST(SteadyRegion, TurnsTheShortWayThroughHalfATurn) {
    const SquareRegion next = follow({0, 0, 100, 3.1F}, {0, 0, 100, -3.1F});
    EXPECT_GT(std::abs(next.rotation), 3.1F); // through pi, not through zero
}

} // namespace
} // namespace mien

#include "rig/import/weld.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mien {
namespace {

using ::testing::ElementsAre;

TEST(Weld, JoinsCornersThatAreTheSameInEveryWay) {
    Corners corners;
    corners.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
    corners.uv = {{0, 0}, {1, 0}, {0, 0}, {0.5f, 0}};
    EXPECT_THAT(weld(corners), ElementsAre(0, 1, 0, 2)) << "the last one has another texture coordinate";
}

TEST(Weld, KeepsLipsApartThatTouchAtRest) {
    Corners corners;
    corners.positions = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    corners.deltas = {{{0, -1, 0}, {0, 0, 0}, {0, -1, 0}}};
    EXPECT_THAT(weld(corners), ElementsAre(0, 1, 0));
}

TEST(Weld, KeepsApartWhatOtherJointsHold) {
    Corners corners;
    corners.positions = {{0, 0, 0}, {0, 0, 0}};
    corners.influences = {{{0, 1.0f}}, {{1, 1.0f}}};
    EXPECT_THAT(weld(corners), ElementsAre(0, 1));
}

TEST(Weld, TakesBothZerosForOne) {
    Corners corners;
    corners.positions = {{0, 0, 0}, {-0.0f, 0, -0.0f}};
    EXPECT_THAT(weld(corners), ElementsAre(0, 0));
}

} // namespace
} // namespace mien

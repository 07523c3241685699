#include "capture/source/camera_mode.h"

#include <gtest/gtest.h>

#include "capture/source/camera_picture.h"

namespace mien {
namespace {

using namespace camera_format;

struct Case {
    const char* name;
    std::vector<DeviceMode> modes;
    SourceOptions wanted;
    DeviceMode best;
};

SourceOptions want(int width, int height, double rate) {
    return {.width = width, .height = height, .rate = rate, .paced = false};
}

// Lists as real cameras give them.
const std::vector<DeviceMode> c920 = {
    {yuyv, 640, 480, {1, 30}},  {yuyv, 640, 480, {1, 15}},   {yuyv, 1280, 720, {1, 10}},
    {yuyv, 1920, 1080, {1, 5}}, {mjpg, 640, 480, {1, 30}},   {mjpg, 1280, 720, {1, 30}},
    {mjpg, 1280, 720, {1, 60}}, {mjpg, 1920, 1080, {1, 30}}, {yuyv, 160, 120, {1, 30}},
    {mjpg, 160, 120, {1, 30}},
};

class CameraMode : public testing::TestWithParam<Case> {};

TEST_P(CameraMode, TheBestComesFirst) {
    const auto ranked = ranked_modes(GetParam().modes, GetParam().wanted);
    ASSERT_FALSE(ranked.empty());
    EXPECT_EQ(ranked.front(), GetParam().best)
        << ranked.front().width << "x" << ranked.front().height << " at " << ranked.front().interval.rate();
}

INSTANTIATE_TEST_SUITE_P(
    Table, CameraMode,
    testing::Values(
        Case{"raw_where_it_reaches_the_rate", c920, want(640, 480, 30), {yuyv, 640, 480, {1, 30}}},
        Case{"raw_before_compressed_whatever_the_list_says",
             {{mjpg, 640, 480, {1, 30}}, {yuyv, 640, 480, {1, 30}}},
             want(640, 480, 30),
             {yuyv, 640, 480, {1, 30}}},
        Case{"compressed_where_raw_is_slow", c920, want(1280, 720, 30), {mjpg, 1280, 720, {1, 30}}},
        Case{"the_faster_compressed_mode_for_60", c920, want(1280, 720, 60), {mjpg, 1280, 720, {1, 60}}},
        Case{"the_highest_rate_where_none_reaches", c920, want(1920, 1080, 60), {mjpg, 1920, 1080, {1, 30}}},
        Case{"the_lower_rate_where_15_is_enough", c920, want(640, 480, 15), {yuyv, 640, 480, {1, 15}}},
        Case{"the_nearest_size", c920, want(800, 600, 30), {yuyv, 640, 480, {1, 30}}},
        Case{"ntsc_counts_as_30",
             {{mjpg, 640, 480, {1, 60}}, {yuyv, 640, 480, {1001, 30000}}},
             want(640, 480, 30),
             {yuyv, 640, 480, {1001, 30000}}},
        Case{"colour_before_grey",
             {{grey, 640, 480, {1, 30}}, {yuyv, 640, 480, {1, 10}}},
             want(640, 480, 30),
             {yuyv, 640, 480, {1, 10}}},
        Case{"the_only_one", {{grey, 340, 340, {1, 15}}}, want(640, 480, 30), {grey, 340, 340, {1, 15}}},
        Case{"a_rate_that_is_unknown_comes_last",
             {{yuyv, 640, 480, {}}, {mjpg, 640, 480, {1, 5}}},
             want(640, 480, 30),
             {mjpg, 640, 480, {1, 5}}},
        Case{"no_division_by_what_a_driver_says",
             {{yuyv, 0, 0, {1, 30}}, {yuyv, 640, 480, {0, 30}}},
             want(640, 480, 30),
             {yuyv, 640, 480, {0, 30}}}),
    [](const auto& named) { return std::string(named.param.name); });

} // namespace
} // namespace mien

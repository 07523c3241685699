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

class RankedModes : public testing::TestWithParam<Case> {};

TEST_P(RankedModes, TheBestComesFirst) {
    const auto ranked = ranked_modes(GetParam().modes, GetParam().wanted);
    ASSERT_FALSE(ranked.empty());
    EXPECT_EQ(ranked.front(), GetParam().best)
        << ranked.front().width << "x" << ranked.front().height << " at " << ranked.front().interval.rate();
}

INSTANTIATE_TEST_SUITE_P(
    Table, RankedModes,
    testing::Values(
        Case{"raw_where_it_reaches_the_rate", c920, want(640, 480, 30), {yuyv, 640, 480, {1, 30}}},
        Case{"raw_before_compressed_whatever_the_list_says",
             {{mjpg, 640, 480, {1, 30}}, {yuyv, 640, 480, {1, 30}}},
             want(640, 480, 30),
             {yuyv, 640, 480, {1, 30}}},
        Case{"compressed_where_raw_is_slow", c920, want(1280, 720, 30), {mjpg, 1280, 720, {1, 60}}},
        Case{"the_faster_compressed_mode_for_60", c920, want(1280, 720, 60), {mjpg, 1280, 720, {1, 60}}},
        Case{"the_highest_rate_where_none_reaches", c920, want(1920, 1080, 60), {mjpg, 1920, 1080, {1, 30}}},
        Case{"the_higher_rate_where_15_is_enough", c920, want(640, 480, 15), {yuyv, 640, 480, {1, 30}}},
        Case{"the_nearest_size_that_is_not_smaller", c920, want(800, 600, 30), {mjpg, 1280, 720, {1, 60}}},
        Case{"a_smaller_size_where_there_is_no_larger",
             {{yuyv, 160, 120, {1, 30}}, {yuyv, 320, 240, {1, 30}}},
             want(640, 480, 30),
             {yuyv, 320, 240, {1, 30}}},
        Case{"a_larger_size_where_only_that_is_fast_enough",
             {{yuyv, 640, 480, {1, 15}}, {mjpg, 1280, 720, {1, 30}}, {mjpg, 1920, 1080, {1, 30}}},
             want(640, 480, 30),
             {mjpg, 1280, 720, {1, 30}}},
        Case{"the_highest_rate_of_large_sizes_where_none_is_fast_enough",
             {{yuyv, 640, 480, {1, 10}}, {yuyv, 1280, 720, {1, 5}}, {yuyv, 320, 240, {1, 30}}},
             want(640, 480, 30),
             {yuyv, 640, 480, {1, 10}}},
        Case{"not_more_than_60",
             {{mjpg, 640, 480, {1, 120}}, {mjpg, 640, 480, {1, 60}}, {mjpg, 640, 480, {1, 30}}},
             want(640, 480, 30),
             {mjpg, 640, 480, {1, 60}}},
        Case{"ntsc_counts_as_30",
             {{mjpg, 640, 480, {1, 25}}, {yuyv, 640, 480, {1001, 30000}}},
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

SourceOptions named(const char* mode) {
    SourceOptions wanted;
    wanted.mode = camera_mode_from_text(mode).value();
    return wanted;
}

TEST(NamedMode, GoesBeforeAllOthers) {
    EXPECT_EQ(ranked_modes(c920, named("1280x720@10/YUYV")).front(), (DeviceMode{yuyv, 1280, 720, {1, 10}}));
    EXPECT_EQ(ranked_modes(c920, named("1920x1080")).front(), (DeviceMode{mjpg, 1920, 1080, {1, 30}}))
        << "the best of the rest of it";
    EXPECT_EQ(ranked_modes(c920, named("640x480/MJPG")).front(), (DeviceMode{mjpg, 640, 480, {1, 30}}));
    const std::vector<DeviceMode> ntsc = {{yuyv, 640, 480, {1, 15}}, {yuyv, 640, 480, {1001, 30000}}};
    EXPECT_EQ(ranked_modes(ntsc, named("640x480@30")).front(), ntsc[1]);
    EXPECT_EQ(ranked_modes(ntsc, named("640x480@29.97")).front(), ntsc[1]) << "as it is listed";
}

TEST(NamedMode, ThatIsNotThereLeavesTheUsualOrder) {
    EXPECT_EQ(ranked_modes(c920, named("800x600@30/MJPG")), ranked_modes(c920, {}));
}

TEST(ModeText, ComesBackAsItWas) {
    for (const char* text : {"640x480", "640x480@30", "1280x720@29.97/MJPG", "160x120/YUYV"})
        EXPECT_EQ(text_of(camera_mode_from_text(text).value()), text);
    EXPECT_EQ(text_of(shown_mode({yuyv, 640, 480, {1001, 30000}})), "640x480@29.97/YUYV");
}

TEST(ModeText, RefusesWhatIsNone) {
    for (const char* text : {"", "640", "640x", "x480", "640x480@", "640x480@0", "640x480@-1", "640x480@nan",
                             "640x480/", "640x480/MJ", "640x480/MJPEG", "0x480", "640x99999",
                             "640x480@30/MJ\nG", "640x480@30 MJPG", "640X480", "99999999999x1"}) {
        const auto mode = camera_mode_from_text(text);
        ASSERT_FALSE(mode) << text;
        EXPECT_EQ(mode.error().code, ErrorCode::usage);
    }
}

} // namespace
} // namespace mien

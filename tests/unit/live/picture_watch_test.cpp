#include "live/picture_watch.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace mien {
namespace {

using Finding = PictureWatch::Finding;

/// Pictures of one grey level for `seconds` at 30 Hz, with a sensor's noise or without; how often what is
/// found changed.
int show(PictureWatch& watch, Timestamp& t, double seconds, std::uint8_t level, bool noise = true) {
    int changes = 0;
    Image picture(64, 48, PixelFormat::rgb8);
    for (int i = 0; i < static_cast<int>(seconds * 30); ++i) {
        std::fill(picture.pixels.begin(), picture.pixels.end(), level);
        if (noise)
            for (std::size_t k = 0; k < picture.pixels.size(); ++k)
                picture.pixels[k] =
                    static_cast<std::uint8_t>(level + (k * 7 + static_cast<std::size_t>(i) * 13) % 3);
        changes += watch.add(picture, t) ? 1 : 0;
        t = t + Duration::from_ms(33);
    }
    return changes;
}

TEST(PictureWatch, ALitRoomIsFine) {
    PictureWatch watch;
    Timestamp t;
    EXPECT_EQ(show(watch, t, 10, 110), 0);
    EXPECT_EQ(watch.notice("Cam"), "");
}

TEST(PictureWatch, AShutCoverIsToldOfOnceAndForgottenAtOnce) {
    PictureWatch watch;
    Timestamp t;
    (void)show(watch, t, 2, 110);
    EXPECT_EQ(show(watch, t, 1.5, 2, false), 0);
    EXPECT_EQ(show(watch, t, 10, 2, false), 1);
    EXPECT_EQ(watch.finding(), Finding::black);
    EXPECT_NE(watch.notice("Cam").find("Cam shows black"), std::string::npos);
    EXPECT_EQ(show(watch, t, 0.1, 110), 1);
    EXPECT_EQ(watch.finding(), Finding::fine);
}

TEST(PictureWatch, APictureThatNeverChangesIsFrozen) {
    PictureWatch watch;
    Timestamp t;
    (void)show(watch, t, 1, 110);
    EXPECT_EQ(show(watch, t, 2.5, 110, false), 0);
    EXPECT_EQ(show(watch, t, 10, 110, false), 1);
    EXPECT_EQ(watch.finding(), Finding::frozen);
    EXPECT_NE(watch.notice("Cam").find("Cam repeats"), std::string::npos);
    EXPECT_EQ(show(watch, t, 1, 110), 1);
    EXPECT_EQ(watch.finding(), Finding::fine);
}

TEST(PictureWatch, ADimRoomGetsAHint) {
    PictureWatch watch;
    Timestamp t;
    EXPECT_EQ(show(watch, t, 2.5, 25), 0);
    EXPECT_EQ(show(watch, t, 10, 25), 1);
    EXPECT_NE(watch.notice("Cam").find("light"), std::string::npos);
    EXPECT_EQ(show(watch, t, 1, 90), 1);
    EXPECT_EQ(watch.notice("Cam"), "");
}

TEST(PictureWatch, PicturesOfAnySizeAreSurvived) {
    PictureWatch watch;
    Timestamp t;
    for (const auto& [width, height] : {std::pair{0, 0}, {1, 1}, {3, 700}}) {
        (void)watch.add(Image(width, height, PixelFormat::gray8), t);
        (void)watch.add(Image(width, height, PixelFormat::rgba8), t);
    }
}

} // namespace
} // namespace mien

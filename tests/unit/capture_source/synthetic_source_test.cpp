#include "capture/source/synthetic_source.h"

#include <clocale>

#include <gtest/gtest.h>

#include "capture/source/synthetic_face.h"
#include "media/image_io.h"

namespace mien {
namespace {

TEST(SyntheticSource, IsTheSameEveryTimeAndKnowsItsFrames) {
    const auto first = make_synthetic_source(std::nullopt);
    const auto second = make_synthetic_source(std::nullopt);
    for (std::uint32_t i = 0; i < 3; ++i) {
        const auto a = first->next({}).value();
        const auto b = second->next({}).value();
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->picture, b->picture);
        EXPECT_EQ(a->t.ns, static_cast<std::int64_t>(i) * 1'000'000'000 / 30);
        EXPECT_EQ(read_index_strip(a->picture), i);
    }
}

TEST(SyntheticSource, EndsAfterItsSeconds) {
    const auto source = open_source("synthetic:0.1").value();
    EXPECT_EQ(source->info().frame_estimate, 3u);
    int count = 0;
    while (source->next({}).value()) ++count;
    EXPECT_EQ(count, 3);
}

TEST(SyntheticSource, RefusesALengthThatIsNone) {
    for (const char* spec : {"synthetic:", "synthetic:x", "synthetic:-1", "synthetic:0", "synthetic:1,5",
                             "synthetic:nan", "synthetic:1e9", "synthetic:2 "}) {
        const auto source = open_source(spec);
        ASSERT_FALSE(source) << spec;
        EXPECT_EQ(source.error().code, ErrorCode::usage) << spec;
    }
}

TEST(SyntheticFace, MovesSmoothly) {
    const auto mean_change = [](Timestamp a, Timestamp b) {
        const Image first = draw_synthetic_face(synthetic_pose(a));
        const Image second = draw_synthetic_face(synthetic_pose(b));
        double sum = 0;
        for (std::size_t i = 0; i < first.pixels.size(); ++i)
            sum += std::abs(first.pixels[i] - second.pixels[i]);
        return sum / static_cast<double>(first.pixels.size());
    };
    const Timestamp t = Timestamp::from_seconds(1);
    const double one_frame = mean_change(t, t + Duration{33'333'333});
    const double one_second = mean_change(t, t + Duration::from_seconds(1));
    EXPECT_GT(one_frame, 0.05);
    EXPECT_LT(one_frame, 3);
    EXPECT_GT(one_second, 2 * one_frame);
}

TEST(SyntheticFace, ShowsWhatItsPoseSays) {
    const auto brightness = [](const Image& picture, int x0, int x1, int y0, int y1) {
        double sum = 0;
        for (int y = y0; y < y1; ++y)
            for (int x = x0; x < x1; ++x) sum += picture.row(y)[static_cast<std::size_t>(x) * 3];
        return sum / ((x1 - x0) * (y1 - y0));
    };
    const Image rest = draw_synthetic_face({});
    // An open mouth is dark where lips and chin were; a closed lid is skin where the iris was.
    EXPECT_LT(brightness(draw_synthetic_face({.jaw_open = 1}), 310, 330, 345, 360),
              brightness(rest, 310, 330, 345, 360) - 30);
    EXPECT_GT(brightness(draw_synthetic_face({.blink = 1}), 362, 372, 228, 234),
              brightness(rest, 362, 372, 228, 234) + 30);
    // A turn to the performer's left moves the nose to the picture's right: its tip covers the cheek there.
    EXPECT_NE(draw_synthetic_face({.yaw = 10}), draw_synthetic_face({.yaw = -10}));
}

TEST(IndexStrip, SurvivesCompressionAndTellsWhenThereIsNone) {
    Image picture = draw_synthetic_face({});
    EXPECT_EQ(read_index_strip(picture), std::nullopt);
    for (const std::uint32_t index : {0u, 1u, 0xffffffffu, 0x12345678u, 29u}) {
        write_index_strip(picture, index);
        const auto jpeg = encode_jpeg(picture, 40).value();
        EXPECT_EQ(read_index_strip(decode_image(jpeg, "strip").value()), index);
        EXPECT_EQ(read_index_strip(convert(picture, PixelFormat::gray8)), index);
    }
    Image damaged = picture;
    for (int y = damaged.height - 16; y < damaged.height; ++y)
        for (std::size_t i = 0; i < 16 * 3; ++i) {
            auto& value = damaged.row(y)[(5 * 16) * 3 + i];
            value = static_cast<std::uint8_t>(255 - value);
        }
    EXPECT_EQ(read_index_strip(damaged), std::nullopt) << "one cell flipped";
    EXPECT_EQ(read_index_strip(Image(320, 240, PixelFormat::rgb8)), std::nullopt);
}

} // namespace
} // namespace mien

#include "media/picture_converter.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace mien {
namespace {

struct Yuv {
    int y, u, v;
};

/// A frame of 4:2:0 of one colour.
libav::FramePtr even_frame(int width, int height, Yuv colour, AVColorSpace matrix, AVColorRange range) {
    libav::FramePtr frame(av_frame_alloc());
    frame->format = AV_PIX_FMT_YUV420P;
    frame->width = width;
    frame->height = height;
    frame->colorspace = matrix;
    frame->color_range = range;
    av_frame_get_buffer(frame.get(), 0);
    const auto fill = [&](int plane, int rows, int value) {
        std::fill_n(frame->data[plane], frame->linesize[plane] * rows, static_cast<std::uint8_t>(value));
    };
    fill(0, height, colour.y);
    fill(1, (height + 1) / 2, colour.u);
    fill(2, (height + 1) / 2, colour.v);
    return frame;
}

/// The definition: R = Y' + 2(1-Kr) Cr and so on, ITU-R BT.601-7 and BT.709-6.
std::array<double, 3> rgb_of(Yuv colour, double kr, double kb, bool full) {
    const double y = full ? colour.y / 255.0 : (colour.y - 16) / 219.0;
    const double cb = (colour.u - 128) / (full ? 255.0 : 224.0);
    const double cr = (colour.v - 128) / (full ? 255.0 : 224.0);
    const double r = y + 2 * (1 - kr) * cr;
    const double b = y + 2 * (1 - kb) * cb;
    const double g = (y - kr * r - kb * b) / (1 - kr - kb);
    const auto byte = [](double x) { return std::clamp(x, 0.0, 1.0) * 255; };
    return {byte(r), byte(g), byte(b)};
}

TEST(PictureConverter, ColoursFollowTheMatrixAndTheRangeOfTheFrame) {
    struct Case {
        AVColorSpace matrix;
        AVColorRange range;
        double kr, kb;
    };
    for (const Case& c : {Case{AVCOL_SPC_BT470BG, AVCOL_RANGE_MPEG, 0.299, 0.114},
                          Case{AVCOL_SPC_BT470BG, AVCOL_RANGE_JPEG, 0.299, 0.114},
                          Case{AVCOL_SPC_BT709, AVCOL_RANGE_MPEG, 0.2126, 0.0722},
                          Case{AVCOL_SPC_UNSPECIFIED, AVCOL_RANGE_UNSPECIFIED, 0.299, 0.114}}) {
        PictureConverter converter;
        for (int y = 16; y <= 235; y += 30)
            for (int u = 64; u <= 192; u += 32)
                for (int v = 64; v <= 192; v += 32) {
                    const auto frame = even_frame(32, 16, {y, u, v}, c.matrix, c.range);
                    const auto picture = converter.convert(*frame, {0, 1}, {});
                    ASSERT_TRUE(picture) << picture.error().message;
                    const auto expected = rgb_of({y, u, v}, c.kr, c.kb, c.range == AVCOL_RANGE_JPEG);
                    for (std::size_t channel = 0; channel < 3; ++channel)
                        EXPECT_NEAR(picture->row(8)[16 * 3 + channel], expected[channel], 3)
                            << "matrix " << c.matrix << ", yuv " << y << " " << u << " " << v;
                }
    }
}

TEST(PictureConverter, LargeFilmsWithoutAMatrixAreBt709) {
    PictureConverter converter;
    const Yuv colour{120, 90, 180};
    const auto frame = even_frame(1280, 720, colour, AVCOL_SPC_UNSPECIFIED, AVCOL_RANGE_MPEG);
    const auto picture = converter.convert(*frame, {0, 1}, {});
    ASSERT_TRUE(picture) << picture.error().message;
    EXPECT_NEAR(picture->row(8)[1], rgb_of(colour, 0.2126, 0.0722, false)[1], 3);
}

TEST(PictureConverter, EveryWidthGivesEveryPixel) {
    // The widths round the blocks of the vector code, with and without spare room in the rows.
    PictureConverter converter;
    for (int width = 1; width <= 70; ++width) {
        const auto frame = even_frame(width, 5, {235, 128, 128}, AVCOL_SPC_BT709, AVCOL_RANGE_MPEG);
        const auto picture = converter.convert(*frame, {0, 1}, {});
        ASSERT_TRUE(picture) << width << ": " << picture.error().message;
        ASSERT_EQ(picture->width, width);
        ASSERT_EQ(picture->height, 5);
        EXPECT_GE(*std::min_element(picture->pixels.begin(), picture->pixels.end()), 253) << width;
    }
}

TEST(PictureConverter, StretchesPixelsThatAreNotSquareAndTurnsAfterwards) {
    PictureConverter converter;
    const auto frame = even_frame(64, 48, {100, 128, 128}, AVCOL_SPC_BT709, AVCOL_RANGE_MPEG);
    const auto wide = converter.convert(*frame, {4, 3}, {});
    ASSERT_TRUE(wide) << wide.error().message;
    EXPECT_EQ(wide->width, 85);
    EXPECT_EQ(wide->height, 48);
    const auto turned = converter.convert(*frame, {4, 3}, {.mirrored = false, .quarter_turns = 1});
    EXPECT_EQ(turned.value().width, 48);
    EXPECT_EQ(turned->height, 85);
}

TEST(DisplaySize, CountsNonsenseAsSquarePixels) {
    const auto width_of = [](AVRational aspect) { return display_size(512, 480, aspect).width; };
    EXPECT_EQ(width_of({15, 16}), 480);
    for (const AVRational aspect : {AVRational{0, 1}, {1, 1}, {1, 0}, {-4, 3}, {100, 1}, {1, 100}})
        EXPECT_EQ(width_of(aspect), 512) << aspect.num << "/" << aspect.den;
    EXPECT_EQ(display_size(16384, 4000, {7, 1}).width, 16384) << "no pictures of 450 megapixels";
}

} // namespace
} // namespace mien

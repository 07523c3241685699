#include "takes/sample_codec.h"

#include <limits>

#include <gtest/gtest.h>

#include "made_frames.h"

namespace mien {
namespace {

TEST(SampleCodec, ReturnsLandmarksBitExactly) {
    for (const std::uint64_t number : {0u, 1u, 4u}) {
        const LandmarkFrame frame = test::made_frame(number).landmarks;
        const auto back = decode_landmarks(encode_landmarks(frame), frame.t);
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(*back, frame);
    }
}

TEST(SampleCodec, ReturnsStatesBitExactlyBeyondZeroToOne) {
    const FaceState state = test::made_frame(1).raw;
    const auto back = decode_state(encode_state(state), state.t);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, state);
    EXPECT_TRUE(std::signbit(back->weights[0])); // == does not see the sign of zero
}

// The bytes of a take are for ever: a change here needs a new version number.
TEST(SampleCodec, KeepsItsBytesForVersionOne) {
    FaceState state;
    state.tracked = true;
    state.quality = 0.5f;
    state.head.x = 1.0f;
    const std::vector<std::uint8_t> bytes = encode_state(state);
    ASSERT_EQ(bytes.size(), 2 + 1 + 4 * (7 + 52) + 4u);
    const std::vector<std::uint8_t> head(bytes.begin(), bytes.begin() + 11);
    EXPECT_EQ(head, (std::vector<std::uint8_t>{'S', 1, 1, 0, 0, 0, 0x3f, 0, 0, 0x80, 0x3f}));
}

TEST(SampleCodec, KeepsItsBytesForVersionTwoOfLandmarks) {
    LandmarkFrame frame;
    frame.regions = {.eyes = 0.5f, .brows = 1, .mouth = 0};
    const std::vector<std::uint8_t> bytes = encode_landmarks(frame);
    ASSERT_EQ(bytes.size(), 2 + 43 + 4u);
    const std::vector<std::uint8_t> head(bytes.begin(), bytes.begin() + 27);
    EXPECT_EQ(head, (std::vector<std::uint8_t>{'L', 2, 0, 0, 0,    0, 0, 0,    0,    0, 0, 0, 0, 0,
                                               0,   0, 0, 0, 0x3f, 0, 0, 0x80, 0x3f, 0, 0, 0, 0}));
    const auto back = decode_landmarks(bytes, frame.t);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->regions, frame.regions);
}

// What a mien before the quality of parts wrote: an untracked frame 3 of 640x480.
TEST(SampleCodec, ReadsVersionOneOfLandmarksAsTrustedInEveryPart) {
    const std::vector<std::uint8_t> bytes = {'L', 1, 3,   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  128, 2,
                                             0,   0, 224, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 70, 70, 15, 131};
    const auto frame = decode_landmarks(bytes, Timestamp{});
    ASSERT_TRUE(frame) << frame.error().message;
    EXPECT_EQ(frame->index, 3u);
    EXPECT_EQ(frame->image_height, 480);
    EXPECT_EQ(frame->regions, RegionQuality{});
}

TEST(SampleCodec, RefusesEachCutAndEachFlippedByte) {
    const LandmarkFrame frame = test::made_frame(1).landmarks;
    const std::vector<std::uint8_t> good = encode_landmarks(frame);
    for (std::size_t length = 0; length < good.size(); ++length)
        EXPECT_FALSE(decode_landmarks(std::span(good).first(length), frame.t)) << length;
    for (std::size_t at = 0; at < good.size(); ++at) {
        std::vector<std::uint8_t> bad = good;
        bad[at] ^= 0x41;
        EXPECT_FALSE(decode_landmarks(bad, frame.t)) << at;
    }
}

TEST(SampleCodec, RefusesTheOtherKindAndANewerVersion) {
    const FaceState state = test::made_frame(0).raw;
    EXPECT_FALSE(decode_landmarks(encode_state(state), state.t));
    std::vector<std::uint8_t> newer = encode_state(state);
    newer[1] = 2;
    const auto refused = decode_state(newer, state.t);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("newer mien"), std::string::npos) << refused.error().message;
}

TEST(SampleCodec, RefusesATrackedFrameWithoutAllPoints) {
    LandmarkFrame frame = test::made_frame(0).landmarks;
    frame.points.pop_back();
    EXPECT_FALSE(decode_landmarks(encode_landmarks(frame), frame.t));
}

TEST(SampleCodec, RefusesNumbersThatAreNotFinite) {
    LandmarkFrame frame = test::made_frame(0).landmarks;
    frame.points[7].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(is_finite(frame));
    EXPECT_FALSE(decode_landmarks(encode_landmarks(frame), frame.t));
    FaceState state = test::made_frame(0).raw;
    state.weights[51] = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(is_finite(state));
    EXPECT_FALSE(decode_state(encode_state(state), state.t));
}

} // namespace
} // namespace mien

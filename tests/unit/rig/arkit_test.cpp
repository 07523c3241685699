#include "rig/arkit.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(Channels, AreAlphabeticalAndUnique) {
    EXPECT_TRUE(std::is_sorted(channel_names.begin(), channel_names.end()));
    EXPECT_EQ(std::adjacent_find(channel_names.begin(), channel_names.end()), channel_names.end());
}

TEST(MirroredChannel, TwiceIsTheSameAgain) {
    for (ChannelIndex i = 0; i < channel_count; ++i)
        EXPECT_EQ(mirrored_channel(mirrored_channel(i)), i) << channel_names[i];
}

TEST(MirroredChannel, SwapsSidesAndDirections) {
    EXPECT_EQ(mirrored_channel(channel("eyeBlinkLeft")), channel("eyeBlinkRight"));
    EXPECT_EQ(mirrored_channel(channel("jawRight")), channel("jawLeft"));
    EXPECT_EQ(mirrored_channel(channel("mouthLeft")), channel("mouthRight"));
    EXPECT_EQ(mirrored_channel(channel("eyeLookInLeft")), channel("eyeLookInRight"));
}

TEST(MirroredChannel, LeavesCentredOnesAlone) {
    const auto centred = std::ranges::count_if(channel_names, [](std::string_view name) {
        return mirrored_channel(*find_channel(name)) == *find_channel(name);
    });
    // browInnerUp, cheekPuff, jawForward, jawOpen, tongueOut and mouth's close, funnel, pucker, two rolls,
    // two shrugs
    EXPECT_EQ(centred, 12);
}

} // namespace
} // namespace mien

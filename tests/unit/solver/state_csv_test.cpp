#include "solver/state_csv.h"

#include <algorithm>
#include <clocale>
#include <string>

#include <gtest/gtest.h>

#include "solver/synthetic_performance.h"

namespace mien {
namespace {

TEST(StateCsv, HeaderHasTheColumnsInTheirOrder) {
    const std::string header = csv_header();
    EXPECT_TRUE(header.starts_with(
        "frame,t,tracked,quality,head_x,head_y,head_z,head_pitch,head_yaw,head_roll,browDownLeft,"));
    EXPECT_TRUE(header.ends_with(",noseSneerRight,tongueOut\n"));
    EXPECT_EQ(std::count(header.begin(), header.end(), ','), 9 + 52);
}

TEST(StateCsv, ARowComesBackAsItWas) {
    std::string text = csv_header();
    std::vector<FaceState> written;
    for (int i = 0; i < 50; ++i) {
        written.push_back(synthetic_performance(Timestamp::from_seconds(i / 30.0)));
        text += csv_row(static_cast<std::uint64_t>(i), written.back());
    }
    const auto read = read_state_csv(text, "test");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), written.size());
    for (std::size_t i = 0; i < written.size(); ++i) {
        EXPECT_NEAR((*read)[i].t.seconds(), written[i].t.seconds(), 1e-6);
        EXPECT_NEAR((*read)[i].head.yaw, written[i].head.yaw, 1e-5);
        EXPECT_NEAR((*read)[i].head.z, written[i].head.z, 1e-5);
        for (ChannelIndex c = 0; c < channel_count; ++c)
            EXPECT_NEAR((*read)[i].weights[c], written[i].weights[c], 1e-5);
    }
}

TEST(StateCsv, AnUntrackedFrameIsZerosWhateverTheStateHolds) {
    FaceState state = synthetic_performance(Timestamp::from_seconds(1));
    state.tracked = false;
    const std::string row = csv_row(7, state);
    EXPECT_TRUE(row.starts_with("7,1.000000,0,0,0,0,0,0,0,0,"));
    EXPECT_EQ(row.find_first_of("123456789", 12), std::string::npos) << row;
}

TEST(StateCsv, DecimalsArePointsInEveryLocale) {
    const char* old = std::setlocale(LC_NUMERIC, nullptr);
    const std::string saved = old == nullptr ? "C" : old;
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"})
        std::setlocale(LC_NUMERIC, name); // where installed
    FaceState state;
    state.tracked = true;
    state.quality = 0.5F;
    state.t = Timestamp{1'234'567'890};
    const std::string row = csv_row(0, state);
    std::setlocale(LC_NUMERIC, saved.c_str());
    EXPECT_TRUE(row.starts_with("0,1.234568,1,0.50000,")) << row;
}

TEST(StateCsv, ColumnsAreFoundByNameInAnyOrder) {
    std::string header = "tongueOut,extra,t,tracked,head_yaw,head_pitch,head_roll,head_z,head_y,head_x";
    std::string row = "0,hello,0.5,1,11,12,13,-0.5,0.2,0.1";
    for (ChannelIndex c = 0; c + 1 < channel_count; ++c) {
        header.append(",").append(channel_names[c]);
        row.append(c == channel("jawOpen") ? ",0.25" : ",0");
    }
    const auto read = read_state_csv(header + "\r\n" + row + "\r\n", "test");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), 1U);
    EXPECT_EQ(read->front().head, (HeadPose{0.1F, 0.2F, -0.5F, 12, 11, 13}));
    EXPECT_EQ(read->front().weights[channel("jawOpen")], 0.25F);
    EXPECT_EQ(read->front().quality, 1);
}

TEST(StateCsv, NotANumberInAnUntrackedRowIsNoFault) {
    std::string text = csv_header() + "0,0,0";
    for (int i = 0; i < 7 + 52; ++i) text += ",nan";
    const auto read = read_state_csv(text, "test");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_FALSE(read->front().tracked);
    EXPECT_EQ(read->front().weights, Weights{});
}

TEST(StateCsv, FaultsNameTheLine) {
    const std::string good = csv_row(0, synthetic_performance({}));
    const auto message = [](const std::string& text) {
        const auto read = read_state_csv(text, "take.csv");
        EXPECT_FALSE(read);
        return read ? std::string() : read.error().message;
    };
    EXPECT_NE(message("frame,t\n0,0\n").find("tracked"), std::string::npos);
    EXPECT_NE(message(csv_header() + good + "1,0.1,1\n").find("line 3"), std::string::npos);
    std::string broken = csv_row(1, synthetic_performance(Timestamp::from_seconds(1)));
    broken.replace(broken.rfind(','), 1, ",x");
    EXPECT_NE(message(csv_header() + good + broken).find("line 3"), std::string::npos);
    EXPECT_NE(message(csv_header() + good + good).find("line 3"), std::string::npos);
    EXPECT_NE(message("").find("take.csv"), std::string::npos);
}

TEST(StateCsv, AnyCutOrFlippedByteIsReadOrRefusedButNeverWorse) {
    std::string text = csv_header();
    for (int i = 0; i < 3; ++i)
        text +=
            csv_row(static_cast<std::uint64_t>(i), synthetic_performance(Timestamp::from_seconds(i / 30.0)));
    for (std::size_t size = 0; size < text.size(); ++size)
        (void)read_state_csv(std::string_view(text).substr(0, size), "cut");
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string flipped = text;
        flipped[i] = static_cast<char>(flipped[i] ^ 0x15);
        (void)read_state_csv(flipped, "flipped");
    }
}

} // namespace
} // namespace mien

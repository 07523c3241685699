// The blendshape network of the user's face_landmarker.task against MediaPipe's own scores on the clips.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "capture/tracker/tracker.h"
#include "media/video_reader.h"
#include "rig/arkit.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

constexpr std::size_t first_channel = 9; ///< column of the second opinion's tables

/// Rows of numbers; "nan" is none.
std::vector<std::vector<double>> table_of(const std::filesystem::path& file) {
    const auto text = read_text_file(file, std::size_t{1} << 24U);
    EXPECT_TRUE(text) << text.error().message;
    std::vector<std::vector<double>> rows;
    if (!text) return rows;
    std::size_t at = text->find('\n') + 1;
    while (at < text->size()) {
        const std::size_t end = std::min(text->find('\n', at), text->size());
        std::vector<double> row;
        const char* from = text->data() + at;
        const char* const line_end = text->data() + end;
        while (from < line_end) {
            double value = NAN;
            const char* const comma = std::find(from, line_end, ',');
            std::from_chars(from, comma, value);
            row.push_back(value);
            from = comma + 1;
        }
        rows.push_back(std::move(row));
        at = end + 1;
    }
    return rows;
}

/// Sums for the difference and the correlation of two series.
struct Agreement {
    double count = 0, off = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    void add(double ours, double theirs) {
        ++count;
        off += std::abs(ours - theirs);
        a += ours;
        b += theirs;
        aa += ours * ours;
        bb += theirs * theirs;
        ab += ours * theirs;
    }
    [[nodiscard]] double mean_off() const { return off / count; }
    [[nodiscard]] double correlation() const {
        const double spread = (aa - a * a / count) * (bb - b * b / count);
        return spread > 0 ? (ab - a * b / count) / std::sqrt(spread) : 1;
    }
};

TEST(TaskScores, FollowThoseOfMediaPipe) {
    MIEN_NEEDS_SHARED("data/models");
    ModelPaths models = find_models();
    models.task = test::shared_dir() / "data/models/face_landmarker.task";
    auto tracker = make_tracker(TrackerKind::task, models);
    ASSERT_TRUE(tracker) << tracker.error().message;
    std::array<Agreement, channel_count> channels{};
    Agreement all;
    for (const std::string clip : {"talking_man", "expressions_woman", "grimaces_woman", "cheeks_glasses"}) {
        const auto theirs = table_of(test::shared_dir() / "data/second_opinion" / (clip + ".mediapipe.csv"));
        auto reader = VideoReader::open(test::shared_dir() / "data/clips" / (clip + ".mp4"));
        ASSERT_TRUE(reader) << reader.error().message;
        (*tracker)->reset();
        for (std::size_t i = 0; i < theirs.size(); ++i) {
            auto decoded = reader->next();
            ASSERT_TRUE(decoded && *decoded);
            const LandmarkFrame frame = (*tracker)->track({(*decoded)->t, i, std::move((*decoded)->picture)});
            if (!frame.tracked || theirs[i][2] != 1) continue;
            ASSERT_EQ(frame.appearance.size(), 52U); // "_neutral", then ARKit's without tongueOut
            for (ChannelIndex c = 0; c + 1 < channel_count; ++c) {
                const double ours = frame.appearance[c + 1];
                const double other = theirs[i][first_channel + c];
                channels[c].add(ours, other);
                all.add(ours, other);
            }
        }
    }
    for (ChannelIndex c = 0; c + 1 < channel_count; ++c)
        std::printf("%-20s mean difference %.4f  r %.3f\n", std::string(channel_names[c]).c_str(),
                    channels[c].mean_off(), channels[c].correlation());
    std::printf("all: mean difference %.4f  r %.4f over %.0f\n", all.mean_off(), all.correlation(),
                all.count);
    EXPECT_LT(all.mean_off(), 0.02);
    EXPECT_GT(all.correlation(), 0.98);
}

} // namespace
} // namespace mien

#include <random>

#include <gtest/gtest.h>

#include "made_frames.h"
#include "takes/take.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

/// Damaged takes are refused with their name, or give frames that were recorded: never other numbers.
void expect_refused_or_true(const std::filesystem::path& path, const std::vector<TakeFrame>& recorded,
                            const std::string& what) {
    const auto take = read_take(path);
    if (!take) {
        EXPECT_NE(take.error().message.find(path.filename().string()), std::string::npos) << what;
        EXPECT_EQ(take.error().message.find('\n'), std::string::npos) << what;
        return;
    }
    for (const TakeFrame& frame : take->frames) {
        const auto same = std::find_if(recorded.begin(), recorded.end(), [&](const TakeFrame& r) {
            return r.landmarks.index == frame.landmarks.index;
        });
        ASSERT_NE(same, recorded.end()) << what;
        // Times and links stand outside the samples' checksums; the numbers inside must be the recorded ones.
        if (!frame.landmarks.points.empty()) {
            EXPECT_EQ(frame.landmarks.points, same->landmarks.points) << what;
        }
    }
}

TEST(DamagedTake, CutAtAnyLengthIsRefusedOrTrue) {
    const test::TemporaryFolder folder;
    test::write_made_take(folder.path() / "good.mien", 12);
    const std::vector<TakeFrame> recorded = test::made_frames(12);
    const std::vector<std::uint8_t> good = test::bytes_of(folder.path() / "good.mien");
    const auto path = folder.path() / "cut.mien";
    for (std::size_t length = 0; length < good.size(); length += length < 200 ? 1 : 509) {
        test::write_bytes(path, {good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)});
        expect_refused_or_true(path, recorded, "cut at " + std::to_string(length));
    }
}

TEST(DamagedTake, WithFlippedBytesIsRefusedOrTrue) {
    const test::TemporaryFolder folder;
    test::write_made_take(folder.path() / "good.mien", 12);
    const std::vector<TakeFrame> recorded = test::made_frames(12);
    const std::vector<std::uint8_t> good = test::bytes_of(folder.path() / "good.mien");
    const auto path = folder.path() / "flipped.mien";
    std::mt19937 random(1);
    std::uniform_int_distribution<std::size_t> anywhere(0, good.size() - 1);
    std::uniform_int_distribution<int> value(1, 255);
    for (int round = 0; round < 400; ++round) {
        // The first rounds go through the header, where every byte means something.
        const std::size_t at = round < 100 ? static_cast<std::size_t>(round) : anywhere(random);
        std::vector<std::uint8_t> bad = good;
        bad[at] = static_cast<std::uint8_t>(bad[at] ^ value(random));
        test::write_bytes(path, bad);
        expect_refused_or_true(path, recorded, "flipped at " + std::to_string(at));
    }
}

} // namespace
} // namespace mien

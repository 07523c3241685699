#include "capture/tracker/task_bundle.h"

#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/paths.h"
#include "tests/support/zip_bytes.h"

namespace mien {
namespace {

using ::testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;

using test::zip_bytes;
using test::ZipEntry;

std::vector<ZipEntry> members() {
    return {{"face_detector.tflite", "the detector"},
            {"face_landmarks_detector.tflite", "the landmarks"},
            {"geometry_pipeline_metadata_landmarks.binarypb", "the geometry"},
            {"face_blendshapes.tflite", "the scores"}};
}

std::string text_of(std::span<const std::uint8_t> bytes) {
    return {bytes.begin(), bytes.end()};
}

TEST(TaskBundle, FindsItsPartsWhateverTheirOrderAndTheirCompany) {
    auto entries = members();
    std::swap(entries[0], entries[3]);
    entries.push_back({"readme.txt", "compressed, but nobody asks", 8});
    const auto bundle = TaskBundle::read(zip_bytes(entries, "a comment"), "face.task");
    ASSERT_TRUE(bundle) << bundle.error().message;
    EXPECT_EQ(text_of(bundle->detector), "the detector");
    EXPECT_EQ(text_of(bundle->landmarks), "the landmarks");
    EXPECT_EQ(text_of(bundle->geometry), "the geometry");
    EXPECT_EQ(text_of(bundle->blendshapes), "the scores");
}

TEST(TaskBundle, KeepsItsPartsWhenItIsMoved) {
    auto bundle = TaskBundle::read(zip_bytes(members()), "face.task");
    ASSERT_TRUE(bundle);
    const TaskBundle moved = std::move(*bundle);
    EXPECT_EQ(text_of(moved.landmarks), "the landmarks");
}

TEST(TaskBundle, CanDoWithoutBlendshapesAlone) {
    for (std::size_t missing = 0; missing < 4; ++missing) {
        auto entries = members();
        const std::string name = entries[missing].name;
        entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(missing));
        const auto bundle = TaskBundle::read(zip_bytes(entries), "face.task");
        EXPECT_EQ(bundle.has_value(), missing == 3);
        if (bundle) continue;
        EXPECT_THAT(bundle.error().message, HasSubstr(name));
        EXPECT_THAT(bundle.error().message, HasSubstr("face.task"));
    }
}

TEST(TaskBundle, RefusesCompressedParts) {
    auto entries = members();
    entries[1].method = 8;
    const auto bundle = TaskBundle::read(zip_bytes(entries), "face.task");
    ASSERT_FALSE(bundle);
    EXPECT_EQ(bundle.error().code, ErrorCode::unreadable);
    EXPECT_THAT(bundle.error().message, HasSubstr("compressed"));
}

TEST(TaskBundle, RefusesEveryCutAndSurvivesEverySpoiltByte) {
    const Bytes whole = zip_bytes(members());
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(
            TaskBundle::read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}, "cut"));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
            Bytes spoilt = whole;
            spoilt[at] = static_cast<std::uint8_t>(spoilt[at] ^ flip);
            const auto bundle = TaskBundle::read(std::move(spoilt), "spoilt");
            if (!bundle) continue;
            std::size_t sum = 0; // every part can be read to its end
            for (const auto part :
                 {bundle->detector, bundle->landmarks, bundle->geometry, bundle->blendshapes})
                for (const std::uint8_t byte : part) sum += byte;
            EXPECT_GT(sum, 0U);
        }
    }
}

TEST(TaskBundle, OfAMissingFileIsUnavailableAndSaysWhatToDo) {
    const test::TemporaryFolder folder;
    const auto bundle = TaskBundle::read(folder.path() / "face_landmarker.task");
    ASSERT_FALSE(bundle);
    EXPECT_EQ(bundle.error().code, ErrorCode::unavailable);
    EXPECT_THAT(bundle.error().message, HasSubstr("MIEN_TASK"));
}

} // namespace
} // namespace mien

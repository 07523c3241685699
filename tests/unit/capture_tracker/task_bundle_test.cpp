#include "capture/tracker/task_bundle.h"

#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace mien {
namespace {

using ::testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;

void put(Bytes& bytes, std::size_t value, int count) {
    for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}
void put(Bytes& bytes, const std::string& text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
}

struct Entry {
    std::string name;
    std::string content;
    std::size_t method = 0;
};

/// A zip file as its specification has it; checksums are left 0.
Bytes zip(const std::vector<Entry>& entries, const std::string& comment = {}) {
    Bytes file;
    Bytes directory;
    for (const Entry& entry : entries) {
        const std::size_t at = file.size();
        for (Bytes* record : {&file, &directory}) {
            const bool local = record == &file;
            put(*record, local ? 0x04034b50 : 0x02014b50, 4);
            put(*record, 0, local ? 4 : 6); // versions, flags
            put(*record, entry.method, 2);
            put(*record, 0, 8); // time, date, checksum
            put(*record, entry.content.size(), 4);
            put(*record, entry.content.size(), 4);
            put(*record, entry.name.size(), 2);
            put(*record, 0, local ? 2 : 12); // extra field, comment, disk, attributes
            if (!local) put(*record, at, 4);
            put(*record, entry.name);
        }
        put(file, entry.content);
    }
    const std::size_t start = file.size();
    file.insert(file.end(), directory.begin(), directory.end());
    put(file, 0x06054b50, 4);
    put(file, 0, 4);
    put(file, entries.size(), 2);
    put(file, entries.size(), 2);
    put(file, directory.size(), 4);
    put(file, start, 4);
    put(file, comment.size(), 2);
    put(file, comment);
    return file;
}

std::vector<Entry> members() {
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
    const auto bundle = TaskBundle::read(zip(entries, "a comment"), "face.task");
    ASSERT_TRUE(bundle) << bundle.error().message;
    EXPECT_EQ(text_of(bundle->detector), "the detector");
    EXPECT_EQ(text_of(bundle->landmarks), "the landmarks");
    EXPECT_EQ(text_of(bundle->geometry), "the geometry");
    EXPECT_EQ(text_of(bundle->blendshapes), "the scores");
}

TEST(TaskBundle, KeepsItsPartsWhenItIsMoved) {
    auto bundle = TaskBundle::read(zip(members()), "face.task");
    ASSERT_TRUE(bundle);
    const TaskBundle moved = std::move(*bundle);
    EXPECT_EQ(text_of(moved.landmarks), "the landmarks");
}

TEST(TaskBundle, CanDoWithoutBlendshapesAlone) {
    for (std::size_t missing = 0; missing < 4; ++missing) {
        auto entries = members();
        const std::string name = entries[missing].name;
        entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(missing));
        const auto bundle = TaskBundle::read(zip(entries), "face.task");
        EXPECT_EQ(bundle.has_value(), missing == 3);
        if (bundle) continue;
        EXPECT_THAT(bundle.error().message, HasSubstr(name));
        EXPECT_THAT(bundle.error().message, HasSubstr("face.task"));
    }
}

TEST(TaskBundle, RefusesCompressedParts) {
    auto entries = members();
    entries[1].method = 8;
    const auto bundle = TaskBundle::read(zip(entries), "face.task");
    ASSERT_FALSE(bundle);
    EXPECT_EQ(bundle.error().code, ErrorCode::unreadable);
    EXPECT_THAT(bundle.error().message, HasSubstr("compressed"));
}

TEST(TaskBundle, RefusesEveryCutAndSurvivesEverySpoiltByte) {
    const Bytes whole = zip(members());
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

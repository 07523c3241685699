#include "app/picture_sink.h"

#include <fstream>

#include <gtest/gtest.h>

#include "media/image_io.h"
#include "media/video_reader.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

/// Half transparent orange.
Image orange() {
    Image picture(64, 48, PixelFormat::rgba8);
    for (std::size_t i = 0; i < picture.pixels.size(); i += 4) {
        picture.pixels[i] = 255;
        picture.pixels[i + 1] = 128;
        picture.pixels[i + 3] = 128;
    }
    return picture;
}

void add_three(const std::filesystem::path& path, bool alpha) {
    auto sink = open_sink(path, {.width = 64, .height = 48, .rate = 25, .alpha = alpha});
    ASSERT_TRUE(sink) << sink.error().message;
    for (int i = 0; i < 3; ++i) {
        const auto added = (*sink)->add(orange(), Timestamp{} + Duration::from_ms(40 * i));
        ASSERT_TRUE(added) << added.error().message;
    }
    const auto finished = (*sink)->finish();
    ASSERT_TRUE(finished) << finished.error().message;
}

TEST(PictureSink, IsChosenByTheEnding) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(sink_kind("a.png"), SinkKind::picture);
    EXPECT_EQ(sink_kind("a.JPG"), SinkKind::picture);
    EXPECT_EQ(sink_kind("a.mp4"), SinkKind::film);
    EXPECT_EQ(sink_kind("a"), SinkKind::folder);
    EXPECT_EQ(sink_kind("frames/"), SinkKind::folder);
    EXPECT_EQ(sink_kind(folder.path()), SinkKind::folder);
}

TEST(PictureSink, NumbersThePicturesOfAFolder) {
    const test::TemporaryFolder folder;
    add_three(folder.path() / "new" / "frames", true);
    const auto last = read_image(folder.path() / "new" / "frames" / "000002.png");
    ASSERT_TRUE(last) << last.error().message;
    EXPECT_EQ(*last, orange());
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "new" / "frames" / "000003.png"));
}

TEST(PictureSink, AShorterRunLeavesNothingOfALongerOneBeforeIt) {
    const test::TemporaryFolder folder;
    const auto frames = folder.path() / "frames";
    std::filesystem::create_directory(frames);
    for (const char* name : {"000002.png", "000003.png", "000120.png", "notes.txt"})
        std::ofstream(frames / name) << "old";
    add_three(frames, false);
    EXPECT_TRUE(read_image(frames / "000002.png"));
    EXPECT_FALSE(std::filesystem::exists(frames / "000003.png"));
    EXPECT_FALSE(std::filesystem::exists(frames / "000120.png"));
    EXPECT_TRUE(std::filesystem::exists(frames / "notes.txt"));
}

TEST(PictureSink, RefusesAFolderOfOtherPictures) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "holiday.jpg") << "x";
    const auto refused = open_sink(folder.path(), {.width = 64, .height = 48});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
    EXPECT_NE(refused.error().message.find("holiday.jpg"), std::string::npos);
}

TEST(PictureSink, DropsTheTransparencyUnlessItIsWanted) {
    const test::TemporaryFolder folder;
    add_three(folder.path() / "one.png", false);
    EXPECT_EQ(read_image(folder.path() / "one.png")->format, PixelFormat::rgb8);
}

TEST(PictureSink, WritesAFilm) {
    const test::TemporaryFolder folder;
    add_three(folder.path() / "film.mp4", false);
    auto reader = VideoReader::open(folder.path() / "film.mp4");
    ASSERT_TRUE(reader) << reader.error().message;
    int frames = 0;
    while (reader->next().value()) ++frames;
    EXPECT_EQ(frames, 3);
}

TEST(PictureSink, RefusesAnEndingThatNoFilmHas) {
    const test::TemporaryFolder folder;
    const auto refused = open_sink(folder.path() / "film.xyz", {.width = 64, .height = 48});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
}

TEST(PictureSink, SaysWhereItCannotMakeAFolder) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "file") << "x";
    const auto refused = open_sink(folder.path() / "file" / "frames", {.width = 64, .height = 48});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unavailable);
}

} // namespace
} // namespace mien

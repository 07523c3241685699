#include "capture/source/picture_source.h"
#include "capture/source/video_source.h"

#include "media/image_io.h"
#include "media/video_reader.h"
#include "tests/support/films.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

std::vector<VideoFrame> read_all(VideoSource& source) {
    std::vector<VideoFrame> frames;
    for (;;) {
        auto frame = source.next({});
        EXPECT_TRUE(frame) << frame.error().message;
        if (!frame || !*frame) return frames;
        frames.push_back(std::move(**frame));
    }
}

TEST(FilmSource, GivesEveryFrameWithTheContainersTimes) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "variable.mp4";
    const std::vector<Timestamp> times = {Timestamp::from_seconds(0), Timestamp::from_seconds(0.04),
                                          Timestamp::from_seconds(0.05), Timestamp::from_seconds(0.4)};
    test::write_film(path, times);
    const auto source = open_source(path);
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_FALSE((*source)->info().live);
    EXPECT_EQ((*source)->info().name, "variable.mp4");
    EXPECT_EQ((*source)->info().frame_estimate, 4u);
    const auto frames = read_all(**source);
    ASSERT_EQ(frames.size(), times.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        EXPECT_EQ(frames[i].index, i);
        EXPECT_NEAR(frames[i].t.seconds(), times[i].seconds(), 0.00001);
        EXPECT_EQ(test::film_index(frames[i].picture), static_cast<int>(i));
    }
    EXPECT_EQ((*source)->dropped(), 0u);
    EXPECT_FALSE((*source)->next({}).value().has_value()) << "stays at its end";
}

TEST(FilmSource, StopsWhenAsked) {
    const test::TemporaryFolder folder;
    test::write_film(folder.path() / "film.mp4", test::even_times(3, 30));
    const auto source = open_source(folder.path() / "film.mp4");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(source.value()->next(stop.get_token()).value().has_value());
}

TEST(NaturalOrder, CountsRunsOfDigitsAsNumbers) {
    const std::vector<std::string> ordered = {"",
                                              "1",
                                              "01",
                                              "2",
                                              "10",
                                              "a",
                                              "a1",
                                              "a1b",
                                              "a2",
                                              "a10",
                                              "a010",
                                              "b",
                                              "img-2x",
                                              "img-10",
                                              "img9.1",
                                              "img9.01",
                                              "img9.2",
                                              "img12345678901234567890",
                                              "img12345678901234567891"};
    for (std::size_t i = 0; i < ordered.size(); ++i)
        for (std::size_t j = 0; j < ordered.size(); ++j)
            EXPECT_EQ(natural_less(ordered[i], ordered[j]), i < j) << ordered[i] << " < " << ordered[j];
}

TEST(FolderSource, PlaysItsPicturesInNaturalOrderAt30ASecond) {
    const test::TemporaryFolder folder;
    for (const int number : {10, 2, 1, 9})
        ASSERT_TRUE(
            write_image(folder.path() / fmt::format("shot{}.png", number), test::film_picture(number)));
    ASSERT_TRUE(write_image(folder.path() / "shot11.JPG", test::film_picture(11)));
    ASSERT_TRUE(write_image(folder.path() / ".hidden.png", test::film_picture(20)));
    ASSERT_TRUE(write_file_atomically(folder.path() / "notes.txt", "not a picture"));
    std::filesystem::create_directory(folder.path() / "folder.png");
    const auto source = open_source(folder.path() / "");
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_EQ((*source)->info().frame_estimate, 5u);
    EXPECT_EQ((*source)->info().name, folder.path().filename());
    std::vector<int> order;
    for (const VideoFrame& frame : read_all(**source)) {
        EXPECT_EQ(frame.t.ns, static_cast<std::int64_t>(order.size()) * 1'000'000'000 / 30);
        order.push_back(test::film_index(frame.picture));
    }
    EXPECT_EQ(order, (std::vector<int>{1, 2, 9, 10, 11}));
}

TEST(FolderSource, NamesThePictureThatIsDamaged) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_image(folder.path() / "1.png", test::film_picture(1)));
    ASSERT_TRUE(write_file_atomically(folder.path() / "2.png", "damaged"));
    const auto source = open_source(folder.path());
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_TRUE((*source)->next({}).value().has_value());
    const auto second = (*source)->next({});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::unreadable);
    EXPECT_NE(second.error().message.find("2.png"), std::string::npos);
}

TEST(FolderSource, RefusesAFolderWithoutPictures) {
    const test::TemporaryFolder folder;
    const auto source = open_source(folder.path());
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, ErrorCode::unreadable);
    EXPECT_NE(source.error().message.find(folder.path()), std::string::npos);
}

TEST(StillSource, IsOneFrameAtTimeZeroWhateverItsNameEndsIn) {
    const test::TemporaryFolder folder;
    Image picture = convert(test::film_picture(5), PixelFormat::rgba8);
    ASSERT_TRUE(write_image(folder.path() / "still.png", picture));
    std::filesystem::rename(folder.path() / "still.png", folder.path() / "still.mp4");
    const auto source = open_source(folder.path() / "still.mp4");
    ASSERT_TRUE(source) << source.error().message;
    const auto frames = read_all(**source);
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_EQ(frames[0].t.ns, 0);
    EXPECT_EQ(frames[0].picture, convert(picture, PixelFormat::rgb8))
        << "without alpha, which says nothing of a face";
}

TEST(OpenSource, CallsADamagedPictureAPicture) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_file_atomically(folder.path() / "face.PNG", "no picture at all"));
    const auto source = open_source(folder.path() / "face.PNG");
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, ErrorCode::unreadable);
    EXPECT_NE(source.error().message.find("not a PNG, JPEG or WebP picture"), std::string::npos)
        << source.error().message;
}

TEST(OpenSource, NamesWhatIsMissing) {
    const auto source = open_source("/nonexistent/film.mp4");
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, ErrorCode::unreadable);
    EXPECT_NE(source.error().message.find("/nonexistent/film.mp4"), std::string::npos);
}

} // namespace
} // namespace mien

#include "media/video_reader.h"

#include <fstream>
#include <set>

#include "base/file.h"
#include "media/image_io.h"
#include "tests/support/films.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

struct Clip {
    const char* name;
    std::size_t frames; ///< by ffprobe -count_frames
    int width;          ///< as shown
    int height;
    double last; ///< the last frame's best_effort_timestamp_time by ffprobe
};

class SharedClip : public testing::TestWithParam<Clip> {};

TEST_P(SharedClip, GivesEveryFrameUprightAndInTime) {
    const auto path = std::filesystem::path("data/clips") / GetParam().name;
    MIEN_NEEDS_SHARED(path);
    auto reader = VideoReader::open(test::shared_dir() / path);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->info().width, GetParam().width);
    EXPECT_EQ(reader->info().height, GetParam().height);
    std::size_t count = 0;
    std::optional<Timestamp> last;
    for (;; ++count) {
        auto frame = reader->next();
        ASSERT_TRUE(frame) << frame.error().message;
        if (!*frame) break;
        ASSERT_EQ((*frame)->picture.width, GetParam().width);
        ASSERT_EQ((*frame)->picture.height, GetParam().height);
        if (last) {
            ASSERT_GT((*frame)->t, *last);
        }
        last = (*frame)->t;
    }
    EXPECT_EQ(count, GetParam().frames);
    EXPECT_NEAR(last->seconds(), GetParam().last, 0.000001);
    EXPECT_EQ(reader->damaged(), 0u);
}

INSTANTIATE_TEST_SUITE_P(VideoReader, SharedClip,
                         testing::Values(Clip{"beard_side_light.mp4", 148, 1080, 720, 4.900000},
                                         Clip{"cheeks_glasses.mp4", 360, 480, 480, 11.966667},
                                         Clip{"dark_skin_beard_12fps.mp4", 60, 512, 512, 4.921583},
                                         Clip{"dim_noisy_glasses.mp4", 180, 480, 480, 5.966667},
                                         Clip{"expressions_woman.mp4", 354, 512, 512, 11.766667},
                                         Clip{"grimaces_woman.mp4", 300, 480, 480, 9.966667},
                                         Clip{"hand_over_face_bw.mp4", 472, 640, 360, 19.644625},
                                         Clip{"leaves_and_returns.mp4", 180, 480, 480, 5.966667},
                                         Clip{"no_face.mp4", 95, 960, 540, 3.916667},
                                         Clip{"rotated_phone_glasses.mp4", 240, 720, 1280, 7.966667},
                                         Clip{"small_face_second_person.mp4", 63, 640, 480, 2.066667},
                                         Clip{"talking_man.mp4", 75, 384, 288, 2.960000},
                                         Clip{"two_people.mp4", 75, 768, 288, 2.960000},
                                         Clip{"vfr_face_gap.mp4", 236, 960, 540, 8.519978}));

TEST(VideoReader, VariableRateKeepsItsOddSteps) {
    MIEN_NEEDS_SHARED("data/clips/vfr_face_gap.mp4");
    auto reader = VideoReader::open(test::shared_dir() / "data/clips/vfr_face_gap.mp4");
    ASSERT_TRUE(reader) << reader.error().message;
    std::set<std::int64_t> steps_ms;
    std::optional<Timestamp> last;
    for (auto frame = reader->next(); frame.value(); frame = reader->next()) {
        if (last) steps_ms.insert(((*frame)->t - *last).ns / 1'000'000);
        last = (*frame)->t;
    }
    EXPECT_TRUE(steps_ms.contains(33)) << "1/30 s";
    EXPECT_TRUE(steps_ms.contains(41)) << "1/24 s";
    EXPECT_GT(steps_ms.size(), 2u);
}

TEST(VideoReader, NamesTheFileThatIsMissingOrNoVideo) {
    const test::TemporaryFolder folder;
    const auto text = folder.path() / "notes.mp4";
    ASSERT_TRUE(write_file_atomically(text, "this is no film\n"));
    const auto empty = folder.path() / "empty.mp4";
    std::ofstream(empty).flush();
    for (const auto& path : {folder.path() / "missing.mp4", text, empty, folder.path()}) {
        const auto reader = VideoReader::open(path);
        ASSERT_FALSE(reader) << path;
        EXPECT_EQ(reader.error().code, ErrorCode::unreadable);
        EXPECT_NE(reader.error().message.find(path.string()), std::string::npos) << reader.error().message;
        EXPECT_EQ(reader.error().message.find('\n'), std::string::npos);
    }
}

TEST(VideoReader, OpensNoPlayListsAndNoAddresses) {
    // What the lists name exists and is good: only the rule keeps it from being opened.
    const test::TemporaryFolder folder;
    test::write_film(folder.path() / "other.mp4", test::even_times(3, 30));
    const auto concat = folder.path() / "list.ffconcat";
    ASSERT_TRUE(write_file_atomically(concat, "ffconcat version 1.0\nfile other.mp4\n"));
    EXPECT_FALSE(VideoReader::open(concat));
    const auto hls = folder.path() / "list.m3u8";
    ASSERT_TRUE(write_file_atomically(
        hls, "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nother.mp4\n#EXT-X-ENDLIST\n"));
    EXPECT_FALSE(VideoReader::open(hls));
    const auto address = VideoReader::open("http://localhost:1/film.mp4");
    ASSERT_FALSE(address);
    EXPECT_NE(address.error().message.find("no such file"), std::string::npos) << address.error().message;
}

/// Without the flush to the disk, which takes its time.
void write_quickly(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(file.flush());
}

/// Reads to the end; how many frames came.
std::size_t count_frames(VideoReader& reader) {
    for (std::size_t count = 0;; ++count) {
        const auto frame = reader.next();
        if (!frame || !*frame) return count;
    }
}

TEST(VideoReader, RotationTagsSetThePictureUpright) {
    struct Case {
        const char* name;
        std::array<int, 4> matrix;
        bool sides_swapped;
        bool white_right; ///< where the white quarter, stored top left, is seen
        bool white_bottom;
    };
    // Of the track header (ISO/IEC 14496-12, 6.2.2): x' = a x + c y, y' = b x + d y, y downwards.
    const std::vector<Case> cases = {
        {"upright", {1, 0, 0, 1}, false, false, false},
        {"quarter turn clockwise", {0, 1, -1, 0}, true, true, false},
        {"half turn", {-1, 0, 0, -1}, false, true, true},
        {"quarter turn back", {0, -1, 1, 0}, true, false, true},
        {"mirrored", {-1, 0, 0, 1}, false, true, false},
        {"upside down, mirrored", {1, 0, 0, -1}, false, false, true},
        {"mirrored along the diagonal", {0, 1, 1, 0}, true, false, false},
    };
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "phone.mp4";
    test::write_film(path, test::even_times(2, 30), {.width = 96, .height = 64});
    for (const Case& c : cases) {
        test::set_rotation_tag(path, c.matrix);
        auto reader = VideoReader::open(path);
        ASSERT_TRUE(reader) << reader.error().message;
        EXPECT_EQ(reader->info().width, c.sides_swapped ? 64 : 96) << c.name;
        const auto frame = reader->next();
        ASSERT_TRUE(frame && *frame) << c.name;
        const Image& picture = (*frame)->picture;
        EXPECT_EQ(picture.width, reader->info().width) << c.name;
        EXPECT_EQ(picture.height, reader->info().height) << c.name;
        for (const bool right : {false, true})
            for (const bool bottom : {false, true}) {
                const int x = picture.width / 4 + (right ? picture.width / 2 : 0);
                const int y = picture.height / 4 + (bottom ? picture.height / 2 : 0);
                const bool white = picture.row(y)[static_cast<std::size_t>(x) * 3] > 200;
                EXPECT_EQ(white, right == c.white_right && bottom == c.white_bottom)
                    << c.name << (right ? ", right" : ", left") << (bottom ? " bottom" : " top");
            }
    }
}

TEST(VideoReader, FollowsAChangeOfSizeWithinTheFilm) {
    // Motion JPEG without a container is just one picture after another.
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "sizes.mjpeg";
    std::vector<std::uint8_t> film;
    for (const auto& [width, height] : {std::pair{64, 48}, {64, 48}, {48, 64}, {65, 33}, {64, 48}}) {
        const auto jpeg = encode_jpeg(test::film_picture(3, width, height)).value();
        film.insert(film.end(), jpeg.begin(), jpeg.end());
    }
    ASSERT_TRUE(write_file_atomically(path, film));
    auto reader = VideoReader::open(path);
    ASSERT_TRUE(reader) << reader.error().message;
    std::vector<std::pair<int, int>> sizes;
    for (;;) {
        const auto frame = reader->next();
        ASSERT_TRUE(frame) << frame.error().message;
        if (!*frame) break;
        sizes.emplace_back((*frame)->picture.width, (*frame)->picture.height);
        EXPECT_EQ(test::film_index((*frame)->picture), 3);
        EXPECT_GT((*frame)->picture.row(2)[3], 250) << "white, at full range";
    }
    EXPECT_EQ(sizes, (std::vector<std::pair<int, int>>{{64, 48}, {64, 48}, {48, 64}, {65, 33}, {64, 48}}));
}

TEST(VideoReader, TheSameFileGivesTheSamePicturesAlsoAfterRewinding) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "film.mp4";
    test::write_film(path, test::even_times(10, 30));
    auto reader = VideoReader::open(path);
    ASSERT_TRUE(reader) << reader.error().message;
    std::vector<DecodedFrame> first;
    for (auto frame = reader->next(); frame.value(); frame = reader->next())
        first.push_back(std::move(**frame));
    ASSERT_EQ(first.size(), 10u);
    EXPECT_FALSE(reader->next().value().has_value()) << "stays at the end";
    ASSERT_TRUE(reader->rewind());
    for (const DecodedFrame& expected : first) {
        const auto again = reader->next();
        ASSERT_TRUE(again && *again);
        EXPECT_EQ((*again)->t, expected.t);
        EXPECT_EQ((*again)->picture, expected.picture);
    }
}

TEST(VideoReader, ACutFilmGivesItsBeginning) {
    const test::TemporaryFolder folder;
    const auto whole_path = folder.path() / "whole.mkv"; // its index is not needed to read it
    test::write_film(whole_path, test::even_times(24, 30));
    const auto whole = read_file(whole_path, 1 << 20).value();
    const auto path = folder.path() / "cut.mkv";
    std::size_t readable = 0;
    for (std::size_t length = 0; length < whole.size(); length += 1 + whole.size() / 200) {
        write_quickly(path, {whole.data(), length});
        auto reader = VideoReader::open(path);
        if (!reader) {
            EXPECT_EQ(reader.error().code, ErrorCode::unreadable);
            EXPECT_EQ(reader.error().message.find('\n'), std::string::npos);
            continue;
        }
        ++readable;
        EXPECT_LE(count_frames(*reader), 24u);
    }
    EXPECT_GT(readable, 50u);
}

TEST(VideoReader, DamagedBytesNeverCrashAndNeverMultiplyFrames) {
    const test::TemporaryFolder folder;
    for (const char* name : {"film.mp4", "film.mkv"}) {
        const auto path = folder.path() / name;
        test::write_film(path, test::even_times(6, 30), {.width = 32, .height = 32});
        const auto whole = read_file(path, 1 << 20).value();
        for (std::size_t at = 0; at < whole.size(); at += 7) {
            auto damaged = whole;
            damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ 0xff);
            write_quickly(path, damaged);
            auto reader = VideoReader::open(path);
            if (reader) {
                EXPECT_LE(count_frames(*reader), 100u) << name << ", byte " << at;
            }
        }
    }
}

TEST(VideoReader, SkipsDamagedPacketsAndCountsThem) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "film.mjpeg";
    std::vector<std::uint8_t> film;
    for (int i = 0; i < 6; ++i) {
        auto jpeg = encode_jpeg(test::film_picture(i)).value();
        // The third one's quantisation table goes missing: what follows cannot be decoded at all.
        if (i == 2) std::fill(jpeg.begin() + 20, jpeg.begin() + 200, std::uint8_t{0});
        film.insert(film.end(), jpeg.begin(), jpeg.end());
    }
    ASSERT_TRUE(write_file_atomically(path, film));
    auto reader = VideoReader::open(path);
    ASSERT_TRUE(reader) << reader.error().message;
    std::vector<int> indices;
    for (auto frame = reader->next(); frame.value(); frame = reader->next())
        indices.push_back(test::film_index((*frame)->picture));
    EXPECT_EQ(indices, (std::vector<int>{0, 1, 3, 4, 5}));
    EXPECT_GE(reader->damaged(), 1u);
}

TEST(VideoReader, TimesIncreaseAlsoWhereTheFilesDoNot) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "film.mp4";
    test::write_film(path, test::even_times(6, 25), {.width = 64, .height = 48, .rate = 25});
    auto film = read_file(path, 1 << 20).value();
    // The table of durations (ISO/IEC 14496-12, 8.6.1.2): one entry, 6 frames of 3600 ticks; now 0.
    constexpr std::string_view name = "stts";
    const auto table = std::search(film.begin(), film.end(), name.begin(), name.end());
    ASSERT_NE(table, film.end());
    ASSERT_EQ(std::vector<std::uint8_t>(table + 16, table + 20),
              (std::vector<std::uint8_t>{0, 0, 0x0e, 0x10}));
    std::fill(table + 16, table + 20, std::uint8_t{0});
    write_quickly(path, film);
    auto reader = VideoReader::open(path);
    ASSERT_TRUE(reader) << reader.error().message;
    std::optional<Timestamp> last;
    std::size_t count = 0;
    for (auto frame = reader->next(); frame.value(); frame = reader->next(), ++count) {
        if (last) {
            EXPECT_GT((*frame)->t, *last);
        }
        last = (*frame)->t;
    }
    EXPECT_EQ(count, 6u);
}

} // namespace
} // namespace mien

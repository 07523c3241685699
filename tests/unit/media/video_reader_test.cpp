#include "media/video_reader.h"

#include <fstream>

#include "base/file.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

struct Clip {
    const char* name;
    std::size_t frames; ///< by ffprobe -count_frames
    int width;          ///< as shown
    int height;
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
    EXPECT_EQ(reader->damaged(), 0u);
}

INSTANTIATE_TEST_SUITE_P(VideoReader, SharedClip,
                         testing::Values(Clip{"dark_skin_beard_12fps.mp4", 60, 512, 512},
                                         Clip{"cheeks_glasses.mp4", 360, 480, 480}, // pixels of 15:16
                                         Clip{"rotated_phone_glasses.mp4", 240, 720, 1280},
                                         Clip{"talking_man.mp4", 75, 384, 288},
                                         Clip{"vfr_face_gap.mp4", 236, 960, 540}));

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
    const test::TemporaryFolder folder;
    const auto list = folder.path() / "list.m3u8";
    ASSERT_TRUE(write_file_atomically(
        list, "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nother.ts\n#EXT-X-ENDLIST\n"));
    EXPECT_FALSE(VideoReader::open(list));
    const auto concat = folder.path() / "list.ffconcat";
    ASSERT_TRUE(write_file_atomically(concat, "ffconcat version 1.0\nfile other.mp4\n"));
    EXPECT_FALSE(VideoReader::open(concat));
    const auto address = VideoReader::open("http://localhost:1/film.mp4");
    ASSERT_FALSE(address);
    EXPECT_NE(address.error().message.find("no such file"), std::string::npos) << address.error().message;
}

} // namespace
} // namespace mien

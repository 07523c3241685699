#include "rig/import/gltf/uri.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/paths.h"

namespace mien::gltf {
namespace {

using ::testing::HasSubstr;

/// A model's folder with a file in it and one beside it that must stay closed.
struct Folders {
    test::TemporaryFolder outside;
    std::filesystem::path model = outside.path() / "model";
    Folders() {
        std::filesystem::create_directories(model / "inner");
        std::ofstream(model / "data.bin") << "inside";
        std::ofstream(model / "inner/more.bin") << "deeper";
        std::ofstream(outside.path() / "secret") << "outside";
    }
    [[nodiscard]] std::string read(std::string_view uri) const {
        const auto bytes = read_uri(uri, model, 1000);
        return bytes ? std::string(bytes->begin(), bytes->end()) : "refused: " + bytes.error().message;
    }
};

TEST(Uri, ReadsFilesBesideTheModelAndBelow) {
    const Folders folders;
    EXPECT_EQ(folders.read("data.bin"), "inside");
    EXPECT_EQ(folders.read("./data.bin"), "inside");
    EXPECT_EQ(folders.read("inner/more.bin"), "deeper");
    EXPECT_EQ(folders.read("inner\\more.bin"), "deeper") << "as exporters on Windows write it";
    EXPECT_EQ(folders.read("d%61ta.bin"), "inside");
}

TEST(Uri, OpensNothingOutsideTheModelsFolder) {
    const Folders folders;
    for (const char* uri : {"../secret", "inner/../../secret", "%2e%2e/secret", "..\\secret", "/etc/passwd",
                            "inner/../data.bin"})
        EXPECT_THAT(folders.read(uri), HasSubstr("leaves the model's folder")) << uri;
    for (const char* uri :
         {"file:///etc/passwd", "http://127.0.0.1/x", "HTTPS://x/y", "C:/windows/x", "ftp:x"})
        EXPECT_THAT(folders.read(uri), HasSubstr("is not opened")) << uri;
}

TEST(Uri, FollowsNoLinkOutOfTheModelsFolder) {
    const Folders folders;
    std::filesystem::create_symlink("../secret", folders.model / "link.bin");
    std::filesystem::create_directory_symlink("..", folders.model / "up");
    EXPECT_THAT(folders.read("link.bin"), HasSubstr("is a link that leaves"));
    EXPECT_THAT(folders.read("up/secret"), HasSubstr("is a link that leaves"));
    std::filesystem::create_symlink("data.bin", folders.model / "same.bin");
    EXPECT_EQ(folders.read("same.bin"), "inside");
}

TEST(Uri, WaitsForNothingThatIsNoFile) {
    const Folders folders;
    ASSERT_EQ(::mkfifo((folders.model / "pipe.bin").c_str(), 0600), 0);
    EXPECT_THAT(folders.read("pipe.bin"), HasSubstr("is not a file"));
    EXPECT_THAT(folders.read("."), HasSubstr("is not a file"));
    EXPECT_THAT(folders.read("inner"), HasSubstr("is not a file"));
    EXPECT_THAT(folders.read("none.bin"), HasSubstr("none.bin is missing"));
    EXPECT_THAT(folders.read("a%00b"), HasSubstr("NUL"));
}

TEST(Uri, IsRefusedWithoutAFolder) {
    EXPECT_FALSE(read_uri("data.bin", {}, 1000));
}

TEST(Uri, RefusesAFileAboveTheLimit) {
    const Folders folders;
    EXPECT_FALSE(read_uri("data.bin", folders.model, 3));
}

TEST(DataUri, HoldsBase64OfAnyLength) {
    const auto decode = [](const char* text) {
        const auto bytes = read_uri(text, {}, 0);
        return bytes ? std::string(bytes->begin(), bytes->end()) : "refused: " + bytes.error().message;
    };
    EXPECT_EQ(decode("data:application/octet-stream;base64,bWllbg=="), "mien");
    EXPECT_EQ(decode("data:;base64,bWllbg"), "mien");
    EXPECT_EQ(decode("data:;base64,bWllbg%3D%3D"), "mien");
    EXPECT_EQ(decode("data:;base64,"), "");
    EXPECT_THAT(decode("data:;base64,@@@"), HasSubstr("not base64"));
    EXPECT_THAT(decode("data:text/plain,hello"), HasSubstr("not base64"));
    EXPECT_THAT(decode("data:nothing"), HasSubstr("no data"));
}

} // namespace
} // namespace mien::gltf

#include "live/camera_choices.h"

#include <random>

#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

CameraChoices two() {
    return {{"Desk & \"Door\" @ usb-1",
             {.mode = CameraMode{.width = 1280, .height = 720, .rate = 29.97, .format = "MJPG"},
              .vertical_fov = 38.5F}},
            {"Phone @ usb-2 #2", {.mode = std::nullopt, .vertical_fov = 60}}};
}

TEST(CameraChoices, ComeBackAsTheyWereSaved) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "a" / "cameras.json";
    ASSERT_TRUE(save_camera_choices(file, two()));
    const auto loaded = load_camera_choices(file);
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(*loaded, two());
    EXPECT_EQ(modes_of(*loaded).size(), 1u) << "one has no mode of its own";
}

TEST(CameraChoices, WithoutAFileThereAreNone) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(load_camera_choices(folder.path() / "cameras.json").value(), CameraChoices());
}

TEST(CameraChoices, WhatIsResetIsForgotten) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(save_camera_choices(folder.path() / "c.json", {{"Cam", {}}}));
    EXPECT_TRUE(load_camera_choices(folder.path() / "c.json").value().empty());
}

TEST(CameraChoices, AnotherFileIsRefusedByName) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "cameras.json";
    for (const char* text :
         {"", "[]", "{}", "{\"version\":2,\"cameras\":{}}", "{\"version\":1}",
          "{\"version\":1,\"cameras\":[]}", "{\"version\":\"1\",\"cameras\":{}}", "glTF"}) {
        ASSERT_TRUE(write_file_atomically(file, text));
        const auto loaded = load_camera_choices(file);
        ASSERT_FALSE(loaded) << text;
        EXPECT_EQ(loaded.error().code, ErrorCode::unreadable);
        EXPECT_NE(loaded.error().message.find(file.string()), std::string::npos);
    }
}

TEST(CameraChoices, SingleWrongValuesAreLeftOut) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "cameras.json";
    ASSERT_TRUE(write_file_atomically(
        file, R"({"version":1,"cameras":{"a":7,"b":{"mode":"big","vertical_fov":40},"c":{"mode":"640x480",
                 "vertical_fov":1e300},"d":{"vertical_fov":"wide"}}})"));
    const auto loaded = load_camera_choices(file);
    ASSERT_TRUE(loaded) << loaded.error().message;
    ASSERT_EQ(loaded->size(), 2u);
    EXPECT_EQ(loaded->at("b"), (CameraChoice{.mode = std::nullopt, .vertical_fov = 40}));
    EXPECT_EQ(text_of(*loaded->at("c").mode), "640x480");
    EXPECT_FALSE(loaded->at("c").vertical_fov);
}

TEST(CameraChoices, SurviveAnyDamageOfTheFile) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "cameras.json";
    ASSERT_TRUE(save_camera_choices(file, two()));
    const std::string good = read_text_file(file, 4096).value();
    for (std::size_t length = 0; length < good.size(); ++length) {
        ASSERT_TRUE(write_file_atomically(file, std::string_view(good).substr(0, length)));
        (void)load_camera_choices(file);
    }
    std::mt19937 random(7);
    for (int i = 0; i < 500; ++i) {
        std::string text = good;
        text[random() % text.size()] = static_cast<char>(random());
        ASSERT_TRUE(write_file_atomically(file, text));
        (void)load_camera_choices(file);
    }
}

TEST(CameraChoices, AFolderThatCannotBeMadeIsAnErrorThatNamesIt) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_file_atomically(folder.path() / "file", "x"));
    const auto saved = save_camera_choices(folder.path() / "file" / "cameras.json", two());
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().message.find((folder.path() / "file").string()), std::string::npos);
}

} // namespace
} // namespace mien

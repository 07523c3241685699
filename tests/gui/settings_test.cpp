#include "gui/settings.h"

#include <random>

#include <gtest/gtest.h>

#include "base/file.h"
#include "capture/tracker/tracker.h"
#include "tests/support/paths.h"

namespace mien::gui {
namespace {

Settings unusual() {
    Settings settings;
    settings.source = "camera:UVC Camera (usb-1)";
    settings.rig = "/home/ümläut/head.glb";
    settings.recent_rigs = {"/a.glb", "/b.vrm"};
    settings.tracker = "dlib68";
    settings.calm = {.head = 0.1F, .brows = 0.2F, .lids = 0, .gaze = 1, .mouth = 0.9F};
    settings.pupil_distance = 58.5F;
    settings.mirror = false;
    settings.camera_shown = false;
    settings.panels_locked = false;
    settings.appearance = Appearance::dark;
    settings.geometry = QByteArray("\x00\x01\xff", 3);
    settings.layout = "layout";
    return settings;
}

TEST(Settings, ComeBackAsTheyWereSaved) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "a" / "b" / "window.json";
    ASSERT_TRUE(save_settings(file, unusual()).has_value());
    const LoadedSettings loaded = load_settings(file);
    EXPECT_EQ(loaded.settings, unusual());
    EXPECT_TRUE(loaded.notice.isEmpty());
}

TEST(Settings, AFirstStartHasDefaultsAndNoNotice) {
    const test::TemporaryFolder folder;
    const LoadedSettings loaded = load_settings(folder.path() / "window.json");
    EXPECT_EQ(loaded.settings, Settings());
    EXPECT_TRUE(loaded.notice.isEmpty());
}

TEST(Settings, ADamagedFileIsSetAsideAndSaidSo) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "window.json";
    ASSERT_TRUE(write_file_atomically(file, "{\"version\": 1, \"source\": \"cam").has_value());
    const LoadedSettings loaded = load_settings(file);
    EXPECT_EQ(loaded.settings, Settings());
    EXPECT_TRUE(loaded.notice.contains(QStringLiteral("window.json.damaged"))) << loaded.notice.toStdString();
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "window.json.damaged"));
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Settings, TheBackupTakesTheDamagedFilesPlace) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "window.json";
    ASSERT_TRUE(save_settings(file, unusual()).has_value());
    Settings newer = unusual();
    newer.mirror = true;
    ASSERT_TRUE(save_settings(file, newer).has_value());
    ASSERT_TRUE(write_file_atomically(file, "").has_value());
    const LoadedSettings loaded = load_settings(file);
    EXPECT_EQ(loaded.settings, unusual());
    EXPECT_FALSE(loaded.notice.isEmpty());
}

TEST(Settings, ADamagedFileNeverBecomesTheBackup) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "window.json";
    ASSERT_TRUE(save_settings(file, unusual()).has_value());
    ASSERT_TRUE(save_settings(file, unusual()).has_value());
    ASSERT_TRUE(write_file_atomically(file, "rubbish").has_value());
    ASSERT_TRUE(save_settings(file, Settings()).has_value());
    ASSERT_TRUE(write_file_atomically(file, "rubbish").has_value());
    EXPECT_EQ(load_settings(file).settings, unusual());
}

TEST(Settings, SingleWrongValuesBecomeTheirDefaults) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "window.json";
    ASSERT_TRUE(
        write_file_atomically(file, R"({"version": 1, "mirror": "yes", "tracker": "psychic", "source": 7,
                                               "appearance": [], "geometry": "***", "camera_shown": false})")
            .has_value());
    const LoadedSettings loaded = load_settings(file);
    Settings expected;
    expected.camera_shown = false;
    EXPECT_EQ(loaded.settings, expected);
    EXPECT_TRUE(loaded.notice.isEmpty());
}

TEST(Settings, AThousandMutationsAreAllRead) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "window.json";
    ASSERT_TRUE(save_settings(file, unusual()).has_value());
    const auto good = read_text_file(file, 1 << 20);
    ASSERT_TRUE(good.has_value());
    std::mt19937 random(7);
    for (int i = 0; i < 1000; ++i) {
        std::string bad = *good;
        for (std::uint32_t flips = random() % 4; flips-- > 0;)
            bad[random() % bad.size()] = static_cast<char>(random() % 256);
        if (random() % 3 == 0) bad.resize(random() % bad.size());
        ASSERT_TRUE(write_file_atomically(file, bad).has_value());
        const LoadedSettings loaded = load_settings(file);
        EXPECT_TRUE(loaded.notice.isEmpty() || loaded.notice.count(QLatin1Char('\n')) == 0);
        EXPECT_TRUE(tracker_kind_from_name(loaded.settings.tracker).has_value());
    }
}

TEST(Settings, AFolderThatCannotBeMadeIsAnErrorThatNamesIt) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_file_atomically(folder.path() / "in-the-way", "x").has_value());
    const auto saved = save_settings(folder.path() / "in-the-way" / "window.json", Settings());
    ASSERT_FALSE(saved.has_value());
    EXPECT_EQ(saved.error().code, ErrorCode::unavailable);
    EXPECT_NE(saved.error().message.find("in-the-way"), std::string::npos);
}

} // namespace
} // namespace mien::gui

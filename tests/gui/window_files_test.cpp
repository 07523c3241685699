// The window and what a person keeps: rigs, takes, settings, and what comes back the next time.
#include <QFileDialog>
#include <gtest/gtest.h>

#include "base/file.h"
#include "gui/settings.h"
#include "gui/takes_panel.h"
#include "gui/timeline_panel.h"
#include "tests/gui/pictures.h"
#include "tests/gui/window_fixture.h"

namespace mien::gui {
namespace {

TEST_F(WindowTest, RRecordsATakeAndSpacePlaysIt) {
    open_live();
    ASSERT_SOON(window_->actions().record->isEnabled());
    record_a_take();
    ASSERT_EQ(takes().size(), 1u);
    EXPECT_SOON(!notice("record").isEmpty());
    EXPECT_EQ(panel<TakesPanel>()->count(), 1);
    press(Qt::Key_Space);
    ASSERT_SOON(window_->performance().take_open());
    EXPECT_EQ(state(), ShownState::take);
    EXPECT_TRUE(panel<TimelinePanel>()->isVisible());
    EXPECT_SOON(window_->performance().player().position() > 0.1);
    press(Qt::Key_Escape);
    EXPECT_FALSE(window_->performance().take_open());
    EXPECT_FALSE(panel<TimelinePanel>()->isVisible());
    EXPECT_SOON(state() == ShownState::ok);
}

TEST_F(WindowTest, SpaceStopsWhatPlays) {
    open_live();
    ASSERT_SOON(window_->actions().record->isEnabled());
    record_a_take();
    press(Qt::Key_Space);
    ASSERT_SOON(window_->performance().player().playing());
    press(Qt::Key_Space);
    EXPECT_FALSE(window_->performance().player().playing());
}

TEST_F(WindowTest, ASecondRecordingLeavesTheFirstAlone) {
    open_live();
    ASSERT_SOON(window_->actions().record->isEnabled());
    record_a_take();
    const auto first = takes().front().path;
    const auto bytes = read_file(first, 100 << 20);
    record_a_take();
    EXPECT_EQ(takes().size(), 2u);
    EXPECT_EQ(read_file(first, 100 << 20), bytes);
}

TEST_F(WindowTest, DroppingARigLoadsIt) {
    open_live();
    drop(machine_.write_rig("other.gltf", "mouthFunnel"));
    ASSERT_SOON(window_->performance().rig_file() == machine_.folder() / "other.gltf");
    EXPECT_EQ(window_->performance().rig()->rig.expressions[1].name, "mouthFunnel");
    EXPECT_SOON(!test::content_of(avatar()).isNull());
}

TEST_F(WindowTest, OneRigIsAskedForAtATime) {
    open_live();
    window_->actions().open_rig->trigger();
    auto* dialog = window_->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isModal()) << "the window's keys rest while it is open";
    dialog->reject();
}

TEST_F(WindowTest, ABrokenRigIsToldAndTheOldOneStays) {
    open_live();
    const auto before = window_->performance().rig();
    const auto broken = machine_.folder() / "broken.glb";
    ASSERT_TRUE(write_file_atomically(broken, "glTF but not really").has_value());
    drop(broken);
    ASSERT_SOON(!notice("rig").isEmpty());
    EXPECT_TRUE(notice("rig").contains(QStringLiteral("broken.glb"))) << notice("rig").toStdString();
    EXPECT_EQ(window_->performance().rig(), before);
    EXPECT_FALSE(test::content_of(avatar()).isNull());
    drop(machine_.write_rig("good.gltf", "mouthFunnel"));
    EXPECT_SOON(notice("rig").isEmpty()); // it is over
}

TEST_F(WindowTest, DroppingAVideoOpensItAsTheSource) {
    open_live();
    const auto film = machine_.folder() / "film.mp4";
    ASSERT_TRUE(write_file_atomically(film, "film").has_value());
    drop(film);
    EXPECT_SOON(machine_.control().sources.back() == film.string());
}

TEST_F(WindowTest, DroppingATakePlaysIt) {
    open_live();
    ASSERT_SOON(window_->actions().record->isEnabled());
    record_a_take();
    drop(takes().front().path);
    EXPECT_SOON(window_->performance().player().playing());
}

TEST_F(WindowTest, ATakeThatIsNamedAtTheStartPlaysWhileTheSourceOpens) {
    open_live();
    ASSERT_SOON(window_->actions().record->isEnabled());
    record_a_take();
    window_->close();
    window_.reset();
    const auto take = takes().front().path.string();
    open({.source = take, .rig = {}, .take = {}, .tracker = std::nullopt});
    ASSERT_SOON(window_->performance().take_open());
    ASSERT_SOON(machine_.control().sources.size() == 2); // the source of last time
    EXPECT_SOON(window_->performance().session().status().kind == PipelineStatus::Kind::running);
    EXPECT_TRUE(window_->performance().take_open());
}

TEST_F(WindowTest, ADamagedTakeIsToldWhereTheTakesAre) {
    open_live();
    const auto bad = machine_.folder() / "bad.mien";
    ASSERT_TRUE(write_file_atomically(bad, "SQLite format 3").has_value());
    window_->performance().open_take(bad);
    ASSERT_SOON(!notice_anywhere("take").isEmpty());
    EXPECT_TRUE(notice_anywhere("take").contains(QStringLiteral("bad.mien")));
    EXPECT_FALSE(window_->performance().take_open());
}

TEST_F(WindowTest, ClosingWhileRecordingKeepsTheTake) {
    open_live();
    ASSERT_SOON(window_->actions().record->isEnabled());
    press(Qt::Key_R);
    ASSERT_SOON(window_->performance().session().recorded_seconds() > 0.4);
    window_->close();
    window_.reset();
    ASSERT_TRUE(background_->finish(test::limit_ms));
    ASSERT_EQ(takes().size(), 1u);
    const auto take = read_take(takes().front().path);
    ASSERT_TRUE(take.has_value()) << take.error().message;
    EXPECT_FALSE(take->frames.empty());
}

TEST_F(WindowTest, ItOpensTheFirstCameraAndThenTheSourceOfLastTime) {
    open({.source = {}, .rig = {}, .take = {}, .tracker = std::nullopt});
    ASSERT_SOON(!machine_.control().sources.empty());
    EXPECT_EQ(machine_.control().sources.back(), "camera:fake");
    window_->open_file(machine_.folder());
    ASSERT_SOON(machine_.control().sources.back() == machine_.folder().string());
    window_->close();
    window_.reset();
    open({.source = {}, .rig = {}, .take = {}, .tracker = std::nullopt});
    ASSERT_SOON(machine_.control().sources.size() == 3);
    EXPECT_EQ(machine_.control().sources.back(), machine_.folder().string());
}

TEST_F(WindowTest, WhereLastTimesRigIsBrokenTheBundledHeadTakesItsPlace) {
    const auto broken = machine_.folder() / "broken.glb";
    ASSERT_TRUE(write_file_atomically(broken, "glTF but not really").has_value());
    open({.source = "fake", .rig = broken, .take = {}, .tracker = std::nullopt});
    EXPECT_TRUE(notice("rig").contains(QStringLiteral("broken.glb")));
    EXPECT_TRUE(window_->performance().rig_file().empty());
    EXPECT_SOON(!test::content_of(avatar()).isNull());
}

TEST_F(WindowTest, RigsThatWereOpenedAreOfferedAgain) {
    open_live();
    drop(machine_.write_rig("one.gltf", "mouthFunnel"));
    ASSERT_SOON(window_->performance().rig_file() == machine_.folder() / "one.gltf");
    drop(machine_.write_rig("two.gltf", "mouthFunnel"));
    ASSERT_SOON(window_->performance().rig_file() == machine_.folder() / "two.gltf");
    window_->close();
    window_.reset();
    const auto loaded = load_settings(machine_.services().settings_file);
    EXPECT_EQ(loaded.settings.recent_rigs,
              (std::vector<std::string>{(machine_.folder() / "two.gltf").string(),
                                        (machine_.folder() / "one.gltf").string()}));
    EXPECT_EQ(loaded.settings.rig, (machine_.folder() / "two.gltf").string());
}

TEST_F(WindowTest, DamagedSettingsGiveDefaultsAndANotice) {
    std::filesystem::create_directories(machine_.services().settings_file.parent_path());
    ASSERT_TRUE(write_file_atomically(machine_.services().settings_file, "{{{{").has_value());
    open_live();
    EXPECT_FALSE(notice("settings").isEmpty());
    EXPECT_TRUE(window_->actions().mirror->isChecked());
}

} // namespace
} // namespace mien::gui

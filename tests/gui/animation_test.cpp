// Animations of a rig's own file: the loop alone, and in the window with real events.
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <gtest/gtest.h>

#include "base/file.h"
#include "gui/animation_loop.h"
#include "gui/sliders_panel.h"
#include "rig/import/import.h"
#include "tests/gui/pictures.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/glb_builder.h"

namespace mien::gui {
namespace {

/// A sheet with two animations of a second each: "bend" turns its upper part, and one without a name opens
/// its target jawOpen by three quarters and closes it again.
test::SheetRig animated_sheet() {
    test::SheetRig sheet;
    const int times = sheet.add_accessor(std::vector<float>{0, 0.5f, 1}, "SCALAR", 5126, 1);
    const int weights = sheet.add_accessor(std::vector<float>{0, 0, 0.75f, 0, 0, 0}, "SCALAR", 5126, 1);
    test::Json animation;
    animation["name"] = "";
    animation["samplers"] = test::Json::array({{{"input", times}, {"output", weights}}});
    animation["channels"] =
        test::Json::array({{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}});
    sheet.json["animations"].push_back(animation);
    sheet.json["materials"] = test::Json::array(
        {{{"pbrMetallicRoughness", {{"baseColorFactor", {0.8, 0.2, 0.1, 1}}}}, {"doubleSided", true}}});
    sheet.primitive()["material"] = 0;
    return sheet;
}

std::shared_ptr<const Rig> imported() {
    auto rig = import_gltf(animated_sheet().glb(), "sheet.glb", {});
    EXPECT_TRUE(rig) << rig.error().message;
    return std::make_shared<const Rig>(std::move(*rig));
}

constexpr Timestamp begin = Timestamp::from_seconds(100);
constexpr Timestamp after(double seconds) {
    return begin + Duration::from_seconds(seconds);
}

TEST(AnimationLoop, ItGoesOverAndOver) {
    const AnimationLoop loop(imported(), 0, begin);
    EXPECT_EQ(loop.position(after(0)), 0);
    EXPECT_NEAR(loop.position(after(0.25)), 0.25, 1e-9);
    EXPECT_NEAR(loop.position(after(7.25)), 0.25, 1e-6);
    EXPECT_EQ(loop.position(after(-1)), 0) << "a clock that is read before the start";
}

TEST(AnimationLoop, APoseHasTheJointsAndTheWeightsOfItsMoment) {
    const auto rig = imported();
    const PosedRig bent = AnimationLoop(rig, 0, begin).pose(after(1.999));
    EXPECT_NEAR(bent.world[2][0].y, std::sin(0.6f), 2e-3f) << "the tip, turned by 0.6 rad about z";
    const AnimationLoop opening(rig, 1, begin);
    EXPECT_NEAR(opening.pose(after(0)).morph_weights[0][0], 0, 1e-6f);
    EXPECT_NEAR(opening.pose(after(3.25)).morph_weights[0][0], 0.375f, 1e-5f);
}

TEST(AnimationLoop, ASingleKeyIsAPose) {
    Rig rig = *imported();
    Animation& animation = rig.animations[1];
    animation.duration = 0;
    animation.channels[0].times = {0};
    animation.channels[0].values = {0.5f, 0};
    const AnimationLoop loop(std::make_shared<const Rig>(rig), 1, begin);
    EXPECT_EQ(loop.position(after(3)), 0);
    EXPECT_EQ(loop.pose(after(3)).morph_weights[0][0], 0.5f);
}

class AnimationTest : public WindowTest {
protected:
    void open_sheet() {
        const auto file = machine_.folder() / "sheet.glb";
        ASSERT_TRUE(write_file_atomically(file, animated_sheet().glb()));
        open({.source = "fake", .rig = file, .take = {}, .tracker = std::nullopt});
        ASSERT_SOON(state() == ShownState::ok);
        ASSERT_SOON(!test::content_of(avatar()).isNull());
    }
    /// The menu's entries, as they are when it opens.
    QMenu* animations() {
        QMenu* found = nullptr;
        for (auto* menu : window_->findChildren<QMenu*>())
            if (menu->title().remove(QLatin1Char('&')) == QLatin1String("Play animation")) found = menu;
        if (found == nullptr) return nullptr;
        auto* above = qobject_cast<QMenu*>(found->parentWidget());
        above->popup(window_->mapToGlobal(QPoint(50, 50)));
        above->close();
        return found;
    }
    void play(int index) {
        ASSERT_NE(animations(), nullptr);
        ASSERT_GT(animations()->actions().size(), index);
        animations()->actions()[index]->trigger();
    }
    /// Whether the avatar moves by itself, however still the face is held.
    bool avatar_moves() {
        QTest::qWait(200); // a notice that comes or goes gives the view another size
        const QImage before = avatar();
        return QTest::qWaitFor([&] { return test::difference(before, avatar()) > 0.05; }, 700);
    }
};

TEST_F(AnimationTest, TheMenuListsThemAndThoseWithoutANameByNumber) {
    open_sheet();
    ASSERT_NE(animations(), nullptr);
    EXPECT_TRUE(animations()->isEnabled());
    ASSERT_EQ(animations()->actions().size(), 2);
    EXPECT_TRUE(animations()->actions()[0]->text().startsWith(QStringLiteral("bend (1")));
    EXPECT_TRUE(animations()->actions()[1]->text().startsWith(QStringLiteral("Animation 2")));
}

TEST_F(AnimationTest, WithoutAnyTheMenuIsOffAndSaysWhy) {
    open_live();
    ASSERT_NE(animations(), nullptr);
    EXPECT_FALSE(animations()->isEnabled());
    EXPECT_TRUE(animations()->menuAction()->toolTip().contains(QStringLiteral("no animation")));
    EXPECT_FALSE(window_->actions().stop_animation->isEnabled());
}

TEST_F(AnimationTest, OnePlaysOverAndOverUntilEscGivesTheAvatarBackToTheFace) {
    open_sheet();
    EXPECT_FALSE(avatar_moves());
    for (const int index : {0, 1}) {
        play(index);
        EXPECT_FALSE(notice("animation").isEmpty());
        EXPECT_TRUE(animations()->actions()[index]->isChecked());
        EXPECT_TRUE(avatar_moves()) << index;
        QTest::qWait(1200); // longer than it lasts
        EXPECT_TRUE(avatar_moves()) << index;
    }
    EXPECT_EQ(state(), ShownState::ok) << "the face is tracked all the while";
    press(Qt::Key_Escape);
    EXPECT_TRUE(notice("animation").isEmpty());
    EXPECT_FALSE(avatar_moves());
    const QImage before = avatar();
    FaceState open_mouth;
    open_mouth.tracked = true;
    open_mouth.weights[channel("jawOpen")] = 1;
    machine_.control().set_state(open_mouth);
    EXPECT_SOON(test::difference(before, avatar()) > 0.5);
}

TEST_F(AnimationTest, TheMenuAndTheNoticeStopItToo) {
    open_sheet();
    play(0);
    ASSERT_TRUE(window_->actions().stop_animation->isEnabled());
    window_->actions().stop_animation->trigger();
    EXPECT_EQ(window_->performance().animation(), std::nullopt);
    play(0);
    for (auto* button : window_->avatar_area().notices().findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == QLatin1String("Stop"))
            QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(window_->performance().animation(), std::nullopt);
}

TEST_F(AnimationTest, AnOpenTakeComesBack) {
    open_sheet();
    ASSERT_SOON(window_->actions().record->isEnabled());
    record_a_take();
    press(Qt::Key_Space);
    ASSERT_SOON(window_->performance().take_open());
    play(0);
    EXPECT_TRUE(avatar_moves());
    press(Qt::Key_Escape);
    EXPECT_EQ(window_->performance().animation(), std::nullopt);
    EXPECT_TRUE(window_->performance().take_open()) << "the first Esc ends the animation alone";
    press(Qt::Key_Escape);
    EXPECT_FALSE(window_->performance().take_open());
}

TEST_F(AnimationTest, WhateverElseWantsTheAvatarEndsIt) {
    open_sheet();
    ASSERT_SOON(window_->actions().record->isEnabled());
    const auto playing = [this] { return window_->performance().animation().has_value(); };
    play(0);
    window_->performance().hold_expression(0, 1.0f);
    EXPECT_FALSE(playing()) << "a slider";
    play(0);
    record_a_take();
    EXPECT_FALSE(playing()) << "a recording";
    play(0);
    press(Qt::Key_Space);
    EXPECT_SOON(window_->performance().take_open());
    EXPECT_FALSE(playing()) << "a take";
    play(0);
    drop(machine_.write_rig("other.gltf", "mouthFunnel"));
    EXPECT_SOON(!playing()) << "a rig";
    EXPECT_SOON(!animations()->isEnabled());
}

} // namespace
} // namespace mien::gui

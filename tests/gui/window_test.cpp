// The window as a person uses it: real events, and what is to be seen afterwards.
#include <algorithm>
#include <set>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAccessible>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QToolBar>
#include <gtest/gtest.h>

#include "gui/camera_view.h"
#include "gui/channels_panel.h"
#include "gui/sliders_panel.h"
#include "tests/gui/pictures.h"
#include "tests/gui/window_fixture.h"

namespace mien::gui {
namespace {

TEST_F(WindowTest, TheAvatarIsDrawnAndFollowsTheFace) {
    open_live();
    ASSERT_SOON(!test::content_of(avatar()).isNull());
    const QImage before = avatar();
    FaceState other;
    other.tracked = true;
    other.quality = 0.9f;
    other.head = {.z = -0.6f, .yaw = -25};
    other.weights[channel("jawOpen")] = 1;
    machine_.control().set_state(other);
    EXPECT_SOON(test::difference(before, avatar()) > 2);
}

TEST_F(WindowTest, MTurnsTheMirrorOfAvatarAndPicture) {
    open_live();
    auto* camera = panel<CameraView>();
    // The fake camera is dark on the left; in the mirror on the right.
    const auto left_is_dark = [&] {
        const QImage picture = camera->grab().toImage();
        return picture.pixelColor(picture.width() / 8, picture.height() / 2).lightness() <
               picture.pixelColor(picture.width() * 7 / 8, picture.height() / 2).lightness();
    };
    ASSERT_SOON(!left_is_dark());
    ASSERT_TRUE(window_->actions().mirror->isChecked());
    const QImage mirrored = avatar();
    press(Qt::Key_M);
    EXPECT_FALSE(window_->actions().mirror->isChecked());
    EXPECT_SOON(left_is_dark());
    EXPECT_SOON(test::difference(mirrored, avatar()) > 1);
}

TEST_F(WindowTest, HHidesThePictureAndTrackingGoesOn) {
    open_live();
    ASSERT_TRUE(panel<CameraView>()->isVisible());
    press(Qt::Key_H);
    EXPECT_FALSE(panel<CameraView>()->isVisible());
    EXPECT_TRUE(panel<StateBox>()->isVisible());
    EXPECT_EQ(state(), ShownState::ok);
    press(Qt::Key_H);
    EXPECT_TRUE(panel<CameraView>()->isVisible());
}

TEST_F(WindowTest, NCapturesTheNeutral) {
    open_live();
    ASSERT_SOON(window_->actions().neutral->isEnabled());
    press(Qt::Key_N);
    EXPECT_EQ(machine_.control().neutrals, 1);
}

TEST_F(WindowTest, CMakesTheHeadLookStraightAhead) {
    open_live();
    ASSERT_SOON(!test::content_of(avatar()).isNull());
    const QImage turned = avatar();
    press(Qt::Key_C);
    EXPECT_SOON(test::difference(turned, avatar()) > 1);
}

TEST_F(WindowTest, AnUnpluggedCameraIsToldAndComesBackByItself) {
    open_live();
    machine_.control().send_frames = false;
    machine_.control().set_status(PipelineStatus::Kind::waiting_for_source,
                                  "Fake camera was unplugged; waiting for it");
    ASSERT_SOON(state() == ShownState::waiting);
    EXPECT_TRUE(notice_anywhere("source").contains(QStringLiteral("unplugged")));
    machine_.control().send_frames = true;
    machine_.control().set_status(PipelineStatus::Kind::running, "");
    EXPECT_SOON(state() == ShownState::ok);
    EXPECT_TRUE(notice_anywhere("source").isEmpty());
}

TEST_F(WindowTest, ASourceThatFallsSilentLetsTheAvatarGoToRest) {
    open_live();
    ASSERT_SOON(!test::content_of(avatar()).isNull());
    const QImage talking = avatar();
    machine_.control().send_frames = false;
    EXPECT_SOON(state() == ShownState::waiting);
    EXPECT_SOON(test::difference(talking, avatar()) > 1);
}

TEST_F(WindowTest, ClosingWhileLiveDoesNotWaitForTheCamera) {
    open_live();
    machine_.control().hold_stop = true;
    EXPECT_TRUE(window_->close()); // returns although the camera does not let go yet
    window_.reset();
    EXPECT_EQ(machine_.control().alive, 1);
    machine_.control().hold_stop = false;
    EXPECT_TRUE(background_->finish(test::limit_ms));
    EXPECT_EQ(machine_.control().alive, 0);
}

TEST_F(WindowTest, WithoutAnySourceItSaysSoAndOffersHelp) {
    machine_.services().list_cameras = [] { return std::vector<CameraInfo>(); };
    open({.source = {}, .rig = {}, .take = {}, .tracker = std::nullopt});
    EXPECT_EQ(state(), ShownState::no_source);
    const auto buttons = panel<StateBox>()->findChildren<QAbstractButton*>();
    ASSERT_EQ(buttons.size(), 1);
    EXPECT_TRUE(buttons.front()->isVisible());
    EXPECT_FALSE(window_->actions().record->isEnabled());
    EXPECT_FALSE(window_->actions().record->toolTip().isEmpty());
}

TEST_F(WindowTest, WithoutAnyRigItSaysSoAndOffersHelp) {
    machine_.services().bundled_rig = [](const std::string&) -> Result<Rig> {
        return fail(ErrorCode::internal, "The bundled rig is damaged");
    };
    background_ = std::make_unique<Background>();
    window_ = std::make_unique<MainWindow>(machine_.services(), *background_,
                                           GlProbe{.usable = true, .software = true, .description = {}});
    window_->show();
    window_->start({.source = "fake", .rig = {}, .take = {}, .tracker = std::nullopt});
    ASSERT_SOON(!notice("rig").isEmpty());
    const auto buttons = window_->avatar_area().findChildren<QPushButton*>();
    EXPECT_TRUE(
        std::any_of(buttons.begin(), buttons.end(), [](const QPushButton* b) { return b->isVisible(); }));
}

TEST_F(WindowTest, ATrackerThatCannotBeUsedIsTold) {
    machine_.control().send_frames = false;
    machine_.control().set_status(PipelineStatus::Kind::stopped,
                                  "The model mesh.tflite is missing: run models/fetch");
    machine_.control().set_error(ErrorCode::unavailable);
    open();
    ASSERT_SOON(state() == ShownState::failed);
    EXPECT_TRUE(notice_anywhere("source").contains(QStringLiteral("models/fetch")));
}

TEST_F(WindowTest, WithoutOpenGlTrackingGoesOn) {
    background_ = std::make_unique<Background>();
    window_ = std::make_unique<MainWindow>(
        machine_.services(), *background_,
        GlProbe{.usable = false, .software = false, .description = QStringLiteral("OpenGL 2.1")});
    window_->show();
    window_->start({.source = "fake", .rig = {}, .take = {}, .tracker = std::nullopt});
    EXPECT_SOON(state() == ShownState::ok);
    EXPECT_TRUE(notice("gl").contains(QStringLiteral("2.1")));
}

TEST_F(WindowTest, AMovedSliderHoldsTheAvatarUntilItIsLetGo) {
    open_live();
    auto* sliders = panel<SlidersPanel>();
    auto* dock = qobject_cast<QDockWidget*>(sliders->parentWidget());
    dock->raise();
    ASSERT_SOON(sliders->isVisible());
    QSlider* jaw = nullptr;
    for (auto* slider : sliders->findChildren<QSlider*>())
        if (slider->accessibleName() == QLatin1String("jawOpen")) jaw = slider;
    ASSERT_NE(jaw, nullptr);
    ASSERT_SOON(jaw->value() == 40); // the performer's
    const QImage before = avatar();
    jaw->setFocus();
    QTest::keyClick(jaw, Qt::Key_End);
    EXPECT_EQ(jaw->value(), 100);
    EXPECT_SOON(test::difference(before, avatar()) > 0.5);
    window_->actions().let_go->trigger();
    EXPECT_SOON(jaw->value() == 40);
}

TEST_F(WindowTest, TheChannelsShowTheirStages) {
    open_live();
    const auto& model = panel<ChannelsPanel>()->model();
    const int row = static_cast<int>(channel("jawOpen"));
    EXPECT_SOON(model.index(row, ChannelsModel::sent_column).data().toString() == QLatin1String("0.40"));
    EXPECT_EQ(model.index(row, ChannelsModel::raw_column).data().toString(), QStringLiteral("0.40"));
    const int tongue = static_cast<int>(channel("tongueOut"));
    EXPECT_FALSE(model.flags(model.index(tongue, 0)).testFlag(Qt::ItemIsEnabled)); // 68 points cannot see it
}

TEST_F(WindowTest, SpacePressesTheButtonThatHasTheFocus) {
    open_live();
    ASSERT_SOON(window_->actions().record->isEnabled());
    record_a_take();
    auto* toolbar = panel<QToolBar>();
    auto* record = toolbar->widgetForAction(window_->actions().record);
    record->setFocus();
    QTest::keyClick(record, Qt::Key_Space);
    EXPECT_TRUE(window_->performance().session().recording());
    EXPECT_FALSE(window_->performance().take_open());
}

TEST_F(WindowTest, TheKeyboardBringsACoveredPanelToTheFrontAndHidesIt) {
    open_live();
    auto* sliders = panel<SlidersPanel>();
    ASSERT_TRUE(panel<ChannelsPanel>()->isVisible());
    press(Qt::Key_3, Qt::ControlModifier);
    EXPECT_SOON(!sliders->visibleRegion().isEmpty());
    press(Qt::Key_3, Qt::ControlModifier);
    EXPECT_SOON(sliders->visibleRegion().isEmpty());
    press(Qt::Key_3, Qt::ControlModifier);
    EXPECT_SOON(!sliders->visibleRegion().isEmpty());
}

TEST_F(WindowTest, FullScreenShowsTheAvatarAloneAndEscapeComesBack) {
    open_live();
    press(Qt::Key_F11);
    EXPECT_TRUE(window_->isFullScreen());
    EXPECT_FALSE(panel<ChannelsPanel>()->isVisible());
    EXPECT_FALSE(panel<QToolBar>()->isVisible());
    press(Qt::Key_Escape);
    EXPECT_FALSE(window_->isFullScreen());
    EXPECT_TRUE(panel<ChannelsPanel>()->isVisible());
    EXPECT_TRUE(panel<QToolBar>()->isVisible());
}

TEST_F(WindowTest, EveryControlHasANameForAScreenReader) {
    open_live();
    for (QWidget* widget : window_->findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) != nullptr ||
                             qobject_cast<QLineEdit*>(widget) != nullptr ||
                             qobject_cast<QAbstractSlider*>(widget) != nullptr ||
                             qobject_cast<QAbstractItemView*>(widget) != nullptr;
        if (!control || widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()) continue;
        if (widget->inherits("QScrollBar") || widget->inherits("QHeaderView") ||
            widget->objectName().startsWith(QLatin1String("qt_")))
            continue;
        const auto* interface = QAccessible::queryAccessibleInterface(widget);
        ASSERT_NE(interface, nullptr);
        EXPECT_FALSE(interface->text(QAccessible::Name).isEmpty())
            << widget->metaObject()->className() << " in "
            << widget->parentWidget()->metaObject()->className();
    }
}

TEST_F(WindowTest, EveryActionSaysWhatItDoesAndNoTwoShareAShortcut) {
    open();
    std::set<QString> shortcuts;
    for (const QAction* action : window_->QWidget::actions()) {
        EXPECT_FALSE(action->toolTip().isEmpty()) << action->text().toStdString();
        if (action->shortcut().isEmpty()) continue;
        EXPECT_TRUE(shortcuts.insert(action->shortcut().toString()).second) << action->text().toStdString();
    }
    for (const char* key : {"R", "Space", "C", "N", "H", "M", "F"})
        EXPECT_TRUE(shortcuts.contains(QLatin1String(key))) << key;
}

TEST_F(WindowTest, NothingIsCutAtASmallSize) {
    open_live();
    window_->resize(1024, 640);
    QCoreApplication::processEvents();
    EXPECT_EQ(window_->size(), QSize(1024, 640));
    for (QWidget* widget : window_->findChildren<QWidget*>()) {
        if (!widget->isVisible()) continue;
        const auto* label = qobject_cast<QLabel*>(widget);
        const bool text =
            qobject_cast<QAbstractButton*>(widget) != nullptr || (label != nullptr && !label->wordWrap());
        if (!text || widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) continue;
        EXPECT_GE(widget->width(), widget->minimumSizeHint().width())
            << widget->metaObject()->className() << ' ' << widget->accessibleName().toStdString();
    }
    // The avatar has most of the room.
    EXPECT_GT(window_->avatar_area().width(), window_->width() * 2 / 5);
}

} // namespace
} // namespace mien::gui

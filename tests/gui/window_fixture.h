// A window on a fake machine, and hands to use it with.
#pragma once

#include <memory>

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <gtest/gtest.h>

#include "gui/avatar_area.h"
#include "gui/avatar_view.h"
#include "gui/main_window.h"
#include "gui/notice_bar.h"
#include "gui/state_box.h"
#include "gui/take_store.h"
#include "tests/gui/fake_machine.h"
#include "tests/gui/wait.h"
#include "tests/support/paths.h"

namespace mien::gui {

class WindowTest : public testing::Test {
protected:
    void SetUp() override {
        if (QGuiApplication::platformName() != QLatin1String("xcb")) GTEST_SKIP() << "no display to draw on";
        FaceState state;
        state.tracked = true;
        state.quality = 0.9f;
        state.head = {.z = -0.6f, .yaw = 25};
        state.weights[channel("jawOpen")] = 0.4f;
        machine_.control().set_state(state);
    }
    void TearDown() override {
        if (HasFailure() && window_) keep_picture();
        window_.reset();
        background_.reset();
    }
    /// What a failed test saw at its end: BUILD/gui_failures/NAME.png.
    void keep_picture() {
        const auto folder = test::binary_dir() / "gui_failures";
        std::filesystem::create_directories(folder);
        const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
        window_->grab().save(QString::fromStdString((folder / (name + ".png")).string()));
    }
    /// Opens the window and waits for a rig and frames, where they are to come.
    void open(const WindowStart& begin = {.source = "fake", .rig = {}, .take = {}, .tracker = std::nullopt}) {
        background_ = std::make_unique<Background>();
        window_ = std::make_unique<MainWindow>(machine_.services(), *background_,
                                               GlProbe{.usable = true, .software = true, .description = {}});
        window_->resize(1024, 640);
        window_->show();
        window_->start(begin);
        ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get(), test::limit_ms));
        window_->activateWindow();
        QApplication::setActiveWindow(window_.get()); // there is no window manager that would
        ASSERT_SOON(window_->performance().rig() != nullptr);
    }
    void open_live() {
        open();
        ASSERT_SOON(state() == ShownState::ok);
    }
    template <typename Panel>
    Panel* panel() {
        return window_->findChild<Panel*>();
    }
    ShownState state() { return panel<StateBox>()->state(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window_->avatar_area().view(), key, modifiers);
    }
    QImage avatar() { return window_->avatar_area().view()->grabFramebuffer(); }
    void drop(const std::filesystem::path& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(file.string()))});
        QDragEnterEvent enter(QPoint(500, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window_.get(), &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(QPointF(500, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window_.get(), &event);
    }
    QString notice(const char* topic) { return window_->avatar_area().notices().text(QLatin1String(topic)); }
    /// The first notice bar that has one on the topic.
    QString notice_anywhere(const char* topic) {
        for (const NoticeBar* bar : window_->findChildren<NoticeBar*>())
            if (!bar->text(QLatin1String(topic)).isEmpty()) return bar->text(QLatin1String(topic));
        return {};
    }
    std::vector<TakeFile> takes() { return list_takes(machine_.services().takes_folder); }
    /// Records until some frames are in the take.
    void record_a_take() {
        const auto before = takes().size();
        press(Qt::Key_R);
        ASSERT_SOON(window_->performance().session().recording());
        ASSERT_SOON(window_->performance().session().recorded_seconds() > 0.4);
        press(Qt::Key_R);
        ASSERT_SOON(!window_->performance().session().recording() && takes().size() > before);
        ASSERT_SOON(window_->actions().play->isEnabled()); // the panel has seen it too
    }

    test::FakeMachine machine_;
    std::unique_ptr<Background> background_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace mien::gui

#include "gui/avatar_view.h"

#include <QGuiApplication>
#include <QVBoxLayout>
#include <gtest/gtest.h>

#include "tests/gui/fake_machine.h"
#include "tests/gui/pictures.h"
#include "tests/gui/wait.h"

namespace mien::gui {
namespace {

class AvatarViewTest : public testing::Test {
protected:
    void SetUp() override {
        if (QGuiApplication::platformName() != QLatin1String("xcb")) GTEST_SKIP() << "no display to draw on";
        auto rig = load_rig(machine_.services(), {});
        ASSERT_TRUE(rig.has_value()) << rig.error().message;
        rig_ = *rig;
        QObject::connect(&view_, &AvatarView::failed, &view_, [this](const QString& message) {
            if (!message.isEmpty()) failures_ += message.toStdString() + "\n";
        });
        view_.resize(300, 260);
        view_.set_background(Qt::black);
        view_.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view_, test::limit_ms));
    }
    QImage picture() {
        QCoreApplication::processEvents();
        return view_.grabFramebuffer();
    }
    RigControls jaw_open(float value) const {
        RigControls controls;
        controls.expressions = {value};
        return controls;
    }
    test::FakeMachine machine_;
    std::shared_ptr<const LoadedRig> rig_;
    AvatarView view_{0};
    std::string failures_;
};

TEST_F(AvatarViewTest, WithoutARigThereIsAnEmptyGround) {
    EXPECT_TRUE(test::content_of(picture()).isNull());
}

TEST_F(AvatarViewTest, TheRigStandsInTheMiddleOfTheWholePicture) {
    view_.set_rig(rig_);
    view_.frame(Framing::full);
    const QImage drawn = picture();
    EXPECT_EQ(drawn.size(), view_.size() * view_.devicePixelRatio());
    const QRect content = test::content_of(drawn);
    ASSERT_FALSE(content.isNull());
    // In a viewport of the wrong size it would be off the middle by a quarter and more.
    EXPECT_NEAR(content.center().x(), drawn.width() / 2.0, drawn.width() * 0.06);
    EXPECT_NEAR(content.center().y(), drawn.height() / 2.0, drawn.height() * 0.12);
    EXPECT_EQ(failures_, "");
}

TEST_F(AvatarViewTest, ControlsMoveIt) {
    view_.set_rig(rig_);
    const QImage closed = picture();
    view_.set_controls(jaw_open(1));
    EXPECT_GT(test::difference(closed, picture()), 1);
    view_.set_controls(jaw_open(0));
    EXPECT_EQ(test::difference(closed, picture()), 0);
}

TEST_F(AvatarViewTest, EveryPixelIsOpaque) {
    view_.set_rig(rig_);
    const QImage drawn = picture();
    for (int y = 0; y < drawn.height(); y += 7)
        for (int x = 0; x < drawn.width(); x += 7) ASSERT_EQ(qAlpha(drawn.pixel(x, y)), 255) << x << ' ' << y;
}

TEST_F(AvatarViewTest, TheMouseOrbitsAndFramingComesBack) {
    view_.set_rig(rig_);
    view_.frame(Framing::face);
    const QImage front = picture();
    QTest::mousePress(&view_, Qt::LeftButton, {}, {150, 130});
    QTest::mouseMove(&view_, {220, 150});
    QMouseEvent move(QEvent::MouseMove, QPointF(220, 150), view_.mapToGlobal(QPointF(220, 150)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&view_, &move);
    QTest::mouseRelease(&view_, Qt::LeftButton, {}, {220, 150});
    EXPECT_GT(test::difference(front, picture()), 1);
    view_.frame(Framing::face);
    EXPECT_EQ(test::difference(front, picture()), 0);
}

TEST_F(AvatarViewTest, TheKeyboardDoesTheSame) {
    view_.set_rig(rig_);
    view_.frame(Framing::face);
    QImage before = picture();
    for (const auto& [key, modifier] :
         std::vector<std::pair<Qt::Key, Qt::KeyboardModifier>>{{Qt::Key_Left, Qt::NoModifier},
                                                               {Qt::Key_Up, Qt::NoModifier},
                                                               {Qt::Key_Right, Qt::ShiftModifier},
                                                               {Qt::Key_Minus, Qt::NoModifier}}) {
        QTest::keyClick(&view_, key, modifier);
        const QImage after = picture();
        EXPECT_GT(test::difference(before, after), 0.1) << key;
        before = after;
    }
}

TEST_F(AvatarViewTest, MovingToOtherWindowsFiftyTimesLosesNothing) {
    view_.set_rig(rig_);
    view_.frame(Framing::full);
    const QImage before = picture();
    QWidget first;
    QWidget second;
    for (QWidget* window : {&first, &second}) {
        new QVBoxLayout(window);
        window->layout()->setContentsMargins({});
        window->resize(view_.size());
        window->show();
    }
    for (int i = 0; i < 50; ++i) {
        (i % 2 == 0 ? first : second).layout()->addWidget(&view_);
        QCoreApplication::processEvents();
    }
    view_.setParent(nullptr);
    view_.resize(300, 260);
    view_.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view_, test::limit_ms));
    view_.frame(Framing::full);
    EXPECT_LT(test::difference(before, picture()), 0.5);
    EXPECT_EQ(failures_, "");
}

} // namespace
} // namespace mien::gui

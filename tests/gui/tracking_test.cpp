// The panel Tracking, the choice of a face and of a camera's mode, as a person uses them.
#include <QAction>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSlider>

#include "base/file.h"
#include "gui/camera_view.h"
#include "gui/quality_box.h"
#include "gui/source_menu.h"
#include "gui/tracking_panel.h"
#include "tests/gui/window_fixture.h"

namespace mien::gui {
namespace {

constexpr auto lid_calm = "Calm of the lids";

class TrackingPanelTest : public WindowTest {
protected:
    template <typename Widget>
    Widget* named(const char* name) {
        for (Widget* widget : window_->findChildren<Widget*>())
            if (widget->accessibleName() == QLatin1String(name)) return widget;
        ADD_FAILURE() << "nothing is named " << name;
        return nullptr;
    }
    void open_again() {
        window_->close();
        window_.reset();
        open_live();
    }
    std::optional<Calm> told_calm() {
        const std::lock_guard lock(machine_.control().mutex);
        return machine_.control().calm;
    }
    std::optional<Optics> told_optics() {
        const std::lock_guard lock(machine_.control().mutex);
        return machine_.control().optics;
    }
    PipelineOptions options() {
        const std::lock_guard lock(machine_.control().mutex);
        return machine_.control().options;
    }
    QString details() {
        QStringList all;
        for (const QLabel* label : panel<StateBox>()->findChildren<QLabel*>()) all << label->text();
        return all.join(QLatin1Char('\n'));
    }
    void use_camera(const std::string& id) {
        machine_.control().set_source({.name = "Fake camera",
                                       .live = true,
                                       .width = 640,
                                       .height = 480,
                                       .rate = 30,
                                       .duration = {},
                                       .frame_estimate = {},
                                       .camera_id = id,
                                       .format = "MJPG",
                                       .asked_rate = 60});
    }
    /// The camera mode menu after it has looked for cameras.
    QMenu* open_modes() {
        auto* menu = panel<SourceMenu>();
        menu->popup(QPoint(0, 0));
        QMenu* modes = nullptr;
        for (QAction* action : menu->actions())
            if (action->menu() != nullptr) modes = action->menu();
        EXPECT_SOON(modes != nullptr && modes->isEnabled());
        menu->hide();
        return modes;
    }
};

TEST_F(TrackingPanelTest, ACalmSliderReachesTheSolverAtOnceAndIsRememberedAndReset) {
    open_live();
    named<QSlider>(lid_calm)->setValue(90);
    EXPECT_SOON(told_calm() == (Calm{.lids = 0.9F}));
    open_again();
    EXPECT_EQ(named<QSlider>(lid_calm)->value(), 90);
    EXPECT_EQ(options().solver.calm, (Calm{.lids = 0.9F}));
    auto* reset = named<QPushButton>("Reset calm");
    ASSERT_TRUE(reset->isEnabled());
    reset->click();
    EXPECT_SOON(told_calm() == Calm());
    EXPECT_EQ(named<QSlider>(lid_calm)->value(), 50);
    EXPECT_FALSE(reset->isEnabled());
}

TEST_F(TrackingPanelTest, TheFieldOfViewIsRememberedForItsCameraAlone) {
    use_camera("Cam @ usb-1");
    open_live();
    auto* fov = named<QDoubleSpinBox>("Vertical field of view");
    fov->setValue(38);
    EXPECT_SOON(told_optics() == (Optics{.vertical_fov = 38}));
    open_again();
    EXPECT_SOON(named<QDoubleSpinBox>("Vertical field of view")->value() == 38);
    EXPECT_EQ(options().cameras.at("Cam @ usb-1").vertical_fov, 38.0F);

    use_camera("Other @ usb-2");
    EXPECT_SOON(named<QDoubleSpinBox>("Vertical field of view")->value() == 45);
    use_camera("Cam @ usb-1");
    EXPECT_SOON(named<QDoubleSpinBox>("Vertical field of view")->value() == 38);
}

TEST_F(TrackingPanelTest, TheFieldOfViewOfAFilmEndsWithIt) {
    open_live();
    named<QDoubleSpinBox>("Vertical field of view")->setValue(60);
    EXPECT_SOON(told_optics() == (Optics{.vertical_fov = 60}));
    window_->performance().set_tracker(TrackerKind::mesh); // opens the same source again
    EXPECT_SOON(options().solver.vertical_fov == 60.0F);
    window_->open_file(machine_.folder());
    EXPECT_SOON(options().source == machine_.folder().string());
    EXPECT_EQ(options().solver.vertical_fov, 45.0F);
    EXPECT_EQ(named<QDoubleSpinBox>("Vertical field of view")->value(), 45);
}

TEST_F(TrackingPanelTest, ThePupilDistanceIsThePerformersWhateverTheSource) {
    open_live();
    named<QDoubleSpinBox>("Between the pupils")->setValue(58.5);
    EXPECT_SOON(told_optics() == (Optics{.pupil_distance = 58.5F}));
    open_again();
    EXPECT_EQ(options().solver.pupil_distance, 58.5F);
    EXPECT_EQ(named<QDoubleSpinBox>("Between the pupils")->value(), 58.5);
    named<QPushButton>("Reset lens and size")->click();
    EXPECT_SOON(told_optics() == Optics());
}

TEST_F(TrackingPanelTest, TheCommandLineGoesBeforeWhatIsRemembered) {
    WindowStart begin{.source = "camera:fake", .rig = {}, .take = {}, .tracker = std::nullopt};
    begin.vertical_fov = 33;
    begin.pupil_distance = 60;
    begin.mode = camera_mode_from_text("1280x720").value();
    open(begin);
    ASSERT_SOON(options().source == "camera:fake");
    EXPECT_TRUE(options().fov_given);
    EXPECT_EQ(options().solver.vertical_fov, 33.0F);
    EXPECT_EQ(options().solver.pupil_distance, 60.0F);
    EXPECT_EQ(options().source_options.mode, begin.mode);
}

TEST_F(TrackingPanelTest, AClickOnAFaceChoosesItInThePicturesOwnPixels) {
    open_live();
    auto* camera = panel<CameraView>();
    const auto chosen = [&] {
        const std::lock_guard lock(machine_.control().mutex);
        return machine_.control().face;
    };
    // The picture is 64 pixels wide and mirrored: a click on the left means the right of the picture.
    QTest::mouseClick(camera, Qt::LeftButton, {}, QPoint(camera->width() / 4, camera->height() / 2));
    ASSERT_SOON(chosen().has_value());
    EXPECT_GT(chosen()->x, 40);
    EXPECT_NEAR(chosen()->y, 24, 1);
    press(Qt::Key_M);
    QTest::mouseClick(camera, Qt::LeftButton, {}, QPoint(camera->width() / 4, camera->height() / 2));
    EXPECT_SOON(chosen()->x < 24);
}

TEST_F(TrackingPanelTest, TheQualityOfEachRegionIsShown) {
    open_live();
    auto* quality = panel<QualityBox>();
    EXPECT_SOON(quality->accessibleDescription().contains(QStringLiteral("Mouth: 100 %")));
    FaceState lost;
    machine_.control().set_state(lost);
    EXPECT_SOON(quality->accessibleDescription().contains(QStringLiteral("Mouth: –")));
}

TEST_F(TrackingPanelTest, ACamerasModeIsChosenInTheMenuOpenedAtOnceAndRemembered) {
    const CameraMode vga{.width = 640, .height = 480, .rate = 30, .format = "YUYV"};
    const CameraMode hd{.width = 1280, .height = 720, .rate = 30, .format = "MJPG"};
    machine_.control().cameras[0].modes = {vga, hd};
    use_camera("fake");
    open_live();
    QMenu* modes = open_modes();
    ASSERT_EQ(modes->actions().size(), 4) << "automatic, a line, two modes";
    EXPECT_TRUE(modes->actions()[0]->isChecked());
    EXPECT_EQ(modes->actions()[3]->text(), QStringLiteral("1280 × 720, 30 fps, MJPG"));
    const auto opened = [&] {
        const std::lock_guard lock(machine_.control().mutex);
        return machine_.control().sources.size();
    };
    const std::size_t before = opened();
    modes->actions()[3]->trigger();
    EXPECT_SOON(opened() == before + 1);
    EXPECT_EQ(options().cameras.at("fake").mode, hd);
    open_again();
    EXPECT_EQ(options().cameras.at("fake").mode, hd);
    modes = open_modes();
    EXPECT_TRUE(modes->actions()[3]->isChecked());
    modes->actions()[0]->trigger();
    EXPECT_SOON(!options().cameras.at("fake").mode);
}

TEST_F(TrackingPanelTest, AskedAgreedAndRealRateOfACameraAreShown) {
    use_camera("fake");
    machine_.control().source_rate = 14.8;
    open_live();
    EXPECT_SOON(details().contains(QStringLiteral("640 × 480 MJPG")));
    EXPECT_SOON(details().contains(QStringLiteral("60 fps asked, 30 agreed, 15 real")));
}

TEST_F(TrackingPanelTest, DamagedCameraSettingsAreToldAndDoNoHarm) {
    std::filesystem::create_directories(machine_.services().cameras_file.parent_path());
    ASSERT_TRUE(write_file_atomically(machine_.services().cameras_file, "{{{{").has_value());
    open_live();
    EXPECT_TRUE(notice_anywhere("cameras").contains(QStringLiteral("cameras.json")));
}

} // namespace
} // namespace mien::gui

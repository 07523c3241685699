#include "app/doctor_cameras.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

const CameraMode vga{.width = 640, .height = 480, .rate = 30, .format = "YUYV"};
const CameraMode hd{.width = 1280, .height = 720, .rate = 30, .format = "MJPG"};
const CameraInfo camera{
    .path = "/dev/video2", .id = "Cam @ usb-1", .name = "Cam", .driver = "uvcvideo", .modes = {vga, hd}};

std::vector<Check> check(const CameraChoices& choices = {}, const std::string& holder = {}) {
    return check_cameras({camera}, choices, [&](const std::string&) { return holder; });
}

TEST(DoctorCameras, NamesTheCameraItsModesAndTheOneThatIsUsed) {
    const auto checks = check();
    ASSERT_EQ(checks.size(), 2u);
    EXPECT_EQ(checks[0].detail, "/dev/video2  Cam  (uvcvideo, Cam @ usb-1); mode 640x480@30/YUYV");
    EXPECT_EQ(checks[1].name, "its modes");
    EXPECT_EQ(checks[1].detail, "640x480@30/YUYV, 1280x720@30/MJPG");
}

TEST(DoctorCameras, SaysWhatThePersonChose) {
    const auto checks = check({{camera.id, {.mode = hd, .vertical_fov = 40}}});
    EXPECT_NE(checks[0].detail.find("mode 1280x720@30/MJPG, as you chose"), std::string::npos);
    EXPECT_NE(checks[0].detail.find("field of view 40 degrees, as you chose"), std::string::npos);
}

TEST(DoctorCameras, SaysWhoHasItAndWhatToDo) {
    const auto checks = check({}, "obs (process 12)");
    EXPECT_EQ(checks[0].finding, Finding::note);
    EXPECT_NE(checks[0].detail.find("in use by obs (process 12)"), std::string::npos);
    EXPECT_FALSE(checks[0].fix.empty());
}

TEST(DoctorCameras, CallsAVirtualCameraOne) {
    CameraInfo loopback = camera;
    loopback.driver = "v4l2 loopback";
    loopback.modes.clear();
    const auto checks = check_cameras({loopback}, {}, [](const std::string&) { return std::string(); });
    ASSERT_EQ(checks.size(), 1u);
    EXPECT_NE(checks[0].detail.find("virtual"), std::string::npos);
}

} // namespace
} // namespace mien

#include "capture/source/camera_list.h"

#include <fstream>

#include "base/file.h"
#include "capture/source/camera_picture.h"
#include "capture/source/device_holder.h"
#include "tests/support/paths.h"
#include "tests/unit/capture_source/fake_kernel.h"

namespace mien {
namespace {

/// A folder that stands for /dev, and a kernel that answers for its nodes.
class CameraList : public testing::Test {
protected:
    test::FakeNode& add(const std::string& name) {
        std::ofstream(folder.path() / name).flush();
        return kernel->nodes[folder.path() / name];
    }
    [[nodiscard]] std::string path(const std::string& name) const { return folder.path() / name; }
    Result<std::unique_ptr<VideoSource>> open(const std::string& spec) {
        return open_camera(kernel, spec, {}, folder.path());
    }

    test::TemporaryFolder folder;
    std::shared_ptr<test::FakeKernel> kernel = std::make_shared<test::FakeKernel>();
};

TEST_F(CameraList, HasCaptureDevicesInTheirOrderAndLoopbacksLast) {
    add("video10").card = "Ten";
    add("video2").card = "Two";
    add("video3").device_caps = V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING;
    add("video0").driver = "v4l2 loopback";
    add("video4").open_error = EACCES;
    add("video-card").card = "no camera";
    add("vbi0").card = "no camera";
    const auto cameras = scan_cameras(*kernel, folder.path());
    ASSERT_EQ(cameras.size(), 3u);
    EXPECT_EQ(cameras[0].name, "Two");
    EXPECT_EQ(cameras[0].path, path("video2"));
    EXPECT_EQ(cameras[0].id, "Two @ usb-1");
    EXPECT_EQ(cameras[0].driver, "uvcvideo");
    EXPECT_EQ(cameras[1].name, "Ten");
    EXPECT_EQ(cameras[2].driver, "v4l2 loopback");
}

TEST_F(CameraList, TwoNodesOfOneCameraHaveTheirOwnIds) {
    add("video0");
    add("video1");
    add("video2");
    const auto cameras = scan_cameras(*kernel, folder.path());
    ASSERT_EQ(cameras.size(), 3u);
    EXPECT_EQ(cameras[0].id, "Fake Camera @ usb-1");
    EXPECT_EQ(cameras[1].id, "Fake Camera @ usb-1 #2");
    EXPECT_EQ(cameras[2].id, "Fake Camera @ usb-1 #3");
}

TEST_F(CameraList, AStableIdFindsTheCameraUnderItsNewNumber) {
    add("video0").card = "Other";
    add("video5").card = "Mine";
    const auto source = open("camera:Mine @ usb-1");
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_EQ((*source)->info().name, "Mine");
    EXPECT_EQ(kernel->nodes[path("video0")].open_count, 0);
    EXPECT_EQ(open("camera:Mine").value()->info().name, "Mine") << "by name";
    EXPECT_EQ(open("camera:" + path("video0")).value()->info().name, "Other") << "by path";
    EXPECT_EQ(open("5").value()->info().name, "Mine") << "by number";
}

TEST_F(CameraList, TheFirstCameraIsOneWithColour) {
    auto& infrared = add("video0");
    infrared.card = "Infrared";
    infrared.formats = {{camera_format::grey, {{340, 340, {{1, 15}}}}}};
    EXPECT_EQ(open("camera").value()->info().name, "Infrared") << "better than none";
    add("video2").card = "Colour";
    EXPECT_EQ(open("camera").value()->info().name, "Colour");
}

TEST_F(CameraList, AVirtualCameraIsOpenedOnlyByName) {
    auto& loopback = add("video0");
    loopback.driver = "v4l2 loopback";
    loopback.card = "OBS Virtual Camera";
    const auto alone = open("camera");
    ASSERT_FALSE(alone);
    EXPECT_EQ(alone.error().code, ErrorCode::unavailable);
    EXPECT_NE(alone.error().message.find("camera:OBS Virtual Camera"), std::string::npos)
        << alone.error().message;
    EXPECT_EQ(kernel->nodes[path("video0")].open_count, 0);
    ASSERT_TRUE(open("camera:OBS Virtual Camera"));
    add("video2").card = "Real";
    EXPECT_EQ(open("camera").value()->info().name, "Real");
}

TEST_F(CameraList, ListsTheModesOfEachTheBestFirst) {
    add("video0").formats = {{camera_format::yuyv, {{1280, 720, {{1, 10}}}, {640, 480, {{1, 15}, {1, 30}}}}},
                             {camera_format::mjpg, {{1280, 720, {{1, 30}}}}}};
    auto cameras = scan_cameras(*kernel, folder.path());
    add_modes(kernel, cameras);
    ASSERT_EQ(cameras.size(), 1u);
    std::string modes;
    for (const CameraMode& mode : cameras[0].modes) modes += text_of(mode) + " ";
    EXPECT_EQ(modes, "640x480@30/YUYV 1280x720@30/MJPG 640x480@15/YUYV 1280x720@10/YUYV ");
    EXPECT_EQ(kernel->nodes[path("video0")].open_count, 0);
}

TEST_F(CameraList, OpensEachInTheModeThatWasChosenForIt) {
    for (const char* name : {"video0", "video1"}) // two of a kind
        add(name).formats = {{camera_format::yuyv, {{640, 480, {{1, 30}}}, {320, 240, {{1, 30}, {1, 60}}}}}};
    SourceOptions options;
    options.modes["Fake Camera @ usb-1 #2"] = camera_mode_from_text("320x240@60").value();
    const auto width = [&](const std::string& spec) {
        return open_camera(kernel, spec, options, folder.path()).value()->info().width;
    };
    EXPECT_EQ(width("camera"), 640);
    EXPECT_EQ(width("camera:Fake Camera @ usb-1 #2"), 320);
    EXPECT_EQ(width("1"), 320) << "by number it is the same camera";
    options.mode = camera_mode_from_text("640x480").value();
    EXPECT_EQ(width("1"), 640) << "what is asked for now goes first";
}

TEST_F(CameraList, SaysWhatIsWrongAndWhatToDo) {
    const auto none = open("camera");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::unavailable);
    EXPECT_NE(none.error().message.find("No camera is connected"), std::string::npos) << none.error().message;

    add("video1").open_error = EACCES;
    const auto forbidden = open("camera");
    EXPECT_NE(forbidden.error().message.find("usermod"), std::string::npos) << forbidden.error().message;

    const auto missing = open("3");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::unavailable);
    EXPECT_NE(missing.error().message.find(path("video3")), std::string::npos) << missing.error().message;

    auto& busy = add("video2");
    busy.format_error = EBUSY;
    const auto held = open("camera");
    ASSERT_FALSE(held);
    EXPECT_NE(held.error().message.find("in use"), std::string::npos) << held.error().message;
    EXPECT_NE(held.error().message.find("Fake Camera"), std::string::npos);

    const auto unknown = open("camera:Nobody");
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("Nobody"), std::string::npos);
    EXPECT_EQ(busy.open_count, 0) << "failures close what they opened";
}

TEST(CameraSpec, TellsCamerasFromFiles) {
    for (const char* camera : {"camera", "camera:X", "/dev/video0", "0", "12", "/dev/v4l/by-id/usb-x"})
        EXPECT_TRUE(names_camera(camera)) << camera;
    for (const char* other : {"camera.mp4", "synthetic", "", "0.mp4", "-1", "/home/video0", "./0"})
        EXPECT_FALSE(names_camera(other)) << other;
}

TEST(OpenSource, TellsThatACameraIsMissing) {
    const auto source = open_source("/dev/video9999");
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, ErrorCode::unavailable);
    EXPECT_NE(source.error().message.find("/dev/video9999"), std::string::npos);
}

TEST(DeviceHolder, NamesTheProcessThatHasTheDeviceOpen) {
    const test::TemporaryFolder proc;
    const auto add_process = [&](const std::string& id, const std::string& name, const char* open_file) {
        std::filesystem::create_directories(proc.path() / id / "fd");
        ASSERT_TRUE(write_file_atomically(proc.path() / id / "comm", name));
        std::filesystem::create_symlink(open_file, proc.path() / id / "fd" / "5");
    };
    add_process("11", "bash\n", "/dev/null");
    add_process(std::to_string(::getpid()), "myself\n", "/dev/video0");
    add_process("self", "alias\n", "/dev/video0");
    EXPECT_EQ(device_holder("/dev/video0", proc.path()), "");
    add_process("123", "obs\n", "/dev/video0");
    EXPECT_EQ(device_holder("/dev/video0", proc.path()), "obs (process 123)");
    add_process("124", "evil\x1b[2J\nname\n", "/dev/video1");
    EXPECT_EQ(device_holder("/dev/video1", proc.path()), "evil[2Jname (process 124)");
    EXPECT_EQ(device_holder("/dev/video0", proc.path() / "missing"), "");
}

} // namespace
} // namespace mien

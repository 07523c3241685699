#include "capture/source/camera_source.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "media/image_io.h"
#include "tests/unit/capture_source/fake_device.h"

namespace mien {
namespace {

using test::FakeCamera;

const CameraInfo info{.path = "/dev/video7", .id = "Cam @ usb-1", .name = "Cam", .driver = "fake"};
const SourceOptions wanted{.width = 4, .height = 2, .rate = 30, .paced = false};

Result<std::unique_ptr<VideoSource>> start(FakeCamera& camera, const SourceOptions& options = wanted,
                                           const CameraPatience& patience = {}) {
    return start_camera(
        std::make_unique<test::FakeDevice>(camera), info, options,
        [](const std::string&) { return std::string(); }, patience);
}

/// Every frame that comes until the source fails, and its failure.
struct Outcome {
    std::vector<VideoFrame> frames;
    Error error;
};
Outcome run_to_failure(VideoSource& source) {
    Outcome outcome;
    for (;;) {
        auto frame = source.next({});
        if (!frame) {
            outcome.error = frame.error();
            return outcome;
        }
        EXPECT_TRUE(frame->has_value());
        outcome.frames.push_back(std::move(**frame));
    }
}

TEST(CameraSource, SetsTheFormatBeforeTheRateAndTellsWhatWasNegotiated) {
    FakeCamera camera;
    camera.claimed = FrameInterval{1, 15}; // it lies: 15 instead of 30
    const auto source = start(camera);
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_EQ((*source)->info().rate, 15);
    EXPECT_EQ((*source)->info().asked_rate, 30);
    EXPECT_EQ((*source)->info().format, "GREY");
    EXPECT_EQ((*source)->info().camera_id, info.id);
    EXPECT_EQ((*source)->info().name, "Cam");
    EXPECT_TRUE((*source)->info().live);
    const std::lock_guard lock(camera.mutex);
    ASSERT_GE(camera.calls.size(), 3u);
    EXPECT_EQ(std::vector(camera.calls.begin(), camera.calls.begin() + 3),
              (std::vector<std::string>{"format", "interval", "start"}));
}

TEST(CameraSource, HandsOverTheNewestOfWhatPiledUp) {
    FakeCamera camera;
    camera.piled_up = true;
    for (std::uint32_t i = 0; i < 5; ++i) camera.frame(static_cast<std::uint8_t>(10 * i), i);
    const auto source = start(camera);
    const auto frame = source.value()->next({});
    ASSERT_TRUE(frame && *frame);
    EXPECT_EQ((*frame)->picture.pixels[0], 40);
    EXPECT_EQ((*frame)->index, 4u) << "skips the numbers of dropped frames";
    EXPECT_EQ((*source)->dropped(), 4u);
    const std::lock_guard lock(camera.mutex);
    EXPECT_EQ(camera.requeued, camera.dequeued) << "every buffer goes back";
}

TEST(CameraSource, ADriverThatLostFramesIsCountedToo) {
    FakeCamera camera;
    camera.piled_up = true;
    camera.frame(1, 100);
    camera.frame(2, 104);
    const auto source = start(camera);
    const auto frame = source.value()->next({});
    ASSERT_TRUE(frame && *frame);
    EXPECT_EQ((*frame)->index, 4u);
    EXPECT_EQ((*source)->dropped(), 4u) << "three lost by the driver, one overtaken";
}

TEST(CameraSource, SequenceNumbersThatNeverMoveAreNotBelieved) {
    FakeCamera camera;
    camera.piled_up = true;
    for (int i = 0; i < 3; ++i) camera.frame(static_cast<std::uint8_t>(i), 0);
    const auto source = start(camera);
    const auto frame = source.value()->next({});
    ASSERT_TRUE(frame && *frame);
    EXPECT_EQ((*frame)->index, 2u);
}

TEST(CameraSource, UsesTheDriversStampWhereItCanBeTrue) {
    FakeCamera camera;
    const Timestamp exposure = monotonic_now() - Duration::from_ms(20);
    camera.frame(1, 0);
    camera.events.back().stamp = exposure;
    const auto source = start(camera);
    const auto frame = source.value()->next({});
    ASSERT_TRUE(frame && *frame);
    EXPECT_EQ((*frame)->t, exposure);
}

TEST(CameraSource, StampsOnArrivalWhereTheDriversIsNotOfThisClock) {
    for (const Timestamp strange : {Timestamp{5}, monotonic_now() + Duration::from_seconds(3600)}) {
        FakeCamera camera;
        const Timestamp before = monotonic_now();
        camera.frame(1, 0);
        camera.events.back().stamp = strange;
        const auto source = start(camera);
        const auto frame = source.value()->next({});
        ASSERT_TRUE(frame && *frame);
        EXPECT_GE((*frame)->t, before);
        EXPECT_LE((*frame)->t, monotonic_now());
    }
}

TEST(CameraSource, UnpluggedIsAnErrorThatNamesTheCamera) {
    FakeCamera camera;
    camera.frame(1, 0);
    camera.silence(3);
    camera.failure(DeviceFault::lost);
    const auto source = start(camera);
    const Outcome outcome = run_to_failure(**source);
    EXPECT_EQ(outcome.error.code, ErrorCode::unavailable);
    EXPECT_NE(outcome.error.message.find("Cam (/dev/video7)"), std::string::npos) << outcome.error.message;
    EXPECT_NE(outcome.error.message.find("plug it in again"), std::string::npos);
    EXPECT_FALSE((*source)->next({})) << "and stays one";
}

TEST(CameraSource, AStallIsRestartedOnceAndGoesOn) {
    FakeCamera camera;
    camera.frame(1, 0);
    camera.silence(9); // 0.9 s: one restart
    camera.frame(2, 0);
    camera.silence(8);
    camera.frame(3, 1);
    camera.silence(9); // the patience is whole again after a frame
    camera.frame(4, 0);
    camera.failure(DeviceFault::lost);
    const auto source = start(camera);
    const Outcome outcome = run_to_failure(**source);
    EXPECT_NE(outcome.error.message.find("gone"), std::string::npos) << outcome.error.message;
    const std::lock_guard lock(camera.mutex);
    EXPECT_EQ(std::count(camera.calls.begin(), camera.calls.end(), "start"), 3);
    for (std::size_t i = 1; i < outcome.frames.size(); ++i)
        EXPECT_GT(outcome.frames[i].index, outcome.frames[i - 1].index);
}

TEST(CameraSource, AStallThatLastsIsReportedWithinTwoSeconds) {
    FakeCamera camera;
    camera.frame(1, 0);
    camera.silence(1000);
    const auto source = start(camera);
    const Outcome outcome = run_to_failure(**source);
    EXPECT_NE(outcome.error.message.find("delivers no pictures"), std::string::npos) << outcome.error.message;
    const std::lock_guard lock(camera.mutex);
    const std::size_t waits = 1000 - camera.events.size();
    EXPECT_LE(waits * static_cast<std::size_t>(CameraPatience{}.wait.ns), 2'000'000'000u);
    EXPECT_EQ(std::count(camera.calls.begin(), camera.calls.end(), "start"), 2) << "one restart was tried";
}

TEST(CameraSource, ACameraMayTakeSecondsToWarmUp) {
    FakeCamera camera;
    camera.silence(39);
    camera.frame(1, 0);
    const auto source = start(camera);
    EXPECT_TRUE(source.value()->next({}).value().has_value());
}

TEST(CameraSource, DamagedPicturesAreDroppedAndCounted) {
    FakeCamera camera;
    camera.modes = {{camera_format::mjpg, 16, 16, {1, 30}}};
    camera.piled_up = false;
    const auto good = encode_jpeg(Image(16, 16, PixelFormat::rgb8)).value();
    auto cut = good;
    cut.resize(good.size() * 2 / 3);
    camera.bytes(cut, 0);
    camera.bytes({}, 1);
    camera.bytes(encode_jpeg(Image(24, 16, PixelFormat::rgb8)).value(), 2); // another size than agreed
    camera.bytes(good, 3);
    camera.events.back().damaged = true; // as the driver says
    camera.bytes(good, 4);
    const auto source = start(camera);
    const auto frame = source.value()->next({});
    ASSERT_TRUE(frame && *frame);
    EXPECT_EQ((*frame)->index, 4u);
    EXPECT_EQ((*source)->dropped(), 4u);
}

TEST(CameraSource, NothingButDamagedPicturesIsAnError) {
    FakeCamera camera;
    camera.modes = {{camera_format::mjpg, 16, 16, {1, 30}}};
    for (std::uint32_t i = 0; i < 200; ++i) camera.bytes({1, 2, 3}, i);
    const auto source = start(camera);
    const Outcome outcome = run_to_failure(**source);
    EXPECT_NE(outcome.error.message.find("damaged"), std::string::npos) << outcome.error.message;
}

TEST(CameraSource, BusyNamesTheProgramThatHoldsIt) {
    FakeCamera camera;
    camera.format_error = DeviceError{DeviceFault::busy, "Device or resource busy"};
    const auto source =
        start_camera(std::make_unique<test::FakeDevice>(camera), info, wanted, [](const std::string& path) {
            EXPECT_EQ(path, "/dev/video7");
            return std::string("obs (process 12)");
        });
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, ErrorCode::unavailable);
    EXPECT_NE(source.error().message.find("obs (process 12)"), std::string::npos) << source.error().message;
    EXPECT_NE(source.error().message.find("Cam (/dev/video7)"), std::string::npos);
    EXPECT_EQ(camera.formats.size(), 1u) << "no use in trying other modes";
}

TEST(CameraSource, AFullBusIsAnsweredWithTheNextMode) {
    FakeCamera camera;
    camera.modes = {{camera_format::yuyv, 640, 480, {1, 30}}, {camera_format::mjpg, 640, 480, {1, 30}}};
    camera.starts = {DeviceError{DeviceFault::no_bandwidth, "No space left on device"}, std::nullopt};
    const auto source = start(camera, {.width = 640, .height = 480, .rate = 30, .paced = false});
    ASSERT_TRUE(source) << source.error().message;
    const std::lock_guard lock(camera.mutex);
    ASSERT_EQ(camera.formats.size(), 2u);
    EXPECT_EQ(camera.formats[1].format, camera_format::mjpg);
}

TEST(CameraSource, ABusThatIsTooFullForEveryModeSaysSo) {
    FakeCamera camera;
    camera.starts = {DeviceError{DeviceFault::no_bandwidth, "No space left on device"}};
    const auto source = start(camera);
    ASSERT_FALSE(source);
    EXPECT_NE(source.error().message.find("USB"), std::string::npos) << source.error().message;
}

TEST(CameraSource, ACameraWithoutKnownFormatsIsRefused) {
    FakeCamera camera;
    camera.modes.clear();
    const auto source = start(camera);
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, ErrorCode::unavailable);
    EXPECT_NE(source.error().message.find("pixel format"), std::string::npos);
}

TEST(CameraSource, AStopEndsTheWaitAndClosingJoins) {
    FakeCamera camera;
    {
        const auto source = start(camera);
        std::stop_source stop;
        std::jthread stopper([&] { stop.request_stop(); });
        const auto frame = source.value()->next(stop.get_token());
        ASSERT_TRUE(frame);
        EXPECT_FALSE(frame->has_value());
    }
    EXPECT_EQ(camera.calls.back(), "close");
}

TEST(CameraError, EveryFaultSaysWhichCameraAndWhatToDoOnOneLine) {
    for (const DeviceFault fault :
         {DeviceFault::missing, DeviceFault::no_permission, DeviceFault::busy, DeviceFault::no_bandwidth,
          DeviceFault::unsupported, DeviceFault::lost, DeviceFault::failed}) {
        const Error error = camera_error(info, {fault, "the reason"}, {});
        EXPECT_EQ(error.code, ErrorCode::unavailable);
        EXPECT_NE(error.message.find("/dev/video7"), std::string::npos) << error.message;
        EXPECT_EQ(error.message.find('\n'), std::string::npos);
    }
}

} // namespace
} // namespace mien

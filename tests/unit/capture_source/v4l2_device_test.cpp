#include "capture/source/v4l2_device.h"

#include <gtest/gtest.h>

#include "capture/source/camera_picture.h"
#include "tests/unit/capture_source/fake_kernel.h"

namespace mien {
namespace {

using camera_format::mjpg;
using camera_format::yuyv;

class V4l2Device : public testing::Test {
protected:
    std::unique_ptr<VideoDevice> open() {
        auto device = open_v4l2_device(kernel, path);
        EXPECT_TRUE(device) << device.error().reason;
        return device ? std::move(*device) : nullptr;
    }
    /// A device that streams.
    std::unique_ptr<VideoDevice> started() {
        auto device = open();
        EXPECT_TRUE(device->set_format({yuyv, 640, 480, {1, 30}}));
        EXPECT_TRUE(device->start());
        return device;
    }
    static v4l2_buffer buffer(std::uint32_t index, std::uint32_t bytes, std::uint32_t flags) {
        v4l2_buffer filled{};
        filled.index = index;
        filled.bytesused = bytes;
        filled.flags = flags;
        filled.sequence = 42;
        filled.timestamp = {12, 345'678};
        return filled;
    }

    const std::string path = "/dev/video0";
    std::shared_ptr<test::FakeKernel> kernel = [this] {
        auto made = std::make_shared<test::FakeKernel>();
        made->nodes[path] = {};
        return made;
    }();
    test::FakeNode& node = kernel->nodes[path];
};

TEST_F(V4l2Device, TellsItsNameWithoutReadingPastTheField) {
    node.card = std::string(40, 'x'); // the field has 32
    node.bus = "usb-0000:00:14.0-1\n";
    const auto identity = identify_v4l2_device(*kernel, path);
    ASSERT_TRUE(identity);
    EXPECT_EQ(identity->card, std::string(32, 'x'));
    EXPECT_EQ(identity->bus, "usb-0000:00:14.0-1") << "one line";
    EXPECT_EQ(node.open_count, 0) << "closed again";
}

TEST_F(V4l2Device, TheMetadataNodeOfACameraIsNotOne) {
    node.device_caps = V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING;
    EXPECT_EQ(identify_v4l2_device(*kernel, path).error().fault, DeviceFault::unsupported);
    EXPECT_EQ(open_v4l2_device(kernel, path).error().fault, DeviceFault::unsupported);
    EXPECT_EQ(node.open_count, 0);
}

TEST_F(V4l2Device, OldDriversHaveOnlyOneSetOfCapabilities) {
    node.capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    node.device_caps = 0;
    EXPECT_TRUE(identify_v4l2_device(*kernel, path));
}

TEST_F(V4l2Device, TheSystemsErrorsBecomeFaults) {
    EXPECT_EQ(open_v4l2_device(kernel, "/dev/video9").error().fault, DeviceFault::missing);
    for (const auto& [error, fault] : {std::pair{EACCES, DeviceFault::no_permission},
                                       {EBUSY, DeviceFault::busy},
                                       {ENODEV, DeviceFault::lost},
                                       {ENXIO, DeviceFault::missing},
                                       {EIO, DeviceFault::failed}}) {
        node.open_error = error;
        EXPECT_EQ(open_v4l2_device(kernel, path).error().fault, fault) << error;
    }
}

TEST_F(V4l2Device, ListsTheModesOfKnownFormats) {
    node.formats = {{four_cc('H', '2', '6', '4'), {{1920, 1080, {{1, 30}}}}},
                    {yuyv, {{640, 480, {{1, 30}, {1, 15}}}, {1280, 720, {{1, 10}}}}},
                    {mjpg, {{1280, 720, {}}}}};
    const auto modes = open()->modes(640, 480);
    ASSERT_TRUE(modes);
    EXPECT_EQ(*modes, (std::vector<DeviceMode>{{yuyv, 640, 480, {1, 30}},
                                               {yuyv, 640, 480, {1, 15}},
                                               {yuyv, 1280, 720, {1, 10}},
                                               {mjpg, 1280, 720, {}}}));
}

TEST_F(V4l2Device, RangesOfSizesAreGivenAtTheWantedOne) {
    node.stepwise = true;
    node.formats = {{yuyv, {{160, 120, {{1, 60}, {1, 10}}}, {1920, 1080, {}}}}};
    const auto modes = open()->modes(650, 483);
    ASSERT_TRUE(modes);
    ASSERT_FALSE(modes->empty());
    for (const DeviceMode& mode : *modes) {
        EXPECT_EQ(mode.width, 656) << "160 + 31 steps of 16";
        EXPECT_EQ(mode.height, 480);
    }
    const auto has_30 = [](const DeviceMode& mode) { return mode.interval == FrameInterval{1, 30}; };
    EXPECT_TRUE(std::any_of(modes->begin(), modes->end(), has_30));
    EXPECT_EQ(open()->modes(100'000, 1).value().front().width, 1920);
}

TEST_F(V4l2Device, ADriverWithoutSizesIsAskedForTheWantedOne) {
    node.formats = {{yuyv, {}}};
    EXPECT_EQ(open()->modes(640, 480).value(), (std::vector<DeviceMode>{{yuyv, 640, 480, {}}}));
}

TEST_F(V4l2Device, SignalsDisturbNothing) {
    auto device = open();
    node.interruptions = 3;
    EXPECT_TRUE(device->set_format({yuyv, 640, 480, {1, 30}}));
    node.interruptions = 2;
    EXPECT_TRUE(device->start());
    node.polls = {-EINTR, POLLIN};
    node.buffers = {{0, buffer(0, 8, 0)}};
    EXPECT_TRUE(device->dequeue(Duration::from_ms(10)).value().has_value());
}

TEST_F(V4l2Device, ReportsTheRateThatTheDriverKeeps) {
    EXPECT_EQ(open()->set_interval({1, 30}).value(), (FrameInterval{1, 30}));
    node.keeps_rate = true;
    EXPECT_EQ(open()->set_interval({1, 30}).value(), (FrameInterval{1, 25}));
}

TEST_F(V4l2Device, BusyShowsWhenTheFormatIsSet) {
    node.format_error = EBUSY;
    EXPECT_EQ(open()->set_format({yuyv, 640, 480, {1, 30}}).error().fault, DeviceFault::busy);
}

TEST_F(V4l2Device, AFullBusShowsAtTheStartAndFreesTheBuffers) {
    node.stream_error = ENOSPC;
    auto device = open();
    ASSERT_TRUE(device->set_format({yuyv, 640, 480, {1, 30}}));
    EXPECT_EQ(device->start().error().fault, DeviceFault::no_bandwidth);
    EXPECT_EQ(node.mapped, 0);
    node.stream_error = 0;
    EXPECT_TRUE(device->start()) << "and it can start again";
}

TEST_F(V4l2Device, ADriverThatGivesNoBuffersIsAnError) {
    node.max_buffers = 1;
    auto device = open();
    ASSERT_TRUE(device->set_format({yuyv, 640, 480, {1, 30}}));
    EXPECT_EQ(device->start().error().fault, DeviceFault::failed);
}

TEST_F(V4l2Device, FramesCarryTheDriversStampOnlyWhereItIsMonotonic) {
    auto device = started();
    node.polls = {POLLIN, POLLIN, POLLIN};
    node.buffers = {{0, buffer(2, 8, V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)},
                    {0, buffer(0, 8, V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN)},
                    {0, buffer(1, 1'000'000, V4L2_BUF_FLAG_ERROR)}};
    const auto stamped = device->dequeue(Duration::from_ms(10)).value();
    ASSERT_TRUE(stamped);
    EXPECT_EQ(stamped->stamp, Timestamp{12'345'678'000});
    EXPECT_EQ(stamped->bytes.size(), 8u);
    EXPECT_EQ(stamped->bytes[0], 3) << "the third buffer";
    EXPECT_EQ(stamped->sequence, 42u);
    EXPECT_FALSE(device->dequeue(Duration::from_ms(10)).value()->stamp);
    const auto damaged = device->dequeue(Duration::from_ms(10)).value();
    EXPECT_TRUE(damaged->damaged);
    EXPECT_EQ(damaged->bytes.size(), 64u) << "never more than the buffer has";
}

TEST_F(V4l2Device, WaitingEndsWithoutAFrame) {
    EXPECT_FALSE(started()->dequeue(Duration::from_ms(1)).value().has_value());
}

TEST_F(V4l2Device, PassingFaultsAreNoFramesAndUnpluggingIsLost) {
    auto device = started();
    node.polls = {POLLIN, POLLIN, POLLERR};
    node.buffers = {{EIO, {}}, {ENODEV, {}}};
    EXPECT_FALSE(device->dequeue(Duration::from_ms(10)).value().has_value()) << "EIO passes";
    EXPECT_EQ(device->dequeue(Duration::from_ms(10)).error().fault, DeviceFault::lost);
    EXPECT_EQ(device->dequeue(Duration::from_ms(10)).error().fault, DeviceFault::lost)
        << "POLLERR, no buffer";
}

TEST_F(V4l2Device, ABufferThatDoesNotExistIsRefused) {
    auto device = started();
    node.polls = {POLLIN};
    node.buffers = {{0, buffer(17, 8, 0)}};
    EXPECT_EQ(device->dequeue(Duration::from_ms(10)).error().fault, DeviceFault::failed);
}

TEST_F(V4l2Device, ClosingStopsUnmapsAndCloses) {
    started().reset();
    EXPECT_FALSE(node.streaming);
    EXPECT_EQ(node.mapped, 0);
    EXPECT_EQ(node.open_count, 0);
}

} // namespace
} // namespace mien

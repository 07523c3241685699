#include "capture/source/v4l2_device.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include <linux/videodev2.h>
#include <poll.h>

#include <fmt/format.h>

#include "capture/source/camera_picture.h"

namespace mien {
namespace {

/// Enough to decode one while the driver fills others; more only adds delay.
constexpr std::uint32_t buffer_count = 4;

/// A driver that enumerates without end is cut off here.
constexpr std::uint32_t max_enumerated = 256;

tl::unexpected<DeviceError> fault_of(int error) {
    const DeviceFault fault = [error] {
        switch (error) {
        case ENOENT:
        case ENXIO:
            return DeviceFault::missing;
        case EACCES:
        case EPERM:
            return DeviceFault::no_permission;
        case EBUSY:
            return DeviceFault::busy;
        case ENOSPC:
            return DeviceFault::no_bandwidth;
        case ENOTTY:
        case EINVAL:
            return DeviceFault::unsupported;
        case ENODEV:
        case ESHUTDOWN:
            return DeviceFault::lost;
        default:
            return DeviceFault::failed;
        }
    }();
    return tl::unexpected(DeviceError{fault, std::strerror(error)});
}

/// An open device file.
class Handle {
public:
    Handle(std::shared_ptr<SystemCalls> calls, int fd) : calls_(std::move(calls)), fd_(fd) {}
    Handle(Handle&& other) noexcept : calls_(std::move(other.calls_)), fd_(std::exchange(other.fd_, -1)) {}
    Handle& operator=(Handle&&) = delete;
    ~Handle() {
        if (fd_ >= 0) calls_->close(fd_);
    }
    [[nodiscard]] SystemCalls& calls() const { return *calls_; }
    [[nodiscard]] int fd() const { return fd_; }
    /// An ioctl that signals do not disturb; 0 or -errno.
    template <typename Argument>
    [[nodiscard]] int control(unsigned long request, Argument& argument) const {
        int result = 0;
        do {
            result = calls_->ioctl(fd_, request, &argument);
        } while (result == -EINTR);
        return std::min(result, 0);
    }

private:
    std::shared_ptr<SystemCalls> calls_;
    int fd_;
};

/// Text of a fixed field that may lack its end, on one line.
template <std::size_t Size>
std::string text_of(const unsigned char (&field)[Size]) {
    std::string text(reinterpret_cast<const char*>(field),
                     strnlen(reinterpret_cast<const char*>(field), Size));
    std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    return text;
}

DeviceResult<DeviceIdentity> identity_of(const Handle& handle) {
    v4l2_capability capability{};
    if (const int error = handle.control(VIDIOC_QUERYCAP, capability); error < 0) return fault_of(-error);
    // device_caps are this node's; `capabilities` are those of all nodes of the hardware together.
    const std::uint32_t node = (capability.capabilities & V4L2_CAP_DEVICE_CAPS) != 0
                                   ? capability.device_caps
                                   : capability.capabilities;
    constexpr std::uint32_t needed = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    if ((node & needed) != needed)
        return tl::unexpected(DeviceError{DeviceFault::unsupported, "it is not a capture device"});
    return DeviceIdentity{text_of(capability.card), text_of(capability.bus_info), text_of(capability.driver)};
}

DeviceResult<Handle> open_handle(std::shared_ptr<SystemCalls> calls, const std::string& path) {
    int fd = 0;
    do {
        fd = calls->open(path.c_str());
    } while (fd == -EINTR);
    if (fd < 0) return fault_of(-fd);
    return Handle(std::move(calls), fd);
}

/// The value of a stepwise range that is nearest to the wanted one.
int snapped(std::uint32_t wanted, std::uint32_t low, std::uint32_t high, std::uint32_t step) {
    if (high < low) return 0;
    const std::uint32_t inside = std::clamp(wanted, low, high);
    const std::uint32_t steps = step > 1 ? (inside - low + step / 2) / step : inside - low;
    return static_cast<int>(std::min(low + steps * std::max(step, 1u), high));
}

class V4l2Device final : public VideoDevice {
public:
    explicit V4l2Device(Handle handle) : handle_(std::move(handle)) {}
    V4l2Device(const V4l2Device&) = delete;
    V4l2Device& operator=(const V4l2Device&) = delete;
    ~V4l2Device() override { stop(); }

    [[nodiscard]] DeviceResult<std::vector<DeviceMode>> modes(int width, int height) override {
        std::vector<DeviceMode> found;
        for (std::uint32_t i = 0; i < max_enumerated; ++i) {
            v4l2_fmtdesc description{};
            description.index = i;
            description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
            const int error = handle_.control(VIDIOC_ENUM_FMT, description);
            if (error == -ENODEV) return fault_of(-error);
            if (error < 0) break; // EINVAL: the end
            if (is_known_format(description.pixelformat))
                add_sizes(found, description.pixelformat, width, height);
        }
        return found;
    }

    [[nodiscard]] DeviceResult<DeviceFormat> set_format(const DeviceMode& mode) override {
        v4l2_format format{};
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        format.fmt.pix.width = static_cast<std::uint32_t>(mode.width);
        format.fmt.pix.height = static_cast<std::uint32_t>(mode.height);
        format.fmt.pix.pixelformat = mode.format;
        format.fmt.pix.field = V4L2_FIELD_ANY;
        if (const int error = handle_.control(VIDIOC_S_FMT, format); error < 0) return fault_of(-error);
        const v4l2_pix_format& chosen = format.fmt.pix;
        constexpr std::uint32_t max_side = 16384;
        if (!is_known_format(chosen.pixelformat) || chosen.width < 1 || chosen.width > max_side ||
            chosen.height < 1 || chosen.height > max_side)
            return tl::unexpected(
                DeviceError{DeviceFault::unsupported, "the driver insists on another pixel format"});
        return DeviceFormat{chosen.pixelformat, static_cast<int>(chosen.width),
                            static_cast<int>(chosen.height),
                            is_compressed(chosen.pixelformat) ? 0 : chosen.bytesperline};
    }

    [[nodiscard]] DeviceResult<FrameInterval> set_interval(FrameInterval wanted) override {
        v4l2_streamparm parameters{};
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        if (handle_.control(VIDIOC_G_PARM, parameters) < 0) return FrameInterval{}; // many drivers cannot
        v4l2_fract& interval = parameters.parm.capture.timeperframe;
        if ((parameters.parm.capture.capability & V4L2_CAP_TIMEPERFRAME) != 0 && wanted.rate() > 0) {
            interval = {wanted.numerator, wanted.denominator};
            const int error = handle_.control(VIDIOC_S_PARM, parameters);
            if (error == -EBUSY || error == -ENODEV) return fault_of(-error);
        }
        return FrameInterval{interval.numerator, interval.denominator};
    }

    [[nodiscard]] DeviceResult<void> start() override {
        auto started = try_start();
        if (!started) stop();
        return started;
    }

    [[nodiscard]] DeviceResult<std::optional<DeviceFrame>> dequeue(Duration at_most) override {
        const Timestamp until = monotonic_now() + at_most;
        for (;;) {
            const std::int64_t left_ns = std::max<std::int64_t>(0, (until - monotonic_now()).ns);
            const int events =
                handle_.calls().poll_input(handle_.fd(), static_cast<int>((left_ns + 999'999) / 1'000'000));
            if (events == -EINTR) continue;
            if (events < 0) return fault_of(-events);
            if (events == 0) return std::optional<DeviceFrame>();
            v4l2_buffer buffer = empty_buffer(0);
            const int error = handle_.control(VIDIOC_DQBUF, buffer);
            if (error == -EAGAIN && (events & (POLLERR | POLLHUP | POLLNVAL)) == 0) continue;
            // After POLLERR without a buffer nothing will come any more; EIO is said to be a passing fault.
            if (error == -EAGAIN)
                return tl::unexpected(DeviceError{DeviceFault::lost, "the driver has stopped"});
            if (error == -EIO) return std::optional<DeviceFrame>();
            if (error < 0) return fault_of(-error);
            return frame_of(buffer);
        }
    }

    [[nodiscard]] DeviceResult<void> requeue(std::uint32_t index) override {
        v4l2_buffer buffer = empty_buffer(index);
        if (const int error = handle_.control(VIDIOC_QBUF, buffer); error < 0) return fault_of(-error);
        return {};
    }

    void stop() override {
        if (streaming_) {
            int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
            (void)handle_.control(VIDIOC_STREAMOFF, type);
            streaming_ = false;
        }
        for (const auto& mapped : buffers_) handle_.calls().unmap(mapped.data(), mapped.size());
        buffers_.clear();
        if (requested_) {
            v4l2_requestbuffers none{};
            none.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
            none.memory = V4L2_MEMORY_MMAP;
            (void)handle_.control(VIDIOC_REQBUFS, none); // so that another program may set the format
            requested_ = false;
        }
    }

private:
    static v4l2_buffer empty_buffer(std::uint32_t index) {
        v4l2_buffer buffer{};
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        buffer.memory = V4L2_MEMORY_MMAP;
        buffer.index = index;
        return buffer;
    }

    void add_sizes(std::vector<DeviceMode>& to, FourCc format, int width, int height) const {
        for (std::uint32_t i = 0; i < max_enumerated; ++i) {
            v4l2_frmsizeenum size{};
            size.index = i;
            size.pixel_format = format;
            if (handle_.control(VIDIOC_ENUM_FRAMESIZES, size) < 0) {
                // A driver that lists no sizes at all takes the wanted one or corrects it.
                if (i == 0) to.push_back({format, width, height, {}});
                return;
            }
            if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
                add_intervals(to, format, size.discrete.width, size.discrete.height);
                continue;
            }
            const v4l2_frmsize_stepwise& range = size.stepwise;
            const int w = snapped(static_cast<std::uint32_t>(width), range.min_width, range.max_width,
                                  range.step_width);
            const int h = snapped(static_cast<std::uint32_t>(height), range.min_height, range.max_height,
                                  range.step_height);
            add_intervals(to, format, static_cast<std::uint32_t>(w), static_cast<std::uint32_t>(h));
            return; // a range stands alone
        }
    }

    void add_intervals(std::vector<DeviceMode>& to, FourCc format, std::uint32_t width,
                       std::uint32_t height) const {
        const auto add = [&](v4l2_fract interval) {
            to.push_back({format,
                          static_cast<int>(width),
                          static_cast<int>(height),
                          {interval.numerator, interval.denominator}});
        };
        for (std::uint32_t i = 0; i < max_enumerated; ++i) {
            v4l2_frmivalenum interval{};
            interval.index = i;
            interval.pixel_format = format;
            interval.width = width;
            interval.height = height;
            if (handle_.control(VIDIOC_ENUM_FRAMEINTERVALS, interval) < 0) {
                if (i == 0) add({0, 0});
                return;
            }
            if (interval.type == V4L2_FRMIVAL_TYPE_DISCRETE) {
                add(interval.discrete);
                continue;
            }
            // A range: its ends and the usual rates between them.
            add(interval.stepwise.min);
            add(interval.stepwise.max);
            const auto rate = [](v4l2_fract f) { return FrameInterval{f.numerator, f.denominator}.rate(); };
            for (const std::uint32_t usual : {15u, 24u, 25u, 30u, 50u, 60u, 90u, 120u})
                if (usual > rate(interval.stepwise.max) && usual < rate(interval.stepwise.min))
                    add({1, usual});
            return;
        }
    }

    DeviceResult<void> try_start() {
        v4l2_requestbuffers request{};
        request.count = buffer_count;
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        request.memory = V4L2_MEMORY_MMAP;
        if (const int error = handle_.control(VIDIOC_REQBUFS, request); error < 0) return fault_of(-error);
        requested_ = true;
        if (request.count < 2)
            return tl::unexpected(DeviceError{DeviceFault::failed, "the driver gives no buffers"});
        for (std::uint32_t i = 0; i < request.count; ++i) {
            v4l2_buffer buffer = empty_buffer(i);
            if (const int error = handle_.control(VIDIOC_QUERYBUF, buffer); error < 0)
                return fault_of(-error);
            void* start = handle_.calls().map(handle_.fd(), buffer.length, buffer.m.offset);
            if (start == nullptr)
                return tl::unexpected(DeviceError{DeviceFault::failed, "its buffers cannot be mapped"});
            buffers_.emplace_back(static_cast<std::uint8_t*>(start), buffer.length);
            if (auto queued = requeue(i); !queued) return queued;
        }
        int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        if (const int error = handle_.control(VIDIOC_STREAMON, type); error < 0) return fault_of(-error);
        streaming_ = true;
        return {};
    }

    DeviceResult<std::optional<DeviceFrame>> frame_of(const v4l2_buffer& buffer) const {
        if (buffer.index >= buffers_.size())
            return tl::unexpected(DeviceError{DeviceFault::failed, "the driver names a buffer that is not"});
        const std::span<std::uint8_t> whole = buffers_[buffer.index];
        DeviceFrame frame;
        frame.buffer = buffer.index;
        frame.bytes = whole.first(std::min<std::size_t>(buffer.bytesused, whole.size()));
        frame.sequence = buffer.sequence;
        frame.damaged = (buffer.flags & V4L2_BUF_FLAG_ERROR) != 0;
        if ((buffer.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
            frame.stamp = Timestamp{static_cast<std::int64_t>(buffer.timestamp.tv_sec) * 1'000'000'000 +
                                    static_cast<std::int64_t>(buffer.timestamp.tv_usec) * 1'000};
        return std::optional(frame);
    }

    Handle handle_;
    std::vector<std::span<std::uint8_t>> buffers_;
    bool requested_ = false;
    bool streaming_ = false;
};

} // namespace

DeviceResult<DeviceIdentity> identify_v4l2_device(SystemCalls& calls, const std::string& path) {
    // The handle closes before `calls` can end: it only borrows them here.
    const auto handle = open_handle(std::shared_ptr<SystemCalls>(&calls, [](SystemCalls*) {}), path);
    if (!handle) return tl::unexpected(handle.error());
    return identity_of(*handle);
}

DeviceResult<std::unique_ptr<VideoDevice>> open_v4l2_device(std::shared_ptr<SystemCalls> calls,
                                                            const std::string& path) {
    auto handle = open_handle(std::move(calls), path);
    if (!handle) return tl::unexpected(handle.error());
    if (const auto identity = identity_of(*handle); !identity) return tl::unexpected(identity.error());
    return std::make_unique<V4l2Device>(std::move(*handle));
}

} // namespace mien

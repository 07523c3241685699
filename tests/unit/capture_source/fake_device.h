// A camera that does what a script says, and everything that real ones do wrong.
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "capture/source/camera_picture.h"
#include "capture/source/video_device.h"

namespace mien::test {

/// What a FakeDevice is told, and what it was asked. Outlives the device, which CameraSource owns.
struct FakeCamera {
    /// One answer to dequeue().
    struct Event {
        enum class Kind { frame, silence, error };
        Kind kind = Kind::frame;
        std::vector<std::uint8_t> bytes;
        std::uint32_t sequence = 0;
        std::optional<Timestamp> stamp;
        bool damaged = false;
        DeviceError error;
    };

    std::vector<DeviceMode> modes = {{camera_format::grey, 4, 2, {1, 30}}};
    /// Answers of start(), then success.
    std::deque<std::optional<DeviceError>> starts;
    std::optional<DeviceError> format_error;
    /// The rate that it claims whatever is asked, where set.
    std::optional<FrameInterval> claimed;
    /// After these, silence for ever.
    std::deque<Event> events;
    /// Whether frames that are there come at once (as after a slow reader) or one a wait.
    bool piled_up = false;

    std::vector<std::string> calls; ///< "format MJPG 640x480", "interval 1/30", "start", "stop"
    std::vector<DeviceMode> formats;
    int requeued = 0;
    int dequeued = 0;
    std::mutex mutex;

    void frame(std::uint8_t value, std::uint32_t sequence) {
        events.push_back({.kind = Event::Kind::frame,
                          .bytes = std::vector<std::uint8_t>(8, value),
                          .sequence = sequence,
                          .stamp = std::nullopt,
                          .damaged = false,
                          .error = {}});
    }
    void bytes(std::vector<std::uint8_t> content, std::uint32_t sequence) {
        frame(0, sequence);
        events.back().bytes = std::move(content);
    }
    void silence(int waits) {
        for (int i = 0; i < waits; ++i) {
            events.emplace_back();
            events.back().kind = Event::Kind::silence;
        }
    }
    void failure(DeviceFault fault) {
        events.emplace_back();
        events.back().kind = Event::Kind::error;
        events.back().error = {fault, "said the fake"};
    }
};

class FakeDevice final : public VideoDevice {
public:
    explicit FakeDevice(FakeCamera& camera) : camera_(camera) {}
    ~FakeDevice() override { note("close"); }

    [[nodiscard]] DeviceResult<std::vector<DeviceMode>> modes(int, int) override { return camera_.modes; }
    [[nodiscard]] DeviceResult<DeviceFormat> set_format(const DeviceMode& mode) override {
        note("format");
        camera_.formats.push_back(mode);
        if (camera_.format_error) return tl::unexpected(*camera_.format_error);
        return DeviceFormat{mode.format, mode.width, mode.height,
                            is_compressed(mode.format) ? 0 : static_cast<std::size_t>(mode.width)};
    }
    [[nodiscard]] DeviceResult<FrameInterval> set_interval(FrameInterval wanted) override {
        note("interval");
        return camera_.claimed.value_or(wanted);
    }
    [[nodiscard]] DeviceResult<void> start() override {
        note("start");
        if (camera_.starts.empty()) return {};
        const auto answer = camera_.starts.front();
        camera_.starts.pop_front();
        if (answer) return tl::unexpected(*answer);
        return {};
    }
    [[nodiscard]] DeviceResult<std::optional<DeviceFrame>> dequeue(Duration at_most) override {
        const std::lock_guard lock(camera_.mutex);
        if (camera_.events.empty() || (at_most.ns == 0 && !camera_.piled_up)) {
            if (at_most.ns > 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
            return std::optional<DeviceFrame>();
        }
        current_ = std::move(camera_.events.front());
        camera_.events.pop_front();
        if (current_.kind == FakeCamera::Event::Kind::error) return tl::unexpected(current_.error);
        if (current_.kind == FakeCamera::Event::Kind::silence) return std::optional<DeviceFrame>();
        ++camera_.dequeued;
        DeviceFrame frame;
        frame.buffer = current_.sequence % 4;
        frame.bytes = current_.bytes;
        frame.stamp = current_.stamp;
        frame.sequence = current_.sequence;
        frame.damaged = current_.damaged;
        return std::optional(frame);
    }
    [[nodiscard]] DeviceResult<void> requeue(std::uint32_t) override {
        const std::lock_guard lock(camera_.mutex);
        ++camera_.requeued;
        return {};
    }
    void stop() override { note("stop"); }

private:
    void note(const char* call) {
        const std::lock_guard lock(camera_.mutex);
        camera_.calls.emplace_back(call);
    }

    FakeCamera& camera_;
    FakeCamera::Event current_;
};

} // namespace mien::test

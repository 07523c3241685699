#include "capture/source/camera_source.h"

#include <atomic>
#include <thread>
#include <utility>

#include "base/mailbox.h"
#include "capture/source/camera_mode.h"
#include "capture/source/camera_picture.h"

namespace mien {
namespace {

/// More modes than this are not tried: each takes a camera up to a second.
constexpr std::size_t max_tries = 8;

/// A stamp of the driver further from now than this is not of our clock, or of an old frame.
constexpr Duration oldest_stamp = Duration::from_ms(2000);
constexpr Duration latest_stamp = Duration::from_ms(100);

struct Started {
    DeviceFormat format;
    FrameInterval asked;
    FrameInterval interval; ///< agreed to
};

DeviceResult<Started> start_mode(VideoDevice& device, const DeviceMode& mode) {
    const auto format = device.set_format(mode);
    if (!format) return tl::unexpected(format.error());
    const auto interval = device.set_interval(mode.interval);
    if (!interval) return tl::unexpected(interval.error());
    if (const auto started = device.start(); !started) return tl::unexpected(started.error());
    return Started{*format, mode.interval, *interval};
}

/// The first of the modes that the device takes.
DeviceResult<Started> start_best(VideoDevice& device, const SourceOptions& options) {
    // Where a size may be chosen freely, the one that the person named is offered.
    auto modes = device.modes(options.mode ? options.mode->width : options.width,
                              options.mode ? options.mode->height : options.height);
    if (!modes) return tl::unexpected(modes.error());
    std::vector<DeviceMode> ranked = ranked_modes(std::move(*modes), options);
    if (ranked.size() > max_tries) ranked.resize(max_tries);
    tl::unexpected<DeviceError> first_error(
        DeviceError{DeviceFault::unsupported, "it has no pixel format that can be read"});
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        auto started = start_mode(device, ranked[i]);
        if (started) return started;
        const DeviceFault fault = started.error().fault;
        if (i == 0) first_error = tl::unexpected(started.error());
        if (fault != DeviceFault::no_bandwidth && fault != DeviceFault::unsupported)
            return tl::unexpected(started.error());
    }
    return first_error;
}

class CameraSource final : public VideoSource {
public:
    CameraSource(std::unique_ptr<VideoDevice> device, CameraInfo camera, const Started& started,
                 HolderLookup holder, const CameraPatience& patience)
        : device_(std::move(device)), camera_(std::move(camera)), holder_(std::move(holder)),
          patience_(patience), format_(started.format) {
        info_.name = camera_.name;
        info_.live = true;
        info_.width = format_.width;
        info_.height = format_.height;
        info_.rate = started.interval.rate();
        info_.camera_id = camera_.id;
        info_.format = shown_mode({format_.format, format_.width, format_.height, {}}).format;
        info_.asked_rate = started.asked.rate();
        thread_ = std::jthread([this](const std::stop_token& stop) { read(stop); });
    }

    [[nodiscard]] const SourceInfo& info() const override { return info_; }
    [[nodiscard]] std::uint64_t dropped() const override { return skipped_ + box_.replaced(); }

    [[nodiscard]] Result<std::optional<VideoFrame>> next(std::stop_token stop) override {
        while (!stop.stop_requested() && !failure_) {
            auto message = box_.take(stop, Duration::from_seconds(1));
            if (!message) continue;
            if (*message) return std::optional(std::move(**message));
            failure_ = message->error();
        }
        if (failure_) return tl::unexpected(*failure_);
        return std::optional<VideoFrame>();
    }

private:
    // ---- the reading thread's own, from here on ----

    void read(const std::stop_token& stop) {
        DeviceResult<void> end;
        while (end && !stop.stop_requested()) end = read_one();
        if (!end) box_.put(tl::unexpected(camera_error(camera_, end.error(), holder_)));
    }

    DeviceResult<void> read_one() {
        auto waited = device_->dequeue(patience_.wait);
        if (!waited) return tl::unexpected(waited.error());
        if (!*waited) return note_silence();
        auto newest = newest_of(**waited);
        if (!newest) return tl::unexpected(newest.error());
        return deliver(*newest);
    }

    /// Frames that piled up while the last was decoded are old: only the newest counts.
    DeviceResult<DeviceFrame> newest_of(DeviceFrame frame) {
        constexpr int at_most = 8; // a device that is never empty must not hold us here
        for (int i = 0; i < at_most; ++i) {
            auto more = device_->dequeue(Duration{});
            if (!more) return tl::unexpected(more.error());
            if (!*more) break;
            count(frame);
            ++skipped_;
            if (auto queued = device_->requeue(frame.buffer); !queued) return tl::unexpected(queued.error());
            frame = **more;
        }
        return frame;
    }

    DeviceResult<void> deliver(const DeviceFrame& frame) {
        count(frame);
        auto picture =
            frame.damaged ? fail(ErrorCode::unreadable, "damaged") : camera_picture(format_, frame.bytes);
        if (auto queued = device_->requeue(frame.buffer); !queued) return queued;
        if (!picture) {
            ++skipped_;
            if (++damaged_ < patience_.damaged_in_a_row) return {};
            return tl::unexpected(DeviceError{DeviceFault::failed, "it sends only damaged pictures"});
        }
        damaged_ = 0;
        silence_ = {};
        restarted_ = false;
        seen_one_ = true;
        box_.put(VideoFrame{stamp_of(frame), index_, std::move(*picture)});
        return {};
    }

    /// Gives the frame its number: the driver's count tells of frames that never reached us.
    void count(const DeviceFrame& frame) {
        constexpr std::uint32_t believable = 1000;
        const std::uint32_t step = last_sequence_ ? frame.sequence - *last_sequence_ : 1;
        const std::uint32_t counted = step >= 1 && step < believable ? step : 1;
        if (last_sequence_) index_ += counted;
        skipped_ += last_sequence_ ? counted - 1 : 0;
        last_sequence_ = frame.sequence;
    }

    Timestamp stamp_of(const DeviceFrame& frame) {
        const Timestamp now = monotonic_now();
        Timestamp stamp = frame.stamp.value_or(now);
        if (stamp < now - oldest_stamp || stamp > now + latest_stamp) stamp = now;
        if (last_stamp_ && stamp <= *last_stamp_) stamp = *last_stamp_ + Duration{1};
        last_stamp_ = stamp;
        return stamp;
    }

    DeviceResult<void> note_silence() {
        silence_ = silence_ + patience_.wait;
        if (silence_ < (seen_one_ ? patience_.stall : patience_.first_frame)) return {};
        if (restarted_) return tl::unexpected(DeviceError{DeviceFault::failed, "it delivers no pictures"});
        device_->stop();
        restarted_ = true;
        silence_ = {};
        last_sequence_.reset(); // drivers count anew
        if (seen_one_) ++index_;
        return device_->start();
    }

    std::unique_ptr<VideoDevice> device_;
    const CameraInfo camera_;
    const HolderLookup holder_;
    const CameraPatience patience_;
    const DeviceFormat format_;
    Duration silence_;
    bool restarted_ = false;
    bool seen_one_ = false;
    int damaged_ = 0;
    std::uint64_t index_ = 0;
    std::optional<std::uint32_t> last_sequence_;
    std::optional<Timestamp> last_stamp_;

    // ---- both threads' ----
    Mailbox<Result<VideoFrame>> box_;
    std::atomic<std::uint64_t> skipped_ = 0;

    // ---- the owner's ----
    SourceInfo info_;
    std::optional<Error> failure_;
    std::jthread thread_; ///< last, so that it ends before what it uses
};

} // namespace

Error camera_error(const CameraInfo& camera, const DeviceError& error, const HolderLookup& holder) {
    const std::string who =
        camera.name.empty() ? camera.path : fmt::format("{} ({})", camera.name, camera.path);
    const auto unavailable = [](std::string message) {
        return Error{ErrorCode::unavailable, std::move(message), {}};
    };
    switch (error.fault) {
    case DeviceFault::busy: {
        const std::string found = holder ? holder(camera.path) : std::string();
        return unavailable(fmt::format("Camera {} is in use by {}: close it there or choose another camera",
                                       who, found.empty() ? "another program" : found));
    }
    case DeviceFault::missing:
        return unavailable(fmt::format("Camera {} is not there: connect it or choose another camera", who));
    case DeviceFault::no_permission:
        return unavailable(fmt::format("Camera {} may not be opened: add your user to the group that owns it "
                                       "(sudo usermod -aG video $USER) and log in again",
                                       who));
    case DeviceFault::no_bandwidth:
        return unavailable(
            fmt::format("Camera {}: the USB bus has no room for its pictures: use another port, "
                        "unplug other cameras or choose a smaller size",
                        who));
    case DeviceFault::lost:
        return unavailable(fmt::format("Camera {} is gone: plug it in again", who));
    case DeviceFault::unsupported:
        return unavailable(fmt::format("{} cannot serve as a camera: {}", who, error.reason));
    case DeviceFault::failed:
        break;
    }
    return unavailable(fmt::format("Camera {} fails: {}; unplug it and plug it in again", who, error.reason));
}

Result<std::unique_ptr<VideoSource>> start_camera(std::unique_ptr<VideoDevice> device,
                                                  const CameraInfo& camera, const SourceOptions& options,
                                                  const HolderLookup& holder,
                                                  const CameraPatience& patience) {
    const auto started = start_best(*device, options);
    if (!started) return tl::unexpected(camera_error(camera, started.error(), holder));
    return std::make_unique<CameraSource>(std::move(device), camera, *started, holder, patience);
}

} // namespace mien

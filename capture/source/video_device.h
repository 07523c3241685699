// A camera as the system drives it: modes, buffers, failures. What CameraSource builds on; V4l2Device is the
// real one, tests bring one that fails in every way a real one does.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/time.h"

namespace mien {

/// What can be wrong with a device; decides what CameraSource does about it.
enum class DeviceFault : std::uint8_t {
    missing,       ///< no such device
    no_permission, ///< the user may not open it
    busy,          ///< another program uses it
    no_bandwidth,  ///< the bus (USB) has no room for this mode; a smaller or compressed one may fit
    unsupported,   ///< not a camera, or it cannot do what is asked
    lost,          ///< it was there and is gone
    failed,        ///< anything else
};

struct DeviceError {
    DeviceFault fault = DeviceFault::failed;
    std::string reason; ///< the system's words, for the end of a message
};

template <typename T>
using DeviceResult = tl::expected<T, DeviceError>;

/// Four letters that name a pixel format, as V4L2 packs them.
using FourCc = std::uint32_t;

constexpr FourCc four_cc(char a, char b, char c, char d) {
    return static_cast<FourCc>(static_cast<unsigned char>(a)) |
           static_cast<FourCc>(static_cast<unsigned char>(b)) << 8 |
           static_cast<FourCc>(static_cast<unsigned char>(c)) << 16 |
           static_cast<FourCc>(static_cast<unsigned char>(d)) << 24;
}

/// Seconds from one frame to the next, as the fraction that the driver names; {0, 0} unknown.
struct FrameInterval {
    std::uint32_t numerator = 0;
    std::uint32_t denominator = 0;
    /// Frames a second; 0 unknown.
    [[nodiscard]] double rate() const {
        return numerator == 0 || denominator == 0 ? 0 : static_cast<double>(denominator) / numerator;
    }
    bool operator==(const FrameInterval&) const = default;
};

/// One thing that a camera can do.
struct DeviceMode {
    FourCc format = 0;
    int width = 0;
    int height = 0;
    FrameInterval interval; ///< or unknown: the driver does not say
    bool operator==(const DeviceMode&) const = default;
};

/// What the driver made of a mode.
struct DeviceFormat {
    FourCc format = 0;
    int width = 0;
    int height = 0;
    std::size_t stride = 0; ///< bytes from one row to the next of the first plane; 0 where compressed
};

/// A filled buffer; its bytes stay valid until requeue().
struct DeviceFrame {
    std::uint32_t buffer = 0;
    std::span<const std::uint8_t> bytes;
    std::optional<Timestamp> stamp; ///< CLOCK_MONOTONIC, where the driver says that it is
    std::uint32_t sequence = 0;     ///< counts the frames, lost ones too; always 0 with some drivers
    bool damaged = false;           ///< the driver itself calls it so
};

/// Driven in this order: modes, set_format, set_interval, start, (dequeue, requeue)*, stop. After stop one
/// may begin again at set_format. One owner, one thread at a time. Destroying closes.
class VideoDevice {
public:
    virtual ~VideoDevice() = default;

    /// Every mode in a format that camera_picture.h converts. Where a size may be chosen freely, the one
    /// nearest to width x height is given.
    [[nodiscard]] virtual DeviceResult<std::vector<DeviceMode>> modes(int width, int height) = 0;
    /// Format and size; the driver may choose others.
    [[nodiscard]] virtual DeviceResult<DeviceFormat> set_format(const DeviceMode& mode) = 0;
    /// After the format: drivers forget the interval when the format changes. Returns what the driver chose.
    [[nodiscard]] virtual DeviceResult<FrameInterval> set_interval(FrameInterval wanted) = 0;
    [[nodiscard]] virtual DeviceResult<void> start() = 0;
    /// The next frame; nothing where none came within the time.
    [[nodiscard]] virtual DeviceResult<std::optional<DeviceFrame>> dequeue(Duration at_most) = 0;
    [[nodiscard]] virtual DeviceResult<void> requeue(std::uint32_t buffer) = 0;
    virtual void stop() = 0;
};

} // namespace mien

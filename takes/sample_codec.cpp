#include "takes/sample_codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

namespace mien {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are stored as they lie in memory");

constexpr std::uint8_t landmarks_kind = 'L';
constexpr std::uint8_t state_kind = 'S';
constexpr std::uint8_t landmarks_version = 2;
constexpr std::uint8_t state_version = 1;

constexpr std::array<std::uint32_t, 256> make_crc_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t n = 0; n < 256; ++n) {
        std::uint32_t c = n;
        for (int bit = 0; bit < 8; ++bit) c = (c & 1u) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
    return table;
}

/// CRC-32 of IEEE 802.3, as zip and PNG use it.
std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
    static constexpr std::array<std::uint32_t, 256> table = make_crc_table();
    std::uint32_t crc = 0xffffffffu;
    for (const std::uint8_t byte : bytes) crc = table[(crc ^ byte) & 0xffu] ^ (crc >> 8);
    return crc ^ 0xffffffffu;
}

class Writer {
public:
    Writer(std::uint8_t kind, std::uint8_t version, std::size_t payload) {
        bytes_.reserve(payload + 6);
        put(kind);
        put(version);
    }
    template <typename T>
    void put(T value) {
        static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
        std::array<std::uint8_t, sizeof(T)> raw{};
        std::memcpy(raw.data(), &value, sizeof(T));
        bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    }
    std::vector<std::uint8_t> finish() {
        put(crc32(bytes_));
        return std::move(bytes_);
    }

private:
    std::vector<std::uint8_t> bytes_;
};

/// Reads front to back; after the first read beyond the end everything is zero and ok() false.
class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
    template <typename T>
    T get() {
        T value{};
        if (bytes_.size() < sizeof(T)) {
            ok_ = false;
            bytes_ = {};
            return value;
        }
        std::memcpy(&value, bytes_.data(), sizeof(T));
        bytes_ = bytes_.subspan(sizeof(T));
        return value;
    }
    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] std::size_t left() const { return bytes_.size(); }

private:
    std::span<const std::uint8_t> bytes_;
    bool ok_ = true;
};

tl::unexpected<Error> damaged(const char* what, Timestamp t, const char* why) {
    return fail(ErrorCode::unreadable, "the {} at {:.3f} s is damaged ({})", what, t.seconds(), why);
}

/// Checks kind, version (from 1 to `newest`) and checksum; the payload.
Result<std::span<const std::uint8_t>> open_envelope(std::span<const std::uint8_t> bytes, std::uint8_t kind,
                                                    std::uint8_t newest, const char* what, Timestamp t) {
    if (bytes.size() < 6) return damaged(what, t, "too short");
    if (bytes[0] != kind) return damaged(what, t, "of another kind");
    if (bytes[1] < 1 || bytes[1] > newest)
        return fail(ErrorCode::unreadable,
                    "the {} at {:.3f} s is in version {} of its format, this mien knows {}; use a newer mien",
                    what, t.seconds(), bytes[1], newest);
    std::uint32_t stored = 0;
    std::memcpy(&stored, bytes.data() + bytes.size() - 4, 4);
    if (crc32(bytes.first(bytes.size() - 4)) != stored) return damaged(what, t, "checksum");
    return bytes.subspan(2, bytes.size() - 6);
}

bool all_finite(std::span<const float> values) {
    return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

bool known_scheme(std::uint16_t scheme) {
    return scheme == static_cast<std::uint16_t>(Scheme::none) ||
           scheme == static_cast<std::uint16_t>(Scheme::ibug68) ||
           scheme == static_cast<std::uint16_t>(Scheme::mesh478);
}

} // namespace

bool is_finite(const LandmarkFrame& frame) {
    const std::array<float, 4> quality = {frame.quality, frame.regions.eyes, frame.regions.brows,
                                          frame.regions.mouth};
    return all_finite(quality) && all_finite(frame.appearance) &&
           std::all_of(frame.points.begin(), frame.points.end(), [](const Landmark& p) {
               return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
           });
}

bool is_finite(const FaceState& state) {
    const HeadPose& head = state.head;
    const std::array<float, 7> rest = {state.quality, head.x,   head.y,   head.z,
                                       head.pitch,    head.yaw, head.roll};
    return all_finite(rest) && all_finite(state.weights);
}

std::vector<std::uint8_t> encode_landmarks(const LandmarkFrame& frame) {
    Writer out(landmarks_kind, landmarks_version,
               43 + frame.points.size() * 12 + frame.appearance.size() * 4);
    out.put(frame.index);
    out.put(static_cast<std::uint8_t>(frame.tracked));
    out.put(frame.quality);
    for (const float part : {frame.regions.eyes, frame.regions.brows, frame.regions.mouth}) out.put(part);
    out.put(static_cast<std::uint16_t>(frame.scheme));
    out.put(static_cast<std::int32_t>(frame.image_width));
    out.put(static_cast<std::int32_t>(frame.image_height));
    out.put(static_cast<std::uint32_t>(frame.points.size()));
    out.put(static_cast<std::uint32_t>(frame.appearance.size()));
    for (const Landmark& point : frame.points) {
        out.put(point.x);
        out.put(point.y);
        out.put(point.z);
    }
    for (const float feature : frame.appearance) out.put(feature);
    return out.finish();
}

std::vector<std::uint8_t> encode_state(const FaceState& state) {
    Writer out(state_kind, state_version, 1 + 4 * (7 + channel_count));
    out.put(static_cast<std::uint8_t>(state.tracked));
    out.put(state.quality);
    for (const float value :
         {state.head.x, state.head.y, state.head.z, state.head.pitch, state.head.yaw, state.head.roll})
        out.put(value);
    for (const float weight : state.weights) out.put(weight);
    return out.finish();
}

Result<LandmarkFrame> decode_landmarks(std::span<const std::uint8_t> bytes, Timestamp t) {
    constexpr const char* what = "landmark sample";
    const auto payload = open_envelope(bytes, landmarks_kind, landmarks_version, what, t);
    if (!payload) return tl::unexpected<Error>(payload.error());
    Reader in(*payload);
    LandmarkFrame frame;
    frame.t = t;
    frame.index = in.get<std::uint64_t>();
    frame.tracked = in.get<std::uint8_t>() != 0;
    frame.quality = in.get<float>();
    if (bytes[1] >= 2)
        for (float* part : {&frame.regions.eyes, &frame.regions.brows, &frame.regions.mouth})
            *part = in.get<float>();
    const auto scheme = in.get<std::uint16_t>();
    frame.image_width = in.get<std::int32_t>();
    frame.image_height = in.get<std::int32_t>();
    const auto points = in.get<std::uint32_t>();
    const auto features = in.get<std::uint32_t>();
    if (!in.ok()) return damaged(what, t, "too short");
    if (!known_scheme(scheme))
        return fail(ErrorCode::unreadable,
                    "the landmark sample at {:.3f} s has points of an unknown scheme {}; use a newer mien",
                    t.seconds(), scheme);
    frame.scheme = static_cast<Scheme>(scheme);
    // Solvers index the points by the scheme's numbers: a tracked frame must have all of them.
    if (points != (frame.tracked ? point_count(frame.scheme) : 0u) && points != point_count(frame.scheme))
        return damaged(what, t, "wrong number of points");
    if (features > max_features) return damaged(what, t, "too many features");
    if (in.left() != std::size_t{points} * 12 + std::size_t{features} * 4)
        return damaged(what, t, "wrong length");
    frame.points.resize(points);
    for (Landmark& point : frame.points) {
        point.x = in.get<float>();
        point.y = in.get<float>();
        point.z = in.get<float>();
    }
    frame.appearance.resize(features);
    for (float& feature : frame.appearance) feature = in.get<float>();
    if (!is_finite(frame)) return damaged(what, t, "a number that is not finite");
    return frame;
}

Result<FaceState> decode_state(std::span<const std::uint8_t> bytes, Timestamp t) {
    constexpr const char* what = "face state";
    const auto payload = open_envelope(bytes, state_kind, state_version, what, t);
    if (!payload) return tl::unexpected<Error>(payload.error());
    if (payload->size() != 1 + 4 * (7 + channel_count)) return damaged(what, t, "wrong length");
    Reader in(*payload);
    FaceState state;
    state.t = t;
    state.tracked = in.get<std::uint8_t>() != 0;
    state.quality = in.get<float>();
    for (float* value :
         {&state.head.x, &state.head.y, &state.head.z, &state.head.pitch, &state.head.yaw, &state.head.roll})
        *value = in.get<float>();
    for (float& weight : state.weights) weight = in.get<float>();
    if (!is_finite(state)) return damaged(what, t, "a number that is not finite");
    return state;
}

} // namespace mien

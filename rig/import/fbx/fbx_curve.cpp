#include "rig/import/fbx/fbx_curve.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mien::fbx {
namespace {

// Flags of a key (KeyAttrFlags), as the comments of ASCII files name them.
constexpr std::uint32_t constant_flag = 0x2;
constexpr std::uint32_t linear_flag = 0x4;
constexpr std::uint32_t constant_next_flag = 0x100; ///< with constant_flag
constexpr std::uint32_t auto_flag = 0x100;          ///< otherwise
constexpr std::uint32_t tcb_flag = 0x200;
constexpr std::uint32_t clamp_flag = 0x1000;
constexpr std::uint32_t time_independent_flag = 0x2000;
constexpr std::uint32_t clamp_progressive_flag = 0x4000;
constexpr std::uint32_t right_weighted_flag = 0x0100'0000;
constexpr std::uint32_t next_left_weighted_flag = 0x0200'0000;

/// What a key says about the joint to the next one.
struct Attributes {
    std::uint32_t flags = linear_flag;
    float right = 0;           ///< slope; of automatic keys: which side they lean to
    float next_left = 0;       ///< slope at the next key
    std::uint32_t weights = 0; ///< two numbers of 16 bits, in 9999ths
};

double weight(std::uint32_t packed, bool is_given) {
    constexpr double unit = 9999;
    if (!is_given) return 1.0 / 3;
    return std::clamp((packed & 0xffff) / unit, 0.0001, 0.9999);
}

/// The slope that MotionBuilder and Maya give an automatic key between two others.
double automatic_slope(const Curve::Key& before, const Curve::Key& key, const Curve::Key& after, double bias,
                       std::uint32_t flags) {
    const double left = (key.value - before.value) / (key.time - before.time);
    const double right = (after.value - key.value) / (after.time - key.time);
    double slope = (after.value - before.value) / (after.time - before.time);
    if ((flags & time_independent_flag) == 0) {
        const double share = (key.time - before.time) / (after.time - before.time);
        slope = 0.5 * slope + 0.5 * (left * (1 - share) + right * share);
    }
    if (bias > 0) slope = std::lerp(slope, right, std::min(bias, 1.0));
    if (bias < 0) slope = std::lerp(slope, left, std::min(-bias, 1.0));
    constexpr double close = 1e-6;
    if ((flags & clamp_flag) != 0 &&
        std::min(std::abs(before.value - key.value), std::abs(after.value - key.value)) <= close)
        return 0;
    if ((flags & clamp_progressive_flag) == 0) return slope;
    // No handle may lead beyond a neighbour's value.
    const double sign = slope < 0 ? -1 : 1;
    const double most_left = std::max(0.0, sign * left / key.left_weight);
    const double most_right = std::max(0.0, sign * right / key.right_weight);
    return sign * std::min({sign * slope, most_left, most_right});
}

/// The attributes of each key: the file stores equal ones of a run once.
Result<std::vector<Attributes>> read_attributes(const Record& record, std::size_t key_count,
                                                gltf::Budget& budget) {
    std::vector<Attributes> attributes(key_count);
    const Array* flags_array = record.array_in("KeyAttrFlags");
    const Array* data_array = record.array_in("KeyAttrDataFloat");
    const Array* runs_array = record.array_in("KeyAttrRefCount");
    if (flags_array == nullptr || data_array == nullptr || runs_array == nullptr) return attributes;
    auto flags = unpack_whole(*flags_array, budget);
    if (!flags) return pass_on(flags);
    auto data = unpack(*data_array, budget);
    if (!data) return pass_on(data);
    auto runs = unpack_whole(*runs_array, budget);
    if (!runs) return pass_on(runs);
    std::size_t key = 0;
    for (std::size_t run = 0; run < runs->size() && run < flags->size() && run * 4 + 3 < data->size();
         ++run) {
        Attributes same;
        same.flags = static_cast<std::uint32_t>((*flags)[run]);
        same.right = static_cast<float>((*data)[run * 4]);
        same.next_left = static_cast<float>((*data)[run * 4 + 1]);
        // Binary files keep the bits in a float, ASCII files print them as a whole number.
        const double packed = (*data)[run * 4 + 2];
        same.weights = data_array->kind == 't'
                           ? static_cast<std::uint32_t>(std::clamp(packed, 0.0, 4294967295.0))
                           : std::bit_cast<std::uint32_t>(static_cast<float>(packed));
        for (std::int64_t i = 0; i < (*runs)[run] && key < key_count; ++i) attributes[key++] = same;
    }
    return attributes;
}

void set_slopes(std::vector<Curve::Key>& keys, const std::vector<Attributes>& attributes) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Attributes& own = attributes[i];
        Curve::Key& key = keys[i];
        key.joint = (own.flags & constant_flag) == 0
                        ? (own.flags & linear_flag) != 0 ? Curve::Joint::line : Curve::Joint::cubic
                    : (own.flags & constant_next_flag) != 0 ? Curve::Joint::step_to_next
                                                            : Curve::Joint::step;
        key.right_slope = std::isfinite(own.right) ? own.right : 0;
        key.right_weight = weight(own.weights, (own.flags & right_weighted_flag) != 0);
        if (i + 1 < keys.size()) {
            keys[i + 1].left_slope = std::isfinite(own.next_left) ? own.next_left : 0;
            keys[i + 1].left_weight = weight(own.weights >> 16, (own.flags & next_left_weighted_flag) != 0);
        }
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint32_t flags = attributes[i].flags;
        if (keys[i].joint != Curve::Joint::cubic || (flags & (auto_flag | tcb_flag)) == 0) continue;
        const bool is_inner = i > 0 && i + 1 < keys.size();
        const double bias = (flags & auto_flag) != 0 && std::isfinite(attributes[i].right)
                                ? static_cast<double>(attributes[i].right)
                                : 0;
        keys[i].right_slope = keys[i].left_slope =
            is_inner ? automatic_slope(keys[i - 1], keys[i], keys[i + 1], bias, flags) : 0;
    }
}

double bezier(double a, double b, double c, double d, double u) {
    const double v = 1 - u;
    return v * v * v * a + 3 * v * v * u * b + 3 * v * u * u * c + u * u * u * d;
}

/// A cubic joint; its handles' weights bend time as well.
double cubic(const Curve::Key& from, const Curve::Key& to, double seconds) {
    const double span = to.time - from.time;
    const double wanted = (seconds - from.time) / span;
    double u = wanted;
    constexpr double third = 1.0 / 3;
    if (from.right_weight != third || to.left_weight != third) {
        double low = 0, high = 1;
        for (int i = 0; i < 50;
             ++i) { // time increases along the curve, as no handle is longer than the joint
            u = (low + high) / 2;
            (bezier(0, from.right_weight, 1 - to.left_weight, 1, u) < wanted ? low : high) = u;
        }
    }
    return bezier(from.value, from.value + from.right_slope * from.right_weight * span,
                  to.value - to.left_slope * to.left_weight * span, to.value, u);
}

} // namespace

std::size_t Curve::key_before(double seconds) const {
    const auto after = std::ranges::upper_bound(keys_, seconds, {}, &Key::time);
    return after == keys_.begin() ? 0 : static_cast<std::size_t>(after - keys_.begin()) - 1;
}

double Curve::at(double seconds) const {
    const std::size_t index = key_before(seconds);
    const Key& from = keys_[index];
    if (seconds <= from.time || index + 1 == keys_.size()) return from.value;
    const Key& to = keys_[index + 1];
    switch (from.joint) {
    case Joint::step:
        return from.value;
    case Joint::step_to_next:
        return to.value;
    case Joint::line:
        return std::lerp(from.value, to.value, (seconds - from.time) / (to.time - from.time));
    case Joint::cubic:
        break;
    }
    return cubic(from, to, seconds);
}

bool Curve::is_straight_between(double from, double to) const {
    const Key& key = keys_[key_before((from + to) / 2)];
    return key.joint != Joint::cubic || is_flat_between(from, to);
}

bool Curve::is_flat_between(double from, double to) const {
    const double middle = (from + to) / 2;
    const std::size_t index = key_before(middle);
    const Key& key = keys_[index];
    if (index + 1 == keys_.size() || middle <= key.time) return true;
    const Key& next = keys_[index + 1];
    if (key.joint == Joint::step || key.joint == Joint::step_to_next) return true;
    if (key.value != next.value) return false;
    return key.joint == Joint::line || (key.right_slope == 0 && next.left_slope == 0);
}

Result<std::optional<Curve>> read_curve(const Record& record, gltf::Budget& budget) {
    const Array* times_array = record.array_in("KeyTime");
    const Array* values_array = record.array_in("KeyValueFloat");
    if (times_array == nullptr || values_array == nullptr) return std::nullopt;
    auto times = unpack_whole(*times_array, budget);
    if (!times) return pass_on(times);
    auto values = unpack(*values_array, budget);
    if (!values) return pass_on(values);
    const std::size_t count = std::min(times->size(), values->size());
    auto attributes = read_attributes(record, count, budget);
    if (!attributes) return pass_on(attributes);
    std::vector<Curve::Key> keys;
    std::vector<Attributes> kept;
    for (std::size_t i = 0; i < count; ++i) {
        constexpr double longest = 1e6; // seconds
        const double time = static_cast<double>((*times)[i]) / ticks_per_second;
        if (std::abs(time) > longest || !(std::abs((*values)[i]) < 1e15)) continue;
        if (!keys.empty() && time <= keys.back().time) continue;
        keys.emplace_back().time = time;
        keys.back().value = (*values)[i];
        kept.push_back((*attributes)[i]);
    }
    if (keys.empty()) return std::nullopt;
    set_slopes(keys, kept);
    return Curve(std::move(keys));
}

} // namespace mien::fbx

// One animated number of an FBX file: keys joined by steps, lines or cubic curves. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "rig/import/fbx/fbx_records.h"
#include "rig/import/gltf/budget.h"

namespace mien::fbx {

/// Ticks of FBX's clock in a second.
inline constexpr double ticks_per_second = 46'186'158'000.0;

class Curve {
public:
    enum class Joint : std::uint8_t { step, step_to_next, line, cubic };
    struct Key {
        double time = 0; ///< seconds
        double value = 0;
        Joint joint = Joint::line;     ///< to the next key
        double right_slope = 0;        ///< a second; of cubic joints
        double left_slope = 0;         ///< where the joint from the key before arrives
        double right_weight = 1.0 / 3; ///< how far the handle reaches to the next key
        double left_weight = 1.0 / 3;
    };

    explicit Curve(std::vector<Key> keys) : keys_(std::move(keys)) {}

    [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }
    /// The value at a time; the nearest key's before the first and after the last.
    [[nodiscard]] double at(double seconds) const;
    /// True where the value does not change between two times that no key lies between.
    [[nodiscard]] bool is_flat_between(double from, double to) const;
    /// The same for a change that a straight line shows.
    [[nodiscard]] bool is_straight_between(double from, double to) const;

private:
    /// The key at or before a time; the first one before it.
    [[nodiscard]] std::size_t key_before(double seconds) const;

    std::vector<Key> keys_; ///< by time, at least one
};

/// An AnimationCurve record. Nothing where it has no usable key. Keys out of order and values that are not
/// finite are passed over. Refuses damaged arrays.
[[nodiscard]] Result<std::optional<Curve>> read_curve(const Record& record, gltf::Budget& budget);

} // namespace mien::fbx

// Which points of a scheme serve which purpose: those that turn with the skull, the lids, the irises.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "capture/landmark_frame.h"

namespace mien {

/// A point of the head's rigid part and how much it counts.
struct RigidPoint {
    int index;
    double weight;
};

/// The points of one eye. `upper[i]` and `lower[i]` lie on top of each other when the lids are shut.
struct EyeLayout {
    int outer_corner;
    int inner_corner;
    std::array<int, 3> upper;
    std::array<int, 3> lower;
    int pairs; ///< how many of upper and lower are used
    int iris;  ///< the iris's centre; -1 where the scheme has none
};

/// Left and right are the performer's own.
struct SchemeLayout {
    Scheme scheme;
    std::span<const RigidPoint> rigid;
    EyeLayout left_eye;
    EyeLayout right_eye;
    /// How much a measured depth counts against a position in the picture (networks guess it from a flat
    /// picture); 0 where the scheme has none.
    double depth_weight;
    [[nodiscard]] bool has_depth() const { return depth_weight > 0; }
};

/// Nothing for Scheme::none.
[[nodiscard]] const SchemeLayout* layout_of(Scheme scheme);

} // namespace mien

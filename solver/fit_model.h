// The data of a bounded fit, as models/train makes it: which landmarks it looks at, how each channel moves
// them, and the average face. Built into the program.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "base/result.h"
#include "capture/landmark_frame.h"
#include "rig/arkit.h"

namespace mien {

/// A small network that corrects the fit (models/train/small_network.py). Empty where a scheme has none.
/// Inputs, one after the other: the fit's 52 weights; `components` times the feature; three angles;
/// `identities` times the neutral's difference to the mean face, clipped to -1..1; six values of the eyes.
struct Refinement {
    Eigen::MatrixXf components;            ///< k x 2p
    Eigen::MatrixXf identities;            ///< m x 2p
    std::array<Eigen::MatrixXf, 3> layers; ///< outputs x inputs
    std::array<Eigen::VectorXf, 3> offsets;
    Eigen::VectorXf gain; ///< 52: how much of the fit's weight stays

    [[nodiscard]] bool empty() const { return components.rows() == 0; }
};

/// File layout, little-endian: "MIENFIT1", uint32 scheme, uint32 p, p * uint16 landmark indices, then
/// float32: the mean face (scheme x 3), projection (52 x 2p), gram (52 x 52), penalty (52); then uint32 k, 0
/// where there is no refinement, else uint32 m, h1, h2 and float32: components, identities, weights and
/// offsets of the three layers (h1 x inputs, h2 x h1, 52 x h2), gain.
struct FitModel {
    Scheme scheme = Scheme::none;
    std::vector<std::uint16_t> landmarks; ///< the feature's points; its values are their x, y in turn
    Eigen::Matrix3Xd mean_face;           ///< the average neutral face: eye-corner units, head frame
    Eigen::MatrixXf projection;           ///< 52 x 2p: feature to the whitened rows' inner products
    Eigen::MatrixXf gram;                 ///< 52 x 52: the rows' inner products with each other
    Eigen::VectorXf penalty;              ///< 52: what a channel's weight of 1 costs
    Refinement refinement;
};

/// Errors: unreadable, naming `what`.
[[nodiscard]] Result<FitModel> parse_fit_model(std::span<const std::uint8_t> bytes, const std::string& what);

/// The bytes built into the program for a scheme (mesh478, ibug68).
[[nodiscard]] std::span<const std::uint8_t> embedded_fit_model(Scheme scheme);

} // namespace mien

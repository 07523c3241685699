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
#include "solver/landmark_noise.h"

namespace mien {

/// A small network that corrects a fit (models/train/small_network.py). Inputs, one after the other: the
/// fit's 52 weights; FitModel::components times the feature; three angles; FitModel::identities times the
/// neutral's difference to the mean face, clipped to -1..1; six values of the eyes. Empty where an expert has
/// none.
struct Refinement {
    std::array<Eigen::MatrixXf, 3> layers; ///< outputs x inputs
    std::array<Eigen::VectorXf, 3> offsets;
    Eigen::VectorXf gain; ///< 52: how much of the fit's weight stays

    [[nodiscard]] bool empty() const { return gain.size() == 0; }
};

/// What one set of people taught.
struct Expert {
    Eigen::MatrixXf basis; ///< 52 x 2p: what a weight of 1 adds to the feature
    LandmarkNoise noise;
    float sparsity = 1; ///< what a weight of 1 costs, in lengths of its row
    Refinement refinement;
};

/// File layout, little-endian: "MIENFIT2", uint32 scheme, p, experts, c, m; p * uint16 landmark indices;
/// float32: the mean face (scheme x 3), components (c x 2p), identities (m x 2p); then each expert: uint32 k,
/// h1, h2, float32: basis (52 x 2p), the noise's directions (k x 2p) and variances (k), rest, ridge,
/// sparsity, and unless h1 is 0 the weights and offsets of the three layers (h1 x inputs, h2 x h1, 52 x h2)
/// and the gain.
struct FitModel {
    Scheme scheme = Scheme::none;
    std::vector<std::uint16_t> landmarks; ///< the feature's points; its values are their x, y in turn
    Eigen::Matrix3Xd mean_face;           ///< the average neutral face: eye-corner units, head frame
    Eigen::MatrixXf components;           ///< c x 2p: main directions of the feature
    Eigen::MatrixXf identities;           ///< m x 2p: main directions in which neutral faces differ
    std::vector<Expert> experts;          ///< at least one; the first knows all people
};

/// Errors: unreadable, naming `what`.
[[nodiscard]] Result<FitModel> parse_fit_model(std::span<const std::uint8_t> bytes, const std::string& what);

/// The bytes built into the program for a scheme (mesh478, ibug68).
[[nodiscard]] std::span<const std::uint8_t> embedded_fit_model(Scheme scheme);

} // namespace mien

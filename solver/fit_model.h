// The data of a bounded fit, as models/train makes it: which landmarks it looks at, how each channel moves
// them, and the average face. Built into the program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "base/result.h"
#include "capture/landmark_frame.h"
#include "rig/arkit.h"

namespace mien {

/// File layout, little-endian: "MIENFIT1", uint32 scheme, uint32 p, p * uint16 landmark indices, then
/// float32: the mean face (scheme x 3), projection (52 x 2p), gram (52 x 52), penalty (52).
struct FitModel {
    Scheme scheme = Scheme::none;
    std::vector<std::uint16_t>
        landmarks;              ///< the feature's points; its values are their x, y one after the other
    Eigen::Matrix3Xd mean_face; ///< the average neutral face: eye-corner units, head frame
    Eigen::MatrixXf projection; ///< 52 x 2p: whitened feature to the rows' inner products
    Eigen::MatrixXf gram;       ///< 52 x 52: the rows' inner products with each other
    Eigen::VectorXf penalty;    ///< 52: the cost of a channel's weight; infinite use costs nothing more
};

/// Errors: unreadable, naming `what`.
[[nodiscard]] Result<FitModel> parse_fit_model(std::span<const std::uint8_t> bytes, const std::string& what);

/// The bytes built into the program for a scheme (mesh478, ibug68).
[[nodiscard]] std::span<const std::uint8_t> embedded_fit_model(Scheme scheme);

} // namespace mien

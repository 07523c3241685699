// The canonical face of the mesh trackers: where the 468 points of the mesh lie on an average head. Read from
// geometry_pipeline_metadata_landmarks.binarypb of the mesh package.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include <Eigen/Core>

#include "base/result.h"

namespace mien {

inline constexpr int canonical_point_count = 468;

/// Points in centimetres: x to the performer's left, y up, z out of the face.
struct CanonicalFace {
    Eigen::Matrix3Xd points; ///< canonical_point_count columns
};

/// The message's layout: field 1 is the mesh {3: vertices as floats x, y, z, u, v; 4: triangles}, the rest is
/// not needed here. Errors: unreadable, naming `what` and what is wrong with it.
[[nodiscard]] Result<CanonicalFace> parse_canonical_face(std::span<const std::uint8_t> bytes,
                                                         const std::string& what);

/// The same from a file (1 MB at most).
[[nodiscard]] Result<CanonicalFace> read_canonical_face(const std::filesystem::path& path);

} // namespace mien

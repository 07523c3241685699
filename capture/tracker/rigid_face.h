// The rigid part of MediaPipe's canonical face, to judge whether 478 points are a face at all.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "capture/landmark_frame.h"

namespace mien {

/// Points that hardly move with the expression, with their weights; centimetres, x to the right as seen, y
/// up, z towards the viewer. A plain value.
struct RigidFace {
    struct Point {
        std::size_t index = 0; ///< of the mesh
        std::array<double, 3> position{};
        double weight = 0;
    };
    std::vector<Point> rigid;

    /// From geometry_pipeline_metadata_landmarks.binarypb. Error: unreadable, naming `name`.
    [[nodiscard]] static Result<RigidFace> read(std::span<const std::uint8_t> bytes, std::string_view name);
    /// Error: unavailable where the file is missing.
    [[nodiscard]] static Result<RigidFace> read_file(const std::filesystem::path& path);

    /// How far the points are from a turned, moved and scaled canonical face: weighted root mean square
    /// distance over the weighted root mean square radius; about 0.1 for a face, 0 for a perfect fit, 1 at
    /// most for something else. x, y in pixels, z in the same unit.
    [[nodiscard]] double misfit(std::span<const Landmark> points) const;
};

} // namespace mien

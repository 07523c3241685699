#include "capture/tracker/mesh_quality.h"

#include <algorithm>
#include <cmath>

namespace mien {
namespace {

// 1 up to `good`, `floor` from `bad` on, a straight line between.
float falling(float value, float good, float bad, float floor) {
    const float t = std::clamp((value - good) / (bad - good), 0.0F, 1.0F);
    return 1 - t * (1 - floor);
}

} // namespace

// The limits are measured on 14 clips: the misfit of a plain face is 0.06 to 0.10, of one behind a hand to
// 0.16.
float mesh_quality(const MeshLook& look, const MeshCircumstances& circumstances) {
    const auto width = static_cast<float>(circumstances.image_width);
    const auto height = static_cast<float>(circumstances.image_height);
    const auto inside = std::count_if(look.points.begin(), look.points.end(), [&](const Landmark& p) {
        return p.x >= 0 && p.y >= 0 && p.x < width && p.y < height;
    });
    const float outside = 1 - static_cast<float>(inside) / static_cast<float>(look.points.size());
    const float eyes =
        std::hypot(look.points[33].x - look.points[263].x, look.points[33].y - look.points[263].y);
    const float quality = falling(1 - look.presence, 0.05F, 0.5F, 0.2F) *
                          falling(static_cast<float>(look.misfit), 0.11F, 0.2F, 0.2F) *
                          falling(circumstances.speed, 1.0F, 5.0F, 0.4F) *
                          falling(-eyes, -40.0F, -10.0F, 0.4F) * falling(outside, 0.02F, 0.5F, 0.1F) *
                          falling(-look.evidence.skin, -0.08F, -0.02F, 0.3F) *
                          falling(std::abs(look.evidence.yaw), 35.0F, 65.0F, 0.2F);
    return std::isfinite(quality) ? std::clamp(quality, 0.0F, 1.0F) : 0;
}

} // namespace mien

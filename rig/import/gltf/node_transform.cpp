#include "rig/import/gltf/node_transform.h"

#include <array>
#include <cmath>

#include "rig/transform.h"

namespace mien::gltf {
namespace {

Result<void> read_matrix(const JsonObject& object, Node& node) {
    auto numbers = object.numbers<16>("matrix", {});
    if (!numbers) return pass_on(numbers);
    glm::mat4 matrix(1);
    for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = (*numbers)[static_cast<std::size_t>(i)];
    set_transform(node, matrix);
    return {};
}

} // namespace

Result<void> read_transform(const JsonObject& object, Node& node, Report& report) {
    if (object.has("matrix")) return read_matrix(object, node);
    auto translation = object.numbers<3>("translation", {0, 0, 0});
    if (!translation) return pass_on(translation);
    auto rotation = object.numbers<4>("rotation", {0, 0, 0, 1});
    if (!rotation) return pass_on(rotation);
    auto scale = object.numbers<3>("scale", {1, 1, 1});
    if (!scale) return pass_on(scale);
    const auto [tx, ty, tz] = *translation;
    const auto [qx, qy, qz, qw] = *rotation;
    const auto [sx, sy, sz] = *scale;
    node.translation = {tx, ty, tz};
    node.scale = {sx, sy, sz};
    const glm::quat quaternion(qw, qx, qy, qz);
    const float length = glm::length(quaternion);
    if (std::isfinite(length) && length > 1e-6f)
        node.rotation = quaternion / length;
    else
        report.warn("{} ({}): a rotation of length {} counts as none", object.place(), node.name, length);
    return {};
}

} // namespace mien::gltf

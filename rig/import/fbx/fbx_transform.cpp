#include "rig/import/fbx/fbx_transform.h"

#include <array>
#include <cmath>
#include <numbers>

namespace mien::fbx {
namespace {

/// Axes in the order in which they turn.
constexpr std::array<std::array<int, 3>, 6> orders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}};

/// Beyond a float's sensible range nothing is meant.
bool is_sensible(double number) {
    return std::abs(number) < 1e15; // false for NaN
}

glm::dvec3 finite(const glm::dvec3& v, const glm::dvec3& otherwise) {
    return is_sensible(v.x) && is_sensible(v.y) && is_sensible(v.z) ? v : otherwise;
}

} // namespace

glm::dquat from_euler(const glm::dvec3& degrees, int order) {
    glm::dquat rotation(1, 0, 0, 0);
    const std::size_t known = order >= 0 && order < 6 ? static_cast<std::size_t>(order) : 0;
    for (const int axis : orders[known]) {
        glm::dvec3 direction(0);
        direction[axis] = 1;
        rotation = glm::angleAxis(degrees[axis] * std::numbers::pi / 180, direction) * rotation;
    }
    return rotation;
}

NodeTransform::NodeTransform(const Objects& objects, const Record& model) {
    const auto vector = [&](std::string_view property, const glm::dvec3& otherwise) {
        return finite(objects.vector(model, property).value_or(otherwise), otherwise);
    };
    const glm::dvec3 zero(0);
    rest_.translation = vector("Lcl Translation", zero);
    rest_.rotation = vector("Lcl Rotation", zero);
    rest_.scaling = vector("Lcl Scaling", glm::dvec3(1));
    rotation_offset_ = vector("RotationOffset", zero);
    rotation_pivot_ = vector("RotationPivot", zero);
    scaling_offset_ = vector("ScalingOffset", zero);
    scaling_pivot_ = vector("ScalingPivot", zero);
    if (objects.number(model, "RotationActive").value_or(1) != 0) {
        rotation_order_ = static_cast<int>(objects.number(model, "RotationOrder").value_or(0));
        pre_rotation_ = from_euler(vector("PreRotation", zero), 0);
        post_rotation_inverse_ = glm::conjugate(from_euler(vector("PostRotation", zero), 0));
    }
    const double inherit = objects.number(model, "InheritType").value_or(1);
    if (inherit == 0 || inherit == 2) inheritance_ = static_cast<ScaleInheritance>(static_cast<int>(inherit));
}

LocalTransform NodeTransform::local(const LocalProperties& properties) const {
    LocalTransform local;
    local.rotation =
        pre_rotation_ * from_euler(properties.rotation, rotation_order_) * post_rotation_inverse_;
    local.scale = properties.scaling;
    const glm::dvec3 before_turn =
        scaling_offset_ + scaling_pivot_ - local.scale * scaling_pivot_ - rotation_pivot_;
    local.translation =
        properties.translation + rotation_offset_ + rotation_pivot_ + local.rotation * before_turn;
    return local;
}

bool NodeTransform::has_pivots() const {
    return rotation_pivot_ != glm::dvec3(0) || scaling_pivot_ != glm::dvec3(0) ||
           scaling_offset_ != glm::dvec3(0);
}

} // namespace mien::fbx

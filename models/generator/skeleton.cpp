#include "models/generator/skeleton.h"

#include <cassert>

#include "models/generator/motion.h"

namespace mien::head {

std::vector<Joint> make_joints() {
    return {{"Spine", -1, {0, -60, -30}}, {"Neck", 0, neck_pivot},
            {"Head", 1, head_pivot},      {"Jaw", 2, {0, jaw_hinge.y, jaw_hinge.z}},
            {"LeftEye", 2, eye_centre},   {"RightEye", 2, mirrored(eye_centre)}};
}

int joint_number(const std::vector<Joint>& joints, std::string_view name) {
    const auto found = std::ranges::find(joints, name, &Joint::name);
    assert(found != joints.end());
    return int(found - joints.begin());
}

Binding bind_to_joints(const std::vector<Joint>& joints, const FacePoint& point) {
    const int spine = joint_number(joints, "Spine"), neck = joint_number(joints, "Neck");
    const int head = joint_number(joints, "Head"), jaw = joint_number(joints, "Jaw");
    using Kind = FacePoint::Kind;
    if (point.kind == Kind::eyeball)
        return {{joint_number(joints, point.p.x > 0 ? "LeftEye" : "RightEye"), 0, 0, 0}, {1, 0, 0, 0}};
    if (point.kind == Kind::upper_teeth || point.kind == Kind::lid_film)
        return {{head, 0, 0, 0}, {1, 0, 0, 0}};
    if (point.kind == Kind::lower_teeth) return {{jaw, 0, 0, 0}, {1, 0, 0, 0}};
    // Planes that lean forward, so that the chin belongs to the head and the nape to the neck at the same
    // height.
    const double height = point.p.y + 0.45 * point.p.z;
    const double on_neck = smooth_step(-12, 45, height);
    const double on_head = point.inward > 0 ? 1.0 : smooth_step(68, 112, height);
    FacePoint at_rest = point;
    if (at_rest.p.x < 0) at_rest.p = mirrored(at_rest.p);
    const double on_jaw = jaw_share(at_rest);
    return {
        {spine, neck, head, jaw},
        {(1 - on_neck) * (1 - on_head), on_neck * (1 - on_head), on_head * (1 - on_jaw), on_head * on_jaw}};
}

} // namespace mien::head

// guess_face_groups(): a first set of sliders for a rig that has none of its own. Which way a bone must go is
// never taken from its axes, which makers point anywhere: it is measured on the vertices that hang on it.
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "rig/bone_path.h"
#include "rig/face_bones.h"
#include "rig/face_group_edit.h"
#include "rig/face_groups.h"
#include "rig/transform.h"

namespace mien {
namespace {

// How far features go at the end of their slider; lengths are shares of the distance between the eyes (63 mm
// for grown-ups). Set by eye on the bundled face-bone rig beside its own hand-made sliders, and the jaw and
// sizes also on Ready Player Me, Character Creator and Blender rigs.
constexpr float jaw_open_degrees = 22;
constexpr float jaw_sideways_degrees = 7;
constexpr float jaw_forward = 0.09f;
constexpr float upper_lid_share = 0.82f; // of the opening; the lower lid comes to meet it
constexpr float lid_press = 1.2f;        // lids that only touch in the middle of the eye stay open beside it
constexpr float lid_wide_share = 0.3f;
constexpr float squint_share = 0.35f;
constexpr float brow_up = 0.125f;
constexpr float brow_down = 0.1f;
constexpr float brow_together = 0.045f;
constexpr float smile_up = 0.12f;
constexpr float smile_out = 0.09f;
constexpr float frown_down = 0.11f;
constexpr float pucker_in = 0.12f;
constexpr float pucker_forward = 0.07f;
constexpr float stretch_out = 0.11f;
constexpr float lip_raise = 0.08f;
constexpr float cheek_raise = 0.07f;
constexpr float cheek_puff = 0.15f;
constexpr float eye_size = 1.3f;
constexpr float head_size = 1.25f;

constexpr std::array<const char*, 2> side_names = {"left", "right"};

constexpr float degrees(float radians) {
    return radians * 180 / std::numbers::pi_v<float>;
}

/// Builds the entries of one part.
class PartMaker {
public:
    PartMaker(const Rig& rig, const FaceBones& face, std::string name)
        : rig_(rig), face_(face), part_{std::move(name), 0, {}} {}

    /// Moves a bone by a vector of model space.
    PartMaker& move(int node, const glm::vec3& by) {
        if (node == no_index) return *this;
        const int parent = rig_.nodes[static_cast<std::size_t>(node)].parent;
        const glm::mat3 frame = parent == no_index ? glm::mat3(1) : glm::mat3(face_.world(parent));
        if (glm::determinant(frame) != 0) put(node, BoneChannel::position_x, glm::inverse(frame) * by);
        return *this;
    }
    /// Turns a bone in model space: axis times degrees.
    PartMaker& turn(int node, const glm::vec3& by) {
        if (node != no_index)
            put(node, BoneChannel::rotation_x, glm::conjugate(decompose(face_.world(node)).rotation) * by);
        return *this;
    }
    PartMaker& scale(int node, float by) {
        for (int axis = 0; axis < 3 && node != no_index; ++axis)
            part_.bones.push_back(
                {bone_path(rig_, node), node, along_axis(BoneChannel::scale_x, axis), 1, by});
        return *this;
    }
    /// Adds the part unless no bone moves.
    void finish(FaceGroup& group) {
        if (!part_.bones.empty()) group.parts.push_back(std::move(part_));
    }

private:
    void put(int node, BoneChannel kind, const glm::vec3& by) {
        constexpr float negligible = 0.02f; // of the whole movement: axes that nearly line up
        for (int axis = 0; axis < 3; ++axis)
            if (std::abs(by[axis]) > negligible * glm::length(by)) {
                const BoneChannel channel = along_axis(kind, axis);
                const auto same = std::ranges::find_if(
                    part_.bones, [&](const FaceBone& b) { return b.node == node && b.channel == channel; });
                if (same != part_.bones.end())
                    same->end += by[axis];
                else
                    part_.bones.push_back({bone_path(rig_, node), node, channel, 0, by[axis]});
            }
    }

    const Rig& rig_;
    const FaceBones& face_;
    FacePart part_;
};

class Guesser {
public:
    explicit Guesser(const Rig& rig) : rig_(rig), face_(rig), unit_(face_.eye_distance()) {}

    FaceGroups guess() {
        FaceGroups groups;
        for (FaceGroup group : {mouth(), eyes(), brows(), cheeks(), head()})
            if (!group.parts.empty()) groups.groups.push_back(std::move(group));
        return groups;
    }

private:
    [[nodiscard]] PartMaker part(std::string name) const { return {rig_, face_, std::move(name)}; }
    [[nodiscard]] PartMaker part(std::string_view name, int side) const {
        return part(fmt::format("{} {}", name, side_names[static_cast<std::size_t>(side)]));
    }
    /// Away from the middle of the face.
    [[nodiscard]] glm::vec3 outwards(int side) const { return side == 0 ? face_.left() : -face_.left(); }
    [[nodiscard]] glm::vec3 length(float left, float up, float front) const {
        return (left * face_.left() + up * face_.up() + front * face_.front()) * unit_;
    }

    FaceGroup mouth();
    void jaw_parts(FaceGroup& group);
    void lip_parts(FaceGroup& group);
    FaceGroup eyes();
    FaceGroup brows();
    FaceGroup cheeks();
    FaceGroup head();

    [[nodiscard]] float opening(int side) const;
    void move_lid(PartMaker& maker, int lid, float by) const;
    void lid_parts(FaceGroup& group, std::string_view name, float upper, float lower);
    [[nodiscard]] std::vector<int> all_lower_lips() const;

    const Rig& rig_;
    FaceBones face_;
    float unit_;
};

std::vector<int> Guesser::all_lower_lips() const {
    std::vector<int> lips = face_.middle_lower_lip();
    for (const int side : {0, 1})
        lips.insert(lips.end(), face_.side(side).lower_lip.begin(), face_.side(side).lower_lip.end());
    return lips;
}

void Guesser::jaw_parts(FaceGroup& group) {
    const int jaw = face_.joints().jaw;
    if (jaw == no_index) return;
    // About the line through both ears, the chin goes down when what is in front of it goes down.
    const glm::vec3 open = face_.left() * jaw_open_degrees;
    const glm::vec3 hinge = face_.place(jaw);
    const auto swept = [&](int node,
                           float share) { // where the jaw would take a bone that does not hang on it
        const glm::vec3 arm = face_.centre(node) - hinge;
        const float angle = jaw_open_degrees * share * std::numbers::pi_v<float> / 180;
        return glm::angleAxis(angle, face_.left()) * arm - arm;
    };
    PartMaker maker = part("Jaw open");
    maker.turn(jaw, open);
    for (const int lip : all_lower_lips())
        if (!face_.is_below(lip, jaw)) maker.move(lip, swept(lip, 1)).turn(lip, open);
    for (const int side : {0, 1})
        if (const int corner = face_.side(side).lip_corner;
            corner != no_index && !face_.is_below(corner, jaw))
            maker.move(corner, swept(corner, 0.5f)); // the corner stays between both lips
    maker.finish(group);
    part("Jaw left").turn(jaw, face_.up() * jaw_sideways_degrees).finish(group);
    part("Jaw right").turn(jaw, face_.up() * -jaw_sideways_degrees).finish(group);
    part("Jaw forward").move(jaw, length(0, 0, jaw_forward)).finish(group);
}

void Guesser::lip_parts(FaceGroup& group) {
    /// One part for each side, by a vector that knows the side.
    const auto corners = [&](std::string_view name, float out, float up, float front) {
        for (const int side : {0, 1})
            part(name, side)
                .move(face_.side(side).lip_corner, outwards(side) * unit_ * out + length(0, up, front))
                .finish(group);
    };
    const auto lips = [&](std::string_view name, std::vector<int> SideBones::*bones, float up) {
        for (const int side : {0, 1}) {
            PartMaker maker = part(name, side);
            for (const int lip : face_.side(side).*bones) maker.move(lip, length(0, up, 0));
            maker.finish(group);
        }
    };
    corners("Mouth smile", smile_out, smile_up, -smile_out / 2);
    corners("Mouth frown", smile_out / 4, -frown_down, 0);
    corners("Mouth stretch", stretch_out, -frown_down / 4, -stretch_out / 2);
    lips("Mouth upper up", &SideBones::upper_lip, lip_raise);
    lips("Mouth lower down", &SideBones::lower_lip, -lip_raise);
    PartMaker pucker = part("Mouth pucker");
    for (const int side : {0, 1}) {
        const SideBones& bones = face_.side(side);
        if (bones.lip_corner == no_index) return;
        pucker.move(bones.lip_corner, -outwards(side) * unit_ * pucker_in + length(0, 0, pucker_forward / 2));
        for (const auto* list : {&bones.upper_lip, &bones.lower_lip})
            for (const int lip : *list)
                pucker.move(lip, -outwards(side) * unit_ * (pucker_in / 3) + length(0, 0, pucker_forward));
    }
    for (const auto* list : {&face_.middle_upper_lip(), &face_.middle_lower_lip()})
        for (const int lip : *list) pucker.move(lip, length(0, 0, pucker_forward));
    pucker.finish(group);
}

FaceGroup Guesser::mouth() {
    FaceGroup group{"Mouth", {}};
    jaw_parts(group);
    lip_parts(group);
    return group;
}

/// The height between the edges of both lids, in the middle of the eye; a usual one where it cannot be
/// measured.
float Guesser::opening(int side) const {
    constexpr float usual = 0.17f;  // 11 mm
    constexpr float largest = 0.6f; // eyes of drawn characters
    const SideBones& bones = face_.side(side);
    const glm::vec3 eye = face_.eye(side);
    constexpr float middle_share = 0.12f; // of the distance between the eyes, to both sides
    constexpr float firm = 0.5f;          // lighter vertices belong to the skin around
    const auto edge = [&](const std::vector<int>& lids, float way) {
        float best = -1e9f;
        for (const int lid : lids)
            for (const BoneVertex& vertex : face_.vertices(lid)) {
                const glm::vec3 from_eye = vertex.position - eye;
                if (vertex.weight < firm || std::abs(glm::dot(from_eye, face_.left())) > middle_share * unit_)
                    continue;
                best = std::max(best, way * glm::dot(from_eye, face_.up()));
            }
        return best * way;
    };
    const float gap = edge(bones.upper_lid, -1) - edge(bones.lower_lid, 1);
    return gap > 0.02f * unit_ && gap < largest * unit_ ? gap : usual * unit_;
}

/// Moves the edge of a lid along the face's up direction: by a turn where its vertices stand off its pivot,
/// as for lids that turn about the eyeball; by a shift where the bone sits on the edge itself.
void Guesser::move_lid(PartMaker& maker, int lid, float by) const {
    const glm::vec3 pivot = face_.place(lid);
    const glm::vec3 up = face_.up();
    glm::vec3 lever(0); // what a turn about an axis moves upwards: axis . lever
    glm::vec3 arm(0);
    float weights = 0;
    for (const BoneVertex& vertex : face_.vertices(lid)) {
        const glm::vec3 from = vertex.position - pivot;
        lever += vertex.weight * glm::cross(from, up);
        arm += vertex.weight * from;
        weights += vertex.weight;
    }
    if (weights > 0) {
        lever /= weights;
        arm /= weights;
    }
    lever -= glm::dot(lever, face_.front()) * face_.front(); // lids do not roll about the way of the gaze
    const float reach = glm::length(lever);
    constexpr float least_reach = 0.1f; // of the distance between the eyes: half an eyeball's radius
    if (reach < least_reach * unit_) {
        maker.move(lid, up * by);
        return;
    }
    // The edge of a lid lies at the end of the arc, the middle of its vertices on the way there.
    const float height = glm::dot(arm, up);
    const float radius = std::hypot(reach, height);
    const float from = std::atan2(height, reach);
    const float to = std::asin(std::clamp((height + by) / radius, -1.0f, 1.0f));
    maker.turn(lid, lever / reach * degrees(to - from));
}

/// `upper` and `lower`: shares of the opening, upwards.
void Guesser::lid_parts(FaceGroup& group, std::string_view name, float upper, float lower) {
    for (const int side : {0, 1}) {
        const SideBones& bones = face_.side(side);
        const float gap = opening(side);
        PartMaker maker = part(name, side);
        for (const int lid : bones.upper_lid) move_lid(maker, lid, upper * gap);
        for (const int lid : bones.lower_lid) move_lid(maker, lid, lower * gap);
        maker.finish(group);
    }
}

FaceGroup Guesser::eyes() {
    FaceGroup group{"Eyes", {}};
    const bool both = !face_.side(0).lower_lid.empty() && !face_.side(0).upper_lid.empty();
    const float upper = both ? upper_lid_share : 1;
    const float lower = both ? 1 - upper_lid_share : 1;
    lid_parts(group, "Eye blink", -lid_press * upper, lid_press * lower);
    lid_parts(group, "Eye wide", lid_wide_share, -lid_wide_share / 3);
    lid_parts(group, "Eye squint", -squint_share / 2, squint_share);
    if (face_.joints().left_eye != no_index && face_.joints().right_eye != no_index)
        part("Eye size")
            .scale(face_.joints().left_eye, eye_size)
            .scale(face_.joints().right_eye, eye_size)
            .finish(group);
    return group;
}

FaceGroup Guesser::brows() {
    FaceGroup group{"Brows", {}};
    PartMaker inner = part("Brow inner up");
    std::array<PartMaker, 2> outer = {part("Brow outer up", 0), part("Brow outer up", 1)};
    std::array<PartMaker, 2> down = {part("Brow down", 0), part("Brow down", 1)};
    for (const int side : {0, 1}) {
        const std::vector<int>& bones = face_.side(side).brow; // outermost first
        const auto s = static_cast<std::size_t>(side);
        for (std::size_t i = 0; i < bones.size(); ++i) {
            // 0 at the outer end, 1 at the inner one; a single bone does all.
            const float inside =
                bones.size() > 1 ? static_cast<float>(i) / static_cast<float>(bones.size() - 1) : 1;
            const float outside = bones.size() > 1 ? 1 - inside * 0.8f : 1;
            if (inside > 0) inner.move(bones[i], length(0, brow_up * inside, 0));
            outer[s].move(bones[i], length(0, brow_up * outside, 0));
            down[s].move(bones[i], length(0, -brow_down * (0.45f + 0.55f * inside), 0) -
                                       outwards(side) * unit_ * (brow_together * inside));
        }
    }
    inner.finish(group);
    for (PartMaker& maker : outer) maker.finish(group);
    for (PartMaker& maker : down) maker.finish(group);
    return group;
}

FaceGroup Guesser::cheeks() {
    FaceGroup group{"Cheeks", {}};
    PartMaker puff = part("Cheek puff");
    for (const int side : {0, 1}) {
        PartMaker squint = part("Cheek squint", side);
        for (const int cheek : face_.side(side).cheek) {
            squint.move(cheek, length(0, cheek_raise, cheek_raise / 3));
            puff.move(cheek,
                      outwards(side) * unit_ * cheek_puff + length(0, -cheek_puff / 2, cheek_puff / 2));
        }
        squint.finish(group);
    }
    puff.finish(group);
    return group;
}

FaceGroup Guesser::head() {
    FaceGroup group{"Head", {}};
    part("Head size").scale(face_.joints().head, head_size).finish(group);
    return group;
}

} // namespace

FaceGroups guess_face_groups(const Rig& rig) {
    return Guesser(rig).guess();
}

} // namespace mien

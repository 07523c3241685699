#include "rig/face_bones.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "rig/deform.h"
#include "rig/name_words.h"

namespace mien {
namespace {

using Words = std::vector<std::string>;

std::size_t index(int node) {
    return static_cast<std::size_t>(node);
}

/// Lighter vertices say little about what a bone is for, and there are many.
constexpr float least_weight = 0.2f;

bool has_any(const Words& words, std::initializer_list<std::string_view> wanted) {
    return std::ranges::any_of(words, [&](const std::string& word) {
        return std::ranges::find(wanted, std::string_view(word)) != wanted.end();
    });
}

/// A word that has another in it: "eyelid", "upperlip", "lefteyebrow".
bool has_part(const Words& words, std::string_view part) {
    return std::ranges::any_of(words,
                               [&](const std::string& word) { return word.find(part) != std::string::npos; });
}

// MakeHuman names its face bones after muscles: orbicularis oculi (lids), oculi (brows), orbicularis oris
// (lips), risorius (corners of the mouth).
bool is_lid(const Words& w) {
    return has_part(w, "lid") || has_any(w, {"orbicularis"});
}
bool is_brow(const Words& w) {
    return has_part(w, "brow") || has_any(w, {"oculi"});
}
bool is_cheek(const Words& w) {
    return has_part(w, "cheek");
}
bool is_corner(const Words& w) {
    return (has_part(w, "corner") && !has_part(w, "eye")) || has_any(w, {"risorius"});
}
bool is_lip(const Words& w) {
    return (has_part(w, "lip") && !has_part(w, "eyelip")) || has_any(w, {"mouth", "oris"});
}
bool says_upper(const Words& w) {
    return has_part(w, "upper") || has_part(w, "top") || has_any(w, {"up", "t", "u"});
}
bool says_lower(const Words& w) {
    return has_part(w, "lower") || has_part(w, "bottom") || has_any(w, {"low", "bot", "down", "b", "d"});
}
/// Controls, ends of chains and helpers carry no face, whatever else they are called.
bool is_helper(const Words& w) {
    return has_any(
        w, {"end", "nub", "target", "ik", "ctrl", "control", "mch", "org", "master", "lash", "lashes"});
}

} // namespace

FaceBones::FaceBones(const Rig& rig)
    : rig_(rig), joints_(find_head_joints(rig)), rest_(evaluate(rig, rest_pose(rig))),
      vertices_(rig.nodes.size()), moves_something_(rig.nodes.size(), false) {
    collect_vertices();
    place_frame();
    classify();
    find_corners();
    find_eyes_by_lids();
}

void FaceBones::collect_vertices() {
    for (const DeformedPrimitive& primitive : deform(rig_, rest_)) {
        const int skin_index = rig_.nodes[index(primitive.node)].skin;
        if (skin_index == no_index) continue;
        const Skin& skin = rig_.skins[index(skin_index)];
        const Mesh& mesh = rig_.meshes[index(primitive.mesh)];
        const VertexBuffer& buffer =
            rig_.vertex_buffers[index(mesh.primitives[index(primitive.primitive)].vertices)];
        if (buffer.joints.size() != primitive.positions.size()) continue;
        for (std::size_t v = 0; v < buffer.joints.size(); ++v)
            for (int i = 0; i < 4; ++i) {
                const float weight = buffer.joint_weights[v][i];
                if (weight < least_weight) continue;
                const int node = skin.joints[buffer.joints[v][i]];
                vertices_[index(node)].push_back({primitive.positions[v], weight});
                moves_something_[index(node)] = true;
            }
    }
    for (auto node = rig_.node_order.rbegin(); node != rig_.node_order.rend(); ++node) {
        const int parent = rig_.nodes[index(*node)].parent;
        if (parent == no_index || (joints_.head != no_index && !is_below(parent, joints_.head))) continue;
        if (parent == joints_.head) continue; // it carries everything
        const auto& own = vertices_[index(*node)];
        vertices_[index(parent)].insert(vertices_[index(parent)].end(), own.begin(), own.end());
    }
}

void FaceBones::place_frame() {
    const float yaw = rig_.front_yaw;
    left_ = {std::cos(yaw), 0, -std::sin(yaw)};
    front_ = {std::sin(yaw), 0, std::cos(yaw)};
    const bool both = joints_.left_eye != no_index && joints_.right_eye != no_index;
    middle_ = both                       ? (place(joints_.left_eye) + place(joints_.right_eye)) * 0.5f
              : joints_.head != no_index ? place(joints_.head)
                                         : joints_.centre;
    if (!both) return;
    eyes_ = {place(joints_.left_eye), place(joints_.right_eye)};
    if (const float apart = glm::length(eyes_[0] - eyes_[1]); apart > 0) eye_distance_ = apart;
}

int FaceBones::side_of(int node) const {
    constexpr float middle_share = 0.06f; // of the distance between the eyes
    const float aside = glm::dot(centre(node) - middle_, left_);
    return std::abs(aside) < middle_share * eye_distance_ ? -1 : aside > 0 ? 0 : 1;
}

void FaceBones::classify() {
    for (const int node : rig_.node_order) {
        const bool inside =
            joints_.head == no_index || (node != joints_.head && is_below(node, joints_.head));
        if (!inside || !moves_something_[index(node)]) continue;
        const std::string& name = rig_.nodes[index(node)].name;
        const Words words = name_words(std::string_view(name).substr(name.find_last_of(":|") + 1));
        if (!is_helper(words)) put(node, words);
    }
    for (SideBones& side : sides_)
        for (std::vector<int>* list :
             {&side.upper_lid, &side.lower_lid, &side.brow, &side.cheek, &side.upper_lip, &side.lower_lip})
            std::ranges::stable_sort(*list, [this](int a, int b) {
                return std::abs(glm::dot(centre(a) - middle_, left_)) >
                       std::abs(glm::dot(centre(b) - middle_, left_));
            });
}

void FaceBones::put(int node, const Words& words) {
    const int at = side_of(node);
    SideBones* side = at < 0 ? nullptr : &sides_[index(at)];
    if (is_brow(words)) {
        if (side != nullptr) side->brow.push_back(node);
    } else if (is_lid(words)) {
        if (side != nullptr) put_lid(node, words, at);
    } else if (is_corner(words)) {
        if (side != nullptr) side->lip_corner = node;
    } else if (is_cheek(words)) {
        if (side != nullptr) side->cheek.push_back(node);
    } else if (is_lip(words)) {
        const bool upper = says_upper(words);
        if (upper == says_lower(words)) { // neither: an outermost one is the corner, found by its place
            if (side != nullptr && side->lip_corner == no_index) side->lip_corner = node;
        } else if (side == nullptr) {
            (upper ? middle_upper_lip_ : middle_lower_lip_).push_back(node);
        } else {
            (upper ? side->upper_lip : side->lower_lip).push_back(node);
        }
    }
}

void FaceBones::put_lid(int node, const Words& words, int side) {
    const bool upper_said = says_upper(words);
    bool upper = upper_said;
    if (upper_said == says_lower(words)) // the name leaves it open: above or below the eye's middle
        upper = glm::dot(centre(node) - eyes_[index(side)], up_) >= 0;
    (upper ? sides_[index(side)].upper_lid : sides_[index(side)].lower_lid).push_back(node);
}

void FaceBones::find_corners() {
    // Rigs without a bone called so: the outermost of three or more lip bones of a side stands at the corner.
    for (SideBones& side : sides_) {
        if (side.lip_corner != no_index || side.upper_lip.size() + side.lower_lip.size() < 2) continue;
        std::vector<int>& list = !side.upper_lip.empty() ? side.upper_lip : side.lower_lip;
        if (list.size() < 2 && side.lower_lip.size() < 2) continue;
        side.lip_corner = list.front();
        list.erase(list.begin());
    }
}

void FaceBones::find_eyes_by_lids() {
    if (joints_.left_eye != no_index && joints_.right_eye != no_index) return;
    for (std::size_t side = 0; side < 2; ++side) {
        std::vector<int> lids = sides_[side].upper_lid;
        lids.insert(lids.end(), sides_[side].lower_lid.begin(), sides_[side].lower_lid.end());
        if (lids.empty()) return;
        glm::vec3 sum(0);
        for (const int lid : lids) sum += centre(lid);
        eyes_[side] = sum / static_cast<float>(lids.size());
    }
    if (const float apart = glm::length(eyes_[0] - eyes_[1]); apart > 0) eye_distance_ = apart;
}

const glm::mat4& FaceBones::world(int node) const {
    return rest_.world[index(node)];
}

const std::vector<BoneVertex>& FaceBones::vertices(int node) const {
    return vertices_[index(node)];
}

glm::vec3 FaceBones::centre(int node) const {
    glm::vec3 sum(0);
    float weights = 0;
    for (const BoneVertex& vertex : vertices_[index(node)]) {
        sum += vertex.position * vertex.weight;
        weights += vertex.weight;
    }
    return weights > 0 ? sum / weights : place(node);
}

bool FaceBones::is_below(int node, int ancestor) const {
    for (int at = node; at != no_index; at = rig_.nodes[index(at)].parent)
        if (at == ancestor) return true;
    return false;
}

} // namespace mien

// Which bones of a rig move which part of a face: by the words in their names, and by where they stand. For
// guess_face_groups(). Any thread.
#pragma once

#include <array>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "rig/posed_rig.h"
#include "rig/rig.h"
#include "rig/skeleton.h"

namespace mien {

/// A vertex that hangs on a bone, in model space at rest.
struct BoneVertex {
    glm::vec3 position;
    float weight;
};

/// The bones of one side of a face, outermost first where there are several. "Left" is the person's own.
struct SideBones {
    std::vector<int> upper_lid;
    std::vector<int> lower_lid;
    std::vector<int> brow;
    std::vector<int> cheek;
    int lip_corner = no_index;
    std::vector<int> upper_lip; ///< without the corner
    std::vector<int> lower_lip;
};

/// A face as guess_face_groups() sees it.
class FaceBones {
public:
    explicit FaceBones(const Rig& rig);

    [[nodiscard]] const HeadJoints& joints() const { return joints_; }
    /// 0: the left side, 1: the right.
    [[nodiscard]] const SideBones& side(int side) const { return sides_[static_cast<std::size_t>(side)]; }
    [[nodiscard]] const std::vector<int>& middle_upper_lip() const { return middle_upper_lip_; }
    [[nodiscard]] const std::vector<int>& middle_lower_lip() const { return middle_lower_lip_; }

    /// Rest transforms.
    [[nodiscard]] const glm::mat4& world(int node) const;
    [[nodiscard]] glm::vec3 place(int node) const { return world(node)[3]; }
    /// Unit directions of the face in model space: to its left, up, and where it looks.
    [[nodiscard]] const glm::vec3& left() const { return left_; }
    [[nodiscard]] const glm::vec3& up() const { return up_; }
    [[nodiscard]] const glm::vec3& front() const { return front_; }
    /// Between the eyes' centres; what lengths of a face are measured by. 0.063 m where the rig has no eyes.
    [[nodiscard]] float eye_distance() const { return eye_distance_; }
    /// The eye of a side: its joint's place, else the middle of its lids.
    [[nodiscard]] glm::vec3 eye(int side) const { return eyes_[static_cast<std::size_t>(side)]; }

    /// Vertices that move with a bone or with one below it.
    [[nodiscard]] const std::vector<BoneVertex>& vertices(int node) const;
    /// Where a bone takes hold: the weighted middle of its vertices, else its own place.
    [[nodiscard]] glm::vec3 centre(int node) const;
    [[nodiscard]] bool is_below(int node, int ancestor) const;

private:
    void collect_vertices();
    void place_frame();
    void classify();
    void put(int node, const std::vector<std::string>& words);
    void put_lid(int node, const std::vector<std::string>& words, int side);
    void find_corners();
    void find_eyes_by_lids();
    [[nodiscard]] int side_of(int node) const; ///< 0 left, 1 right, -1 middle

    const Rig& rig_;
    HeadJoints joints_;
    PosedRig rest_;
    glm::vec3 left_{1, 0, 0};
    glm::vec3 up_{0, 1, 0};
    glm::vec3 front_{0, 0, 1};
    glm::vec3 middle_{0};         ///< a place on the plane between left and right
    float eye_distance_ = 0.063f; // the usual one of grown-ups
    std::array<glm::vec3, 2> eyes_{};
    std::vector<std::vector<BoneVertex>> vertices_; ///< by node, its descendants' included
    std::vector<bool> moves_something_;             ///< by node: it has vertices of its own
    std::array<SideBones, 2> sides_;
    std::vector<int> middle_upper_lip_;
    std::vector<int> middle_lower_lip_;
};

} // namespace mien

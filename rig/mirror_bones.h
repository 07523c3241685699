// The other side of a face: which bone is the image of which, and what a movement becomes there. Makers turn
// the axes of left and right bones as they like (mirrored, copied, turned round), so everything is measured
// in the rest pose and nothing is taken from conventions. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/face_group_edit.h"
#include "rig/face_groups.h"
#include "rig/posed_rig.h"

namespace mien {

/// "LeftEye" -> "RightEye", "lip.T.L.001" -> "lip.T.R.001", "Smile left" -> "Smile right": the one word of a
/// name that means a side, exchanged in its own spelling. Nothing where no word or several do.
[[nodiscard]] std::optional<std::string> with_other_side(std::string_view name);

/// A rig's mirror plane: through the head's middle, upright, along the way the face looks.
class BoneMirror {
public:
    explicit BoneMirror(const Rig& rig);

    /// The image of a bone: by name, if it stands about where it should; else by place; the bone itself where
    /// it stands in the middle; no_index where there is none.
    [[nodiscard]] int image(int node) const;
    /// What the image of `bone` must do so that the face moves as in a mirror: several entries where the axes
    /// of the two do not line up. Empty where there is no image. Factors are taken to the nearest axis.
    [[nodiscard]] std::vector<FaceBone> mirrored(const FaceBone& bone) const;

private:
    [[nodiscard]] glm::vec3 reflected(const glm::vec3& direction) const;
    [[nodiscard]] glm::vec3 place(int node) const;
    [[nodiscard]] glm::mat3 axes(int node) const;  ///< a node's unit axes in model space
    [[nodiscard]] glm::mat3 frame(int node) const; ///< of a node's parent: what its position counts in
    [[nodiscard]] int nearest_to(const glm::vec3& place, int but_not) const;

    const Rig& rig_;
    PosedRig rest_;
    glm::vec3 across_; ///< unit, to the face's left
    float middle_ = 0; ///< of the face, along `across_`
    float near_ = 0;   ///< two places closer than this count as one
    std::vector<bool> is_joint_;
};

/// A part of one side ("Smile left") makes or replaces its counterpart ("Smile right") behind it, or wherever
/// the groups have that name; a part of no side gets the images of its own bones added. Returns the part that
/// was made or changed and the paths of bones without an image.
struct MirroredPart {
    PartAddress at;
    std::vector<std::string> without_image;
};
MirroredPart mirror_part(const Rig& rig, FaceGroups& groups, PartAddress at);

} // namespace mien

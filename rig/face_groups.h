// Face bones: group ("Mouth") -> part ("Jaw open", one slider 0..1) -> face bones. The character-customising
// half of a rig, kept as JSON beside it. A plain value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "rig/rig.h"

namespace mien {

enum class BoneChannel : std::uint8_t {
    position_x,
    position_y,
    position_z, ///< metres (model units) added to the rest position
    rotation_x,
    rotation_y,
    rotation_z, ///< degrees about the bone's own rest axes; several add up as axis-angle vectors
    scale_x,
    scale_y,
    scale_z, ///< factors on the rest scale; several multiply
};

/// One bone moved along one channel: `start` at slider 0, `end` at slider 1, both relative to rest, so that
/// start = end = 0 (scale: 1) changes nothing.
struct FaceBone {
    std::string path;    ///< node names from a root, separated by "/": "Hips/Spine/Neck/Head/Jaw"
    int node = no_index; ///< resolved against the rig; no_index where the path matches nothing (reported,
                         ///< kept in the file)
    BoneChannel channel = BoneChannel::rotation_x;
    float start = 0;
    float end = 0;
    bool operator==(const FaceBone&) const = default;
};

struct FacePart {
    std::string name;
    float rest = 0; ///< the slider's value that means "as in the file"
    std::vector<FaceBone> bones;
    bool operator==(const FacePart&) const = default;
};

struct FaceGroup {
    std::string name;
    std::vector<FacePart> parts;
    bool operator==(const FaceGroup&) const = default;
};

struct FaceGroups {
    std::vector<FaceGroup> groups;
    bool operator==(const FaceGroups&) const = default;
    /// Number of parts over all groups: the length of RigControls::sliders. Slider i is the i-th part, groups
    /// in order.
    [[nodiscard]] std::size_t slider_count() const;
    [[nodiscard]] const FacePart* slider(std::size_t index) const; ///< nullptr beyond the end
};

/// The groups of a rig: from its settings (rig/rig_settings.h, section "groups"), else those that the
/// file itself carries (glTF: the same JSON as extras.mien), else guessed from its bones (at least a jaw). A
/// damaged file is an Error; the guess is still available from guess_face_groups().
[[nodiscard]] Result<FaceGroups> load_face_groups(const Rig& rig);
[[nodiscard]] FaceGroups guess_face_groups(const Rig& rig);
/// JSON text of groups, version 1, and back; bones are resolved against `rig`. Errors: unreadable.
[[nodiscard]] std::string face_groups_to_json(const FaceGroups& groups);
[[nodiscard]] Result<FaceGroups> face_groups_from_json(std::string_view json, const Rig& rig,
                                                       const std::string& what);
/// Writes to the rig's settings, whose other sections stay. Returns where. Errors: as
/// save_rig_settings_section().
[[nodiscard]] Result<std::filesystem::path> save_face_groups(const Rig& rig, const FaceGroups& groups);

} // namespace mien

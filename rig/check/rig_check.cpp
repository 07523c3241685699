#include "rig/check/rig_check.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "rig/check/finding_list.h"
#include "rig/face_group_edit.h"

namespace mien {
namespace {

bool changes_nothing(const FaceBone& bone) {
    const float rest = neutral_value(bone.channel);
    return bone.start == rest && bone.end == rest;
}

void append(std::vector<RigFinding>& all, std::vector<RigFinding> more) {
    std::ranges::move(more, std::back_inserter(all));
}

} // namespace

std::vector<RigFinding> check_face_groups(const Rig& rig, const FaceGroups& groups) {
    FindingList findings;
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts) {
            const std::string name = group.name + " / " + part.name;
            for (const FaceBone& bone : part.bones) {
                if (bone.node != no_index) continue;
                findings.add(
                    Severity::warning, "bone-missing", name,
                    fmt::format("Slider {}: the rig has no bone {}", printable(name), printable(bone.path)),
                    "Choose the bone anew in the face group panel, or remove the row");
            }
            if (std::ranges::all_of(part.bones, changes_nothing))
                findings.add(Severity::note, "slider-idle", name,
                             fmt::format("Slider {} changes nothing", printable(name)),
                             "Set where its bones start and end");
        }
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts)
            for (const FaceBone& bone : part.bones)
                findings.index(bone.node, rig.nodes.size(), part.name, "bone");
    return findings.take();
}

std::vector<RigFinding> check_rig(const Rig& rig, const FaceGroups& groups) {
    std::vector<RigFinding> all = check_structure(rig);
    const bool sound = std::ranges::none_of(
        all, [](const RigFinding& finding) { return finding.severity == Severity::fault; });
    if (!sound) return all;
    append(all, check_expressions(rig));
    append(all, check_face_groups(rig, groups));
    return all;
}

} // namespace mien

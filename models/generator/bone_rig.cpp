#include "models/generator/bone_rig.h"

#include "models/generator/face_sliders.h"

namespace mien::head {

Model make_bone_rig(Model model) {
    model.name = "Mien (face bones)";
    for (Part& part : model.parts) part.targets.clear();
    std::vector<SliderGroup> groups = expression_sliders();
    for (const SliderGroup& group : character_sliders()) groups.push_back(group);
    model.face_groups = face_groups_json(groups, model.joints);
    return model;
}

} // namespace mien::head

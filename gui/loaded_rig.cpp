#include "gui/loaded_rig.h"

namespace mien::gui {

Result<std::shared_ptr<const LoadedRig>> load_rig(const Services& services,
                                                  const std::filesystem::path& file) {
    constexpr std::string_view bundled = "bundled:";
    const std::string name = file.string();
    auto rig = name.empty()                ? services.bundled_rig({})
               : name.starts_with(bundled) ? services.bundled_rig(name.substr(bundled.size()))
                                           : services.import_rig(file);
    if (!rig) return pass_on(rig);
    auto loaded = std::make_shared<LoadedRig>();
    loaded->rig = std::move(*rig);
    if (auto groups = load_face_groups(loaded->rig)) {
        loaded->groups = std::move(*groups);
    } else {
        loaded->groups = guess_face_groups(loaded->rig);
        loaded->notice = groups.error().message;
    }
    loaded->joints = find_head_joints(loaded->rig);
    loaded->mapping = guess_mapping(loaded->rig, loaded->groups, loaded->joints);
    return std::shared_ptr<const LoadedRig>(std::move(loaded));
}

} // namespace mien::gui

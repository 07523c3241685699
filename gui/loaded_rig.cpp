#include "gui/loaded_rig.h"

#include <algorithm>

#include "rig/face_group_edit.h"

namespace mien::gui {

namespace {

bool is_slider(const MappingRow& row) {
    return row.kind == MappingRow::TargetKind::slider;
}

Mapping mapping_for_groups(const LoadedRig& loaded, const FaceGroups& groups) {
    Mapping mapping = loaded.mapping;
    const std::vector<int> moves = slider_moves(loaded.groups, groups);
    std::vector<MappingRow>& rows = mapping.rows;
    for (MappingRow& row : rows)
        if (is_slider(row)) {
            const auto slider = static_cast<std::size_t>(row.target);
            row.target = slider < moves.size() ? moves[slider] : no_index;
        }
    std::erase_if(rows, [](const MappingRow& row) { return is_slider(row) && row.target == no_index; });

    const auto kept = rows; // what a suggestion must leave alone
    const auto is_free = [&](const MappingRow& row) {
        return std::ranges::none_of(kept, [&](const MappingRow& other) {
            return other.source == row.source || (is_slider(other) && other.target == row.target);
        });
    };
    const Mapping suggested = guess_mapping(loaded.rig, groups, loaded.joints);
    for (const MappingRow& row : suggested.rows)
        if (is_slider(row) && is_free(row)) rows.push_back(row);

    mapping.unmatched.clear();
    for (const ChannelIndex channel : suggested.unmatched)
        if (std::ranges::find(rows, channel, &MappingRow::source) == rows.end())
            mapping.unmatched.push_back(channel);
    return mapping;
}

} // namespace

Result<std::shared_ptr<const LoadedRig>> load_rig(const Services& services,
                                                  const std::filesystem::path& file) {
    constexpr std::string_view bundled = "bundled:";
    const std::string name = file.string();
    auto rig = name.empty()                ? services.bundled_rig({})
               : name.starts_with(bundled) ? services.bundled_rig(name.substr(bundled.size()))
                                           : services.import_rig(file);
    if (!rig) return pass_on(rig);
    auto loaded = std::make_shared<LoadedRig>(std::make_shared<const Rig>(std::move(*rig)));
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

std::shared_ptr<const LoadedRig> with_groups(const LoadedRig& loaded, FaceGroups groups) {
    auto changed = std::make_shared<LoadedRig>(loaded);
    changed->mapping = mapping_for_groups(loaded, groups);
    changed->groups = std::move(groups);
    return changed;
}

} // namespace mien::gui

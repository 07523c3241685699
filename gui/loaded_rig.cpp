#include "gui/loaded_rig.h"

#include <algorithm>

#include "base/file.h"
#include "solver/mapping_file.h"

namespace mien::gui {

namespace {

bool is_slider(const MappingRow& row) {
    return row.kind == MappingRow::TargetKind::slider;
}

Mapping mapping_for_groups(const LoadedRig& loaded, const FaceGroups& groups) {
    Mapping mapping = loaded.mapping;
    follow_groups(mapping, loaded.groups, groups);
    std::vector<MappingRow>& rows = mapping.rows;
    const auto kept = rows; // what a suggestion must leave alone
    const auto is_free = [&](const MappingRow& row) {
        return std::ranges::none_of(kept, [&](const MappingRow& other) {
            const bool lost = other.target == no_index;
            return !lost && (other.source == row.source || (is_slider(other) && other.target == row.target));
        });
    };
    for (const MappingRow& row : guess_mapping(loaded.rig, groups, loaded.joints).rows)
        if (is_slider(row) && is_free(row)) rows.push_back(row);
    find_unmatched(mapping);
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
    std::string wrong;
    loaded->mapping = load_or_guess_mapping(loaded->rig, loaded->groups, loaded->joints, wrong);
    if (loaded->notice.empty()) loaded->notice = std::move(wrong); // mostly both say the same of one file
    return std::shared_ptr<const LoadedRig>(std::move(loaded));
}

Result<ClonedGroups> groups_for(const Services& services, const std::filesystem::path& from, const Rig& to) {
    if (from.extension() != ".json") {
        auto other = services.import_rig(from);
        if (!other) return pass_on(other);
        auto groups = load_face_groups(*other);
        if (!groups) return pass_on(groups);
        return clone_groups(*groups, to);
    }
    constexpr std::size_t largest = std::size_t{16} << 20;
    const auto text = read_text_file(from, largest);
    if (!text) return tl::unexpected<Error>(text.error());
    auto groups = face_groups_from_json(*text, to, from.string());
    if (!groups) return pass_on(groups);
    return clone_groups(*groups, to);
}

std::shared_ptr<const LoadedRig> with_groups(const LoadedRig& loaded, FaceGroups groups) {
    auto changed = std::make_shared<LoadedRig>(loaded);
    changed->mapping = mapping_for_groups(loaded, groups);
    changed->groups = std::move(groups);
    return changed;
}

std::shared_ptr<const LoadedRig> with_mapping(const LoadedRig& loaded, Mapping mapping) {
    auto changed = std::make_shared<LoadedRig>(loaded);
    changed->mapping = std::move(mapping);
    return changed;
}

} // namespace mien::gui

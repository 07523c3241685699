#include "app/avatar.h"

#include <string_view>

#include <fmt/format.h>

#include "app/tell.h"
#include "models/bundled.h"
#include "rig/import/import.h"
#include "rig/printable_text.h"
#include "solver/mapping_file.h"

namespace mien {
namespace {

constexpr std::string_view bundled_prefix = "bundled:";

Result<Rig> load_bundled(std::string_view name) {
    const auto bytes = bundled_rig(name);
    if (!bytes.empty()) return import_gltf(bytes, fmt::format("{}{}", bundled_prefix, name), {});
    std::string names;
    for (const std::string_view known : bundled_rig_names())
        names += fmt::format("{}{}{}", names.empty() ? "" : ", ", bundled_prefix, known);
    return fail(ErrorCode::usage, "There is no rig {}{}; there is: {}", bundled_prefix, printable(name),
                names);
}

} // namespace

Result<Rig> load_rig(const std::string& choice, const ImportOptions& options) {
    if (choice.empty()) return load_bundled(bundled_rig_names().front());
    if (choice.starts_with(bundled_prefix))
        return load_bundled(std::string_view(choice).substr(bundled_prefix.size()));
    return import_rig(choice, options);
}

void print_warnings(const Rig& rig) {
    for (const ReportLine& line : rig.report)
        if (line.kind == ReportLine::Kind::warning)
            tell("mien: warning: {}: {}\n", printable(rig.name), printable(line.text, 400));
}

Avatar make_avatar(Rig rig) {
    Avatar avatar;
    avatar.rig = std::move(rig);
    auto groups = load_face_groups(avatar.rig);
    if (groups) {
        avatar.groups = std::move(*groups);
    } else { // the avatar itself is whole
        tell("mien: warning: {}; going on with the sliders found in the rig\n", groups.error().message);
        avatar.groups = guess_face_groups(avatar.rig);
    }
    avatar.joints = find_head_joints(avatar.rig);
    std::string wrong;
    avatar.mapping = load_or_guess_mapping(avatar.rig, avatar.groups, avatar.joints, wrong);
    if (!wrong.empty() && groups) // else the same file was said to be damaged above
        tell("mien: warning: {}; going on with a mapping by names\n", wrong);
    return avatar;
}

Result<Avatar> load_avatar(const std::string& choice) {
    auto rig = load_rig(choice);
    if (!rig) return pass_on(rig);
    print_warnings(*rig);
    return make_avatar(std::move(*rig));
}

} // namespace mien

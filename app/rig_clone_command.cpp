#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/avatar.h"
#include "app/distinct_paths.h"
#include "app/rig_commands.h"
#include "app/tell.h"
#include "app/text_output.h"
#include "base/file.h"
#include "rig/clone_groups.h"
#include "rig/printable_text.h"
#include "rig/rig_settings.h"

namespace mien {
namespace {

constexpr std::size_t largest_groups_file = 16 << 20;

struct CloneOptions {
    std::string from;
    std::string to;
    std::string output;
    bool force = false;
};

FaceGroup* find_group(FaceGroups& groups, const std::string& name) {
    const auto found = std::ranges::find(groups.groups, name, &FaceGroup::name);
    return found == groups.groups.end() ? nullptr : &*found;
}

/// Parts of `more` that `groups` lacks are added; returns the names of those that it has already.
std::vector<std::string> merge(FaceGroups& groups, const FaceGroups& more) {
    std::vector<std::string> kept;
    for (const FaceGroup& group : more.groups) {
        FaceGroup* own = find_group(groups, group.name);
        if (own == nullptr) {
            groups.groups.push_back(group);
            continue;
        }
        for (const FacePart& part : group.parts)
            if (std::ranges::find(own->parts, part.name, &FacePart::name) == own->parts.end())
                own->parts.push_back(part);
            else
                kept.push_back(group.name + "/" + part.name);
    }
    return kept;
}

/// The groups that stand already where the clone shall go; nothing where there are none. Guessed ones are
/// not: they are written nowhere.
Result<std::optional<FaceGroups>> groups_there(const CloneOptions& options, const Rig& to) {
    if (options.output.empty()) {
        const auto section = load_rig_settings_section(to, "groups");
        if (!section) return tl::unexpected<Error>(section.error());
        if (!*section && to.own_face_groups.empty()) return std::optional<FaceGroups>();
        return load_face_groups(to);
    }
    if (!std::filesystem::exists(options.output)) return std::optional<FaceGroups>();
    const auto text = read_text_file(options.output, largest_groups_file);
    if (!text) return tl::unexpected<Error>(text.error());
    auto groups = face_groups_from_json(*text, to, options.output);
    if (!groups) return pass_on(groups);
    return std::optional(std::move(*groups));
}

Result<std::string> save(const CloneOptions& options, const Rig& to, const FaceGroups& groups) {
    if (options.output.empty()) {
        const auto where = save_face_groups(to, groups);
        if (!where) return tl::unexpected<Error>(where.error());
        return where->string();
    }
    if (auto written = write_text(options.output, face_groups_to_json(groups)); !written)
        return pass_on(written);
    return options.output;
}

Result<void> report(const ClonedGroups& cloned, const std::vector<std::string>& kept,
                    const std::string& where, const Rig& to) {
    std::string text = fmt::format("{} groups with {} sliders: {}\n", cloned.groups.groups.size(),
                                   cloned.groups.slider_count(), printable(where));
    for (const std::string& name : kept)
        text += fmt::format("kept as it was: {} (--force takes the other rig's)\n", printable(name));
    for (const std::string& path : cloned.unmatched)
        text += fmt::format("not in {}: {}\n", printable(to.name), printable(path, 400));
    if (where != "-") return write_text("-", text);
    tell("{}", text); // the groups themselves are on standard output
    return {};
}

Result<void> run_clone(const CloneOptions& options) {
    const std::array outputs = {NamedOutput{"-o", options.output}};
    if (auto distinct = check_distinct(std::array{options.from, options.to}, outputs); !distinct)
        return distinct;
    const auto from = load_rig(options.from);
    if (!from) return tl::unexpected<Error>(from.error());
    const auto to = load_rig(options.to);
    if (!to) return tl::unexpected<Error>(to.error());
    const auto groups = load_face_groups(*from);
    if (!groups) return tl::unexpected<Error>(groups.error());
    if (groups->groups.empty())
        return fail(ErrorCode::usage, "{} has no face groups to clone", printable(from->name));
    const ClonedGroups cloned = clone_groups(*groups, *to);

    FaceGroups result = cloned.groups;
    std::vector<std::string> kept;
    if (!options.force) {
        auto there = groups_there(options, *to);
        if (!there) return pass_on(there);
        if (*there) {
            result = std::move(**there);
            kept = merge(result, cloned.groups);
        }
    }
    const auto where = save(options, *to, result);
    if (!where) return tl::unexpected<Error>(where.error());
    return report(cloned, kept, *where, *to);
}

} // namespace

void add_rig_clone(CLI::App& rig, CommandContext& context) {
    auto options = std::make_shared<CloneOptions>();
    CLI::App* command =
        rig.add_subcommand("clone", "Copy face groups from one rig to another, by the paths of their bones");
    command->add_option("FROM", options->from, "The rig whose groups are copied: a file or bundled:NAME")
        ->type_name("")
        ->required();
    command->add_option("TO", options->to, "The rig that gets them")->type_name("")->required();
    command
        ->add_option("-o,--output", options->output,
                     "Write the groups to this JSON file; else to TO's own settings")
        ->type_name("FILE");
    command->add_flag("--force", options->force,
                      "Replace the groups that are there; else only sliders that TO lacks are added");
    command->footer("Example:\n  mien rig clone calibrated.glb new.glb\n"
                    "Bones that TO lacks are listed; their rows are kept, without effect.");
    command->callback([options, &context] { context.chosen = [options] { return run_clone(*options); }; });
}

} // namespace mien

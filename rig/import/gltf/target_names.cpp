#include "rig/import/gltf/target_names.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "rig/import/unique_names.h"
#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

/// Names in the order of the targets; an empty string where there is none.
std::vector<std::string> names_in(const Json& list, std::size_t count) {
    std::vector<std::string> names(count);
    for (std::size_t i = 0; i < count && i < list.size(); ++i)
        if (list[i].is_string()) names[i] = list[i].get<std::string>();
    return names;
}

/// Names that early UniVRM wrote into each target: extra.name, later extras.name.
std::vector<std::string> names_on_targets(const Json& targets, std::size_t count) {
    std::vector<std::string> names(count);
    for (std::size_t i = 0; i < count && i < targets.size(); ++i) {
        const JsonObject target(targets[i], "target");
        names[i] = target.object("extras").text("name", target.object("extra").text("name"));
    }
    return names;
}

struct FoundNames {
    std::vector<std::string> names;
    bool listed = false; ///< the file has a list of names, complete or not
};

FoundNames find_names(const JsonObject& mesh, std::size_t count) {
    if (const Json* list = mesh.object("extras").find("targetNames"); list != nullptr)
        return {names_in(*list, count), true};
    const Json& primitives = mesh.list_or_empty("primitives");
    if (primitives.empty()) return {std::vector<std::string>(count), false};
    const JsonObject first(primitives[0], "primitive");
    if (const Json* list = first.object("extras").find("targetNames"); list != nullptr)
        return {names_in(*list, count), true};
    return {names_on_targets(first.list_or_empty("targets"), count), false};
}

} // namespace

std::vector<std::string> read_target_names(const JsonObject& mesh, const std::string& mesh_name,
                                           std::size_t count, Report& report) {
    auto [names, listed] = find_names(mesh, count);
    UniqueNames unique_names;
    std::size_t unnamed = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (names[i].empty()) {
            names[i] = fmt::format("{} target {}", mesh_name, i);
            ++unnamed;
        }
        std::string unique = unique_names.unique(names[i]);
        if (unique != names[i])
            report.warn("{}: two morph targets are called {}; the second is shown as {}", mesh.place(),
                        printable(names[i]), printable(unique));
        names[i] = std::move(unique);
    }
    if (unnamed > 0 && listed)
        report.warn("{}: {} of {} morph targets have no name; they are called by number", mesh.place(),
                    unnamed, count);
    else if (unnamed > 0)
        report.note("{}: its {} morph targets have no names; they are called by number", mesh.place(),
                    unnamed);
    return names;
}

} // namespace mien::gltf

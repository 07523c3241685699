#include "rig/import/gltf/extensions.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

constexpr std::array<std::string_view, 10> honoured = {
    "EXT_meshopt_compression",    "EXT_texture_webp",
    "KHR_draco_mesh_compression", "KHR_materials_emissive_strength",
    "KHR_materials_unlit",        "KHR_mesh_quantization",
    "KHR_texture_transform",      "VRM",
    "VRMC_materials_mtoon",       "VRMC_vrm",
};

/// Families whose members say how surfaces look or are lit, or carry notes.
constexpr std::array<std::string_view, 8> look_only_prefixes = {
    "KHR_materials_", "EXT_materials_", "VRMC_materials_", "KHR_texture_",
    "EXT_texture_",   "KHR_lights_",    "EXT_lights_",     "KHR_xmp",
};

/// Others that leave the face as it is; springs of hair and clothes hang still.
constexpr std::array<std::string_view, 6> look_only = {
    "MSFT_texture_dds",
    "MSFT_packing_occlusionRoughnessMetallic",
    "MSFT_lod",
    "EXT_mesh_features",
    "EXT_structural_metadata",
    "VRMC_springBone",
};

std::set<std::string> names_in(const JsonObject& root, const char* key) {
    std::set<std::string> names;
    for (const Json& name : root.list_or_empty(key))
        if (name.is_string()) names.insert(name.get<std::string>());
    return names;
}

} // namespace

ExtensionSupport support_of(std::string_view extension) {
    if (std::ranges::find(honoured, extension) != honoured.end()) return ExtensionSupport::honoured;
    const auto starts = [&](std::string_view prefix) { return extension.starts_with(prefix); };
    if (std::ranges::any_of(look_only_prefixes, starts) ||
        std::ranges::find(look_only, extension) != look_only.end())
        return ExtensionSupport::look_only;
    return ExtensionSupport::unknown;
}

Result<void> check_extensions(Document& document) {
    const std::set<std::string> required = names_in(document.root(), "extensionsRequired");
    for (const std::string& name : required)
        if (support_of(name) == ExtensionSupport::unknown)
            return refuse("it requires the extension {}, which is not supported; export it without",
                          printable(name));
    std::set<std::string> all = names_in(document.root(), "extensionsUsed");
    all.insert(required.begin(), required.end());
    for (const std::string& name : all) {
        switch (support_of(name)) {
        case ExtensionSupport::honoured:
            break;
        case ExtensionSupport::look_only:
            document.report.note("the extension {} is left out: surfaces may look plainer", printable(name));
            break;
        case ExtensionSupport::unknown:
            document.report.warn("the extension {} is not known and left out", printable(name));
            break;
        }
    }
    return {};
}

} // namespace mien::gltf

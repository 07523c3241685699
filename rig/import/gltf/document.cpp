#include "rig/import/gltf/document.h"

#include <array>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

struct ListName {
    const char* key;
    const char* element;
};

/// By List.
constexpr std::array<ListName, 12> list_names = {{{"accessors", "accessor"},
                                                  {"animations", "animation"},
                                                  {"buffers", "buffer"},
                                                  {"bufferViews", "bufferView"},
                                                  {"images", "image"},
                                                  {"materials", "material"},
                                                  {"meshes", "mesh"},
                                                  {"nodes", "node"},
                                                  {"samplers", "sampler"},
                                                  {"scenes", "scene"},
                                                  {"skins", "skin"},
                                                  {"textures", "texture"}}};

const ListName& name_of(List list) {
    return list_names[static_cast<std::size_t>(list)];
}

Result<void> check_lists(const Json& root) {
    for (const ListName& name : list_names) {
        const auto list = root.find(name.key);
        if (list == root.end()) continue;
        if (!list->is_array()) return refuse("its {} is not a list", name.key);
        for (std::size_t i = 0; i < list->size(); ++i)
            if (!(*list)[i].is_object()) return refuse("{} {} is not an object", name.element, i);
    }
    return {};
}

/// The file must be glTF 2.x, and its minVersion, where given, 2.0.
Result<void> check_version(const JsonObject& root) {
    const JsonObject asset = root.object("asset");
    const std::string version = asset.text("version");
    if (version.empty()) return refuse("it has no asset.version, so it is not glTF");
    if (!version.starts_with("2."))
        return refuse("it is glTF version {}, only 2.0 can be read; convert it to a GLB of version 2.0",
                      printable(version));
    if (const std::string least = asset.text("minVersion", "2.0"); least != "2.0")
        return refuse("it needs glTF version {}, only 2.0 can be read", printable(least));
    return {};
}

} // namespace

Document::Document(const Container& parts, std::filesystem::path where, Json root)
    : container(parts), folder(std::move(where)), root_(std::make_unique<Json>(std::move(root))) {}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

Result<Document> Document::parse(const Container& container, std::size_t file_size,
                                 std::filesystem::path folder) {
    const bool valid = is_valid_utf8(container.json);
    auto root = valid ? parse_json(container.json) : parse_json(to_valid_utf8(container.json));
    if (!root) return pass_on(root);
    if (!root->is_object()) return refuse("its JSON is not an object, so it is not glTF");
    // Before the lists: those of glTF 1.0 are objects.
    if (auto checked = check_version({*root, "the file"}); !checked) return pass_on(checked);
    if (auto checked = check_lists(*root); !checked) return pass_on(checked);
    Document document(container, std::move(folder), std::move(*root));
    document.budget.add_source(file_size);
    if (!valid)
        document.report.warn("a name or text in the file is not UTF-8; the wrong bytes show as \ufffd");
    return document;
}

JsonObject Document::root() const {
    return {*root_, "the file"};
}

std::size_t Document::size(List list) const {
    const auto found = root_->find(name_of(list).key);
    return found == root_->end() ? 0 : found->size();
}

JsonObject Document::element(List list, std::size_t index) const {
    return {(*root_)[name_of(list).key][index], fmt::format("{} {}", name_of(list).element, index)};
}

} // namespace mien::gltf

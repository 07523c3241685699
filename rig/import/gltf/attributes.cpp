#include "rig/import/gltf/attributes.h"

#include <utility>

#include "rig/printable_text.h"
#include "rig/rig.h"

namespace mien::gltf {
namespace {

constexpr const char* draco_name = "KHR_draco_mesh_compression";

} // namespace

Result<Attributes> Attributes::open(MeshSources& sources, const JsonObject& primitive) {
    Attributes attributes(sources);
    for (const auto& [name, index] : primitive.object("attributes").items()) {
        std::uint64_t accessor = 0;
        if (!to_whole(*index, accessor) || accessor >= sources.document.size(List::accessors))
            return refuse("{}: attribute {} names an accessor that does not exist", primitive.place(),
                          printable(name));
        attributes.accessors_[name] = accessor;
    }
    if (auto opened = attributes.open_draco(primitive); !opened) return pass_on(opened);
    return attributes;
}

Result<void> Attributes::open_draco(const JsonObject& primitive) {
    const JsonObject extension = primitive.extension(draco_name);
    if (extension.empty()) return {};
    auto view_index = extension.index("bufferView", sources_->document.size(List::buffer_views));
    if (!view_index) return pass_on(view_index);
    if (*view_index == no_index) return refuse("{}: it names no bufferView", extension.place());
    auto view = sources_->buffers.view(static_cast<std::size_t>(*view_index));
    if (!view) return pass_on(view);
    auto mesh = DracoMesh::decode(view->bytes);
    if (!mesh) return refuse("{}: {}", primitive.place(), mesh.error().message);
    draco_ = std::move(*mesh);
    for (const auto& [name, id] : extension.object("attributes").items())
        if (std::uint64_t number = 0; to_whole(*id, number)) draco_ids_[name] = number;
    return {};
}

Result<Accessor> Attributes::get(const std::string& name) {
    auto accessor = sources_->accessors.get(accessors_.at(name));
    if (!accessor || !draco_) return accessor;
    const auto id = draco_ids_.find(name);
    if (id == draco_ids_.end()) return accessor;
    auto bytes = draco_->attribute(id->second, *accessor);
    if (!bytes) return pass_on(bytes);
    decoded_.push_back(std::move(*bytes));
    accessor->elements.bytes = decoded_.back();
    accessor->elements.stride =
        size_of(accessor->elements.type) * static_cast<std::size_t>(accessor->elements.components);
    accessor->sparse.reset();
    return accessor;
}

std::optional<std::vector<std::uint32_t>> Attributes::draco_indices() const {
    if (!draco_) return std::nullopt;
    return draco_->indices();
}

} // namespace mien::gltf

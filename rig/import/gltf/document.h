// A glTF file while it is read: its JSON with the lists checked for their shape, and what all parts of the
// reader share. One import, one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/result.h"
#include "rig/checked_json.h"
#include "rig/import/gltf/budget.h"
#include "rig/import/gltf/glb_container.h"
#include "rig/import/report.h"

namespace mien::gltf {

/// The lists at the top of a glTF file.
enum class List : std::uint8_t {
    accessors,
    animations,
    buffers,
    buffer_views,
    images,
    materials,
    meshes,
    nodes,
    samplers,
    scenes,
    skins,
    textures,
};

class Document {
public:
    /// Parses the JSON of a container and checks asset.version and that every list is a list of objects.
    /// Names that are no UTF-8 are repaired with a warning.
    [[nodiscard]] static Result<Document> parse(const Container& container, std::size_t file_size,
                                                std::filesystem::path folder);
    Document(Document&&) noexcept;
    Document& operator=(Document&&) noexcept;
    ~Document();

    /// The file's root.
    [[nodiscard]] JsonObject root() const;
    [[nodiscard]] std::size_t size(List list) const;
    /// Element of a list; `index` must be below size(list).
    [[nodiscard]] JsonObject element(List list, std::size_t index) const;

    Container container;
    std::filesystem::path folder; ///< where relative URIs are looked for; empty: none are followed
    Report report;
    Budget budget;

private:
    Document(const Container& container, std::filesystem::path folder, Json root);

    std::unique_ptr<Json> root_;
};

} // namespace mien::gltf

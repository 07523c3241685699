// The vertex attributes of one primitive by name ("POSITION"), whether they lie in accessors or in a Draco
// stream. One import, one thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rig/import/gltf/accessors.h"
#include "rig/import/gltf/draco.h"

namespace mien::gltf {

/// What the readers of meshes share.
struct MeshSources {
    Document& document;
    Buffers& buffers;
    Accessors& accessors;
};

class Attributes {
public:
    /// Finds the attributes of a primitive and decodes its Draco stream where it has one. Refuses an
    /// attribute whose accessor does not exist.
    [[nodiscard]] static Result<Attributes> open(MeshSources& sources, const JsonObject& primitive);

    [[nodiscard]] bool has(const std::string& name) const { return accessors_.contains(name); }
    /// An attribute that the primitive has. The elements are valid as long as this object.
    [[nodiscard]] Result<Accessor> get(const std::string& name);
    /// The triangles of the Draco stream, nothing where there is none.
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> draco_indices() const;

private:
    explicit Attributes(MeshSources& sources) : sources_(&sources) {}
    [[nodiscard]] Result<void> open_draco(const JsonObject& primitive);

    MeshSources* sources_;
    std::map<std::string, std::size_t> accessors_; ///< by attribute name
    std::map<std::string, std::uint64_t> draco_ids_;
    std::optional<DracoMesh> draco_;
    std::vector<std::vector<std::uint8_t>> decoded_; ///< keeps the bytes of what get() handed out
};

} // namespace mien::gltf

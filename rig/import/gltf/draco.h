// KHR_draco_mesh_compression: triangles and vertex attributes of a primitive in one Draco stream. Morph
// targets are never in it: they follow the order of the decoded vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "rig/import/gltf/accessors.h"

namespace mien::gltf {

/// A decoded Draco mesh.
class DracoMesh {
public:
    /// Refuses what does not decode.
    [[nodiscard]] static Result<DracoMesh> decode(std::span<const std::uint8_t> stream);
    DracoMesh(DracoMesh&&) noexcept;
    DracoMesh& operator=(DracoMesh&&) noexcept;
    ~DracoMesh();

    [[nodiscard]] std::size_t vertex_count() const;
    /// Three a triangle.
    [[nodiscard]] std::vector<std::uint32_t> indices() const;
    /// The values of the attribute with Draco's unique id, close together, in the shape and component type of
    /// the accessor that describes them. Refused where there is no such attribute or its count differs.
    [[nodiscard]] Result<std::vector<std::uint8_t>> attribute(std::uint64_t unique_id,
                                                              const Accessor& shape) const;

private:
    struct State;
    explicit DracoMesh(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace mien::gltf

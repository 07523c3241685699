// How the normals of a mesh turn when a morph target moves its vertices, for targets whose file does not say.
// Without it a mouth opens but keeps the light of a shut one. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "rig/rig.h"

namespace mien {

/// What all targets of one vertex buffer share. The positions and indices must outlive it.
class MorphNormals {
public:
    MorphNormals(std::span<const glm::vec3> positions, std::span<const std::uint32_t> indices);

    /// A target without normals, with those that its positions at weight 1 make, as differences to the rest.
    /// Vertices that it does not move but whose normals it turns join its list. The cost follows the
    /// triangles that it moves.
    [[nodiscard]] MorphTarget completed(const MorphTarget& target);

private:
    using Triangle = std::uint32_t;

    [[nodiscard]] glm::vec3 area_normal(Triangle triangle, std::span<const glm::vec3> positions) const;
    /// How the normal at a place turns; zero where that is negligible.
    [[nodiscard]] glm::vec3 turn_of(std::uint32_t place) const;
    void move_vertices(const MorphTarget& target);
    void mark_triangles(const MorphTarget& target);
    void turn_places();
    [[nodiscard]] MorphTarget collect(const MorphTarget& target);
    void forget(const MorphTarget& target);

    // The rest shape.
    std::span<const glm::vec3> rest_;
    std::span<const std::uint32_t> indices_;
    std::vector<std::uint32_t> place_;          ///< by vertex: the first vertex at the same position
    std::vector<std::uint32_t> first_triangle_; ///< by place, into triangles_of_place_; one more at the end
    std::vector<Triangle> triangles_of_place_;
    std::vector<glm::vec3> area_normal_; ///< by triangle
    std::vector<glm::vec3> sum_;         ///< by place: area normals of the triangles round it
    std::vector<glm::vec3> direction_;   ///< by place: of sum_

    // What one target changes; between calls the lists are empty and the others as said.
    std::vector<glm::vec3> moved_;      ///< positions with the target at weight 1; rest_ between calls
    std::vector<Triangle> turned_;      ///< triangles round a moved vertex
    std::vector<char> is_turned_;       ///< by triangle; 0 between calls
    std::vector<std::uint32_t> places_; ///< corners of those
    std::vector<char> is_touched_;      ///< by place; 0 between calls
    std::vector<glm::vec3> change_;     ///< by place: of its sum, then of its direction; zero between calls
    std::vector<std::uint32_t> listed_; ///< vertices of the completed target; left as they are
};

/// Completes every target of a buffer that has positions but no normals, as long as that adds no more than
/// `most_bytes`; the rest stay without. Returns the bytes added.
std::size_t add_missing_target_normals(VertexBuffer& buffer, std::span<const std::uint32_t> indices,
                                       std::size_t most_bytes);

} // namespace mien

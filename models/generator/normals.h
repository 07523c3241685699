#pragma once

#include <cstdint>

#include "models/generator/shapes.h"

namespace mien::head {

/// Computes normals of one piece in any pose. Vertices at the same place count as one (texture seams), unless
/// they belong to different lips or lids, which touch but are not joined.
class NormalMaker {
public:
    explicit NormalMaker(const Piece& piece);

    /// Unit normals: the mean of the faces round each vertex, weighted by their angles there, so that it does
    /// not matter along which diagonal a quad was cut.
    [[nodiscard]] std::vector<Vec3> normals(const std::vector<Vec3>& positions) const;
    /// The normals of the mirrored pose, from those of a pose.
    [[nodiscard]] std::vector<Vec3> mirrored_normals(const std::vector<Vec3>& normals) const;
    /// Of a pose whose halves mirror each other: makes the right half's normals equal the left one's to the
    /// bit.
    void make_symmetric(std::vector<Vec3>& normals) const;

private:
    const std::vector<std::uint32_t>& indices_;
    const std::vector<Vec3>& rest_;
    std::vector<int> group_; ///< by vertex: which place it is at
    std::vector<int> image_; ///< by vertex: a vertex at the mirrored place
    int groups_ = 0;
};

} // namespace mien::head

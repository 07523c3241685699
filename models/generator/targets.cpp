#include "models/generator/targets.h"

#include "models/generator/normals.h"

namespace mien::head {

namespace {

/// Displacements under this many millimetres are left out of the sparse targets.
constexpr double least_move = 8e-3;
constexpr double least_turn = 0.01; ///< the same for normals

FacePoint mirror_image(const FacePoint& point) {
    FacePoint result = point;
    result.p = mirrored(point.p);
    return result;
}

Vec3 centred_move(const Movement& movement, const FacePoint& point) {
    if (point.p.x < 0) return mirrored(movement.displacement(mirror_image(point)));
    Vec3 move = movement.displacement(point);
    if (point.p.x == 0) move.x = 0;
    return move;
}

Target sparse(std::string name, const std::vector<Vec3>& moves, const std::vector<Vec3>& rest_normals,
              const std::vector<Vec3>& normals) {
    Target target{std::move(name), {}, {}, {}};
    for (std::size_t v = 0; v < moves.size(); ++v) {
        const Vec3 turn = normals[v] - rest_normals[v];
        if (glm::length(moves[v]) < least_move && glm::length(turn) < least_turn) continue;
        target.vertices.push_back(std::uint32_t(v));
        target.positions.push_back(moves[v]);
        target.normals.push_back(turn);
    }
    return target;
}

std::vector<Vec3> sum(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    std::vector<Vec3> result = a;
    for (std::size_t i = 0; i < a.size(); ++i) result[i] += b[i];
    return result;
}

} // namespace

void add_targets(Piece& piece, std::span<const Movement> movements) {
    Part& part = piece.part;
    const NormalMaker maker(piece);
    part.normals = maker.normals(part.positions);
    maker.make_symmetric(part.normals);
    const auto keep = [&](Target target) {
        const auto moves = [](const Vec3& move) { return glm::length(move) >= least_move; };
        if (std::ranges::any_of(target.positions, moves)) part.targets.push_back(std::move(target));
    };
    for (const Movement& movement : movements) {
        const bool centred = movement.symmetry == Symmetry::centred;
        std::vector<Vec3> moves, mirrored_moves;
        for (const FacePoint& point : piece.points) {
            moves.push_back(centred ? centred_move(movement, point) : movement.displacement(point));
            if (!centred) mirrored_moves.push_back(mirrored(movement.displacement(mirror_image(point))));
        }
        std::vector<Vec3> normals = maker.normals(sum(part.positions, moves));
        if (centred) maker.make_symmetric(normals);
        keep(sparse(movement.name + (centred ? "" : "Left"), moves, part.normals, normals));
        if (!centred)
            keep(sparse(movement.name + "Right", mirrored_moves, part.normals,
                        maker.mirrored_normals(normals)));
    }
}

} // namespace mien::head

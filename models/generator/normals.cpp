#include "models/generator/normals.h"

#include <cassert>
#include <map>
#include <tuple>

namespace mien::head {

NormalMaker::NormalMaker(const Piece& piece) : indices_(piece.part.indices), rest_(piece.part.positions) {
    using Key = std::tuple<double, double, double, double, double>;
    std::map<Key, int> first; // a vertex at each place
    std::map<Key, int> number;
    const auto key = [&](const Vec3& p, const FacePoint& point) {
        return Key{p.x == 0 ? 0.0 : p.x, p.y, p.z, point.lip, point.lid};
    };
    for (std::size_t v = 0; v < rest_.size(); ++v) {
        const Key k = key(rest_[v], piece.points[v]);
        first.emplace(k, int(v));
        group_.push_back(number.emplace(k, groups_).first->second);
        groups_ = int(number.size());
    }
    for (std::size_t v = 0; v < rest_.size(); ++v) {
        const auto found = first.find(key(mirrored(rest_[v]), piece.points[v]));
        // Parts that are not symmetric (hair) have no expressions: their own vertex then stands in.
        image_.push_back(found == first.end() ? int(v) : found->second);
    }
}

std::vector<Vec3> NormalMaker::normals(const std::vector<Vec3>& positions) const {
    std::vector<Vec3> sums(groups_, Vec3{0});
    for (std::size_t i = 0; i + 2 < indices_.size(); i += 3) {
        const std::array<Vec3, 3> p{positions[indices_[i]], positions[indices_[i + 1]],
                                    positions[indices_[i + 2]]};
        const Vec3 face = glm::cross(p[1] - p[0], p[2] - p[0]);
        const double area = glm::length(face);
        if (area < 1e-12) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 a = p[(k + 1) % 3] - p[k], b = p[(k + 2) % 3] - p[k];
            sums[group_[indices_[i + k]]] += face / area * std::atan2(area, glm::dot(a, b));
        }
    }
    std::vector<Vec3> result;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const Vec3& sum = sums[group_[v]];
        const double length = glm::length(sum);
        result.push_back(length > 1e-12 ? sum / length : Vec3{0, 0, 1});
    }
    return result;
}

std::vector<Vec3> NormalMaker::mirrored_normals(const std::vector<Vec3>& normals) const {
    std::vector<Vec3> result;
    for (const int image : image_) result.push_back(mirrored(normals[image]));
    return result;
}

void NormalMaker::make_symmetric(std::vector<Vec3>& normals) const {
    for (std::size_t v = 0; v < normals.size(); ++v) {
        if (rest_[v].x < 0 && image_[v] != int(v)) normals[v] = mirrored(normals[image_[v]]);
        if (rest_[v].x == 0) normals[v] = glm::normalize(Vec3{0, normals[v].y, normals[v].z});
    }
}

} // namespace mien::head

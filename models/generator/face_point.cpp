#include "models/generator/face_point.h"

namespace mien::head {

std::vector<FacePoint> face_points(const Skin& skin) {
    std::vector<FacePoint> points;
    for (const Vec3& p : skin.positions) points.push_back({.p = p});
    const auto mark = [&](const Rings& rings, auto&& set) {
        for (std::size_t ring = 1; ring < rings.loops.size(); ++ring) {
            const std::size_t length = rings.loops[ring].size();
            for (std::size_t k = 0; k < length; ++k)
                set(points[rings.loops[ring][k]], int(ring),
                    double(k) / double(rings.closed ? length : length - 1));
        }
    };
    // A loop's first half runs over the top; where both halves meet, at the corners, neither side counts.
    const auto side = [](double along) { return along < 0.5 ? 1.0 : along > 0.5 ? -1.0 : 0.0; };
    mark(skin.eye, [&](FacePoint& point, int ring, double along) {
        point.lid = along == 0 ? 0 : side(along);
        point.loose = ring > eye_margin_ring ? 0 : 1;
    });
    mark(skin.mouth, [&](FacePoint& point, int ring, double along) {
        const double last = double(skin.mouth.loops.size() - 1);
        point.lip = side(along);
        point.inward =
            ring <= lip_contact_ring
                ? std::max(0.0, double(ring - lip_border_ring) / (lip_contact_ring - lip_border_ring))
                : 1 + (ring - lip_contact_ring) / (last - lip_contact_ring);
    });
    mark(skin.nostril, [](FacePoint& point, int ring, double) {
        constexpr std::array shades{0.0, 0.0, 0.25, 1.0, 1.0, 1.0, 1.0};
        point.shade = shades[ring];
    });
    points[skin.nostril.centre].shade = 1;
    mark(skin.ear, [](FacePoint& point, int ring, double) {
        constexpr std::array shades{0.0, 0.55, 0.35, 0.0, 0.0, 0.0, 0.45, 0.1, 0.45, 0.75};
        point.shade = shades[ring];
        point.ear = ring == 1 ? 0.5 : 1.0;
    });
    points[skin.ear.centre].shade = 0.8;
    points[skin.ear.centre].ear = 1;
    return points;
}

} // namespace mien::head

#include "models/generator/paint_skin.h"

#include "models/generator/lids.h"
#include "models/generator/mouth.h"
#include "models/generator/paint.h"
#include "models/generator/scalp.h"
#include "models/generator/sculpture.h"

namespace mien::head {

namespace {

// Linear colours.
constexpr Vec3 skin_colour{0.80, 0.49, 0.355};
constexpr Vec3 blush_colour{0.76, 0.27, 0.20};
constexpr Vec3 lip_colour{0.66, 0.27, 0.23};
constexpr Vec3 freckle_colour{0.50, 0.24, 0.14};
constexpr Vec3 shadow_colour{0.36, 0.14, 0.10};    ///< what light turns to in a crease
constexpr Vec3 hollow_colour{0.075, 0.022, 0.016}; ///< deep in a nostril
constexpr Vec3 cavity_colour{0.42, 0.09, 0.085};
constexpr Vec3 root_colour{0.24, 0.11, 0.06};

/// How open to the light a place is: the distance field, sampled outwards, grows less where other skin is
/// near.
double openness(const Vec3& p, const Vec3& normal) {
    double sum = 0, weights = 0;
    for (const auto& [reach, weight] : {std::pair{2.5, 0.6}, {6.0, 1.0}, {14.0, 1.0}}) {
        sum += weight * std::clamp(skin_distance(p + normal * reach) / reach, 0.0, 1.0);
        weights += weight;
    }
    return sum / weights;
}

std::vector<double> lights_of(const Piece& body) {
    std::vector<double> lights;
    for (std::size_t v = 0; v < body.points.size(); ++v) {
        const FacePoint& point = body.points[v];
        // Lips are closed only at rest: what is dark between them then must not be painted. The corners
        // likewise.
        const Vec3 on_left{std::abs(point.p.x), point.p.y, point.p.z};
        const double corner = bell(glm::length(on_left - mouth_corner), 6);
        const double light = point.inward > 0 ? 1.0 : openness(point.p, body.part.normals[v]);
        lights.push_back(mix(light, std::max(light, 0.85), corner));
    }
    return lights;
}

/// Round spots at random places, many on the nose's bridge and the cheeks below the eyes.
double freckles(const Vec3& p) {
    const double where =
        bell((std::abs(p.x) - 26) / 20, 1) * bell((p.y - 171) / 10, 1) * smooth_step(45, 70, p.z) +
        0.9 * bell(p.x / 12, 1) * bell((p.y - 174) / 11, 1) * smooth_step(78, 86, p.z);
    if (where < 0.05) return 0;
    constexpr double cell = 3.4;
    double darkest = 0;
    const Vec3 home = glm::floor(p / cell);
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dz = -1; dz <= 1; ++dz) {
                const Vec3 at = home + Vec3{double(dx), double(dy), double(dz)};
                const auto random = [&](double salt) {
                    return 0.5 + 0.5 * noise(at * 7.0 + Vec3{salt, salt * 2, salt * 3}, 1);
                };
                const Vec3 centre = (at + Vec3{random(11), random(23), random(31)}) * cell;
                const double size = mix(0.35, 0.85, random(47) * random(53));
                if (random(61) > where * 0.9) continue;
                darkest = std::max(darkest, mix(0.4, 1.0, random(71)) *
                                                smooth_step(size, size * 0.5, glm::length(p - centre)));
            }
    return darkest;
}

Vec3 face_colour(const SurfacePoint& s) {
    Vec3 p = s.position;
    p.x = std::abs(p.x);
    Vec3 colour = skin_colour * (1.0 + 0.035 * noise(s.position, 22) + 0.02 * noise(s.position, 5));
    const auto tint = [&](const Vec3& to, double share) {
        colour = mix(colour, to, std::clamp(share, 0.0, 1.0));
    };
    const auto spot = [&](const Vec3& centre, const Vec3& radii) {
        const Vec3 q = (p - centre) / radii;
        return std::exp(-glm::dot(q, q));
    };
    tint(blush_colour, 0.42 * spot({41, 164, 60}, {17, 14, 24}));
    tint(blush_colour, 0.30 * spot(from_nose({0, 10, 18}), {12, 9, 13}));
    tint(blush_colour, 0.14 * spot({0, 111, 80}, {15, 10, 20}));
    tint(blush_colour, 0.35 * smooth_step(70, 80, p.x) * spot({78, 178, -10}, {24, 36, 30})); // ears
    tint({0.84, 0.55, 0.38}, 0.30 * spot({0, 242, 80}, {48, 26, 40}));
    tint({0.62, 0.33, 0.28}, 0.25 * spot({eye_centre.x, eye_centre.y - 15, 74}, {18, 7, 16}));
    tint(freckle_colour, 0.55 * freckles(s.position));
    // Hair roots show through before the hair begins.
    const ScalpPlace scalp = scalp_place(s.position);
    tint(root_colour, 0.55 * smooth_step(radians(-5), radians(2), scalp.up - hairline(scalp.round)));
    // Lids: a warm shade over the ball, dark along the rim.
    const EyeAngles a = eye_angles(p);
    if (a.radius < lid_radius + 3 && std::cos(a.outwards) > 0.2) {
        const double t = lid_place(a.outwards);
        const double above = a.up - upper_lid(t).up, below = lower_lid(t).up - a.up;
        const double on_ball = smooth_step(lid_radius + 3, lid_radius + 0.5, a.radius);
        tint({0.60, 0.28, 0.21}, 0.40 * on_ball * smooth_step(radians(30), radians(4), above));
        tint({0.10, 0.04, 0.03},
             0.75 * on_ball * smooth_step(radians(5), radians(0.5), above) * (below < above ? 1 : 0));
        tint({0.45, 0.18, 0.14},
             0.45 * on_ball * smooth_step(radians(5), radians(0.5), below) * (below > above ? 1 : 0));
    }
    tint(lip_colour, 0.92 * smooth_step(0.0, 0.2, s.inward));
    tint(lip_colour * 0.5, 0.8 * smooth_step(0.7, 1.0, s.inward));
    return colour;
}

} // namespace

Image paint_skin(const Piece& body) {
    constexpr int size = 1024;
    return paint_piece(body, lights_of(body), size, [](const SurfacePoint& s) {
        Vec3 colour = face_colour(s);
        if (s.inward > 1.0) {
            const double deep = smooth_step(1.15, 1.9, s.inward);
            colour = mix(mix(lip_colour, cavity_colour, smooth_step(1.0, 1.2, s.inward)),
                         cavity_colour * 0.35, deep);
        }
        const double shade = std::max(1 - smooth_step(0.05, 0.85, s.light), s.shade * 1.2);
        colour = mix(colour, colour * shadow_colour, 0.75 * std::min(1.0, shade));
        return mix(colour, hollow_colour, smooth_step(0.6, 1.1, s.shade * 1.2));
    });
}

} // namespace mien::head

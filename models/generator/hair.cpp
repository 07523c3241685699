#include "models/generator/hair.h"

#include "models/generator/random.h"
#include "models/generator/scalp.h"
#include "models/generator/sculpture.h"

namespace mien::head {

namespace {

FacePoint rigid() {
    FacePoint point;
    point.kind = FacePoint::Kind::rigid;
    return point;
}

/// Fills the gaps between the locks; its edge dips under the skin.
void add_cap(Piece& piece) {
    constexpr int rows = 12, columns = 56;
    add_grid(
        piece, rows, columns,
        [&](int row, int column) {
            const double s = double(row) / rows;
            const double round = 2 * pi * (column % columns) / columns - pi;
            const Vec3 skin = row == rows ? scalp_point(0, 1) : scalp_point(round, s);
            const double thick = mix(-1.5, 4.5, smooth_step(0, 0.22, s));
            return GridPoint{skin + gradient(&underlay_distance, skin) * thick,
                             {8.0 * column / columns, 0.28}};
        },
        rigid(), Winding::outward);
}

struct Lock {
    Vec3 root;
    double length, half_width, thickness;
    double base, lift, tip; ///< millimetres above the skin at the root, in the arch, at the tip
    double sway;            ///< radians off the combed direction, growing towards the tip
    double shift;           ///< of the texture
};

void add_lock(Piece& piece, const Lock& lock) {
    constexpr int rows = 9, columns = 4;
    struct Station {
        Vec3 skin, along, normal;
    };
    std::vector<Station> spine;
    Vec3 p = lock.root;
    for (int i = 0; i <= rows; ++i) {
        const Vec3 normal = gradient(&underlay_distance, p);
        const Vec3 straight = combed(p);
        const double turn = lock.sway * i / rows;
        const Vec3 along = straight * std::cos(turn) + glm::cross(normal, straight) * std::sin(turn);
        spine.push_back({p, along, normal});
        p = project(&underlay_distance, p + along * (lock.length / rows));
    }
    add_grid(
        piece, rows, columns,
        [&](int row, int column) {
            const double t = double(row) / rows, a = 2.0 * column / columns - 1;
            const Station& s = spine[row];
            const Vec3 across = glm::cross(s.normal, s.along);
            const double width =
                lock.half_width * smooth_step(-0.25, 0.3, t) * std::pow(std::max(0.0, 1 - t), 0.55);
            const double height = lock.base * (1 - t) +
                                  lock.lift * std::pow(std::sin(pi * std::min(1.0, 0.12 + 0.88 * t)), 1.2) +
                                  lock.tip * t * t;
            const double round =
                lock.thickness * (1 - a * a) * smooth_step(0.0, 0.2, t) * smooth_step(1.05, 0.6, t);
            const Vec3 place = s.skin + across * (a * width) + s.normal * (height + round - 0.9 * a * a);
            return GridPoint{place, {lock.shift + 0.32 * a, 0.1 + 0.9 * t}};
        },
        rigid(), Winding::inward);
}

/// Locks that leave the whorl in all directions and cover the place where no layer reaches.
void add_whorl(Piece& piece, Random& random) {
    constexpr int count = 13;
    for (int k = 0; k < count; ++k) {
        const double turn = 2 * pi * (k + random.between(-0.2, 0.2)) / count;
        const Vec3 root =
            project(&underlay_distance, whorl() + Vec3{std::sin(turn), 0, std::cos(turn)} * 5.0);
        add_lock(piece, {.root = root,
                         .length = 62 * random.between(0.9, 1.1),
                         .half_width = 15,
                         .thickness = 4,
                         .base = 4.5,
                         .lift = 3.5,
                         .tip = 3.0,
                         .sway = random.between(-0.2, 0.3),
                         .shift = random.between(0, 4)});
    }
}

} // namespace

Piece make_hair() {
    Piece piece;
    piece.part.name = "Hair";
    add_cap(piece);
    Random random(7);
    struct Layer {
        double s;
        int count;
    };
    constexpr std::array layers{Layer{0.03, 35}, Layer{0.15, 32}, Layer{0.30, 29}, Layer{0.46, 26},
                                Layer{0.62, 21}, Layer{0.78, 14}, Layer{0.92, 7}};
    add_whorl(piece, random);
    for (std::size_t i = 0; i < layers.size(); ++i)
        for (int k = 0; k < layers[i].count; ++k) {
            // Closer at the back, where the head is wider round.
            const double even =
                2 * (k + 0.5 * double(i % 2) + random.between(-0.25, 0.25)) / layers[i].count - 1;
            const double round = pi * (1.2 * even - 0.2 * even * even * even);
            const double s = layers[i].s + random.between(-0.03, 0.03);
            const Vec3 root = scalp_point(round, std::clamp(s, 0.02, 0.98));
            const ScalpPlace place = scalp_place(root);
            const double front = smooth_step(radians(80), radians(25), std::abs(place.round));
            const double top = smooth_step(radians(5), radians(45), place.up);
            const double edge = smooth_step(0.2, 0.02, s);
            const double back = smooth_step(radians(85), radians(125), std::abs(place.round));
            Lock lock;
            lock.root = root;
            lock.length =
                mix(mix(mix(46, 58, top), 66, back), mix(30, 40, front), edge) * random.between(0.85, 1.15);
            lock.half_width = mix(mix(mix(12, 14, top), 17, back), 9.5, edge) * random.between(0.85, 1.15);
            lock.thickness = mix(2.6, 4.2, top) * random.between(0.8, 1.2);
            lock.base = mix(1.0, 4.5, smooth_step(0.0, 0.3, s));
            lock.lift = mix(2.0, 7.0, top) + 9.0 * front * top;
            lock.tip = mix(1.0, 3.5, top) + random.between(0, 2.0);
            lock.sway = random.between(-0.35, 0.35);
            lock.shift = random.between(0, 4);
            add_lock(piece, lock);
        }
    return piece;
}

} // namespace mien::head

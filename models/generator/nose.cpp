#include "models/generator/nose.h"

#include "models/generator/sculpture.h"
#include "models/generator/skin_grid.h"

namespace mien::head {

namespace {

/// A row of the grid over the nose: rays leave its inside in a fan from the ridge to the cheek. Their origins
/// move from `ridge` to `side`, as the side of the nose is higher than its ridge is deep.
struct NoseRow {
    int row;
    Vec2 ridge;       ///< y, z of the ridge's ray; x is 0
    double elevation; ///< degrees of that ray above straight ahead
    Vec2 side;
    int columns; ///< how many from the middle lie on the nose
};
constexpr std::array nose_rows{
    NoseRow{38, {156, 92}, -30, {151.0, 88}, 7},  NoseRow{39, {157, 92}, -9, {153.5, 88}, 7},
    NoseRow{40, {158, 91}, 10, {156.5, 87.5}, 7}, NoseRow{41, {160, 89}, 25, {160, 87}, 7},
    NoseRow{42, {163.5, 86}, 31, {164, 86}, 6},   NoseRow{43, {168, 83}, 31, {168.5, 84}, 5},
    NoseRow{44, {173, 80}, 31, {173, 82}, 4},     NoseRow{45, {178, 77.5}, 31, {178, 79}, 3},
};
/// Degrees of the fan's rays from the ridge, by column.
constexpr std::array<double, 7> fan{0, 20, 40, 58, 74, 88, 104};

/// Where the ray meets the skin nearest to `reach` millimetres from its origin.
Vec3 skin_along(const Vec3& origin, const Vec3& direction, double reach) {
    double distance = reach;
    for (int step = 0; step < 200; ++step) {
        const double d = skin_distance(origin + direction * distance);
        if (std::abs(d) < 1e-3) break;
        distance -= 0.7 * d;
    }
    return origin + direction * distance;
}

void lay_ridge(Skin& skin, std::vector<bool>& fixed) {
    constexpr double reach = 17;
    for (const NoseRow& row : nose_rows)
        for (int column = 0; column < row.columns; ++column) {
            const double up = radians(row.elevation), turn = radians(fan[column]);
            const double aside = std::sin(std::min(turn, pi / 2));
            const Vec2 yz = row.ridge + (row.side - row.ridge) * (aside * aside);
            const Vec3 ahead{0, std::sin(up), std::cos(up)};
            const int v = skin.grid_vertex(column, row.row);
            skin.positions[v] =
                skin_along({0, yz.x, yz.y}, ahead * std::cos(turn) + Vec3{std::sin(turn), 0, 0}, reach);
            fixed[v] = true;
        }
}

/// The underside, from the foot on the upper lip (row 33) to the lower edge of tip and wing (row 37), by
/// column. The nostril's rings replace the inner columns of the rows between.
constexpr int underside_row = 33;
constexpr std::array<std::array<Vec3, 7>, 5> underside{{
    {{{0, 145.5, 89.5},
      {2.7, 145.4, 89},
      {5.2, 145.6, 88},
      {7.8, 146, 87},
      {10.2, 146.3, 86},
      {12, 145.4, 84},
      {14, 143.6, 81.5}}},
    {{{0, 146.6, 93}, {2.6, 146.4, 92.5}, {}, {}, {}, {12, 146.8, 86.3}, {14.2, 145.2, 81.5}}},
    {{{0, 147.4, 97}, {2.6, 147.2, 96.5}, {}, {}, {}, {12.6, 147.2, 88}, {15.2, 146.8, 82.5}}},
    {{{0, 148.2, 101}, {2.6, 148, 100.5}, {}, {}, {}, {13.2, 147.6, 89.5}, {15.8, 148, 84}}},
    {{{0, 149.5, 105},
      {2.6, 149.3, 104.5},
      {5.2, 149, 103},
      {8, 148.8, 99.5},
      {11, 148.6, 95.5},
      {14.2, 149.2, 91},
      {16.2, 149.8, 86}}},
}};

void lay_underside(Skin& skin, std::vector<bool>& fixed) {
    for (std::size_t row = 0; row < underside.size(); ++row)
        for (std::size_t column = 0; column < underside[row].size(); ++column) {
            const int v = skin.grid_vertex(int(column), underside_row + int(row));
            if (v < 0) continue;
            skin.positions[v] = project(&skin_distance, underside[row][column]);
            fixed[v] = true;
        }
}

/// The nostril: its rim on the underside, then loops that narrow as they go up into the nose.
void lay_nostril(Skin& skin, std::vector<bool>& fixed) {
    struct Loop {
        double size; ///< against the block's border
        double deep; ///< millimetres above the underside
    };
    constexpr std::array loops{Loop{0.82, 0}, Loop{0.66, 0.3}, Loop{0.55, 1.6}, Loop{0.40, 4.5},
                               Loop{0.22, 7}};
    constexpr Vec3 inwards{0, 1, -0.2};
    const Rings& nostril = skin.nostril;
    const std::vector<int>& border = nostril.loops.front();
    Vec3 centre{0};
    for (const int v : border) centre += skin.positions[v] / double(border.size());
    for (std::size_t i = 0; i < loops.size(); ++i)
        for (std::size_t k = 0; k < border.size(); ++k) {
            const int v = nostril.loops[i + 1][k];
            const Vec3 on_skin = mix(centre, skin.positions[border[k]], loops[i].size);
            skin.positions[v] = i == 0 ? project(&skin_distance, on_skin) : on_skin + inwards * loops[i].deep;
            fixed[v] = true;
        }
    skin.positions[nostril.centre] = centre + inwards * (loops.back().deep + 1);
    fixed[nostril.centre] = true;
}

} // namespace

void lay_nose(Skin& skin, std::vector<bool>& fixed) {
    lay_ridge(skin, fixed);
    lay_underside(skin, fixed);
    lay_nostril(skin, fixed);
}

} // namespace mien::head

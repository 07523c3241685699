#include "models/generator/nose.h"

#include "models/generator/proportions.h"
#include "models/generator/sculpture.h"
#include "models/generator/skin_grid.h"

namespace mien::head {

namespace {

/// A row of the grid over the nose: rays leave its inside in a fan from the ridge to the cheek. Their origins
/// (in the nose's space, proportions.h) move from `ridge` to `side`, as the side of the nose is higher than
/// its ridge is deep.
struct NoseRow {
    int row;
    Vec2 ridge;       ///< y, z of the ridge's ray; x is 0
    double elevation; ///< degrees of that ray above straight ahead
    Vec2 side;
    int columns; ///< how many from the middle lie on the nose
};
constexpr std::array nose_rows{
    NoseRow{38, {11.5, 8}, -32, {5.0, 2.5}, 7}, NoseRow{39, {11.5, 8}, -6, {7.2, 2.0}, 7},
    NoseRow{40, {12, 6}, 14, {10, 2.0}, 7},     NoseRow{41, {13.5, 2}, 25, {13.5, 1.5}, 7},
    NoseRow{42, {16.5, -2}, 31, {17, 0}, 6},    NoseRow{43, {21, -5}, 31, {21.5, -2}, 5},
    NoseRow{44, {26, -8}, 31, {26, -5}, 4},     NoseRow{45, {31, -10.5}, 31, {31, -8}, 3},
};
/// Degrees of the fan's rays from the ridge, by column.
constexpr std::array<double, 7> fan{0, 20, 39, 56, 70, 81, 90};

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
    constexpr double reach = 17 * nose_scale;
    for (const NoseRow& row : nose_rows)
        for (int column = 0; column < row.columns; ++column) {
            const double up = radians(row.elevation), turn = radians(fan[column]);
            const double aside = std::sin(std::min(turn, pi / 2));
            const Vec2 yz = row.ridge + (row.side - row.ridge) * (aside * aside);
            const Vec3 ahead{0, std::sin(up), std::cos(up)};
            const int v = skin.grid_vertex(column, row.row);
            skin.positions[v] = skin_along(from_nose({0, yz.x, yz.y}),
                                           ahead * std::cos(turn) + Vec3{std::sin(turn), 0, 0}, reach);
            fixed[v] = true;
        }
}

/// The underside, from the foot on the upper lip (row 33) to the lower edge of tip and wing (row 37), by
/// column. The nostril's rings replace the inner columns of the rows between.
constexpr int underside_row = 33;
constexpr std::array<std::array<Vec3, 7>, 5> underside{{
    {{{0, -1, 1.5},
      {2.7, -1, 1},
      {5.2, -1, 0},
      {7.8, -0.8, -1},
      {10.2, -0.6, -2.4},
      {12, -1.4, -4.2},
      {14, -3, -6.8}}},
    {{{0, 0.3, 4.5}, {2.6, 0.2, 4.3}, {}, {}, {}, {11.6, 0.2, -2.6}, {14.4, 0, -6}}},
    {{{0, 1.0, 8}, {2.6, 0.9, 7.8}, {}, {}, {}, {12.2, 0.8, -1}, {15, 1.4, -4.8}}},
    {{{0, 1.8, 11}, {2.6, 1.7, 10.7}, {}, {}, {}, {12.8, 1.2, 1}, {15.4, 2.2, -3}}},
    {{{0, 3.6, 14.5},
      {2.6, 3.6, 14.2},
      {5.2, 3.7, 13},
      {8, 3.2, 10.5},
      {11, 2.6, 7},
      {13.8, 2.6, 3.5},
      {15.8, 3.6, -1}}},
}};

void lay_underside(Skin& skin, std::vector<bool>& fixed) {
    for (std::size_t row = 0; row < underside.size(); ++row)
        for (std::size_t column = 0; column < underside[row].size(); ++column) {
            const int v = skin.grid_vertex(int(column), underside_row + int(row));
            if (v < 0) continue;
            skin.positions[v] = project(&skin_distance, from_nose(underside[row][column]));
            fixed[v] = true;
        }
}

/// The nostril: an oval rim on the underside, then loops that narrow as they go up into the nose.
void lay_nostril(Skin& skin, std::vector<bool>& fixed) {
    struct Loop {
        double size; ///< of the oval
        double deep; ///< above the underside, in the nose's space
    };
    constexpr std::array loops{Loop{1.25, 0}, Loop{0.98, 0.15}, Loop{0.85, 1.2}, Loop{0.65, 4.0},
                               Loop{0.35, 6.5}};
    constexpr Vec3 middle{7.4, 1.0, 4.4}, inwards{-0.1, 1, -0.15};
    constexpr Vec3 forwards{-0.30, 0.22, 0.93}, across{0.95, 0.05, 0.30};
    constexpr double half_length = 5.0, half_width = 3.1;
    const Rings& nostril = skin.nostril;
    const std::size_t length = nostril.inner().size();
    for (std::size_t i = 0; i < loops.size(); ++i)
        for (std::size_t k = 0; k < length; ++k) {
            // Loops begin at the septum and run over their upper side, which on the underside is the front.
            const double turn = 2 * pi * double(k) / double(length);
            const Vec3 oval =
                across * (-std::cos(turn) * half_width) + forwards * (std::sin(turn) * half_length);
            const Vec3 on_skin = project(&skin_distance, from_nose(middle + oval * loops[i].size));
            const int v = nostril.loops[i + 1][k];
            skin.positions[v] = on_skin + inwards * (loops[i].deep * nose_scale);
            fixed[v] = true;
        }
    skin.positions[nostril.centre] = from_nose(middle + inwards * (loops.back().deep + 1));
    fixed[nostril.centre] = true;
}

} // namespace

void lay_nose(Skin& skin, std::vector<bool>& fixed) {
    lay_ridge(skin, fixed);
    lay_underside(skin, fixed);
    lay_nostril(skin, fixed);
}

} // namespace mien::head

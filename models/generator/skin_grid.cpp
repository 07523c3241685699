#include "models/generator/skin_grid.h"

#include <cassert>
#include <span>

namespace mien::head {

namespace {

/// A row of the hull: where it crosses the front, the side and the back of head and neck.
struct HullRow {
    int row;
    Vec2 front; ///< y, z
    Vec3 side;
    Vec2 back; ///< y, z
};

constexpr std::array hull{
    HullRow{0, {-4, 14}, {82, 12, -38}, {30, -84}},      // under the collar
    HullRow{4, {40, 20}, {48, 62, -22}, {86, -66}},      // neck
    HullRow{8, {82, 26}, {46, 108, -16}, {116, -62}},    // throat
    HullRow{12, {88, 66}, {53, 122, -6}, {134, -64}},    // under the chin
    HullRow{15, {98, 83}, {58, 132, -6}, {148, -72}},    // chin
    HullRow{17, {109, 84}, {61, 138, -6}, {158, -80}},   // below the mouth
    HullRow{31, {139, 88}, {67, 158, -8}, {192, -98}},   // above the mouth
    HullRow{33, {147, 92}, {69, 162, -8}, {198, -101}},  // foot of the nose
    HullRow{37, {151, 106}, {70, 167, -9}, {205, -103}}, // below the nose's tip
    HullRow{44, {172, 95}, {72, 179, -10}, {218, -104}},
    HullRow{58, {213, 80}, {75, 212, -11}, {246, -103}}, // brows
    HullRow{66, {262, 74}, {74, 258, -12}, {280, -88}},  // hairline
    HullRow{75, {318, -10}, {1, 318, -12}, {318, -14}},  // crown
};

/// Degrees round the head per column: 0 in front, 180 behind.
struct ColumnAngle {
    int column;
    double degrees;
};
constexpr std::array column_angles{ColumnAngle{0, 0},   ColumnAngle{5, 7},   ColumnAngle{13, 24},
                                   ColumnAngle{21, 43}, ColumnAngle{29, 80}, ColumnAngle{35, 106},
                                   ColumnAngle{47, 180}};

double column_angle(int column) {
    std::size_t k = 1;
    while (column_angles[k].column < column) ++k;
    const auto& a = column_angles[k - 1];
    const auto& b = column_angles[k];
    return radians(mix(a.degrees, b.degrees, double(column - a.column) / (b.column - a.column)));
}

Vec3 hull_point(int column, int row) {
    std::size_t k = 1;
    while (hull[k].row < row) ++k;
    const HullRow& a = hull[k - 1];
    const HullRow& b = hull[k];
    const double t = double(row - a.row) / (b.row - a.row);
    const Vec2 front = a.front + (b.front - a.front) * t;
    const Vec2 back = a.back + (b.back - a.back) * t;
    const Vec3 side = mix(a.side, b.side, t);
    const double angle = column_angle(column);
    const double across = std::sin(angle);
    const double along = std::abs(std::cos(angle));
    const Vec2 end = angle < pi / 2 ? front : back;
    return {side.x * across, mix(end.x, side.y, across * across), side.z + (end.y - side.z) * along};
}

/// Where a grid vertex lies in the texture. The grid is closest on the face, which so gets most of the
/// texture.
Vec2 map_point(int column, int row) {
    return {0.5 + 0.5 * double(column) / grid::columns, 1 - double(row) / grid::rows};
}

class GridMaker {
public:
    GridMaker() {
        for (int row = 0; row <= grid::rows; ++row)
            for (int column = 0; column <= grid::columns; ++column) {
                const bool used = !inside_any_block(column, row) && (row < grid::rows || column == 0);
                skin_.grid.push_back(
                    used ? add_vertex(hull_point(column, row), map_point(column, row), Zone::face, 0, 0)
                         : -1);
            }
        for (int row = 0; row < grid::rows; ++row)
            for (int column = 0; column < grid::columns; ++column)
                if (!cell_in_any_block(column, row)) add_cell(column, row);
        for (int row = 0; row < grid::rows; ++row) skin_.seam.push_back(at(grid::columns, row));
        for (int row = 0; row <= grid::rows; ++row)
            for (const int column : {0, grid::columns})
                if (const int v = at(column, row); v >= 0) mark_middle(v);
    }

    Skin finish() {
        skin_.eye = fill(grid::eye, Zone::eye, 11);
        skin_.nostril = fill(grid::nostril, Zone::nostril, 5);
        cap(skin_.nostril);
        skin_.ear = fill(grid::ear, Zone::ear, 9);
        cap(skin_.ear);
        skin_.mouth = fill(grid::mouth, Zone::mouth, 14);
        close_throat(skin_.mouth);
        return std::move(skin_);
    }

private:
    static constexpr std::array blocks{grid::mouth, grid::nostril, grid::eye, grid::ear};

    static bool inside(const Block& b, int column, int row) {
        // The mouth's block continues on the other side of the middle.
        const bool right_of_start = column > b.column0 || b.column0 == 0;
        return right_of_start && column < b.column1 && row > b.row0 && row < b.row1;
    }
    static bool inside_any_block(int column, int row) {
        return std::ranges::any_of(blocks, [&](const Block& b) { return inside(b, column, row); });
    }
    static bool cell_in_any_block(int column, int row) {
        return std::ranges::any_of(blocks, [&](const Block& b) {
            return column >= b.column0 && column < b.column1 && row >= b.row0 && row < b.row1;
        });
    }

    int at(int column, int row) const { return skin_.grid_vertex(column, row); }

    void mark_middle(int v) {
        skin_.middle[v] = true;
        skin_.positions[v].x = 0;
    }

    int add_vertex(const Vec3& p, const Vec2& uv, Zone zone, int ring, double along) {
        skin_.positions.push_back(p);
        skin_.map.push_back(uv);
        skin_.zones.push_back(zone);
        skin_.ring.push_back(ring);
        skin_.along.push_back(along);
        skin_.middle.push_back(false);
        return int(skin_.positions.size()) - 1;
    }

    void add_cell(int column, int row) {
        if (row + 1 == grid::rows)
            skin_.quads.push_back(
                {at(column, row), at(column + 1, row), at(0, grid::rows), at(0, grid::rows)});
        else
            skin_.quads.push_back(
                {at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)});
    }

    /// The grid vertices round a block, in the order that Rings promises.
    std::vector<int> border(const Block& b) const {
        std::vector<int> loop;
        const int middle = (b.row0 + b.row1) / 2;
        const bool open = b.column0 == 0;
        if (!open)
            for (int row = middle; row < b.row1; ++row) loop.push_back(at(b.column0, row));
        for (int column = b.column0; column < b.column1; ++column) loop.push_back(at(column, b.row1));
        for (int row = b.row1; row > b.row0; --row) loop.push_back(at(b.column1, row));
        for (int column = b.column1; column > b.column0; --column) loop.push_back(at(column, b.row0));
        if (open)
            loop.push_back(at(b.column0, b.row0));
        else
            for (int row = b.row0; row < middle; ++row) loop.push_back(at(b.column0, row));
        return loop;
    }

    /// `count` loops inside a block, each a smaller copy of its border, joined by quads.
    Rings fill(const Block& b, Zone zone, int count) {
        Rings rings{b.column0 != 0, {border(b)}};
        const std::vector<int> outer = rings.loops.front();
        const std::size_t length = outer.size();
        Vec3 centre{0};
        for (const int v : outer) centre += skin_.positions[v] / double(length);
        if (!rings.closed) centre.x = 0;
        const Vec2 uv_centre =
            (map_point(rings.closed ? b.column0 : -b.column1, b.row0) + map_point(b.column1, b.row1)) * 0.5;
        for (int ring = 1; ring <= count; ++ring) {
            const double shrink = 1 - double(ring) / (count + 0.6);
            std::vector<int> loop;
            for (std::size_t k = 0; k < length; ++k) {
                const double along = double(k) / double(rings.closed ? length : length - 1);
                loop.push_back(add_vertex(mix(centre, skin_.positions[outer[k]], shrink),
                                          uv_centre + (skin_.map[outer[k]] - uv_centre) * shrink, zone, ring,
                                          along));
            }
            if (!rings.closed) {
                mark_middle(loop.front());
                mark_middle(loop.back());
            }
            join_loops(rings.loops.back(), loop, rings.closed);
            rings.loops.push_back(std::move(loop));
        }
        return rings;
    }

    /// Loops run clockwise as seen from outside (over the top, outwards), so the outer one comes second.
    void join_loops(std::span<const int> outer, std::span<const int> inner, bool closed) {
        const std::size_t n = outer.size();
        for (std::size_t k = 0; k + (closed ? 0 : 1) < n; ++k) {
            const std::size_t next = (k + 1) % n;
            skin_.quads.push_back({inner[k], inner[next], outer[next], outer[k]});
        }
    }

    /// Closes the innermost loop with a fan round a new vertex, which becomes a loop of its own.
    void cap(Rings& rings) {
        const std::vector<int>& loop = rings.inner();
        Vec3 centre{0};
        Vec2 uv{0};
        for (const int v : loop) {
            centre += skin_.positions[v] / double(loop.size());
            uv += skin_.map[v] / double(loop.size());
        }
        const int ring = int(rings.loops.size());
        const int tip = add_vertex(centre, uv, skin_.zones[loop[0]], ring, 0);
        for (std::size_t k = 0; k < loop.size(); ++k)
            skin_.quads.push_back({tip, loop[(k + 1) % loop.size()], loop[k], loop[k]});
        rings.centre = tip;
    }

    /// Sews the upper half of the mouth's innermost loop to the lower one.
    void close_throat(const Rings& rings) {
        const std::vector<int>& loop = rings.inner();
        const std::size_t last = loop.size() - 1;
        for (std::size_t k = 0; k < last / 2; ++k) {
            const int a = loop[last - k], b = loop[last - k - 1], c = loop[k + 1], d = loop[k];
            skin_.quads.push_back(b == c ? std::array{a, b, d, d} : std::array{a, b, c, d});
        }
    }

    Skin skin_;
};

} // namespace

int Skin::grid_vertex(int column, int row) const {
    // The crown is one vertex for all columns.
    return grid[row * (head::grid::columns + 1) + (row == head::grid::rows ? 0 : column)];
}

Skin make_skin_grid() {
    return GridMaker().finish();
}

} // namespace mien::head

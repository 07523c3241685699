#include "models/generator/paint.h"

#include <cstdint>

namespace mien::head {

namespace {

double lattice(std::int64_t x, std::int64_t y, std::int64_t z) {
    // A multiplicative hash (constants: large odd numbers, any will do).
    std::uint64_t h = std::uint64_t(x) * 0x9E3779B97F4A7C15u ^ std::uint64_t(y) * 0xC2B2AE3D27D4EB4Fu ^
                      std::uint64_t(z) * 0x165667B19E3779F9u;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9u;
    h ^= h >> 32;
    return double(h & 0xFFFFFF) / double(0xFFFFFF) * 2 - 1;
}

double srgb(double linear) {
    const double c = std::clamp(linear, 0.0, 1.0);
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

class Canvas {
public:
    explicit Canvas(int size)
        : picture_(size, size, PixelFormat::rgb8), covered_(std::size_t(size) * std::size_t(size)) {}

    void paint_triangle(const std::array<Vec2, 3>& at,
                        const std::function<Vec3(const Vec3& weights)>& colour) {
        const int size = picture_.width;
        const double area =
            (at[1].x - at[0].x) * (at[2].y - at[0].y) - (at[2].x - at[0].x) * (at[1].y - at[0].y);
        if (std::abs(area) < 1e-12) return;
        const auto [x0, x1] = std::minmax({at[0].x, at[1].x, at[2].x});
        const auto [y0, y1] = std::minmax({at[0].y, at[1].y, at[2].y});
        // A little beyond the edge, so that neighbours leave no gap.
        constexpr double slack = -1e-3;
        for (int y = std::max(0, int(y0 * size) - 1); y <= std::min(size - 1, int(y1 * size) + 1); ++y)
            for (int x = std::max(0, int(x0 * size) - 1); x <= std::min(size - 1, int(x1 * size) + 1); ++x) {
                const Vec2 p{(x + 0.5) / size, (y + 0.5) / size};
                const double b =
                    ((p.x - at[0].x) * (at[2].y - at[0].y) - (at[2].x - at[0].x) * (p.y - at[0].y)) / area;
                const double c =
                    ((at[1].x - at[0].x) * (p.y - at[0].y) - (p.x - at[0].x) * (at[1].y - at[0].y)) / area;
                if (b < slack || c < slack || b + c > 1 - slack) continue;
                put_pixel(picture_, x, y, colour({1 - b - c, b, c}));
                covered_[std::size_t(y) * std::size_t(size) + std::size_t(x)] = true;
            }
    }

    /// Spreads colour into uncovered texels, so that filtering and smaller mip levels meet no foreign colour.
    Image finish() {
        const int size = picture_.width;
        for (int round = 0; round < 12; ++round) {
            const std::vector<bool> before = covered_;
            for (int y = 0; y < size; ++y)
                for (int x = 0; x < size; ++x) fill_from_neighbours(x, y, before);
        }
        return std::move(picture_);
    }

private:
    void fill_from_neighbours(int x, int y, const std::vector<bool>& before) {
        const int size = picture_.width;
        const auto number = [size](int px, int py) {
            return std::size_t(py) * std::size_t(size) + std::size_t(px);
        };
        if (before[number(x, y)]) return;
        int sum[3] = {0, 0, 0}, count = 0;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const int px = x + dx, py = y + dy;
                if (px < 0 || py < 0 || px >= size || py >= size || !before[number(px, py)]) continue;
                for (int k = 0; k < 3; ++k) sum[k] += picture_.pixels[number(px, py) * 3 + std::size_t(k)];
                ++count;
            }
        if (count == 0) return;
        for (int k = 0; k < 3; ++k)
            picture_.pixels[number(x, y) * 3 + std::size_t(k)] = std::uint8_t(sum[k] / count);
        covered_[number(x, y)] = true;
    }

    Image picture_;
    std::vector<bool> covered_;
};

} // namespace

void put_pixel(Image& picture, int x, int y, const Vec3& linear) {
    const auto row = picture.row(y);
    for (int k = 0; k < 3; ++k)
        row[std::size_t(x * 3 + k)] = std::uint8_t(std::lround(srgb(linear[k]) * 255));
}

double noise(const Vec3& p, double size) {
    const Vec3 q = p / size;
    const Vec3 cell = glm::floor(q);
    const Vec3 f = q - cell;
    const Vec3 s = f * f * (3.0 - 2.0 * f);
    const auto x = std::int64_t(cell.x), y = std::int64_t(cell.y), z = std::int64_t(cell.z);
    const auto edge = [&](std::int64_t dy, std::int64_t dz) {
        return mix(lattice(x, y + dy, z + dz), lattice(x + 1, y + dy, z + dz), s.x);
    };
    return mix(mix(edge(0, 0), edge(1, 0), s.y), mix(edge(0, 1), edge(1, 1), s.y), s.z);
}

Image paint_piece(const Piece& piece, const std::vector<double>& lights, int size, const Painter& painter) {
    Canvas canvas(size);
    const Part& part = piece.part;
    for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
        const std::uint32_t a = part.indices[i], b = part.indices[i + 1], c = part.indices[i + 2];
        canvas.paint_triangle({part.uv[a], part.uv[b], part.uv[c]}, [&](const Vec3& w) {
            const auto blend = [&](const auto& of) { return of(a) * w.x + of(b) * w.y + of(c) * w.z; };
            SurfacePoint point;
            point.position = blend([&](std::uint32_t v) { return part.positions[v]; });
            point.normal = glm::normalize(blend([&](std::uint32_t v) { return part.normals[v]; }));
            point.inward = blend([&](std::uint32_t v) { return piece.points[v].inward; });
            point.shade = blend([&](std::uint32_t v) { return piece.points[v].shade; });
            point.light = blend([&](std::uint32_t v) { return lights[v]; });
            return painter(point);
        });
    }
    return canvas.finish();
}

} // namespace mien::head

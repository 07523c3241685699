#include "capture/tracker/rigid_face.h"

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "base/protobuf_reader.h"

namespace mien {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 20U;
constexpr std::size_t max_points = 478;
constexpr std::size_t floats_per_vertex = 5; // x, y, z, u, v

struct Weight {
    std::uint64_t landmark = 0;
    float weight = 0;
};

using Matrix4 = std::array<std::array<double, 4>, 4>;

// The largest eigenvalue of a symmetric matrix, by Jacobi rotations.
double largest_eigenvalue(Matrix4 m) {
    for (int sweep = 0; sweep < 20; ++sweep) {
        double off = 0;
        for (std::size_t p = 0; p < 4; ++p)
            for (std::size_t q = p + 1; q < 4; ++q) off += m[p][q] * m[p][q];
        if (off < 1e-24) break;
        for (std::size_t p = 0; p < 4; ++p) {
            for (std::size_t q = p + 1; q < 4; ++q) {
                if (m[p][q] == 0) continue;
                const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
                const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1);
                const double s = t * c;
                for (std::size_t k = 0; k < 4; ++k) {
                    const double mkp = m[k][p];
                    m[k][p] = c * mkp - s * m[k][q];
                    m[k][q] = s * mkp + c * m[k][q];
                }
                for (std::size_t k = 0; k < 4; ++k) {
                    const double mpk = m[p][k];
                    m[p][k] = c * mpk - s * m[q][k];
                    m[q][k] = s * mpk + c * m[q][k];
                }
            }
        }
    }
    return std::max({m[0][0], m[1][1], m[2][2], m[3][3]});
}

} // namespace

Result<RigidFace> RigidFace::read(std::span<const std::uint8_t> bytes, std::string_view name) {
    using Kind = ProtobufField::Kind;
    std::vector<float> vertices;
    std::vector<Weight> weights;
    bool broken = false;
    ProtobufReader reader(bytes);
    while (const auto field = reader.next()) {
        ProtobufReader part(field->bytes);
        Weight weight;
        while (const auto inner = part.next()) {
            if (field->number == 1 && inner->number == 3 && inner->kind == Kind::fixed32 &&
                vertices.size() < max_points * floats_per_vertex)
                vertices.push_back(inner->as_float());
            if (field->number == 2 && inner->number == 1 && inner->kind == Kind::varint)
                weight.landmark = inner->integer;
            if (field->number == 2 && inner->number == 2 && inner->kind == Kind::fixed32)
                weight.weight = inner->as_float();
        }
        broken = broken || part.damaged();
        if (field->number == 2 && weights.size() < max_points) weights.push_back(weight);
    }
    broken = broken || reader.damaged();

    RigidFace face;
    for (const Weight& weight : weights) {
        const std::size_t first =
            static_cast<std::size_t>(std::min<std::uint64_t>(weight.landmark, max_points)) *
            floats_per_vertex;
        if (first + 3 > vertices.size() || !(weight.weight > 0) || !std::isfinite(weight.weight)) {
            broken = true;
            break;
        }
        Point point{static_cast<std::size_t>(weight.landmark), {}, weight.weight};
        for (std::size_t k = 0; k < 3; ++k) {
            point.position[k] = vertices[first + k];
            broken = broken || !std::isfinite(point.position[k]);
        }
        face.rigid.push_back(point);
    }
    if (broken || face.rigid.size() < 4)
        return fail(ErrorCode::unreadable,
                    "{} is not the geometry of the face mesh; fetch it again with models/fetch", name);
    return face;
}

Result<RigidFace> RigidFace::read_file(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return fail(ErrorCode::unavailable, "The model {} is not there; get it with models/fetch",
                    path.string());
    auto bytes = mien::read_file(path, max_file_bytes);
    if (!bytes) return pass_on(bytes);
    return read(*bytes, path.string());
}

// Horn 1987, "Closed-form solution of absolute orientation using unit quaternions": the best rotation's gain
// is the largest eigenvalue of N; the residual follows from it without the rotation itself.
double RigidFace::misfit(std::span<const Landmark> points) const {
    std::array<double, 3> mean_a{};
    std::array<double, 3> mean_b{};
    double total = 0;
    const auto seen = [&](const Point& p) {
        const Landmark& l = points[p.index];
        return std::array<double, 3>{l.x, -static_cast<double>(l.y), -static_cast<double>(l.z)};
    };
    for (const Point& p : rigid) {
        const auto b = seen(p);
        total += p.weight;
        for (std::size_t k = 0; k < 3; ++k) {
            mean_a[k] += p.weight * p.position[k];
            mean_b[k] += p.weight * b[k];
        }
    }
    for (std::size_t k = 0; k < 3; ++k) {
        mean_a[k] /= total;
        mean_b[k] /= total;
    }
    std::array<std::array<double, 3>, 3> m{};
    double spread_a = 0;
    double spread_b = 0;
    for (const Point& p : rigid) {
        const auto b = seen(p);
        for (std::size_t i = 0; i < 3; ++i) {
            const double da = p.position[i] - mean_a[i];
            spread_a += p.weight * da * da;
            spread_b += p.weight * (b[i] - mean_b[i]) * (b[i] - mean_b[i]);
            for (std::size_t j = 0; j < 3; ++j) m[i][j] += p.weight * da * (b[j] - mean_b[j]);
        }
    }
    if (!(spread_a > 0) || !(spread_b > 0) || !std::isfinite(spread_b)) return 1;
    const double xx = m[0][0];
    const double yy = m[1][1];
    const double zz = m[2][2];
    const Matrix4 n = {{{xx + yy + zz, m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]},
                        {m[1][2] - m[2][1], xx - yy - zz, m[0][1] + m[1][0], m[2][0] + m[0][2]},
                        {m[2][0] - m[0][2], m[0][1] + m[1][0], yy - xx - zz, m[1][2] + m[2][1]},
                        {m[0][1] - m[1][0], m[2][0] + m[0][2], m[1][2] + m[2][1], zz - xx - yy}}};
    const double gain = largest_eigenvalue(n);
    // With the best scale, residual / spread_b = 1 - gain^2 / (spread_a spread_b).
    return std::sqrt(std::clamp(1 - gain * gain / (spread_a * spread_b), 0.0, 1.0));
}

} // namespace mien

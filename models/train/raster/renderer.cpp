#include "renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace mien::train {
namespace {

constexpr int samples = 2; ///< a pixel, both ways
constexpr int grid = picture_size * samples;
constexpr float focal_pixels = 785; ///< as in data/truth: 34 degrees over 480 rows
constexpr int shadow_size = 512;
constexpr float shadow_reach = 0.34F; ///< metres from the head's middle that the shadow map spans
constexpr float in_shadow = 0.22F;    ///< of the first light
constexpr std::size_t grain_values = 1U << 16U;

Eigen::Matrix3f turn(float degrees, const Vector& axis) {
    return Eigen::AngleAxisf(degrees * std::numbers::pi_v<float> / 180, axis).toRotationMatrix();
}

/// Of a point in a triangle (a, b, c), x and y: what each corner counts; negative outside.
Eigen::Vector3f corner_shares(const Vector& a, const Vector& b, const Vector& c, float inverse_area, float x,
                              float y) {
    const float px = x - a.x();
    const float py = y - a.y();
    const float second = (px * (c.y() - a.y()) - (c.x() - a.x()) * py) * inverse_area;
    const float third = ((b.x() - a.x()) * py - px * (b.y() - a.y())) * inverse_area;
    return {1 - second - third, second, third};
}

float signed_area(const Vector& a, const Vector& b, const Vector& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (c.x() - a.x()) * (b.y() - a.y());
}

/// Calls visit(x, y, shares) for the cells of a size x size grid whose middles lie in the triangle.
template <typename Visit>
void rasterise(const Vector& a, const Vector& b, const Vector& c, int size, Visit&& visit) {
    const float area = signed_area(a, b, c);
    if (std::abs(area) < 1e-9F) return;
    const auto first = [](float u, float v, float w) {
        return std::max(0, static_cast<int>(std::floor(std::min({u, v, w}) - 0.5F)));
    };
    const auto last = [size](float u, float v, float w) {
        return std::min(size - 1, static_cast<int>(std::ceil(std::max({u, v, w}) - 0.5F)));
    };
    const int right = last(a.x(), b.x(), c.x());
    const int bottom = last(a.y(), b.y(), c.y());
    for (int y = first(a.y(), b.y(), c.y()); y <= bottom; ++y)
        for (int x = first(a.x(), b.x(), c.x()); x <= right; ++x) {
            const Eigen::Vector3f shares =
                corner_shares(a, b, c, 1 / area, static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F);
            if (shares.minCoeff() >= 0) visit(x, y, shares);
        }
}

/// Bilinear; repeats sideways and upwards.
Vector sample(const Texture& texture, float u, float v) {
    u = (u - std::floor(u)) * static_cast<float>(texture.width) - 0.5F;
    v = (v - std::floor(v)) * static_cast<float>(texture.height) - 0.5F;
    const int x = static_cast<int>(std::floor(u));
    const int y = static_cast<int>(std::floor(v));
    const float right = u - static_cast<float>(x);
    const float down = v - static_cast<float>(y);
    const auto at = [&texture](int column, int row) -> const Vector& {
        column = (column + texture.width) % texture.width;
        row = (row + texture.height) % texture.height;
        return texture.pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(texture.width) +
                              static_cast<std::size_t>(column)];
    };
    return (at(x, y) * (1 - right) + at(x + 1, y) * right) * (1 - down) +
           (at(x, y + 1) * (1 - right) + at(x + 1, y + 1) * right) * down;
}

/// How far an eyeball is turned by its look channels.
Eigen::Matrix3f look(const Scene& scene, Mesh::Eye eye, const Pose& pose) {
    const auto weight = [&pose](ChannelIndex i) { return pose.weights[i]; };
    const bool left = eye == Mesh::Eye::left;
    const float out = weight(left ? channel("eyeLookOutLeft") : channel("eyeLookOutRight"));
    const float in = weight(left ? channel("eyeLookInLeft") : channel("eyeLookInRight"));
    const float up = weight(left ? channel("eyeLookUpLeft") : channel("eyeLookUpRight"));
    const float down = weight(left ? channel("eyeLookDownLeft") : channel("eyeLookDownRight"));
    const float to_left = (out - in) * (left ? 1.0F : -1.0F);
    return turn(to_left * scene.look_side, Vector::UnitY()) *
           turn(down * scene.look_down - up * scene.look_up, Vector::UnitX());
}

} // namespace

Renderer::Renderer(const Scene& scene)
    : scene_(scene), posed_(scene.meshes.size()), backdrop_(grid * grid), colour_(grid * grid),
      nearness_(grid * grid), shadow_(shadow_size * shadow_size), random_(scene.seed), grain_(grain_values),
      picture_(picture_size * picture_size * 3) {
    std::normal_distribution<float> normal;
    for (float& value : grain_) value = normal(random_);
    for (int y = 0; y < grid; ++y)
        for (int x = 0; x < grid; ++x) {
            const std::uint8_t* pixel =
                &scene.backdrop[static_cast<std::size_t>((y / samples) * picture_size + x / samples) * 3];
            const auto part = [pixel](int k) { return linear_of(static_cast<float>(pixel[k]) / 255); };
            backdrop_[static_cast<std::size_t>(y * grid + x)] = {part(0), part(1), part(2)};
        }
    const Vector towards = scene.lights[0].direction;
    const Vector right = Vector::UnitY().cross(towards).normalized();
    shadow_axes_.row(0) = right.transpose();
    shadow_axes_.row(1) = towards.cross(right).transpose();
    shadow_axes_.row(2) = towards.transpose();
}

void Renderer::pose_mesh(const Mesh& mesh, const Pose& pose, Posed& posed) {
    posed.points = mesh.points;
    posed.normals = mesh.normals;
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        const Target& target = mesh.targets[c];
        if (pose.weights[c] == 0) continue;
        for (std::size_t i = 0; i < target.vertices.size(); ++i)
            posed.points[static_cast<std::size_t>(target.vertices[i])] += pose.weights[c] * target.moved[i];
    }
    if (mesh.moves) {
        std::vector<Vector> facing(static_cast<std::size_t>(mesh.welds), Vector::Zero());
        for (const auto& corners : mesh.triangles) {
            const auto at = [&](std::size_t k) -> const Vector& {
                return posed.points[static_cast<std::size_t>(corners[k])];
            };
            const Vector across = (at(1) - at(0)).cross(at(2) - at(0));
            for (const std::int32_t corner : corners)
                facing[static_cast<std::size_t>(mesh.weld[static_cast<std::size_t>(corner)])] += across;
        }
        for (std::size_t i = 0; i < posed.normals.size(); ++i)
            posed.normals[i] = facing[static_cast<std::size_t>(mesh.weld[i])];
    }
    const Eigen::Matrix3f head = turn(pose.yaw, Vector::UnitY()) * turn(pose.pitch, Vector::UnitX()) *
                                 turn(pose.roll, Vector::UnitZ());
    const Eigen::Matrix3f eye =
        mesh.eye == Mesh::Eye::none ? Eigen::Matrix3f::Identity() : look(scene_, mesh.eye, pose);
    posed.screen.resize(posed.points.size());
    for (std::size_t i = 0; i < posed.points.size(); ++i) {
        const float share = mesh.head_share[i];
        const Vector point = eye * (posed.points[i] - mesh.centre) + mesh.centre;
        const Vector normal = eye * posed.normals[i];
        posed.points[i] = point * (1 - share) + (head * (point - scene_.pivot) + scene_.pivot) * share +
                          scene_.place + pose.offset;
        posed.normals[i] = (normal * (1 - share) + head * normal * share).normalized();
        const float nearness = -1 / posed.points[i].z();
        posed.screen[i] = {grid / 2.0F + posed.points[i].x() * nearness * focal_pixels * samples,
                           grid / 2.0F - posed.points[i].y() * nearness * focal_pixels * samples, nearness};
    }
}

void Renderer::pose_meshes(const Pose& pose) {
    for (std::size_t i = 0; i < posed_.size(); ++i) pose_mesh(scene_.meshes[i], pose, posed_[i]);
    constexpr float above_pivot = 0.02F; // the head's middle
    shadow_centre_ = scene_.pivot + scene_.place + pose.offset + Vector(0, above_pivot, 0);
}

Eigen::Vector3f Renderer::on_shadow_map(const Vector& point) const {
    const Vector from_centre = shadow_axes_ * (point - shadow_centre_);
    return {(from_centre.x() / shadow_reach * 0.5F + 0.5F) * shadow_size,
            (from_centre.y() / shadow_reach * 0.5F + 0.5F) * shadow_size, from_centre.z()};
}

void Renderer::cast_shadows() {
    std::fill(shadow_.begin(), shadow_.end(), -1e9F);
    for (std::size_t m = 0; m < posed_.size(); ++m) {
        if (!scene_.meshes[m].casts_shadow) continue;
        for (const auto& corners : scene_.meshes[m].triangles) {
            std::array<Vector, 3> at;
            for (std::size_t k = 0; k < 3; ++k)
                at[k] = on_shadow_map(posed_[m].points[static_cast<std::size_t>(corners[k])]);
            rasterise(at[0], at[1], at[2], shadow_size, [&](int x, int y, const Shares& shares) {
                const float height = at[0].z() * shares[0] + at[1].z() * shares[1] + at[2].z() * shares[2];
                float& highest = shadow_[static_cast<std::size_t>(y * shadow_size + x)];
                highest = std::max(highest, height);
            });
        }
    }
}

float Renderer::lit_share(const Vector& point, const Vector& normal) const {
    constexpr float off_the_skin = 0.0025F; // metres; keeps a surface from shading itself
    constexpr float bias = 0.0015F;
    const Eigen::Vector3f at = on_shadow_map(point + normal * off_the_skin);
    const int x = static_cast<int>(at.x());
    const int y = static_cast<int>(at.y());
    constexpr int margin = 8;
    if (x <= margin || y <= margin || x >= shadow_size - margin || y >= shadow_size - margin) return 1;
    constexpr std::array<std::array<int, 2>, 9> around = {
        {{0, 0}, {-2, 0}, {2, 0}, {0, -2}, {0, 2}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
    float lit = 0;
    for (const auto& [dx, dy] : around)
        lit +=
            shadow_[static_cast<std::size_t>((y + dy) * shadow_size + x + dx)] <= at.z() + bias ? 1.0F : 0.0F;
    return in_shadow + (1 - in_shadow) * lit / static_cast<float>(around.size());
}

Vector Renderer::shade(const Mesh& mesh, const Vector& point, const Vector& normal,
                       const Vector& albedo) const {
    const Vector view = (-point).normalized();
    const float lit = lit_share(point, normal);
    const float up = normal.y() * 0.5F + 0.5F;
    Vector diffuse = scene_.ground * (1 - up) + scene_.sky * up;
    Vector shine = Vector::Zero();
    // Light scattered under the skin reaches round the edge of a shadow, red farthest.
    const Vector wrap(0.28F, 0.14F, 0.10F);
    for (std::size_t k = 0; k < scene_.lights.size(); ++k) {
        const Light& light = scene_.lights[k];
        const float facing = normal.dot(light.direction);
        const float share = k == 0 ? lit : 1;
        Vector received = Vector::Constant(std::max(0.0F, facing));
        if (mesh.skin) received = ((wrap.array() + facing) / (1 + wrap.array())).max(0.0F).matrix();
        diffuse += light.colour.cwiseProduct(received) * share;
        if (facing <= 0 || mesh.specular <= 0) continue;
        const Vector half = (light.direction + view).normalized();
        const float straight = normal.dot(half);
        if (straight <= mesh.shine_from) continue;
        const float grazing = std::pow(1 - std::max(0.0F, half.dot(view)), 4.0F);
        const float strength = mesh.specular * (1 + 3 * grazing) * std::pow(straight, mesh.gloss);
        shine += light.colour * (strength * share * (k == 2 ? 0.3F : 1.0F));
    }
    return (albedo.cwiseProduct(diffuse) + shine) * scene_.exposure;
}

void Renderer::draw(const Mesh& mesh, const Posed& posed) {
    const Texture* texture =
        mesh.texture >= 0 ? &scene_.textures[static_cast<std::size_t>(mesh.texture)] : nullptr;
    for (const auto& corners : mesh.triangles) {
        const std::array<std::size_t, 3> id = {static_cast<std::size_t>(corners[0]),
                                               static_cast<std::size_t>(corners[1]),
                                               static_cast<std::size_t>(corners[2])};
        const Vector& a = posed.screen[id[0]];
        const Vector& b = posed.screen[id[1]];
        const Vector& c = posed.screen[id[2]];
        if (a.z() <= 0 || b.z() <= 0 || c.z() <= 0) continue; // behind the camera
        const bool back = signed_area(a, b, c) > 0;
        rasterise(a, b, c, grid, [&](int x, int y, const Shares& flat) {
            const float nearness = flat[0] * a.z() + flat[1] * b.z() + flat[2] * c.z();
            const auto at = static_cast<std::size_t>(y * grid + x);
            if (nearness <= nearness_[at]) return;
            if (!mesh.blended) nearness_[at] = nearness;
            const Shares shares(flat[0] * a.z() / nearness, flat[1] * b.z() / nearness,
                                flat[2] * c.z() / nearness);
            const auto mix = [&](const std::vector<Vector>& values) -> Vector {
                return values[id[0]] * shares[0] + values[id[1]] * shares[1] + values[id[2]] * shares[2];
            };
            const Vector point = mix(posed.points);
            Vector normal = mix(posed.normals).normalized();
            if (back && normal.dot((-point).normalized()) < -0.05F) normal = -normal;
            Vector albedo = mesh.colour.cwiseProduct(mix(mesh.tint));
            if (texture != nullptr) {
                const Eigen::Vector2f uv =
                    mesh.uv[id[0]] * shares[0] + mesh.uv[id[1]] * shares[1] + mesh.uv[id[2]] * shares[2];
                albedo = albedo.cwiseProduct(sample(*texture, uv.x(), uv.y()));
            }
            const Vector shaded = shade(mesh, point, normal, albedo);
            colour_[at] =
                mesh.blended ? Vector(colour_[at] * (1 - mesh.opacity) + shaded * mesh.opacity) : shaded;
        });
    }
}

/// The samples' mean as sRGB bytes with a sensor's grain: more in the dark, mostly grey.
void Renderer::develop() {
    static const std::vector<std::uint8_t> encode = [] {
        std::vector<std::uint8_t> table(4097);
        for (std::size_t i = 0; i < table.size(); ++i) {
            const float c = static_cast<float>(i) / 4096;
            table[i] = static_cast<std::uint8_t>(
                std::lround(255 * (c <= 0.0031308F ? c * 12.92F : 1.055F * std::pow(c, 1 / 2.4F) - 0.055F)));
        }
        return table;
    }();
    const auto grey_key = static_cast<std::uint32_t>(random_());
    const auto colour_key = static_cast<std::uint32_t>(random_());
    const auto grain = [this](std::uint32_t hash, unsigned shift) {
        return grain_[(hash ^ (hash >> shift)) & (grain_values - 1)];
    };
    for (int y = 0; y < picture_size; ++y)
        for (int x = 0; x < picture_size; ++x) {
            Vector sum = Vector::Zero();
            for (int sy = 0; sy < samples; ++sy)
                for (int sx = 0; sx < samples; ++sx)
                    sum += colour_[static_cast<std::size_t>((y * samples + sy) * grid + x * samples + sx)];
            const auto pixel = static_cast<std::uint32_t>(y * picture_size + x);
            const float grey = grain(pixel * 2654435761U + grey_key, 15);
            for (std::uint32_t k = 0; k < 3; ++k) {
                const float value =
                    std::clamp(sum[static_cast<Eigen::Index>(k)] / (samples * samples), 0.0F, 1.0F);
                const auto level = static_cast<float>(encode[static_cast<std::size_t>(value * 4096)]);
                const float own = grain((pixel * 3 + k) * 2246822519U + colour_key, 13);
                const float noisy =
                    level + scene_.noise * (0.8F * grey + 0.5F * own) * (1.15F - 0.5F * level / 255);
                picture_[pixel * 3 + k] = static_cast<std::uint8_t>(std::clamp(noisy + 0.5F, 0.0F, 255.0F));
            }
        }
}

const std::vector<std::uint8_t>& Renderer::render(const Pose& pose) {
    pose_meshes(pose);
    cast_shadows();
    colour_ = backdrop_;
    std::fill(nearness_.begin(), nearness_.end(), 0.0F);
    for (const bool blended : {false, true})
        for (std::size_t i = 0; i < posed_.size(); ++i)
            if (scene_.meshes[i].blended == blended) draw(scene_.meshes[i], posed_[i]);
    develop();
    return picture_;
}

} // namespace mien::train

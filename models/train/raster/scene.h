// A person in a light, as models/train/scene_file.py writes them, and what the person performs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "rig/arkit.h"

namespace mien::train {

using Vector = Eigen::Vector3f;

constexpr int picture_size = 320; ///< pixels, both ways

struct Light {
    Vector direction; ///< towards the light, unit length
    Vector colour;    ///< linear
};

/// sRGB bytes made linear; row by row from the top.
struct Texture {
    int height = 0;
    int width = 0;
    std::vector<Vector> pixels;
};

/// How far an expression moves some vertices at weight 1, metres.
struct Target {
    std::vector<std::int32_t> vertices;
    std::vector<Vector> moved;
};

struct Mesh {
    int texture = -1; ///< in Scene::textures; -1 none
    enum class Eye {
        none,
        left,
        right
    } eye = Eye::none;    ///< turns about its own centre with the look channels
    bool skin = false;    ///< light reaches round the edge of shadows
    bool blended = false; ///< drawn last, over what is there, with `opacity`
    bool casts_shadow = true;
    Vector colour;
    float opacity = 1;
    float specular = 0;
    float gloss = 1;
    float shine_from = 0;            ///< cosine below which nothing of the highlight is seen
    std::vector<Vector> points;      ///< metres
    std::vector<Vector> normals;     ///< used where no target moves the mesh
    std::vector<Eigen::Vector2f> uv; ///< v from the texture's top
    std::vector<Vector> tint;
    std::vector<float> head_share;  ///< how much of the head's turn a vertex takes
    std::vector<std::int32_t> weld; ///< vertices at one place share their shading normal
    int welds = 0;
    std::vector<std::array<std::int32_t, 3>> triangles;
    std::array<Target, channel_count> targets;
    bool moves = false; ///< has a target
    Vector centre;      ///< of its bounding box
};

/// File layout, little-endian: "MIENSCN1"; float32: place of the body, pivot of the head (3 each, metres;
/// camera at the origin, looks along -z), three lights (direction, colour), sky and ground light, exposure,
/// degrees of a full look to the side, up, down, noise (grey values of 255); uint32 seed; backdrop (320 x 320
/// x 3 bytes); int32 textures, each int32 height, width, bytes; int32 meshes, each int32 vertices, triangles,
/// texture, eye, skin, blended, casts, welds; float32 colour (4), specular, gloss; float32 points, normals,
/// uv, tint, head share; int32 weld, triangles; per channel int32 count, count vertices, count float32 * 3.
struct Scene {
    Vector place;
    Vector pivot;
    std::array<Light, 3> lights;
    Vector sky;
    Vector ground;
    float exposure = 1;
    float look_side = 30;
    float look_up = 25;
    float look_down = 30;
    float noise = 0;
    std::uint32_t seed = 0;
    std::vector<std::uint8_t> backdrop;
    std::vector<Texture> textures;
    std::vector<Mesh> meshes;
};

/// Nothing where the file is missing, cut off or refers outside itself.
[[nodiscard]] std::optional<Scene> read_scene(const std::string& path);

/// One frame of a performance.
struct Pose {
    Vector offset; ///< of the whole person, metres
    float pitch = 0;
    float yaw = 0;
    float roll = 0; ///< degrees, R = Ry(yaw) Rx(pitch) Rz(roll)
    std::array<float, channel_count> weights{};
};

/// Rows of frame, t, head x y z, pitch, yaw, roll, 52 weights under a header. Nothing where it is malformed.
[[nodiscard]] std::optional<std::vector<Pose>> read_performance(const std::string& path);

/// sRGB 0..1 to linear.
[[nodiscard]] float linear_of(float srgb);

} // namespace mien::train

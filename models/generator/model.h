// The finished character as the GLB writer wants it: parts with targets, materials, joints. Millimetres.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/generator/vec.h"

namespace mien::head {

/// One expression of one part: displacement of vertices and of their normals at weight 1, sparse.
struct Target {
    std::string name;
    std::vector<std::uint32_t> vertices; ///< strictly increasing
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
};

/// Up to four joints of a vertex; unused ones have weight 0.
struct Binding {
    std::array<int, 4> joints{0, 0, 0, 0};
    std::array<double, 4> weights{1, 0, 0, 0};
};

/// A mesh of one material.
struct Part {
    std::string name;
    int material = 0;
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
    std::vector<Vec2> uv;
    std::vector<Binding> bindings;
    std::vector<std::uint32_t> indices; ///< triangles, counter-clockwise from outside
    std::vector<Target> targets;
};

struct Material {
    std::string name;
    Vec3 colour{1}; ///< linear; multiplies the texture
    double roughness = 0.6;
    int texture = -1;
    bool double_sided = false;
    bool blended = false; ///< by the texture's alpha
};

/// A joint without rest rotation: its axes are the world's.
struct Joint {
    std::string name;
    int parent = -1; ///< an earlier joint
    Vec3 position;   ///< in the model
};

struct Texture {
    std::vector<std::uint8_t> png;
    bool repeats = false; ///< beyond 0..1; else clamped
};

struct Model {
    std::string name;
    std::vector<Part> parts;
    std::vector<Material> materials;
    std::vector<Texture> textures;
    std::vector<Joint> joints;
    double height = 0; ///< millimetres by which the whole model stands above its own origin in the scene
    std::map<std::string, std::string> extensions; ///< of the file's root, as JSON
    std::string face_groups;                       ///< JSON (face_sliders.h), kept in the file's extras
};

} // namespace mien::head

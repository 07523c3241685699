#include <cmath>
#include <functional>

#include <glm/geometric.hpp>
#include <glm/gtx/transform.hpp>

#include "tests/support/made_rigs.h"

namespace mien::test {
namespace {

constexpr float pi = 3.14159265f;
const glm::vec3 head_centre(0, 1.6f, 0);
const glm::vec3 head_radii(0.08f, 0.115f, 0.095f);

struct Patch {
    VertexBuffer vertices;
    std::vector<std::uint32_t> indices;
};

/// A ball squeezed to `radii`. u runs from the back over the performer's right, the front (0.5) and the left;
/// v down.
Patch ellipsoid(glm::vec3 centre, glm::vec3 radii, int columns, int rows, float lowest = -pi / 2,
                float highest = pi / 2) {
    Patch patch;
    for (int y = 0; y <= rows; ++y)
        for (int x = 0; x <= columns; ++x) {
            const float u = static_cast<float>(x) / static_cast<float>(columns);
            const float v = static_cast<float>(y) / static_cast<float>(rows);
            const float longitude = (u - 0.5f) * 2 * pi;
            const float latitude = highest + (lowest - highest) * v;
            const glm::vec3 unit(std::sin(longitude) * std::cos(latitude), std::sin(latitude),
                                 std::cos(longitude) * std::cos(latitude));
            patch.vertices.positions.push_back(centre + radii * unit);
            patch.vertices.normals.push_back(glm::normalize(unit / radii));
            patch.vertices.uv[0].emplace_back(u, v);
        }
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const auto corner = static_cast<std::uint32_t>(y * (columns + 1) + x);
            const auto below = corner + static_cast<std::uint32_t>(columns) + 1;
            for (const std::uint32_t index : {corner, below, corner + 1, corner + 1, below, below + 1})
                patch.indices.push_back(index);
        }
    return patch;
}

using Painter = std::function<glm::u8vec4(float u, float v)>;

int paint_texture(Rig& rig, int width, int height, const Painter& paint) {
    std::vector<glm::u8vec4> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(paint((static_cast<float>(x) + 0.5f) / static_cast<float>(width),
                                   (static_cast<float>(y) + 0.5f) / static_cast<float>(height)));
    return add_texture(rig, width, height, pixels);
}

int add_material(Rig& rig, const std::string& name, glm::vec4 colour, float roughness,
                 int texture = no_index) {
    Material material;
    material.name = name;
    material.base_colour = colour;
    material.metallic = 0;
    material.roughness = roughness;
    material.base_colour_texture.texture = texture;
    rig.materials.push_back(material);
    return static_cast<int>(rig.materials.size()) - 1;
}

/// A mesh of one primitive on a node of its own; returns the node.
int add_patch(Rig& rig, const std::string& name, int parent, Patch patch, int material) {
    Primitive primitive;
    primitive.vertices = static_cast<int>(rig.vertex_buffers.size());
    primitive.indices = std::move(patch.indices);
    primitive.material = material;
    rig.vertex_buffers.push_back(std::move(patch.vertices));
    Mesh mesh;
    mesh.name = name;
    mesh.primitives.push_back(std::move(primitive));
    rig.meshes.push_back(std::move(mesh));
    return add_node(rig, name, parent, static_cast<int>(rig.meshes.size()) - 1);
}

void add_target(Rig& rig, int node, const std::string& name,
                const std::function<glm::vec3(glm::vec3)>& delta) {
    Mesh& mesh = rig.meshes[static_cast<std::size_t>(rig.nodes[static_cast<std::size_t>(node)].mesh)];
    VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(mesh.primitives.front().vertices)];
    MorphTarget target;
    for (std::size_t v = 0; v < buffer.positions.size(); ++v) {
        const glm::vec3 moved = delta(buffer.positions[v] - head_centre);
        if (glm::length(moved) < 1e-5f) continue;
        target.vertices.push_back(static_cast<std::uint32_t>(v));
        target.positions.push_back(moved);
        target.normals.emplace_back(0.0f, moved.y * 3, 0.0f);
    }
    buffer.targets.push_back(std::move(target));
    mesh.target_names.push_back(name);
    mesh.default_weights.push_back(0);
}

/// How near `at` is to `place`: 1 there, 0 from `radius` on.
float near(glm::vec3 at, glm::vec3 place, float radius) {
    return std::max(0.0f, 1 - glm::length(at - place) / radius);
}

int add_skin_mesh(Rig& rig, int neck, int head) {
    const int texture = paint_texture(rig, 128, 128, [](float u, float v) -> glm::u8vec4 {
        if (std::abs(u - 0.5f) < 0.07f && std::abs(v - 0.66f) < 0.02f) return {150, 64, 74, 255};
        if (std::hypot(u - 0.61f, v - 0.58f) < 0.025f) return {40, 70, 220, 255};
        return {226, 172, 146, 255};
    });
    const int node = add_patch(rig, "Skin", no_index, ellipsoid(head_centre, head_radii, 64, 48),
                               add_material(rig, "skin", glm::vec4(1), 0.55f, texture));
    add_target(rig, node, "jawOpen", [](glm::vec3 at) {
        return glm::vec3(0, -0.05f, -0.01f) * near(at, {0, -0.11f, 0.06f}, 0.09f);
    });
    add_target(rig, node, "browInnerUp", [](glm::vec3 at) {
        return glm::vec3(0, 0.02f, 0.01f) * near(at, {0, 0.05f, 0.09f}, 0.05f);
    });
    add_target(rig, node, "cheekPuff", [](glm::vec3 at) {
        return glm::vec3(at.x < 0 ? -0.03f : 0.03f, 0, 0.01f) *
               near({std::abs(at.x), at.y, at.z}, {0.06f, -0.04f, 0.06f}, 0.06f);
    });
    Skin skin;
    skin.name = "head";
    skin.joints = {neck, head};
    skin.inverse_bind = {glm::translate(glm::vec3(0, -1.46f, 0)), glm::translate(glm::vec3(0, -1.53f, 0))};
    rig.skins.push_back(skin);
    rig.nodes[static_cast<std::size_t>(node)].skin = 0;
    VertexBuffer& buffer =
        rig.vertex_buffers[static_cast<std::size_t>(rig.meshes.back().primitives.front().vertices)];
    for (const glm::vec3& position : buffer.positions) {
        const float on_head = std::min(std::max((position.y - 1.47f) / 0.02f, 0.0f), 1.0f);
        buffer.joints.emplace_back(0, 1, 0, 0);
        buffer.joint_weights.emplace_back(1 - on_head, on_head, 0, 0);
    }
    return node;
}

void add_eye(Rig& rig, const std::string& name, int head, float x) {
    const int texture = paint_texture(rig, 64, 64, [](float u, float v) -> glm::u8vec4 {
        const float off = std::hypot((u - 0.5f) * 2, v - 0.5f);
        if (off < 0.06f) return {10, 10, 10, 255};
        return off < 0.14f ? glm::u8vec4{90, 60, 30, 255} : glm::u8vec4{240, 240, 240, 255};
    });
    const int node = add_patch(rig, name, head, ellipsoid(glm::vec3(0), glm::vec3(0.017f), 24, 16),
                               add_material(rig, name, glm::vec4(1), 0.15f, texture));
    rig.nodes[static_cast<std::size_t>(node)].translation = glm::vec3(x, 0.085f, 0.082f);
}

/// A patch given in world space, hung on the head.
void add_to_head(Rig& rig, const std::string& name, int head, Patch patch, int material) {
    const int node = add_patch(rig, name, head, std::move(patch), material);
    rig.nodes[static_cast<std::size_t>(node)].translation = glm::vec3(0, -1.53f, 0);
}

void add_hair(Rig& rig, int head) {
    const int texture = paint_texture(rig, 64, 16, [](float u, float v) -> glm::u8vec4 {
        const bool strand = std::fmod(u * 24, 1.0f) < 0.6f || v < 0.5f;
        return {60, 40, 25, static_cast<std::uint8_t>(strand ? 255 : 0)};
    });
    const int material = add_material(rig, "hair", glm::vec4(1), 0.8f, texture);
    rig.materials.back().alpha_mode = AlphaMode::mask;
    rig.materials.back().double_sided = true;
    add_to_head(rig, "Hair", head,
                ellipsoid(head_centre + glm::vec3(0, 0.01f, -0.012f), head_radii * 1.06f, 48, 16, 0.5f),
                material);
}

} // namespace

Rig make_head() {
    Rig rig;
    rig.name = "made head";
    const int neck = add_node(rig, "Neck", no_index, no_index);
    rig.nodes.back().translation = glm::vec3(0, 1.46f, 0);
    const int head = add_node(rig, "Head", neck, no_index);
    rig.nodes.back().translation = glm::vec3(0, 0.07f, 0);
    add_skin_mesh(rig, neck, head);
    add_eye(rig, "LeftEye", head, 0.032f);
    add_eye(rig, "RightEye", head, -0.032f);
    add_hair(rig, head);
    add_to_head(rig, "Nose", head,
                ellipsoid(head_centre + glm::vec3(0, -0.01f, 0.095f), {0.013f, 0.022f, 0.02f}, 16, 12),
                add_material(rig, "nose", glm::vec4(0.75f, 0.42f, 0.3f, 1), 0.5f));
    add_to_head(rig, "LeftEar", head,
                ellipsoid(head_centre + glm::vec3(0.082f, 0, 0), {0.012f, 0.03f, 0.02f}, 16, 12),
                add_material(rig, "left ear", glm::vec4(0.8f, 0.05f, 0.05f, 1), 0.6f));
    add_to_head(rig, "RightEar", head,
                ellipsoid(head_centre + glm::vec3(-0.082f, 0, 0), {0.012f, 0.03f, 0.02f}, 16, 12),
                add_material(rig, "right ear", glm::vec4(0.05f, 0.6f, 0.08f, 1), 0.6f));
    Material visor = unlit(glm::vec4(0.1f, 0.25f, 0.9f, 0.35f));
    visor.alpha_mode = AlphaMode::blend;
    visor.double_sided = true;
    const glm::vec3 from_head = head_centre - glm::vec3(0, 1.53f, 0);
    add_card(rig, {"Visor", head, from_head + glm::vec3(0, 0.015f, 0.125f), 0.15f, 0.05f, visor});
    add_card(rig, {"Star", head, from_head + glm::vec3(0, 0.07f, 0.1f), 0.02f, 0.02f,
                   unlit(glm::vec4(1, 0.85f, 0, 1))});
    name_expressions(rig);
    return rig;
}

} // namespace mien::test

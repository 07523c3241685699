#include "tests/support/made_rigs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtx/transform.hpp>

namespace mien::test {

int add_node(Rig& rig, const std::string& name, int parent, int mesh) {
    Node node;
    node.name = name;
    node.parent = parent;
    node.mesh = mesh;
    rig.nodes.push_back(node);
    rig.node_order.push_back(static_cast<int>(rig.nodes.size()) - 1);
    rig.node_in_scene.push_back(true);
    return static_cast<int>(rig.nodes.size()) - 1;
}

int add_card(Rig& rig, const Card& card) {
    VertexBuffer buffer;
    for (int i = 0; i < 4; ++i) {
        const auto u = static_cast<float>(i % 2);
        const auto v = static_cast<float>(i / 2);
        buffer.positions.emplace_back((u - 0.5f) * card.width, (0.5f - v) * card.height, 0);
        buffer.normals.emplace_back(0, 0, 1);
        buffer.uv[0].emplace_back(u, v);
    }
    Primitive primitive;
    primitive.vertices = static_cast<int>(rig.vertex_buffers.size());
    primitive.indices = {0, 2, 1, 1, 2, 3};
    primitive.material = static_cast<int>(rig.materials.size());
    rig.vertex_buffers.push_back(std::move(buffer));
    rig.materials.push_back(card.material);
    Mesh mesh;
    mesh.name = card.name;
    mesh.primitives.push_back(std::move(primitive));
    rig.meshes.push_back(std::move(mesh));
    const int node = add_node(rig, card.name, card.parent, static_cast<int>(rig.meshes.size()) - 1);
    rig.nodes.back().translation = card.centre;
    return node;
}

Material unlit(glm::vec4 colour) {
    Material material;
    material.shading = Shading::unlit;
    material.base_colour = colour;
    return material;
}

int add_texture(Rig& rig, int width, int height, const std::vector<glm::u8vec4>& pixels) {
    Texture texture;
    texture.picture = Image(width, height, PixelFormat::rgba8);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        for (int c = 0; c < 4; ++c)
            texture.picture.pixels[4 * i + static_cast<std::size_t>(c)] = pixels[i][c];
    rig.textures.push_back(std::move(texture));
    return static_cast<int>(rig.textures.size()) - 1;
}

void name_expressions(Rig& rig) {
    for (std::size_t m = 0; m < rig.meshes.size(); ++m)
        for (std::size_t t = 0; t < rig.meshes[m].target_names.size(); ++t) {
            const TargetRef target{static_cast<int>(m), static_cast<int>(t)};
            const std::string& name = rig.meshes[m].target_names[t];
            const auto found = std::find_if(rig.expressions.begin(), rig.expressions.end(),
                                            [&name](const Expression& e) { return e.name == name; });
            if (found != rig.expressions.end())
                found->targets.push_back(target);
            else
                rig.expressions.push_back({name, {target}});
        }
}

namespace {

/// A target that pushes a disc of the sheet out along +z.
MorphTarget sheet_target(const VertexBuffer& sheet, int number, const SheetOptions& options) {
    MorphTarget target;
    // Places spread by the golden angle, so that targets overlap here and there.
    const float turn = 2.39996f * static_cast<float>(number);
    const float out = 0.45f * std::sqrt(static_cast<float>(number % 52 + 1) / 52.0f);
    const glm::vec2 centre(out * std::cos(turn), out * std::sin(turn));
    const float radius = std::sqrt(options.touched / 3.14159265f);
    for (std::size_t v = 0; v < sheet.positions.size(); ++v) {
        // Wrapped round the sheet's edges, so that every target touches about as many vertices.
        glm::vec2 apart = glm::abs(glm::vec2(sheet.positions[v]) - centre);
        apart = glm::min(apart, glm::vec2(1) - apart);
        const float distance = glm::length(apart);
        if (distance >= radius) continue;
        const float share = 0.5f + 0.5f * std::cos(3.14159265f * distance / radius);
        target.vertices.push_back(static_cast<std::uint32_t>(v));
        target.positions.emplace_back(0.01f * share, 0.004f * std::sin(turn), 0.03f * share);
        if (options.target_normals)
            target.normals.emplace_back(0.3f * share * apart.x, 0.2f * apart.y, -0.1f * share);
    }
    return target;
}

void add_sheet_skin(Rig& rig, VertexBuffer& sheet, int joints) {
    Skin skin;
    skin.name = "skin";
    for (int j = 0; j < joints; ++j) {
        const int node = add_node(rig, "joint " + std::to_string(j), no_index, no_index);
        const float x = (static_cast<float>(j) + 0.5f) / static_cast<float>(joints) - 0.5f;
        rig.nodes[static_cast<std::size_t>(node)].translation = glm::vec3(x, 0, 0);
        skin.joints.push_back(node);
        skin.inverse_bind.push_back(glm::translate(glm::vec3(-x, 0, 0)));
    }
    for (const glm::vec3& position : sheet.positions) {
        const auto at = static_cast<int>((position.x + 0.5f) * static_cast<float>(joints - 1));
        const auto joint = [&](int step) {
            return static_cast<std::uint16_t>(std::clamp(at + step, 0, joints - 1));
        };
        sheet.joints.emplace_back(joint(0), joint(1), joint(-1), joint(2));
        sheet.joint_weights.emplace_back(0.4f, 0.3f, 0.2f, 0.1f);
    }
    rig.skins.push_back(skin);
}

} // namespace

Rig make_sheet(const SheetOptions& options) {
    Rig rig;
    rig.name = "sheet";
    VertexBuffer sheet;
    const int side = std::max(options.side, 2);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            const float u = static_cast<float>(x) / static_cast<float>(side - 1);
            const float v = static_cast<float>(y) / static_cast<float>(side - 1);
            sheet.positions.emplace_back(u - 0.5f, 0.5f - v, 0.05f * std::sin(9 * u) * std::cos(7 * v));
            sheet.normals.push_back(glm::normalize(glm::vec3(-0.45f * std::cos(9 * u) * std::cos(7 * v),
                                                             -0.35f * std::sin(9 * u) * std::sin(7 * v), 1)));
            sheet.uv[0].emplace_back(u, v);
        }
    Primitive primitive;
    primitive.vertices = 0;
    primitive.material = 0;
    for (int y = 0; y + 1 < side; ++y)
        for (int x = 0; x + 1 < side; ++x) {
            const auto corner = static_cast<std::uint32_t>(y * side + x);
            const auto below = corner + static_cast<std::uint32_t>(side);
            for (const std::uint32_t index : {corner, below, corner + 1, corner + 1, below, below + 1})
                primitive.indices.push_back(index);
        }
    Mesh mesh;
    mesh.name = "sheet";
    mesh.primitives.push_back(primitive);
    for (int t = 0; t < options.targets; ++t) {
        sheet.targets.push_back(sheet_target(sheet, t, options));
        mesh.target_names.push_back("target " + std::to_string(t));
        mesh.default_weights.push_back(0);
    }
    rig.meshes.push_back(mesh);
    const int node = add_node(rig, "sheet", no_index, 0);
    if (options.joints > 0) {
        add_sheet_skin(rig, sheet, options.joints);
        rig.nodes[static_cast<std::size_t>(node)].skin = 0;
    }
    rig.vertex_buffers.push_back(std::move(sheet));
    Material material;
    material.name = "skin";
    material.base_colour = glm::vec4(0.8f, 0.55f, 0.45f, 1);
    material.metallic = 0;
    material.roughness = 0.6f;
    rig.materials.push_back(material);
    name_expressions(rig);
    return rig;
}

PosedRig rest_of(const Rig& rig) {
    PosedRig pose;
    pose.world.resize(rig.nodes.size(), glm::mat4(1));
    for (const int n : rig.node_order) {
        const Node& node = rig.nodes[static_cast<std::size_t>(n)];
        const glm::mat4 local = node.matrix ? *node.matrix
                                            : glm::translate(node.translation) *
                                                  glm::mat4_cast(node.rotation) * glm::scale(node.scale);
        const glm::mat4 parent =
            node.parent == no_index ? glm::mat4(1) : pose.world[static_cast<std::size_t>(node.parent)];
        pose.world[static_cast<std::size_t>(n)] = parent * local;
    }
    for (const Node& node : rig.nodes) {
        std::vector<float> weights;
        if (node.mesh != no_index)
            weights = node.weights.empty() ? rig.meshes[static_cast<std::size_t>(node.mesh)].default_weights
                                           : node.weights;
        pose.morph_weights.push_back(std::move(weights));
    }
    for (const Skin& skin : rig.skins) {
        std::vector<glm::mat4> matrices;
        for (std::size_t j = 0; j < skin.joints.size(); ++j)
            matrices.push_back(pose.world[static_cast<std::size_t>(skin.joints[j])] * skin.inverse_bind[j]);
        pose.joint_matrices.push_back(std::move(matrices));
    }
    return pose;
}

void bend(PosedRig& pose, float angle) {
    for (std::vector<glm::mat4>& skin : pose.joint_matrices)
        for (std::size_t j = 0; j < skin.size(); ++j) {
            const float turn = angle * std::sin(static_cast<float>(j) * 0.7f + 0.3f);
            skin[j] = skin[j] * glm::rotate(turn, glm::normalize(glm::vec3(0.3f, 1, 0.2f))) *
                      glm::translate(glm::vec3(0, 0.02f * turn, 0.01f));
        }
}

void set_weight(PosedRig& pose, std::size_t target, float weight) {
    for (std::vector<float>& weights : pose.morph_weights)
        if (target < weights.size()) weights[target] = weight;
}

} // namespace mien::test

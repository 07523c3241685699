// A face as a flat plate, for tests of what expressions move where.
#pragma once

#include <cmath>
#include <string>

#include <glm/geometric.hpp>

#include "tests/unit/rig/small_rig.h"

namespace mien::test {

// Where things are on the plate, of the performer's own left.
inline constexpr glm::vec3 left_eye_place{0.03f, 0.05f, 0};
inline constexpr glm::vec3 right_eye_place{-0.03f, 0.05f, 0};
inline constexpr glm::vec3 mouth_place{0, -0.05f, 0};
inline constexpr glm::vec3 downwards{0, -0.01f, 0};

/// 0.2 m wide and 0.24 m high, facing +z, its middle at `centre`; expressions move round patches of it.
class FacePlate {
public:
    explicit FacePlate(const glm::vec3& centre = glm::vec3(0)) : centre_(centre) {
        rig_.name = "plate";
        add_node(rig_, "plate", no_index);
        rig_.nodes[0].mesh = 0;
        rig_.meshes.resize(1);
        rig_.meshes[0].name = "plate";
        rig_.vertex_buffers.resize(1);
        VertexBuffer& buffer = rig_.vertex_buffers[0];
        for (std::uint32_t y = 0; y <= rows; ++y)
            for (std::uint32_t x = 0; x <= columns; ++x) {
                buffer.positions.push_back(centre + glm::vec3(-0.1f + 0.01f * static_cast<float>(x),
                                                              -0.12f + 0.01f * static_cast<float>(y), 0));
                buffer.normals.emplace_back(0, 0, 1);
            }
        Primitive primitive;
        primitive.vertices = 0;
        for (std::uint32_t y = 0; y < rows; ++y)
            for (std::uint32_t x = 0; x < columns; ++x) {
                const std::uint32_t corner = y * (columns + 1) + x;
                const std::uint32_t above = corner + columns + 1;
                for (const std::uint32_t i : {corner, corner + 1, above, above, corner + 1, above + 1})
                    primitive.indices.push_back(i);
            }
        rig_.meshes[0].primitives.push_back(primitive);
    }

    /// An expression that moves what lies within 2.5 cm of `places` by `by`.
    FacePlate& shape(const std::string& name, std::initializer_list<glm::vec3> places, const glm::vec3& by) {
        VertexBuffer& buffer = rig_.vertex_buffers[0];
        MorphTarget target;
        for (std::uint32_t v = 0; v < buffer.positions.size(); ++v)
            for (const glm::vec3& place : places)
                if (glm::distance(buffer.positions[v] - centre_, place) < 0.025f) {
                    target.vertices.push_back(v);
                    target.positions.push_back(by);
                    break;
                }
        buffer.targets.push_back(target);
        rig_.meshes[0].target_names.push_back(name);
        rig_.meshes[0].default_weights.push_back(0);
        Expression expression;
        expression.name = name;
        expression.targets.push_back({0, static_cast<int>(buffer.targets.size()) - 1});
        rig_.expressions.push_back(expression);
        return *this;
    }

    [[nodiscard]] Rig& rig() { return rig_; }

private:
    static constexpr std::uint32_t columns = 20;
    static constexpr std::uint32_t rows = 24;
    glm::vec3 centre_;
    Rig rig_;
};

/// A plate with two blinks, wide eyes, a jaw, smiles and the mouth's two directions, all as they should be.
inline FacePlate good_face(const glm::vec3& centre = glm::vec3(0)) {
    FacePlate face(centre);
    face.shape("eyeBlinkLeft", {left_eye_place}, downwards)
        .shape("eyeBlinkRight", {right_eye_place}, downwards)
        .shape("eyeWideLeft", {left_eye_place}, -downwards)
        .shape("eyeWideRight", {right_eye_place}, -downwards)
        .shape("jawOpen", {mouth_place}, downwards)
        .shape("mouthSmileLeft", {mouth_place + glm::vec3(0.03f, 0, 0)}, -downwards)
        .shape("mouthSmileRight", {mouth_place - glm::vec3(0.03f, 0, 0)}, -downwards)
        .shape("mouthLeft", {mouth_place}, {0.01f, 0, 0})
        .shape("mouthRight", {mouth_place}, {-0.01f, 0, 0});
    return face;
}

} // namespace mien::test

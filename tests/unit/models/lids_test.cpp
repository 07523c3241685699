// Shut lids hide the eyeball, and at no moment does it come through them.
#include <cmath>
#include <numbers>
#include <optional>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "rig/skeleton.h"
#include "tests/unit/models/bundled_rigs.h"

namespace mien::test {
namespace {

constexpr float eye_radius = 0.0172f; // models/generator/proportions.h

glm::vec3 eye_centre(const Rig& rig, const char* joint) {
    const auto world = evaluate(rig, rest_pose(rig)).world;
    for (std::size_t n = 0; n < rig.nodes.size(); ++n)
        if (rig.nodes[n].name == joint) return glm::vec3(world[n][3]);
    ADD_FAILURE() << "no joint " << joint;
    return {};
}

/// How far from `origin` the ray leaves the triangle's plane inside it (Moeller and Trumbore, 1997).
std::optional<float> hit(const glm::vec3& origin, const glm::vec3& direction, const glm::vec3& a,
                         const glm::vec3& b, const glm::vec3& c) {
    const glm::vec3 ab = b - a, ac = c - a;
    const glm::vec3 p = glm::cross(direction, ac);
    const float determinant = glm::dot(ab, p);
    if (std::abs(determinant) < 1e-14f) return std::nullopt;
    const glm::vec3 t = origin - a;
    const float u = glm::dot(t, p) / determinant;
    const glm::vec3 q = glm::cross(t, ab);
    const float v = glm::dot(direction, q) / determinant;
    const float distance = glm::dot(ac, q) / determinant;
    // A little beyond the edges, as a ray through an edge may miss both triangles.
    if (u < -1e-3f || v < -1e-3f || u + v > 1.001f || distance < 0) return std::nullopt;
    return distance;
}

/// Skin round one eye.
class Skin {
public:
    Skin(const Rig& rig, std::vector<glm::vec3> positions, const glm::vec3& centre)
        : positions_(std::move(positions)) {
        const auto& indices = primitive_of(rig, "Head").indices;
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
            if (glm::length(positions_[indices[i]] - centre) < 3 * eye_radius)
                near_.insert(near_.end(), indices.begin() + long(i), indices.begin() + long(i) + 3);
    }
    /// Distance of the outermost skin in this direction, where there is any.
    [[nodiscard]] std::optional<float> outermost(const glm::vec3& centre, const glm::vec3& direction) const {
        std::optional<float> farthest;
        for (std::size_t i = 0; i + 2 < near_.size(); i += 3)
            if (const auto d = hit(centre, direction, positions_[near_[i]], positions_[near_[i + 1]],
                                   positions_[near_[i + 2]]))
                farthest = std::max(farthest.value_or(0), *d);
        return farthest;
    }

private:
    std::vector<glm::vec3> positions_;
    std::vector<std::uint32_t> near_;
};

/// Directions over the eye's opening and its surroundings.
std::vector<glm::vec3> directions() {
    std::vector<glm::vec3> list;
    for (int up = -33; up <= 39; up += 2)
        for (int aside = -66; aside <= 66; aside += 2) {
            if (std::hypot(float(aside) / 66, float(up - 3) / 36) > 1) continue;
            const float u = float(up) * std::numbers::pi_v<float> / 180;
            const float a = float(aside) * std::numbers::pi_v<float> / 180;
            list.emplace_back(std::sin(a) * std::cos(u), std::sin(u), std::cos(a) * std::cos(u));
        }
    return list;
}

struct Uncovered {
    int open = 0;           ///< directions without skin
    int coming_through = 0; ///< directions in which the eyeball lies before the skin
};
Uncovered look(const Rig& rig, const std::vector<glm::vec3>& positions, const char* joint) {
    const glm::vec3 centre = eye_centre(rig, joint);
    const Skin skin(rig, positions, centre);
    Uncovered result;
    for (const glm::vec3& direction : directions()) {
        const auto distance = skin.outermost(centre, direction);
        if (!distance)
            ++result.open;
        else if (*distance < eye_radius)
            ++result.coming_through;
    }
    return result;
}

TEST(Lids, ShutTheyCoverTheEyeballWhole) {
    const Rig& rig = bundled("mien");
    for (const auto& [joint, name] :
         {std::pair{"LeftEye", "eyeBlinkLeft"}, std::pair{"RightEye", "eyeBlinkRight"}}) {
        const Uncovered shut = look(rig, posed_mesh(rig, "Head", {{name, 1.0f}}), joint);
        EXPECT_EQ(shut.open, 0) << joint;
        EXPECT_EQ(shut.coming_through, 0) << joint;
    }
}

TEST(Lids, OpenTheyShowTheIris) {
    const Rig& rig = bundled("mien");
    EXPECT_GT(look(rig, posed_mesh(rig, "Head", {}), "LeftEye").open, 300);
}

TEST(Lids, OnTheirWayTheEyeballNeverComesThrough) {
    const Rig& rig = bundled("mien");
    for (const float weight : {0.15f, 0.3f, 0.5f, 0.7f, 0.85f})
        EXPECT_EQ(look(rig, posed_mesh(rig, "Head", {{"eyeBlinkLeft", weight}}), "LeftEye").coming_through, 0)
            << weight;
    for (const char* name : {"eyeWideLeft", "eyeSquintLeft", "eyeLookDownLeft", "eyeLookUpLeft",
                             "browDownLeft", "cheekSquintLeft"})
        EXPECT_EQ(look(rig, posed_mesh(rig, "Head", {{name, 1.0f}}), "LeftEye").coming_through, 0) << name;
}

TEST(Lids, OfTheBoneRigShutBySliderCoverTheEyeball) {
    const Rig& rig = bundled("mien-bones");
    const auto groups = load_face_groups(rig);
    ASSERT_TRUE(groups) << groups.error().message;
    const Uncovered shut = look(rig, slid_mesh(rig, *groups, "Head", {{"eyeBlinkLeft", 1.0f}}), "LeftEye");
    EXPECT_EQ(shut.open, 0);
    EXPECT_EQ(shut.coming_through, 0);
}

} // namespace
} // namespace mien::test

// The arithmetic behind FBX files: curves, turns and pivots, polygons, ways over in-between shapes.
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "rig/import/fbx/fbx_curve.h"
#include "rig/import/fbx/fbx_transform.h"
#include "rig/import/triangulate.h"
#include "rig/morph_path.h"

namespace mien {
namespace {

using fbx::Curve;
using ::testing::ElementsAre;

Curve::Key key(double time, double value, Curve::Joint joint, double slope = 0) {
    Curve::Key made;
    made.time = time;
    made.value = value;
    made.joint = joint;
    made.right_slope = made.left_slope = slope;
    return made;
}

TEST(FbxCurve, HoldsItsEndsAndJoinsKeysAsTheyAsk) {
    const Curve line({key(1, 10, Curve::Joint::line), key(3, 20, Curve::Joint::line)});
    EXPECT_EQ(line.at(0), 10);
    EXPECT_EQ(line.at(2), 15);
    EXPECT_EQ(line.at(9), 20);
    const Curve step({key(0, 1, Curve::Joint::step), key(1, 2, Curve::Joint::step_to_next), key(2, 3, {})});
    EXPECT_EQ(step.at(0.99), 1);
    EXPECT_EQ(step.at(1), 2);
    EXPECT_EQ(step.at(1.01), 3);
}

TEST(FbxCurve, FollowsTheSlopesOfCubicKeys) {
    const Curve ease({key(0, 0, Curve::Joint::cubic), key(1, 1, Curve::Joint::cubic)});
    EXPECT_DOUBLE_EQ(ease.at(0.5), 0.5);
    EXPECT_DOUBLE_EQ(ease.at(0.25), 0.15625) << "3 u^2 - 2 u^3";
    const Curve straight({key(0, 0, Curve::Joint::cubic, 1), key(1, 1, Curve::Joint::cubic, 1)});
    EXPECT_NEAR(straight.at(0.3), 0.3, 1e-12);
}

TEST(FbxCurve, WeightedHandlesBendTime) {
    Curve::Key from = key(0, 0, Curve::Joint::cubic);
    from.right_weight = 0.9;
    const Curve curve({from, key(1, 1, Curve::Joint::cubic)});
    EXPECT_LT(curve.at(0.5), 0.4) << "a long flat handle holds the value back";
    EXPECT_NEAR(curve.at(0.9999), 1, 1e-3);
}

TEST(FbxEuler, TurnsAboutXFirstUnlessAskedOtherwise) {
    const glm::dvec3 up(0, 1, 0);
    // x by 90 takes y to z; then z by 90 leaves it. The other way round z by 90 takes y to -x first.
    EXPECT_LT(glm::distance(fbx::from_euler({90, 0, 90}, 0) * up, glm::dvec3(0, 0, 1)), 1e-12);
    EXPECT_LT(glm::distance(fbx::from_euler({90, 0, 90}, 5) * up, glm::dvec3(-1, 0, 0)), 1e-12);
    EXPECT_LT(glm::distance(fbx::from_euler({90, 0, 90}, 77) * up, glm::dvec3(0, 0, 1)), 1e-12);
}

TEST(Triangulate, CutsAConcaveQuadAlongItsInnerDiagonal) {
    // An arrowhead: the corner 1 points inwards.
    const std::vector<glm::vec3> arrow = {{0, 0, 0}, {1, 0.5f, 0}, {2, 0, 0}, {1, 2, 0}};
    EXPECT_THAT(triangulate(arrow), ElementsAre(1, 2, 3, 1, 3, 0));
}

TEST(Triangulate, CoversAPolygonWithoutFoldingIt) {
    // A comb with two teeth.
    const std::vector<glm::vec3> comb = {{0, 0, 0}, {5, 0, 0}, {5, 3, 0}, {4, 3, 0},
                                         {4, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
    const auto indices = triangulate(comb);
    ASSERT_EQ(indices.size(), 18u);
    float area = 0;
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        const float twice =
            glm::cross(comb[indices[i + 1]] - comb[indices[i]], comb[indices[i + 2]] - comb[indices[i]]).z;
        EXPECT_GT(twice, 0);
        area += twice / 2;
    }
    EXPECT_FLOAT_EQ(area, 9);
}

TEST(Triangulate, MakesNothingOfLinesAndAFanOfWhatHasNoArea) {
    EXPECT_TRUE(triangulate(std::vector<glm::vec3>(2)).empty());
    EXPECT_EQ(triangulate(std::vector<glm::vec3>(6)).size(), 12u);
}

/// One driven target (0) with a stop at `below` (target 1) and one at `above` (target 2), itself at 1.
Mesh mesh_with_stops(float below, float above) {
    Mesh mesh;
    mesh.target_names = {"smile", "below", "above"};
    mesh.default_weights = {0, 0, 0};
    mesh.paths.push_back({0, {{below, 1}, {above, 2}, {1, 0}}});
    return mesh;
}

std::vector<float> followed(const Mesh& mesh, float weight) {
    std::vector<float> weights = {weight, 0, 0};
    follow_paths(mesh, weights);
    return weights;
}

TEST(MorphPath, MeetsEachStopAndGoesBetweenThemInProportion) {
    const Mesh mesh = mesh_with_stops(0.25f, 0.5f);
    EXPECT_THAT(followed(mesh, 0), ElementsAre(0, 0, 0));
    EXPECT_THAT(followed(mesh, 0.125f), ElementsAre(0, 0.5f, 0));
    EXPECT_THAT(followed(mesh, 0.25f), ElementsAre(0, 1, 0));
    EXPECT_THAT(followed(mesh, 0.375f), ElementsAre(0, 0.5f, 0.5f));
    EXPECT_THAT(followed(mesh, 1), ElementsAre(1, 0, 0));
    EXPECT_THAT(followed(mesh, 1.5f), ElementsAre(2, 0, -1)) << "the last pair goes on";
}

TEST(MorphPath, GoesTheOtherWayOverStopsBelowZero) {
    const Mesh mesh = mesh_with_stops(-0.5f, 0.5f);
    EXPECT_THAT(followed(mesh, -0.25f), ElementsAre(0, 0.5f, 0));
    EXPECT_THAT(followed(mesh, -1), ElementsAre(0, 2, 0));
    EXPECT_THAT(followed(mesh, 0.25f), ElementsAre(0, 0, 0.5f));
}

TEST(MorphPath, OfWeightsThatAreNotThereIsNotFollowed) {
    std::vector<float> none;
    follow_paths(mesh_with_stops(0.2f, 0.5f), none);
    EXPECT_TRUE(none.empty());
}

} // namespace
} // namespace mien

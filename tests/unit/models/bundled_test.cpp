#include "models/bundled.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "models/generator/character.h"
#include "rig/arkit.h"
#include "rig/skeleton.h"
#include "tests/unit/models/bundled_rigs.h"

namespace mien {
namespace {

const Rig& rig() {
    return test::bundled("mien");
}

TEST(BundledRig, UnknownNameIsEmpty) {
    EXPECT_TRUE(bundled_rig("nobody").empty());
    EXPECT_EQ(bundled_rig_names().front(), "mien");
}

TEST(BundledRig, LoadsWithoutAnythingToReport) {
    for (const ReportLine& line : rig().report) EXPECT_NE(line.kind, ReportLine::Kind::warning) << line.text;
}

TEST(BundledRig, HasEveryChannelUnderItsName) {
    for (const std::string_view name : channel_names)
        EXPECT_TRUE(std::ranges::any_of(rig().expressions, [&](const Expression& e) {
            return e.name == name;
        })) << name;
}

TEST(BundledRig, HasTheJointsThatTurnHeadJawAndEyes) {
    const auto world = evaluate(rig(), rest_pose(rig())).world;
    const auto place = [&](std::string_view name) {
        const auto found = std::ranges::find(rig().nodes, name, &Node::name);
        EXPECT_NE(found, rig().nodes.end()) << name;
        return found == rig().nodes.end() ? glm::vec3{0}
                                          : glm::vec3{world[std::size_t(found - rig().nodes.begin())][3]};
    };
    EXPECT_GT(place("Head").y, place("Neck").y);
    EXPECT_GT(place("Jaw").y, place("Head").y - 0.03f);
    // The character's own left is at +x.
    EXPECT_GT(place("LeftEye").x, 0.02f);
    EXPECT_LT(place("RightEye").x, -0.02f);
}

TEST(BundledRig, IsFiniteAndOfHumanSize) {
    std::size_t vertices = 0;
    float low = 1e9f, high = -1e9f;
    for (const VertexBuffer& buffer : rig().vertex_buffers) {
        vertices += buffer.positions.size();
        for (const glm::vec3& p : buffer.positions) {
            ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
            low = std::min(low, p.y);
            high = std::max(high, p.y);
        }
        for (const MorphTarget& target : buffer.targets)
            for (const glm::vec3& d : target.positions)
                ASSERT_TRUE(std::isfinite(d.x) && std::isfinite(d.y) && std::isfinite(d.z));
    }
    EXPECT_GE(vertices, 12000u);
    EXPECT_LE(vertices, 30000u);
    EXPECT_NEAR(high - low, 0.42f, 0.06f);
}

TEST(BundledRig, GeneratedAgainIsTheSameToTheByte) {
    const auto files = head::make_bundled_rigs();
    ASSERT_TRUE(files) << files.error().message;
    for (const auto& [name, file] :
         {std::pair{"mien", "mien.glb"}, {"mien-bones", "mien-bones.glb"}, {"mien-vrm", "mien.vrm"}})
        EXPECT_TRUE(std::ranges::equal(files->at(file), bundled_rig(name))) << name;
}

TEST(BundledRig, EachExpressionMovesItsOwnSide) {
    for (const Expression& expression : rig().expressions) {
        float left = 0, right = 0, most = 0;
        for (const TargetRef& ref : expression.targets) {
            const VertexBuffer& buffer = rig().vertex_buffers[std::size_t(
                rig().meshes[std::size_t(ref.mesh)].primitives.front().vertices)];
            const MorphTarget& target = buffer.targets[std::size_t(ref.target)];
            for (std::size_t i = 0; i < target.vertices.size(); ++i) {
                const float length = glm::length(target.positions[i]);
                most = std::max(most, length);
                (buffer.positions[target.vertices[i]].x > 0 ? left : right) += length;
            }
        }
        EXPECT_GT(most, 1e-3f) << expression.name;
        EXPECT_LT(most, 0.06f) << expression.name;
        // Jaw and mouth go sideways as a whole.
        const bool whole = expression.name == "jawLeft" || expression.name == "jawRight" ||
                           expression.name == "mouthLeft" || expression.name == "mouthRight";
        if (whole) continue;
        if (expression.name.ends_with("Left")) {
            EXPECT_GT(left, 4 * right) << expression.name;
        }
        if (expression.name.ends_with("Right")) {
            EXPECT_GT(right, 4 * left) << expression.name;
        }
    }
}

TEST(BundledRig, WhatSitsOnTheFaceFollowsIt) {
    const auto has = [](std::string_view mesh, std::string_view name) {
        const auto found = std::ranges::find(rig().meshes, mesh, &Mesh::name);
        return found != rig().meshes.end() &&
               std::ranges::find(found->target_names, name) != found->target_names.end();
    };
    EXPECT_TRUE(has("Brows", "browInnerUp"));
    EXPECT_TRUE(has("Lashes", "eyeBlinkLeft"));
    EXPECT_TRUE(has("Teeth", "jawOpen"));
    EXPECT_TRUE(has("Tongue", "tongueOut"));
    EXPECT_TRUE(has("Eyes", "eyeLookUpRight"));
    EXPECT_FALSE(has("Hair", "browInnerUp"));
}

TEST(BundledRig, WeightsOfJointsAddUpToOne) {
    for (const VertexBuffer& buffer : rig().vertex_buffers)
        for (const glm::vec4& w : buffer.joint_weights) ASSERT_NEAR(w.x + w.y + w.z + w.w, 1, 1e-5f);
}

using Place = std::tuple<float, float, float>;

/// The displacements at each place of a mesh, as if seen in a mirror or not. Several vertices may share a
/// place.
std::map<Place, std::set<Place>> displacements(const VertexBuffer& buffer, const MorphTarget& target,
                                               bool mirror) {
    const float side = mirror ? -1.0f : 1.0f;
    std::map<Place, std::set<Place>> result;
    for (std::size_t i = 0; i < target.vertices.size(); ++i) {
        const glm::vec3& p = buffer.positions[target.vertices[i]];
        const glm::vec3& d = target.positions[i];
        result[{side * p.x, p.y, p.z}].insert({side * d.x, d.y, d.z});
    }
    return result;
}

TEST(BundledRig, LeftAndRightAreExactMirrorImages) {
    for (const Mesh& mesh : rig().meshes)
        for (std::size_t t = 0; t < mesh.target_names.size(); ++t) {
            const auto channel = find_channel(mesh.target_names[t]);
            ASSERT_TRUE(channel) << mesh.target_names[t];
            const std::string_view other_name = channel_names[mirrored_channel(*channel)];
            const auto other = std::ranges::find(mesh.target_names, other_name);
            ASSERT_NE(other, mesh.target_names.end()) << mesh.name << " lacks " << other_name;
            const VertexBuffer& buffer = rig().vertex_buffers[std::size_t(mesh.primitives.front().vertices)];
            const MorphTarget& mirrored = buffer.targets[std::size_t(other - mesh.target_names.begin())];
            EXPECT_TRUE(displacements(buffer, buffer.targets[t], false) ==
                        displacements(buffer, mirrored, true))
                << mesh.name << ' ' << mesh.target_names[t];
        }
}

} // namespace
} // namespace mien

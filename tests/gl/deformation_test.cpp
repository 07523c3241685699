// The vertex shader against deform(), the CPU's reference.
#include <algorithm>
#include <limits>
#include <span>
#include <string>

#include <glm/gtx/transform.hpp>

#include "rig/deform.h"
#include "rig/two_mesh_morph.h"
#include "tests/gl/gl_test.h"
#include "tests/support/made_rigs.h"

namespace mien {
namespace {

using test::make_head;
using test::make_sheet;

float size_of(const std::vector<DeformedPrimitive>& primitives) {
    glm::vec3 low(1e30f);
    glm::vec3 high(-1e30f);
    for (const DeformedPrimitive& primitive : primitives)
        for (const glm::vec3& position : primitive.positions) {
            low = glm::min(low, position);
            high = glm::max(high, position);
        }
    return std::max(glm::length(high - low), 1e-12f);
}

/// The largest distance of positions, as a share of the rig's size, and of normals.
struct Difference {
    float position = 0;
    float normal = 0;
};

void expect_same_shape(const std::vector<DeformedPrimitive>& expected,
                       const std::vector<DeformedPrimitive>& actual) {
    ASSERT_EQ(expected.size(), actual.size());
    for (std::size_t p = 0; p < expected.size(); ++p) {
        ASSERT_EQ(expected[p].node, actual[p].node);
        ASSERT_EQ(expected[p].mesh, actual[p].mesh);
        ASSERT_EQ(expected[p].primitive, actual[p].primitive);
        ASSERT_EQ(expected[p].positions.size(), actual[p].positions.size());
        ASSERT_EQ(expected[p].normals.size(), actual[p].normals.size());
    }
}

Difference difference(const std::vector<DeformedPrimitive>& expected,
                      const std::vector<DeformedPrimitive>& actual) {
    Difference worst;
    const float size = size_of(expected);
    for (std::size_t p = 0; p < expected.size(); ++p)
        for (std::size_t v = 0; v < expected[p].positions.size(); ++v) {
            worst.position = std::max(worst.position,
                                      glm::length(expected[p].positions[v] - actual[p].positions[v]) / size);
            worst.normal = std::max(worst.normal, glm::length(expected[p].normals[v] - actual[p].normals[v]));
        }
    return worst;
}

class Deformation : public test::GlTest, public testing::WithParamInterface<MorphBlending> {
protected:
    void expect_as_reference(const Rig& rig, const PosedRig& pose) {
        Result<RigRenderer> renderer = RigRenderer::create(rig, {.blending = GetParam()});
        ASSERT_TRUE(renderer) << renderer.error().message;
        expect_as_reference(*renderer, rig, pose);
    }
    static void expect_as_reference(RigRenderer& renderer, const Rig& rig, const PosedRig& pose) {
        const std::vector<DeformedPrimitive> expected = deform(rig, pose);
        const Result<std::vector<DeformedPrimitive>> actual = renderer.read_vertices(pose);
        ASSERT_TRUE(actual) << actual.error().message;
        expect_same_shape(expected, *actual);
        if (testing::Test::HasFatalFailure()) return;
        const Difference worst = difference(expected, *actual);
        // Ten times better than what the check tool asks for; float32 rounding is about 1e-7.
        EXPECT_LT(worst.position, 1e-5f);
        EXPECT_LT(worst.normal, 1e-3f);
    }
};

TEST_P(Deformation, MorphsWithoutASkinAreAsTheReference) {
    const Rig rig = make_sheet({.side = 24, .targets = 8, .touched = 0.3f});
    PosedRig pose = test::rest_of(rig);
    pose.world[0] = glm::translate(glm::vec3(1, 2, 3)) * glm::rotate(0.7f, glm::vec3(0, 1, 0));
    for (std::size_t t = 0; t < 8; ++t) test::set_weight(pose, t, 0.1f * static_cast<float>(t));
    expect_as_reference(rig, pose);
}

/// A mesh of positions and normals one after the other.
MeshView view_of(const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals) {
    const auto attribute = [](const std::vector<glm::vec3>& values) {
        return VertexAttribute{std::as_bytes(std::span(values)), 0, sizeof(glm::vec3)};
    };
    return {positions.size(), attribute(positions), attribute(normals)};
}

TEST_P(Deformation, OneTargetIsAsTheMorphBetweenTwoMeshes) {
    const Rig rig = make_sheet({.side = 24, .targets = 1, .touched = 0.4f});
    const VertexBuffer& source = rig.vertex_buffers[0];
    VertexBuffer target = source;
    for (std::size_t i = 0; i < source.targets[0].vertices.size(); ++i) {
        target.positions[source.targets[0].vertices[i]] += source.targets[0].positions[i];
        target.normals[source.targets[0].vertices[i]] += source.targets[0].normals[i];
    }
    Result<RigRenderer> renderer = RigRenderer::create(rig, {.blending = GetParam()});
    ASSERT_TRUE(renderer) << renderer.error().message;
    for (const double seconds : {0.0, 0.5, 1.7, 2.0}) {
        const float scalar = morph_scalar(seconds, 2);
        PosedRig pose = test::rest_of(rig);
        test::set_weight(pose, 0, scalar);
        const auto drawn = renderer->read_vertices(pose);
        ASSERT_TRUE(drawn) << drawn.error().message;
        const auto morphed = morph_between(view_of(source.positions, source.normals),
                                           view_of(target.positions, target.normals), scalar);
        ASSERT_TRUE(morphed);
        for (std::size_t v = 0; v < source.positions.size(); ++v) {
            EXPECT_LT(glm::length(drawn->at(0).positions[v] - morphed->positions[v]), 1e-5f);
            EXPECT_LT(glm::length(drawn->at(0).normals[v] - morphed->normals[v]), 1e-3f);
        }
    }
}

TEST_P(Deformation, FourBoneSkinWithoutMorphsIsAsTheReference) {
    const Rig rig = make_sheet({.side = 24, .joints = 9});
    PosedRig pose = test::rest_of(rig);
    test::bend(pose, 0.9f);
    expect_as_reference(rig, pose);
}

TEST_P(Deformation, MorphsAndSkinTogetherAreAsTheReference) {
    const Rig rig = make_sheet({.side = 40, .targets = 52, .joints = 20});
    PosedRig pose = test::rest_of(rig);
    test::bend(pose, 0.5f);
    for (std::size_t t = 0; t < 52; ++t) test::set_weight(pose, t, 0.3f);
    expect_as_reference(rig, pose);
}

TEST_P(Deformation, WeightsBeyondZeroAndOneAreNotClamped) {
    const Rig rig = make_sheet({.side = 16, .targets = 3, .touched = 0.5f});
    PosedRig pose = test::rest_of(rig);
    test::set_weight(pose, 0, -0.5f);
    test::set_weight(pose, 1, 1.75f);
    expect_as_reference(rig, pose);
}

TEST_P(Deformation, ThreeHundredTargetsAllAtOnceAreAsTheReference) {
    const Rig rig = make_sheet({.side = 32, .targets = 300, .joints = 4});
    PosedRig pose = test::rest_of(rig);
    for (std::size_t t = 0; t < 300; ++t) test::set_weight(pose, t, 0.02f * static_cast<float>(t % 7));
    expect_as_reference(rig, pose);
}

TEST_P(Deformation, SixHundredJointsReachTheVerticesThatHangOnThem) {
    const Rig rig = make_sheet({.side = 64, .joints = 600});
    PosedRig pose = test::rest_of(rig);
    test::bend(pose, 0.4f);
    expect_as_reference(rig, pose);
}

TEST_P(Deformation, NormalsSurviveNonUniformScaleAndMirroring) {
    const Rig rig = make_sheet({.side = 20, .targets = 4, .touched = 0.4f, .joints = 3});
    PosedRig pose = test::rest_of(rig);
    test::set_weight(pose, 2, 0.8f);
    for (const glm::vec3 scale :
         {glm::vec3(3, 0.2f, 1), glm::vec3(-1, 1, 1), glm::vec3(1e-3f), glm::vec3(500, 40, 900)}) {
        PosedRig scaled = pose;
        for (glm::mat4& joint : scaled.joint_matrices[0]) joint = glm::scale(scale) * joint;
        SCOPED_TRACE(scale.x);
        expect_as_reference(rig, scaled);
    }
}

TEST_P(Deformation, PrimitivesThatShareABufferAreListedOneByOne) {
    Rig rig = make_sheet({.side = 12, .targets = 3, .touched = 0.5f});
    Primitive second = rig.meshes[0].primitives[0];
    second.indices.resize(30);
    rig.meshes[0].primitives.push_back(second);
    PosedRig pose = test::rest_of(rig);
    test::set_weight(pose, 1, 1);
    expect_as_reference(rig, pose);
}

TEST_P(Deformation, TwoNodesThatShowOneMeshKeepTheirOwnWeightsAndPlaces) {
    Rig rig = make_sheet({.side = 12, .targets = 3, .touched = 0.5f});
    test::add_node(rig, "twin", no_index, 0);
    PosedRig pose = test::rest_of(rig);
    pose.world.back() = glm::translate(glm::vec3(2, 0, 0));
    pose.morph_weights.front()[0] = 1;
    pose.morph_weights.back()[2] = 0.5f;
    expect_as_reference(rig, pose);
}

TEST_P(Deformation, NodesOutsideTheSceneAreLeftOut) {
    Rig rig = make_sheet({.side = 8});
    test::add_node(rig, "elsewhere", no_index, 0);
    rig.node_in_scene.back() = false;
    expect_as_reference(rig, test::rest_of(rig));
}

TEST_P(Deformation, ManyMeshesJointsAndTargetsOfAHeadAreAsTheReference) {
    const Rig rig = make_head();
    PosedRig pose = test::rest_of(rig);
    test::set_weight(pose, 0, 0.7f);
    test::set_weight(pose, 2, 0.4f);
    test::bend(pose, 0.3f);
    expect_as_reference(rig, pose);
}

// Targets come and go: each frame must be as if it were the first.
TEST_P(Deformation, AChangingActiveSetLeavesNothingBehind) {
    const Rig rig = make_sheet({.side = 30, .targets = 60, .joints = 5});
    Result<RigRenderer> renderer = RigRenderer::create(rig, {.blending = GetParam()});
    ASSERT_TRUE(renderer) << renderer.error().message;
    for (int frame = 0; frame < 25; ++frame) {
        SCOPED_TRACE(frame);
        PosedRig pose = test::rest_of(rig);
        const int active = frame % 5 == 4 ? 0 : 1 + (frame * 7) % 50;
        for (int a = 0; a < active; ++a)
            test::set_weight(pose, static_cast<std::size_t>((frame * 11 + a * 3) % 60),
                             0.1f + 0.01f * static_cast<float>(a));
        expect_as_reference(*renderer, rig, pose);
    }
}

// Every vertex has 900 deltas: more than a row of the texture holds.
TEST_P(Deformation, ListsLongerThanARowOfTheTextureAreReadToTheirEnd) {
    const Rig rig = make_sheet({.side = 12, .targets = 900, .touched = 2.9f});
    PosedRig pose = test::rest_of(rig);
    for (std::size_t t = 0; t < 900; ++t) test::set_weight(pose, t, t == 899 ? 1.0f : 0.001f);
    expect_as_reference(rig, pose);
}

// More deltas than one layer of the array holds: 1024 x 1024 texels, two a delta.
TEST_P(Deformation, ListsReachIntoTheSecondLayerOfTheTexture) {
    const Rig rig = make_sheet({.side = 64, .targets = 140, .touched = 2.9f});
    PosedRig pose = test::rest_of(rig);
    for (std::size_t t = 0; t < 140; ++t) test::set_weight(pose, t, 0.01f * static_cast<float>(1 + t % 5));
    expect_as_reference(rig, pose);
}

TEST_P(Deformation, WeightsThatAreNotNumbersCountAsRest) {
    const Rig rig = make_sheet({.side = 8, .targets = 2, .touched = 0.5f});
    PosedRig pose = test::rest_of(rig);
    const std::vector<DeformedPrimitive> expected = deform(rig, pose);
    Result<RigRenderer> renderer = RigRenderer::create(rig, {.blending = GetParam()});
    ASSERT_TRUE(renderer) << renderer.error().message;
    test::set_weight(pose, 0, std::numeric_limits<float>::quiet_NaN());
    test::set_weight(pose, 1, std::numeric_limits<float>::infinity());
    const Result<std::vector<DeformedPrimitive>> actual = renderer->read_vertices(pose);
    ASSERT_TRUE(actual);
    EXPECT_LT(difference(expected, *actual).position, 1e-6f);
}

TEST_P(Deformation, AnEmptyRigHasNoVertices) {
    const Rig rig;
    expect_as_reference(rig, test::rest_of(rig));
}

using HalfPrecision = test::GlTest;

TEST_F(HalfPrecision, IsNearTheReferenceToo) {
    const Rig rig = make_sheet({.side = 40, .targets = 52, .joints = 20});
    PosedRig pose = test::rest_of(rig);
    test::bend(pose, 0.5f);
    for (std::size_t t = 0; t < 52; ++t) test::set_weight(pose, t, 0.3f);
    Result<RigRenderer> renderer = RigRenderer::create(
        rig, {.blending = MorphBlending::vertex_shader, .precision = MorphPrecision::half});
    ASSERT_TRUE(renderer) << renderer.error().message;
    const Result<std::vector<DeformedPrimitive>> actual = renderer->read_vertices(pose);
    ASSERT_TRUE(actual);
    const Difference worst = difference(deform(rig, pose), *actual);
    EXPECT_LT(worst.position, 1e-4f);
    EXPECT_LT(worst.normal, 1e-2f);
    EXPECT_GT(worst.position, 1e-7f) << "these are not halves";
}

INSTANTIATE_TEST_SUITE_P(Blending, Deformation,
                         testing::Values(MorphBlending::vertex_shader, MorphBlending::processor),
                         [](const testing::TestParamInfo<MorphBlending>& blending) -> std::string {
                             return blending.param == MorphBlending::vertex_shader ? "VertexShader"
                                                                                   : "Processor";
                         });

} // namespace
} // namespace mien

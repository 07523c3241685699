#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "solver/head_rotation.h"
#include "solver/mapping.h"
#include "solver/synthetic_performance.h"

namespace mien {
namespace {

FaceState random_state(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto next = [&random] { return static_cast<float>(random() % 10007) / 10007; };
    FaceState state;
    state.tracked = true;
    state.head = {next() - 0.5F,    next() - 0.5F,    -next() - 0.1F,
                  60 * next() - 30, 80 * next() - 40, 60 * next() - 30};
    for (float& weight : state.weights) weight = next();
    return state;
}

Rig rig_with(std::initializer_list<const char*> names) {
    Rig rig;
    for (const char* name : names) rig.expressions.push_back({.name = name, .targets = {}});
    return rig;
}

Eigen::Quaterniond rotation(const glm::quat& q) {
    return {q.w, q.x, q.y, q.z};
}

HeadPose angles(const glm::quat& q) {
    HeadPose pose;
    set_rotation(pose, rotation(q));
    return pose;
}

TEST(Mirror, TwiceIsBitExactlyTheSame) {
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        const FaceState state = random_state(seed);
        EXPECT_EQ(mirrored(mirrored(state)), state);
    }
}

TEST(Mirror, SwapsSidesAndDirections) {
    FaceState state;
    state.weights[channel("jawLeft")] = 0.3F;
    state.weights[channel("mouthSmileRight")] = 0.4F;
    state.weights[channel("eyeLookInLeft")] = 0.5F;
    state.weights[channel("jawOpen")] = 0.6F;
    state.head = {0.1F, 0.2F, -0.5F, 7, 8, 9};
    const FaceState mirror = mirrored(state);
    EXPECT_EQ(mirror.weights[channel("jawRight")], 0.3F);
    EXPECT_EQ(mirror.weights[channel("jawLeft")], 0);
    EXPECT_EQ(mirror.weights[channel("mouthSmileLeft")], 0.4F);
    EXPECT_EQ(mirror.weights[channel("eyeLookInRight")], 0.5F);
    EXPECT_EQ(mirror.weights[channel("jawOpen")], 0.6F);
    EXPECT_EQ(mirror.head, (HeadPose{-0.1F, 0.2F, -0.5F, 7, -8, -9}));
}

TEST(Retarget, EveryChannelAppearsAtItsTargetAndNowhereElse) {
    Rig rig;
    Mapping mapping;
    for (ChannelIndex i = 0; i < channel_count; ++i) {
        rig.expressions.push_back({.name = std::string(channel_names[i]), .targets = {}});
        mapping.rows.push_back({.source = i, .target = static_cast<int>(channel_count - 1 - i)});
    }
    for (ChannelIndex i = 0; i < channel_count; ++i) {
        FaceState state;
        state.tracked = true;
        state.weights[i] = 0.7F;
        const RigControls controls = retarget(state, mapping, rig, {});
        for (ChannelIndex k = 0; k < channel_count; ++k)
            EXPECT_EQ(controls.expressions[k], k == channel_count - 1 - i ? 0.7F : 0);
    }
}

TEST(Retarget, RowsOntoOneTargetAddUpEachWithinItsLimits) {
    const Rig rig = rig_with({"A"});
    Mapping mapping;
    mapping.rows.push_back({.source = channel("jawOpen"), .target = 0, .gain = 2, .high = 0.9F});
    mapping.rows.push_back({.source = channel("mouthFunnel"), .target = 0, .gain = -0.5F, .low = -1});
    FaceState state;
    state.weights[channel("jawOpen")] = 0.8F;
    state.weights[channel("mouthFunnel")] = 0.4F;
    EXPECT_FLOAT_EQ(retarget(state, mapping, rig, {}).expressions[0], 0.7F);
}

TEST(Retarget, RowsThatPointNowhereAreLeftOut) {
    const Rig rig = rig_with({"A"});
    Mapping mapping;
    mapping.rows.push_back({.source = 0, .target = 7});
    mapping.rows.push_back({.source = 0, .target = no_index});
    mapping.rows.push_back({.source = 99, .target = 0});
    mapping.rows.push_back({.source = 0, .kind = MappingRow::TargetKind::slider, .target = 3});
    FaceState state = random_state(1);
    EXPECT_EQ(retarget(state, mapping, rig, {}).expressions, std::vector<float>{0});
}

TEST(Retarget, SlidersStandAtTheirRestUntilDriven) {
    FaceGroups groups;
    groups.groups.push_back({.name = "Mouth",
                             .parts = {{.name = "Jaw open", .rest = 0.25F, .bones = {}},
                                       {.name = "Width", .rest = 0.5F, .bones = {}}}});
    Mapping mapping;
    mapping.rows.push_back(
        {.source = channel("jawOpen"), .kind = MappingRow::TargetKind::slider, .target = 0});
    FaceState state;
    state.weights[channel("jawOpen")] = 0.6F;
    EXPECT_EQ(retarget(state, mapping, {}, groups).sliders, (std::vector<float>{0.6F, 0.5F}));
}

TEST(Retarget, APureTurnBeforeATiltedCameraStaysAPureTurn) {
    HeadPose centre{.x = 0, .y = 0.1F, .z = -0.6F, .pitch = 20, .yaw = 0, .roll = 0};
    const Eigen::Quaterniond tilt = rotation_of(centre);
    for (const float yaw : {-40.0F, -10.0F, 25.0F, 40.0F}) {
        FaceState state;
        state.tracked = true;
        state.head = centre;
        set_rotation(state.head, tilt * rotation_of({.yaw = yaw}));
        const HeadPose head = angles(retarget(state, {}, {}, {}, {.centre = centre}).head);
        EXPECT_NEAR(head.yaw, yaw, 0.01);
        EXPECT_NEAR(head.pitch, 0, 0.01);
        EXPECT_NEAR(head.roll, 0, 0.01);
    }
}

TEST(Retarget, TheCentreIsAtRest) {
    const FaceState state = random_state(3);
    const RigControls controls = retarget(state, {}, {}, {}, {.centre = state.head});
    EXPECT_NEAR(std::abs(controls.head.w), 1, 1e-6);
    EXPECT_NEAR(controls.head_offset.x, 0, 1e-6);
    EXPECT_NEAR(controls.head_offset.z, 0, 1e-6);
}

TEST(Retarget, WithoutACentreTheHeadTurnsButStaysInPlace) {
    FaceState state;
    state.head = {.x = 0.1F, .y = 0, .z = -0.6F, .pitch = 0, .yaw = 12, .roll = 0};
    const RigControls controls = retarget(state, {}, {}, {});
    EXPECT_EQ(controls.head_offset, glm::vec3(0));
    EXPECT_NEAR(angles(controls.head).yaw, 12, 1e-3);
}

TEST(Retarget, MirrorTurnsHeadAndEyesTheOtherWay) {
    FaceState state;
    state.head = {.x = 0.1F, .y = 0, .z = -0.6F, .pitch = 5, .yaw = 12, .roll = -3};
    state.weights[channel("eyeLookOutLeft")] = 0.5F;
    state.weights[channel("eyeLookInRight")] = 0.5F;
    Mapping mapping;
    mapping.gaze_by_joints = true;
    const RigControls plain = retarget(state, mapping, {}, {});
    const RigControls mirror = retarget(state, mapping, {}, {}, {.mirror = true});
    EXPECT_NEAR(angles(plain.left_eye).yaw, 15, 1e-3);
    EXPECT_NEAR(angles(plain.right_eye).yaw, 15, 1e-3);
    EXPECT_NEAR(angles(mirror.left_eye).yaw, -15, 1e-3);
    EXPECT_NEAR(angles(mirror.right_eye).yaw, -15, 1e-3);
    EXPECT_NEAR(angles(mirror.head).yaw, -12, 1e-3);
    EXPECT_NEAR(angles(mirror.head).pitch, 5, 1e-3);
    EXPECT_NEAR(angles(mirror.head).roll, 3, 1e-3);
}

TEST(Retarget, EyesAreLeftAloneWhereShapesTurnThem) {
    const RigControls controls = retarget(random_state(5), {}, {}, {});
    EXPECT_EQ(controls.left_eye, glm::quat(1, 0, 0, 0));
    EXPECT_EQ(controls.right_eye, glm::quat(1, 0, 0, 0));
}

TEST(Retarget, HeadGainScalesTheAngle) {
    FaceState state;
    state.head.yaw = 20;
    EXPECT_NEAR(angles(retarget(state, {}, {}, {}, {.head_gain = 0.5F}).head).yaw, 10, 1e-3);
    EXPECT_NEAR(angles(retarget(state, {}, {}, {}, {.head_gain = 1.5F}).head).yaw, 30, 1e-3);
}

TEST(SyntheticPerformance, IsTheSameForTheSameTimeAndStaysInRange) {
    bool blinked = false;
    for (int i = -100; i < 2000; ++i) {
        const Timestamp t = Timestamp::from_seconds(i / 30.0);
        const FaceState state = synthetic_performance(t);
        EXPECT_EQ(state, synthetic_performance(t));
        for (const float weight : state.weights) {
            EXPECT_GE(weight, 0);
            EXPECT_LE(weight, 1);
        }
        EXPECT_LE(state.weights[channel("mouthClose")], state.weights[channel("jawOpen")]);
        blinked = blinked || state.weights[channel("eyeBlinkLeft")] > 0.9F;
    }
    EXPECT_TRUE(blinked);
}

} // namespace
} // namespace mien

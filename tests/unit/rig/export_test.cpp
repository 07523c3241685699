// A rig written as GLB comes back as it was, and a baked one looks at rest as its pose did.
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include "rig/animation.h"
#include "rig/bake.h"
#include "rig/clone_groups.h"
#include "rig/deform.h"
#include "rig/export/glb_export.h"
#include "rig/skeleton.h"
#include "tests/support/paths.h"
#include "tests/unit/rig/import_helpers.h"
#include "tests/unit/rig/small_rig.h"

namespace mien {
namespace {

using test::Json;
using test::load;
using test::SheetRig;

Rig written_and_read(const Rig& rig) {
    const auto bytes = export_glb(rig);
    EXPECT_TRUE(bytes);
    auto back = import_gltf(*bytes, "back.glb", {});
    EXPECT_TRUE(back) << back.error().message;
    return back ? std::move(*back) : Rig{};
}

/// Largest distance between the vertices of two rigs in two poses.
float difference(const Rig& a, const PosedRig& pose_a, const Rig& b, const PosedRig& pose_b) {
    const auto deformed_a = deform(a, pose_a);
    const auto deformed_b = deform(b, pose_b);
    EXPECT_EQ(deformed_a.size(), deformed_b.size());
    float largest = 0;
    for (std::size_t p = 0; p < deformed_a.size() && p < deformed_b.size(); ++p) {
        EXPECT_EQ(deformed_a[p].positions.size(), deformed_b[p].positions.size());
        for (std::size_t v = 0; v < deformed_a[p].positions.size(); ++v) {
            largest =
                std::max(largest, glm::distance(deformed_a[p].positions[v], deformed_b[p].positions[v]));
            largest = std::max(largest, glm::distance(deformed_a[p].normals[v], deformed_b[p].normals[v]));
        }
    }
    return largest;
}

/// A pose with morphs, a turned joint and an animation in it.
LocalPose busy_pose(const Rig& rig) {
    LocalPose pose = rest_pose(rig);
    sample(rig, rig.animations.at(0), 0.6f, pose);
    pose.morph_weights[0] = {0.7f, 0.3f};
    pose.translation[1] += glm::vec3(0.2f, 0, 0.1f);
    return pose;
}

SheetRig busy_sheet() {
    SheetRig sheet;
    sheet.json["materials"] =
        Json::array({{{"name", "skin"},
                      {"pbrMetallicRoughness", {{"baseColorFactor", {1, 0.5, 0.25, 1}}}},
                      {"emissiveFactor", {0, 1, 0}},
                      {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", 3}}}}}}});
    sheet.primitive()["material"] = 0;
    sheet.mesh()["weights"] = {0.5, 0};
    sheet.node(2)["rotation"] = {0, 0.6, 0, 0.8};
    return sheet;
}

TEST(GlbExport, BoundsOfATargetThatTouchesEveryVertexAreThoseOfItsDeltas) {
    SheetRig sheet;
    std::vector<float> deltas;
    for (int i = 0; i < 9; ++i) deltas.insert(deltas.end(), {1.0f, 2.0f + static_cast<float>(i), -1.0f});
    sheet.primitive()["targets"][0]["POSITION"] = sheet.add_vec3(deltas);
    const auto bytes = export_glb(load(sheet));
    ASSERT_TRUE(bytes);
    const std::string text(bytes->begin(), bytes->end());
    EXPECT_NE(text.find("\"min\":[1.0,2.0,-1.0]"), std::string::npos);
    EXPECT_NE(text.find("\"max\":[1.0,10.0,-1.0]"), std::string::npos);
}

TEST(GlbExport, ComesBackTheSame) {
    const Rig rig = load(busy_sheet());
    const Rig back = written_and_read(rig);
    EXPECT_LT(difference(rig, evaluate(rig, busy_pose(rig)), back, evaluate(back, busy_pose(back))), 1e-6f);
    EXPECT_EQ(back.meshes.at(0).target_names, rig.meshes[0].target_names);
    EXPECT_EQ(back.meshes[0].default_weights, rig.meshes[0].default_weights);
    EXPECT_EQ(back.nodes.at(2).name, "tip");
    EXPECT_EQ(back.animations.at(0).name, "bend");
    EXPECT_EQ(back.materials.at(0).base_colour, rig.materials[0].base_colour);
    EXPECT_EQ(back.materials[0].emissive, glm::vec3(0, 3, 0));
    EXPECT_TRUE(back.report.empty());
}

TEST(GlbExport, GivesTheSameBytesForTheSameRig) {
    const Rig rig = load(busy_sheet());
    EXPECT_EQ(export_glb(rig).value(), export_glb(rig).value());
}

TEST(GlbExport, KeepsMatricesSharedBuffersAndPictures) {
    SheetRig sheet = busy_sheet();
    sheet.node(2) = {{"name", "tip"}, {"matrix", {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0.1, 0, 1}}};
    sheet.mesh()["primitives"].push_back(sheet.primitive());
    Rig rig = load(sheet);
    Image picture(2, 2, PixelFormat::rgba8);
    picture.pixels.assign(16, 77);
    rig.textures.push_back({"paint", picture, Wrap::clamp, Wrap::mirror, true});
    rig.materials[0].base_colour_texture = {0, 0, {0.5f, 0}, 1, {2, 2}};
    const Rig back = written_and_read(rig);
    EXPECT_EQ(back.nodes.at(2).matrix, rig.nodes[2].matrix);
    EXPECT_EQ(back.vertex_buffers.size(), 1u);
    ASSERT_EQ(back.textures.size(), 1u);
    EXPECT_EQ(back.textures[0].picture, picture);
    EXPECT_EQ(back.textures[0].wrap_v, Wrap::mirror);
    EXPECT_EQ(back.materials[0].base_colour_texture.offset, glm::vec2(0.5f, 0));
}

TEST(GlbExport, OfRealAvatarsLosesNoVertex) {
    for (const char* name : {"rpm_female_wass08.glb", "ict_facekit.glb", "vrm/vrm0_godette.vrm"}) {
        MIEN_NEEDS_SHARED(std::string("data/rigs/") + name);
        const auto rig = import_rig(test::shared_dir() / "data/rigs" / name);
        ASSERT_TRUE(rig);
        const Rig back = written_and_read(*rig);
        RigControls controls;
        controls.expressions.assign(rig->meshes.size() * 3, 0.4f);
        controls.head = glm::angleAxis(0.3f, glm::vec3(0, 1, 0));
        const HeadJoints joints = find_head_joints(*rig);
        Rig plain = *rig; // what is written is no VRM
        plain.vrm.reset();
        const float largest = difference(plain, pose_rig(plain, {}, joints, controls), back,
                                         pose_rig(back, {}, joints, controls));
        if (rig->front_yaw == back.front_yaw) {
            EXPECT_LT(largest, 1e-4f) << name;
        }
    }
}

TEST(Bake, MakesThePoseTheRestShape) {
    const Rig rig = load(busy_sheet());
    const PosedRig pose = evaluate(rig, busy_pose(rig));
    const Rig baked = bake(rig, pose);
    EXPECT_LT(difference(rig, pose, baked, evaluate(baked, rest_pose(baked))), 1e-5f);
    EXPECT_EQ(baked.skins.at(0).inverse_bind, rig.skins[0].inverse_bind);
    EXPECT_EQ(baked.vertex_buffers.at(0).joint_weights, rig.vertex_buffers[0].joint_weights);
    EXPECT_EQ(baked.nodes.at(1).translation, rig.nodes[1].translation);
    EXPECT_EQ(baked.meshes.at(0).default_weights, (std::vector<float>{0, 0}));
}

TEST(Bake, TurnsTargetsAlong) {
    const Rig rig = load(SheetRig());
    LocalPose turned = rest_pose(rig);
    turned.rotation[1] = glm::angleAxis(1.5707963f, glm::vec3(0, 0, 1)); // the root, and all with it
    const Rig baked = bake(rig, evaluate(rig, turned));
    turned.morph_weights[0] = {1, 0};
    LocalPose open = rest_pose(baked);
    open.morph_weights[0] = {1, 0};
    EXPECT_LT(difference(rig, evaluate(rig, turned), baked, evaluate(baked, open)), 1e-5f);
}

TEST(Bake, GivesEachNodeAMeshOfItsOwn) {
    SheetRig sheet;
    sheet.json["nodes"].push_back({{"mesh", 0}, {"weights", {1, 0}}});
    sheet.json["scenes"][0]["nodes"].push_back(3);
    const Rig rig = load(sheet);
    const PosedRig rest = evaluate(rig, rest_pose(rig));
    const Rig baked = bake(rig, rest);
    EXPECT_EQ(baked.meshes.size(), 2u);
    EXPECT_LT(difference(rig, rest, baked, evaluate(baked, rest_pose(baked))), 1e-6f);
    EXPECT_EQ(baked.expressions.at(0).targets.size(), 2u);
}

TEST(CloneGroups, FindsBonesByPathAndTellsWhatIsMissing) {
    const Rig from = test::skeleton({{"Hips", -1}, {"Head", 0}, {"Jaw", 1}, {"Ear", 1}});
    const Rig to = test::skeleton({{"Root", -1}, {"Hips", 0}, {"Head", 1}, {"Jaw", 2}});
    const FaceGroups groups = {
        {{"Mouth", {{"Jaw open", 0, {{"Hips/Head/Jaw", 2, BoneChannel::rotation_x, 0, 20}}}}},
         {"Ears", {{"Size", 0, {{"Hips/Head/Ear", 3, BoneChannel::scale_x, 1, 2}}}}}}};
    const ClonedGroups cloned = clone_groups(groups, to);
    EXPECT_EQ(cloned.groups.groups[0].parts[0].bones[0].node, 3);
    EXPECT_EQ(cloned.groups.groups[1].parts[0].bones[0].node, no_index);
    EXPECT_EQ(cloned.unmatched, std::vector<std::string>{"Hips/Head/Ear"});
    EXPECT_EQ(clone_groups(cloned.groups, from).groups, groups) << "nothing was lost";
}

} // namespace
} // namespace mien

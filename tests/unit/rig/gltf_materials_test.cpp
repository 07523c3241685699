// Materials and their pictures: what is read, and that nothing of it costs the rig.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "media/image_io.h"
#include "tests/support/paths.h"
#include "tests/unit/rig/import_helpers.h"

namespace mien {
namespace {

using test::Json;
using test::load;
using test::SheetRig;
using test::warnings;
using ::testing::HasSubstr;

std::vector<std::uint8_t> red_png() {
    Image picture(2, 1, PixelFormat::rgb8);
    picture.pixels = {255, 0, 0, 255, 0, 0};
    return encode_png(picture).value();
}

/// A sheet whose material shows a picture.
SheetRig painted(const std::vector<std::uint8_t>& picture) {
    SheetRig sheet;
    sheet.json["images"] =
        Json::array({{{"bufferView", sheet.add_view(picture)}, {"mimeType", "image/png"}}});
    sheet.json["textures"] = Json::array({{{"source", 0}}});
    sheet.json["materials"] =
        Json::array({{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}});
    sheet.primitive()["material"] = 0;
    return sheet;
}

TEST(GltfMaterials, ReadFactorsModesAndExtensions) {
    SheetRig sheet = painted(red_png());
    Json& material = sheet.json["materials"][0];
    material["pbrMetallicRoughness"]["baseColorFactor"] = {0.1, 0.2, 0.3, 0.4};
    material["pbrMetallicRoughness"]["metallicFactor"] = 0.5;
    material["alphaMode"] = "MASK";
    material["alphaCutoff"] = 0.7;
    material["doubleSided"] = true;
    material["emissiveFactor"] = {1, 0.5, 0};
    material["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"] = 4;
    material["extensions"]["KHR_materials_unlit"] = Json::object();
    const Rig rig = load(sheet);
    const Material& read = rig.materials.at(0);
    EXPECT_EQ(read.base_colour, glm::vec4(0.1f, 0.2f, 0.3f, 0.4f));
    EXPECT_EQ(read.metallic, 0.5f);
    EXPECT_EQ(read.roughness, 1);
    EXPECT_EQ(read.alpha_mode, AlphaMode::mask);
    EXPECT_EQ(read.alpha_cutoff, 0.7f);
    EXPECT_TRUE(read.double_sided);
    EXPECT_EQ(read.emissive, glm::vec3(4, 2, 0));
    EXPECT_EQ(read.shading, Shading::unlit);
    ASSERT_EQ(read.base_colour_texture.texture, 0);
    EXPECT_EQ(rig.textures[0].picture.width, 2);
}

TEST(GltfMaterials, ReadTextureTransformAndSampler) {
    SheetRig sheet = painted(red_png());
    sheet.json["samplers"] = Json::array({{{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}}});
    sheet.json["textures"][0]["sampler"] = 0;
    Json& use = sheet.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"];
    use["texCoord"] = 0;
    use["extensions"]["KHR_texture_transform"] = {
        {"offset", {0.25, 0.5}}, {"rotation", 1.5}, {"scale", {2, 3}}, {"texCoord", 1}};
    const Rig rig = load(sheet);
    const TextureUse& read = rig.materials.at(0).base_colour_texture;
    EXPECT_EQ(read.offset, glm::vec2(0.25f, 0.5f));
    EXPECT_EQ(read.rotation, 1.5f);
    EXPECT_EQ(read.scale, glm::vec2(2, 3));
    EXPECT_EQ(read.uv_set, 1) << "the transform's own set goes before the texture's";
    EXPECT_EQ(rig.textures[0].wrap_u, Wrap::clamp);
    EXPECT_EQ(rig.textures[0].wrap_v, Wrap::mirror);
    EXPECT_TRUE(rig.textures[0].nearest);
}

TEST(GltfMaterials, KeepDefaultsForWrongValues) {
    SheetRig sheet = painted(red_png());
    sheet.json["materials"][0]["pbrMetallicRoughness"]["metallicFactor"] = "shiny";
    sheet.json["materials"][0]["alphaMode"] = "GLASS";
    EXPECT_THAT(warnings(sheet), HasSubstr("metallicFactor"));
    EXPECT_THAT(warnings(sheet), HasSubstr("GLASS"));
    EXPECT_EQ(load(sheet).materials.at(0).metallic, 1);
}

TEST(GltfTextures, ThatCannotBeReadAreDrawnPlain) {
    const auto damaged = red_png();
    const std::vector<std::uint8_t> cut(damaged.begin(), damaged.begin() + 40);
    EXPECT_THAT(warnings(painted(cut)), HasSubstr("image 0"));
    const Rig rig = load(painted(cut));
    ASSERT_EQ(rig.textures.size(), 1u);
    EXPECT_TRUE(rig.textures[0].picture.empty());
}

TEST(GltfTextures, OfKindsThatAreNotReadAreReportedEvenWhereRequired) {
    SheetRig sheet = painted(red_png());
    sheet.json["extensionsRequired"] = {"KHR_texture_basisu"};
    sheet.json["textures"][0] = {{"extensions", {{"KHR_texture_basisu", {{"source", 0}}}}}};
    EXPECT_THAT(warnings(sheet), HasSubstr("KTX2"));
    EXPECT_TRUE(load(sheet).textures.at(0).picture.empty());
    sheet.json["textures"][0]["source"] = 0; // the fallback that some exporters write
    EXPECT_EQ(warnings(sheet), "");
    EXPECT_FALSE(load(sheet).textures.at(0).picture.empty());
}

TEST(GltfTextures, AreDecodedOnlyWhereAMaterialUsesThem) {
    SheetRig sheet = painted(red_png());
    sheet.json["materials"] = Json::array({Json::object()});
    EXPECT_TRUE(load(sheet).textures.empty());
}

TEST(GltfTextures, ComeFromFilesBesideTheModel) {
    const test::TemporaryFolder folder;
    const auto picture = red_png();
    std::ofstream(folder.path() / "red.png", std::ios::binary)
        .write(reinterpret_cast<const char*>(picture.data()), static_cast<std::streamsize>(picture.size()));
    SheetRig sheet = painted({});
    sheet.json["images"][0] = {{"uri", "red.png"}};
    const auto rig = import_gltf(sheet.glb(), "test.glb", folder.path());
    ASSERT_TRUE(rig);
    EXPECT_EQ(rig->textures.at(0).picture.width, 2);
}

} // namespace
} // namespace mien

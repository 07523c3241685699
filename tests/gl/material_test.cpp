// Each thing a material can say, on cards of a metre that face the camera.
#include <array>
#include <cmath>
#include <string>

#include <glm/gtx/transform.hpp>

#include "tests/gl/gl_test.h"
#include "tests/support/made_rigs.h"

namespace mien {
namespace {

using test::unlit;
using Colour = std::array<int, 4>;

class Materials : public test::GlTest {
protected:
    static constexpr int side = 120;

    static Image draw(const Rig& rig, float yaw = 0, const glm::vec4& background = glm::vec4(0)) {
        Result<RigRenderer> renderer = RigRenderer::create(rig);
        if (!renderer) {
            ADD_FAILURE() << renderer.error().message;
            return {};
        }
        Camera camera{.distance = 3};
        camera.yaw = yaw;
        return picture(*renderer, test::rest_of(rig), camera, side, side,
                       {.background = background, .samples = 1});
    }
    /// x, y as shares of the picture, from its top left.
    static Colour at(const Image& picture, double x = 0.5, double y = 0.5) {
        const auto pixel = picture.row(static_cast<int>(y * picture.height))
                               .subspan(static_cast<std::size_t>(4 * static_cast<int>(x * picture.width)), 4);
        return {pixel[0], pixel[1], pixel[2], pixel[3]};
    }
    static Rig card(const Material& material) {
        Rig rig;
        test::add_card(rig, {.material = material});
        return rig;
    }
    static Material lit(glm::vec4 colour) {
        Material material;
        material.base_colour = colour;
        material.metallic = 0;
        material.roughness = 0.9f;
        return material;
    }
    static void expect_near(const Colour& actual, const Colour& expected, int tolerance) {
        for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(actual[c], expected[c], tolerance) << "channel " << c;
    }
    static int brightness(const Colour& colour) { return colour[0] + colour[1] + colour[2]; }
};

TEST_F(Materials, UnlitTexturesComeOutAsTheyAre) {
    for (int code = 0; code < 256; code += 15) {
        Rig rig;
        Material material = unlit(glm::vec4(1));
        const auto grey = static_cast<std::uint8_t>(code);
        material.base_colour_texture.texture = test::add_texture(rig, 1, 1, {{grey, 255 - grey, 128, 255}});
        test::add_card(rig, {.material = material});
        expect_near(at(draw(rig)), {code, 255 - code, 128, 255}, 1);
    }
}

TEST_F(Materials, BaseColourFactorsAreLinear) {
    expect_near(at(draw(card(unlit(glm::vec4(0.5f, 0.2158605f, 0.0015f, 1))))), {188, 128, 5, 255}, 1);
}

TEST_F(Materials, TexturesAreNotTurnedOrMirrored) {
    Rig rig;
    Material material = unlit(glm::vec4(1));
    material.base_colour_texture.texture = test::add_texture(
        rig, 2, 2, {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}});
    rig.textures[0].nearest = true;
    test::add_card(rig, {.material = material});
    const Image image = draw(rig);
    expect_near(at(image, 0.35, 0.35), {255, 0, 0, 255}, 1);
    expect_near(at(image, 0.65, 0.35), {0, 255, 0, 255}, 1);
    expect_near(at(image, 0.35, 0.65), {0, 0, 255, 255}, 1);
    expect_near(at(image, 0.65, 0.65), {255, 255, 255, 255}, 1);
}

TEST_F(Materials, ATextureThatCouldNotBeReadIsDrawnPlain) {
    Rig rig;
    rig.textures.emplace_back();
    Material material = unlit(glm::vec4(0, 1, 0, 1));
    material.base_colour_texture.texture = 0;
    test::add_card(rig, {.material = material});
    expect_near(at(draw(rig)), {0, 255, 0, 255}, 0);
}

TEST_F(Materials, APrimitiveWithoutMaterialIsDrawnGreyAndNotBlack) {
    Rig rig = card(lit(glm::vec4(1)));
    rig.meshes[0].primitives[0].material = no_index;
    const Colour colour = at(draw(rig));
    EXPECT_GT(colour[0], 150);
    EXPECT_EQ(colour[3], 255);
}

TEST_F(Materials, NothingThatIsLitIsBlackEvenMetalsAndBacks) {
    for (const float metallic : {0.0f, 1.0f})
        for (const float roughness : {0.0f, 0.5f, 1.0f})
            for (const float yaw : {0.0f, 45.0f, 80.0f, 180.0f}) {
                Material material = lit(glm::vec4(0.8f, 0.8f, 0.8f, 1));
                material.metallic = metallic;
                material.roughness = roughness;
                material.double_sided = true;
                const Colour colour = at(draw(card(material), yaw));
                EXPECT_GT(colour[1], 90)
                    << "metallic " << metallic << ", roughness " << roughness << ", yaw " << yaw;
            }
}

TEST_F(Materials, MaskKeepsWhatReachesTheCutoff) {
    for (const int alpha : {120, 135}) {
        Rig rig;
        Material material = unlit(glm::vec4(1));
        material.alpha_mode = AlphaMode::mask;
        material.base_colour_texture.texture =
            test::add_texture(rig, 1, 1, {{255, 255, 255, static_cast<std::uint8_t>(alpha)}});
        test::add_card(rig, {.material = material});
        EXPECT_EQ(at(draw(rig))[3], alpha < 128 ? 0 : 255);
    }
}

TEST_F(Materials, BlendedSurfacesShowWhatIsBehindWhateverTheFilesOrder) {
    for (const bool near_first : {true, false}) {
        Rig rig;
        Material near = unlit(glm::vec4(1, 0, 0, 0.5f));
        Material far = unlit(glm::vec4(0, 1, 0, 0.5f));
        near.alpha_mode = far.alpha_mode = AlphaMode::blend;
        const test::Card near_card{.centre = {0, 0, 0.3f}, .material = near};
        const test::Card far_card{.centre = {0, 0, 0.1f}, .material = far};
        test::add_card(rig, near_first ? near_card : far_card);
        test::add_card(rig, near_first ? far_card : near_card);
        test::add_card(rig, {.material = unlit(glm::vec4(0, 0, 1, 1))}); // opaque, last in the file
        expect_near(at(draw(rig)), {128, 64, 64, 255}, 2);
    }
}

TEST_F(Materials, TheSolidPartOfABlendedSurfaceHidesBlendedOnesBehindIt) {
    // The sorting by centres is wrong here on purpose: the large far card's centre is nearer.
    Rig rig;
    Material solid = unlit(glm::vec4(1, 0, 0, 1));
    solid.alpha_mode = AlphaMode::blend;
    solid.base_colour_texture.texture =
        test::add_texture(rig, 2, 1, {{255, 255, 255, 255}, {255, 255, 255, 0}});
    rig.textures[0].nearest = true;
    Material glass = unlit(glm::vec4(0, 1, 0, 0.5f));
    glass.alpha_mode = AlphaMode::blend;
    test::add_card(rig, {.centre = {0, 0, 0.2f}, .material = solid});
    const int tilted = test::add_card(rig, {.centre = {0, 0, 0.25f}, .width = 2, .material = glass});
    rig.nodes[static_cast<std::size_t>(tilted)].rotation = glm::angleAxis(0.6f, glm::vec3(0, 1, 0));
    const Image image = draw(rig);
    // The glass runs from before the card, on its left, to behind it, on its right (or the other way round):
    // one of two solid places is clear of it.
    const Colour left = at(image, 0.32);
    EXPECT_EQ(left[3], 255);
    EXPECT_TRUE(left[0] == 255 ? left[1] == 0 : left[1] > 100) << left[0] << " " << left[1];
}

TEST_F(Materials, BacksOfBlendedSurfacesLieBehindTheirFronts) {
    // One mesh of two crossing triangles pairs: a front card and, nearer in the file, one that is seen from
    // behind.
    Rig rig;
    Material glass = unlit(glm::vec4(1, 1, 1, 0.5f));
    glass.alpha_mode = AlphaMode::blend;
    glass.double_sided = true;
    test::add_card(rig, {.material = glass});
    VertexBuffer& buffer = rig.vertex_buffers[0];
    buffer.colours.assign(4, glm::vec4(1, 0, 0, 1)); // the near, front one is red
    for (int i = 0; i < 4; ++i) {
        const auto at = static_cast<std::size_t>(i);
        buffer.positions.push_back(buffer.positions[at] - glm::vec3(0, 0, 0.2f));
        buffer.normals.emplace_back(0, 0, -1);
        buffer.uv[0].push_back(buffer.uv[0][at]);
        buffer.colours.emplace_back(0, 1, 0, 1); // the far one, seen from behind, is green
    }
    Primitive& primitive = rig.meshes[0].primitives[0];
    for (const std::uint32_t index : {4u, 5u, 6u, 5u, 7u, 6u}) primitive.indices.push_back(index);
    const Colour colour = at(draw(rig));
    expect_near(colour, {170, 85, 0, 191}, 3); // red over green, straight alpha
}

TEST_F(Materials, BlendWithoutAnythingToSeeThroughIsOpaque) {
    Rig rig;
    Material material = unlit(glm::vec4(1, 0, 0, 1));
    material.alpha_mode = AlphaMode::blend;
    test::add_card(rig, {.centre = {0, 0, 0.1f}, .material = material});
    Material behind = unlit(glm::vec4(0, 1, 0, 0.5f));
    behind.alpha_mode = AlphaMode::blend;
    test::add_card(rig, {.material = behind});
    expect_near(at(draw(rig)), {255, 0, 0, 255}, 0);
}

TEST_F(Materials, OpaqueIgnoresTheTexturesAlpha) {
    Rig rig;
    Material material = unlit(glm::vec4(1));
    material.base_colour_texture.texture = test::add_texture(rig, 1, 1, {{200, 100, 50, 0}});
    test::add_card(rig, {.material = material});
    expect_near(at(draw(rig)), {200, 100, 50, 255}, 1);
}

TEST_F(Materials, SingleSidedIsSeenFromTheFrontAlone) {
    Material material = unlit(glm::vec4(1));
    EXPECT_EQ(at(draw(card(material)))[3], 255);
    EXPECT_EQ(at(draw(card(material), 180))[3], 0);
    material.double_sided = true;
    EXPECT_EQ(at(draw(card(material), 180))[3], 255);
}

TEST_F(Materials, AMirroredNodeIsNotInsideOut) {
    Rig rig = card(unlit(glm::vec4(1)));
    rig.nodes[0].scale = glm::vec3(-1, 1, 1);
    EXPECT_EQ(at(draw(rig))[3], 255);
    EXPECT_EQ(at(draw(rig, 180))[3], 0);
}

TEST_F(Materials, BacksOfDoubleSidedSurfacesAreLitFromTheirOwnSide) {
    Material material = lit(glm::vec4(0.8f, 0.8f, 0.8f, 1));
    material.double_sided = true;
    const int front = brightness(at(draw(card(material))));
    const int back = brightness(at(draw(card(material), 180)));
    EXPECT_NEAR(front, back, 12);
}

TEST_F(Materials, VertexColoursTint) {
    Rig rig = card(unlit(glm::vec4(1)));
    rig.vertex_buffers[0].colours.assign(4, glm::vec4(1, 0.2158605f, 0, 1));
    test::add_card(rig, {.centre = {3, 0, 0}, .material = unlit(glm::vec4(1))}); // without colours
    expect_near(at(draw(rig)), {255, 128, 0, 255}, 1);
}

TEST_F(Materials, TextureTransformMovesTurnsAndScales) {
    const auto draw_with = [](const TextureUse& use) {
        Rig rig;
        Material material = unlit(glm::vec4(1));
        material.base_colour_texture = use;
        material.base_colour_texture.texture = test::add_texture(
            rig, 2, 2, {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}});
        rig.textures[0].nearest = true;
        test::add_card(rig, {.material = material});
        return draw(rig);
    };
    // Half a width to the left: the right half of the picture comes first.
    expect_near(at(draw_with({.offset = {0.5f, 0}}), 0.35, 0.35), {0, 255, 0, 255}, 1);
    // Twice as small: four pictures, so a quarter of the card shows all of it.
    expect_near(at(draw_with({.scale = {2, 2}}), 0.45, 0.25), {0, 255, 0, 255}, 1);
    // A quarter turn counter-clockwise of the coordinates: u goes to -v (up), v to u.
    expect_near(at(draw_with({.rotation = 1.5707963f}), 0.35, 0.35), {0, 0, 255, 255}, 1);
}

TEST_F(Materials, TheSecondSetOfCoordinatesIsUsedWhereAsked) {
    Rig rig;
    Material material = unlit(glm::vec4(1));
    material.base_colour_texture.texture = test::add_texture(rig, 2, 1, {{255, 0, 0, 255}, {0, 255, 0, 255}});
    material.base_colour_texture.uv_set = 1;
    rig.textures[0].nearest = true;
    test::add_card(rig, {.material = material});
    rig.vertex_buffers[0].uv[1].assign(4, glm::vec2(0.75f, 0.5f));
    expect_near(at(draw(rig), 0.35), {0, 255, 0, 255}, 1);
}

TEST_F(Materials, WrapModesAreTheTextures) {
    for (const Wrap wrap : {Wrap::repeat, Wrap::mirror, Wrap::clamp}) {
        Rig rig;
        Material material = unlit(glm::vec4(1));
        material.base_colour_texture.texture =
            test::add_texture(rig, 2, 1, {{255, 0, 0, 255}, {0, 255, 0, 255}});
        material.base_colour_texture.scale = {2, 1}; // the card's right half has u from 1 to 2
        rig.textures[0].nearest = true;
        rig.textures[0].wrap_u = wrap;
        test::add_card(rig, {.material = material});
        const Colour colour = at(draw(rig), 0.55); // u about 1.1
        EXPECT_EQ(colour[0], wrap == Wrap::repeat ? 255 : 0) << static_cast<int>(wrap);
    }
}

TEST_F(Materials, NormalMapsTurnTheLightGreenIsUp) {
    const auto brightness_with = [](glm::u8vec4 normal) {
        Rig rig;
        Material material = lit(glm::vec4(0.7f, 0.7f, 0.7f, 1));
        material.normal_texture.texture = test::add_texture(rig, 1, 1, {normal});
        test::add_card(rig, {.material = material});
        return brightness(at(draw(rig)));
    };
    const int flat = brightness_with({128, 128, 255, 255});
    EXPECT_NEAR(flat, brightness(at(draw(card(lit(glm::vec4(0.7f, 0.7f, 0.7f, 1)))))), 6);
    // The key light comes from the upper left.
    EXPECT_GT(brightness_with({128, 200, 230, 255}), flat + 10) << "up";
    EXPECT_LT(brightness_with({128, 56, 230, 255}), flat - 10) << "down";
    EXPECT_GT(brightness_with({56, 128, 230, 255}), flat + 10) << "left";
    EXPECT_LT(brightness_with({200, 128, 230, 255}), flat - 10) << "right";
}

TEST_F(Materials, OcclusionDarkensByItsStrength) {
    const auto brightness_with = [](float strength) {
        Rig rig;
        Material material = lit(glm::vec4(0.7f, 0.7f, 0.7f, 1));
        material.occlusion_texture.texture = test::add_texture(rig, 1, 1, {{0, 255, 255, 255}});
        material.occlusion_strength = strength;
        test::add_card(rig, {.material = material});
        return brightness(at(draw(rig)));
    };
    EXPECT_LT(brightness_with(0.5f), brightness_with(0));
    EXPECT_LT(brightness_with(1), brightness_with(0.5f));
}

TEST_F(Materials, EmissionAddsToWhatIsLit) {
    for (const Shading shading : {Shading::metallic_roughness, Shading::toon}) {
        Rig rig;
        Material material = lit(glm::vec4(0, 0, 0, 1));
        material.shading = shading;
        material.emissive = glm::vec3(1);
        material.emissive_texture.texture = test::add_texture(rig, 1, 1, {{0, 188, 0, 255}});
        test::add_card(rig, {.material = material});
        const Colour colour = at(draw(rig));
        EXPECT_NEAR(colour[1], 188, 8);
        EXPECT_LT(colour[0], 60);
    }
}

TEST_F(Materials, RoughnessSpreadsTheHighlight) {
    const auto brightest = [](float roughness) {
        Rig rig = test::make_sheet({.side = 40});
        rig.materials[0].base_colour = glm::vec4(0.02f, 0.02f, 0.02f, 1);
        rig.materials[0].roughness = roughness;
        const Image image = draw(rig);
        int most = 0;
        for (std::size_t i = 0; i < image.pixels.size(); i += 4) most = std::max<int>(most, image.pixels[i]);
        return most;
    };
    EXPECT_GT(brightest(0.15f), brightest(0.9f) + 50);
}

TEST_F(Materials, ToonHasTwoTones) {
    Material material = lit(glm::vec4(1, 1, 1, 1));
    material.shading = Shading::toon;
    material.shade_colour = glm::vec3(0.2158605f);
    material.double_sided = true;
    Rig lit_side = card(material);
    expect_near(at(draw(lit_side)), {255, 255, 255, 255}, 1);
    lit_side.nodes[0].rotation =
        glm::angleAxis(1.3f, glm::normalize(glm::vec3(1, 1, 0))); // away from the key
    lit_side.vertex_buffers[0].normals.assign(4, glm::vec3(0, -0.95f, 0.3f));
    lit_side.nodes[0].rotation = glm::quat(1, 0, 0, 0);
    expect_near(at(draw(lit_side)), {128, 128, 128, 255}, 2);
}

TEST_F(Materials, PicturesLargerThanTheDriversLimitAreHalvedUntilTheyFit) {
    Rig rig;
    Material material = unlit(glm::vec4(1));
    const int wide = info().max_texture_size * 2;
    material.base_colour_texture.texture = test::add_texture(
        rig, wide, 1, std::vector<glm::u8vec4>(static_cast<std::size_t>(wide), {255, 128, 0, 255}));
    test::add_card(rig, {.material = material});
    expect_near(at(draw(rig)), {255, 128, 0, 255}, 1);
}

} // namespace
} // namespace mien

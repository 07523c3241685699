// What a person sees: which way up, which side left, what is see-through, and the same every time.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include <glm/gtx/transform.hpp>

#include "rig/deform.h"
#include "tests/gl/gl_test.h"
#include "tests/support/made_rigs.h"

namespace mien {
namespace {

using Pixel = std::span<const std::uint8_t>;

Pixel pixel_at(const Image& picture, int x, int y) {
    return picture.row(y).subspan(static_cast<std::size_t>(4 * x), 4);
}

/// Where the pixels are that look like something: their mean place, and how many.
struct Blob {
    double x = 0;
    double y = 0;
    int count = 0;
};

Blob find(const Image& picture, const std::function<bool(Pixel)>& is_wanted) {
    Blob blob;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            if (is_wanted(pixel_at(picture, x, y))) {
                blob.x += x;
                blob.y += y;
                ++blob.count;
            }
    if (blob.count > 0) {
        blob.x /= blob.count;
        blob.y /= blob.count;
    }
    return blob;
}

bool is_red(Pixel p) {
    return p[0] > 90 && p[1] < p[0] / 3 && p[2] < p[0] / 3;
}
bool is_green(Pixel p) {
    return p[1] > 60 && p[0] < p[1] * 2 / 3 && p[2] < p[1] * 2 / 3;
}
bool is_blue_dot(Pixel p) {
    return p[2] > 100 && p[0] < 60 && p[1] < 90;
}
bool is_yellow(Pixel p) {
    return p[0] > 240 && p[1] > 220 && p[2] < 60;
}
bool is_hair(Pixel p) {
    return p[0] < 80 && p[1] < 60 && p[2] < 45 && p[0] > p[2] + 8;
}
bool is_opaque(Pixel p) {
    return p[3] == 255;
}

/// The made head without its visor, which colours what is behind it.
Rig bare_head() {
    Rig rig = test::make_head();
    for (std::size_t n = 0; n < rig.nodes.size(); ++n)
        if (rig.nodes[n].name == "Visor") rig.node_in_scene[n] = false;
    return rig;
}

Camera head_camera() {
    return {.target = {0, 1.6f, 0}, .distance = 0.8f};
}

class Picture : public test::GlTest {
protected:
    static Image draw(const Rig& rig, const PosedRig& pose, const Camera& camera,
                      const RenderStyle& style = {}, int width = 200, int height = 200) {
        Result<RigRenderer> renderer = RigRenderer::create(rig);
        if (!renderer) {
            ADD_FAILURE() << renderer.error().message;
            return {};
        }
        return picture(*renderer, pose, camera, width, height, style);
    }
    static Image draw(const Rig& rig, const Camera& camera, const RenderStyle& style = {}) {
        return draw(rig, test::rest_of(rig), camera, style);
    }
};

TEST_F(Picture, AHeadIsUprightAndNotMirrored) {
    const Image head = draw(bare_head(), head_camera());
    const Blob left_ear = find(head, is_red);
    const Blob right_ear = find(head, is_green);
    const Blob dot = find(head, is_blue_dot);
    const Blob star = find(head, is_yellow);
    ASSERT_GT(left_ear.count, 20);
    ASSERT_GT(right_ear.count, 20);
    ASSERT_GT(dot.count, 10);
    ASSERT_GT(star.count, 10);
    EXPECT_GT(left_ear.x, 110) << "the performer's left is on the right of the picture";
    EXPECT_LT(right_ear.x, 90);
    EXPECT_GT(dot.x, 105) << "the texture's blue dot is on the left cheek";
    EXPECT_GT(dot.y, left_ear.y) << "and below the ears";
    EXPECT_LT(star.y, left_ear.y) << "the forehead is above the ears";
}

TEST_F(Picture, YawGoesToTheAvatarsLeftAndPitchUp) {
    Camera camera = head_camera();
    camera.yaw = 50;
    const Image from_left = draw(bare_head(), camera);
    EXPECT_GT(find(from_left, is_red).count, 60);
    EXPECT_LT(find(from_left, is_green).count, 5);
    camera.yaw = 180;
    EXPECT_LT(find(draw(bare_head(), camera), is_red).x, 90) << "from behind, left is left";
    camera = head_camera();
    const int hair_in_front = find(draw(bare_head(), camera), is_hair).count;
    camera.pitch = 50;
    EXPECT_GT(find(draw(bare_head(), camera), is_hair).count, 3 * hair_in_front / 2)
        << "from above one sees hair";
    camera.pitch = 90;
    EXPECT_GT(find(draw(bare_head(), camera), is_hair).count, 3 * hair_in_front / 2)
        << "straight down works too";
}

TEST_F(Picture, OrbitingNeverLosesTheHead) {
    const Rig rig = bare_head();
    PosedRig pose = test::rest_of(rig);
    test::set_weight(pose, 0, 1);
    Result<RigRenderer> renderer = RigRenderer::create(rig);
    ASSERT_TRUE(renderer);
    for (int step = 0; step < 24; ++step) {
        Camera camera = head_camera();
        camera.yaw = 15.0f * static_cast<float>(step);
        camera.pitch = 80 * std::sin(static_cast<float>(step));
        camera.distance = step % 2 == 0 ? 0.3f : 0.8f; // nearly touching it, and away
        const Image image = picture(*renderer, pose, camera, 64, 64, {.background = glm::vec4(0)});
        EXPECT_EQ(pixel_at(image, 32, 32)[3], 255) << "yaw " << camera.yaw << ", pitch " << camera.pitch;
    }
}

TEST_F(Picture, TheHeadFillsThePictureAlikeAtEveryPixelRatio) {
    const Rig rig = bare_head();
    for (const double ratio : {1.0, 1.25, 1.5, 2.0}) {
        const int side = static_cast<int>(160 * ratio);
        const Image image =
            draw(rig, test::rest_of(rig), head_camera(), {.background = glm::vec4(0)}, side, side);
        const Blob head = find(image, is_opaque);
        EXPECT_NEAR(head.x / side, 0.5, 0.01) << ratio;
        EXPECT_NEAR(static_cast<double>(head.count) / side / side, 0.36, 0.1) << ratio;
    }
}

TEST_F(Picture, AnEmptySceneIsTransparentWhereTheBackgroundIs) {
    const Image clear = draw(Rig(), PosedRig(), Camera(), {.background = glm::vec4(1, 0.5f, 0.2f, 0)});
    EXPECT_EQ(find(clear, [](Pixel p) { return p[3] == 0; }).count, 200 * 200);
    const Image opaque = draw(Rig(), PosedRig(), Camera(), {.background = glm::vec4(1, 0.5f, 0.2f, 1)});
    EXPECT_EQ(
        find(opaque, [](Pixel p) { return p[0] == 255 && p[1] == 128 && p[2] == 51 && p[3] == 255; }).count,
        200 * 200);
}

TEST_F(Picture, APictureWithoutPixelsDrawsNothing) {
    Result<RigRenderer> renderer = RigRenderer::create(bare_head());
    ASSERT_TRUE(renderer);
    Result<OffscreenTarget> target = OffscreenTarget::create(8, 8, 1);
    ASSERT_TRUE(target);
    target->bind();
    for (const auto& [width, height] : {std::pair(0, 8), std::pair(8, 0), std::pair(-3, -4)})
        renderer->draw(test::rest_of(bare_head()), head_camera(), {}, width, height);
    EXPECT_FALSE(target->read().empty());
}

TEST_F(Picture, AFaceIsOpaqueOnATransparentBackground) {
    const Image image = draw(bare_head(), head_camera(), {.background = glm::vec4(0), .samples = 1});
    EXPECT_EQ(pixel_at(image, 100, 100)[3], 255);
    EXPECT_EQ(pixel_at(image, 3, 3)[3], 0);
    EXPECT_EQ(find(image, [](Pixel p) { return p[3] != 0 && p[3] != 255; }).count, 0);
}

TEST_F(Picture, AnOpaqueBackgroundLeavesNothingSeeThrough) {
    const Image image = draw(test::make_head(), head_camera()); // with its visor
    EXPECT_EQ(find(image, is_opaque).count, 200 * 200);
}

TEST_F(Picture, SeeThroughSurfacesKeepTheirColourInStraightAlpha) {
    Rig rig;
    Material glass = test::unlit(glm::vec4(0.2158605f, 0, 1, 0.5f)); // sRGB 128, 0, 255
    glass.alpha_mode = AlphaMode::blend;
    test::add_card(rig, {.material = glass});
    const Image image = draw(rig, {.distance = 5}, {.background = glm::vec4(0)});
    const Pixel middle = pixel_at(image, 100, 100);
    EXPECT_NEAR(middle[0], 128, 2); // alpha of 8 bits costs a step
    EXPECT_EQ(middle[1], 0);
    EXPECT_NEAR(middle[2], 255, 2);
    EXPECT_NEAR(middle[3], 128, 1);
}

TEST_F(Picture, EdgesOnATransparentBackgroundAreNotDarkened) {
    Rig rig;
    test::add_card(rig, {.material = test::unlit(glm::vec4(1))});
    Camera camera{.distance = 5};
    camera.yaw = 20;
    const Image image = draw(rig, camera, {.background = glm::vec4(0), .samples = 4});
    int edge = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const Pixel p = pixel_at(image, x, y);
            if (p[3] == 0 || p[3] == 255) continue;
            ++edge;
            EXPECT_GE(p[0], 253);
        }
    EXPECT_TRUE(info().max_samples <= 1 || edge > 50) << "multisampling softens edges, here " << edge;
}

TEST_F(Picture, TheSameInputGivesTheSameBytes) {
    const Rig rig = test::make_head();
    PosedRig pose = test::rest_of(rig);
    test::set_weight(pose, 1, 0.6f);
    EXPECT_EQ(draw(rig, pose, head_camera()), draw(rig, pose, head_camera()));
    // And a renderer that has drawn other things before.
    Result<RigRenderer> renderer = RigRenderer::create(rig);
    ASSERT_TRUE(renderer);
    const Image first = picture(*renderer, pose, head_camera(), 200, 200);
    PosedRig other = pose;
    test::set_weight(other, 0, 1);
    test::set_weight(other, 2, 1);
    (void)picture(*renderer, other, head_camera(), 200, 200);
    EXPECT_EQ(first, picture(*renderer, pose, head_camera(), 200, 200));
}

class MorphPicture : public Picture, public testing::WithParamInterface<MorphBlending> {
protected:
    static Image draw_with(const Rig& rig, const PosedRig& pose, MorphBlending blending) {
        Result<RigRenderer> renderer = RigRenderer::create(rig, {.blending = blending});
        EXPECT_TRUE(renderer);
        return picture(*renderer, pose, {.distance = 2.6f}, 200, 200);
    }
    /// The rig with its morphs worked into the rest shape by the reference.
    static Rig baked(const Rig& rig, const PosedRig& pose) {
        Rig result = rig;
        const DeformedPrimitive shape = deform(rig, pose).front();
        result.vertex_buffers[0].positions = shape.positions;
        result.vertex_buffers[0].normals = shape.normals;
        for (MorphTarget& target : result.vertex_buffers[0].targets) target = {};
        return result;
    }
    static double rms(const Image& a, const Image& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.pixels.size(); ++i) {
            const double apart = static_cast<double>(a.pixels[i]) - static_cast<double>(b.pixels[i]);
            sum += apart * apart;
        }
        return std::sqrt(sum / static_cast<double>(a.pixels.size()));
    }
};

TEST_P(MorphPicture, FiftyTwoTargetsAtOnceLookAsTheReference) {
    const Rig rig = test::make_sheet({.side = 60, .targets = 52});
    PosedRig pose = test::rest_of(rig);
    for (std::size_t t = 0; t < 52; ++t) test::set_weight(pose, t, 0.3f);
    EXPECT_LT(
        rms(draw_with(rig, pose, GetParam()), draw_with(baked(rig, pose), test::rest_of(rig), GetParam())),
        0.5);
}

TEST_P(MorphPicture, SmallWeightsDoNotPushOutALargeOne) {
    const Rig rig = test::make_sheet({.side = 60, .targets = 10});
    PosedRig pose = test::rest_of(rig);
    test::set_weight(pose, 9, 1);
    for (const std::size_t t : {2u, 3u, 5u, 7u}) test::set_weight(pose, t, 0.15f);
    EXPECT_LT(
        rms(draw_with(rig, pose, GetParam()), draw_with(baked(rig, pose), test::rest_of(rig), GetParam())),
        0.5);
}

TEST_P(MorphPicture, WeightsOfZeroLookAsNoTargetsAtAll) {
    const Rig rig = test::make_sheet({.side = 60, .targets = 52});
    const Rig plain = test::make_sheet({.side = 60, .targets = 0});
    EXPECT_EQ(draw_with(rig, test::rest_of(rig), GetParam()),
              draw_with(plain, test::rest_of(plain), GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Blending, MorphPicture,
                         testing::Values(MorphBlending::vertex_shader, MorphBlending::processor),
                         [](const testing::TestParamInfo<MorphBlending>& blending) -> std::string {
                             return blending.param == MorphBlending::vertex_shader ? "VertexShader"
                                                                                   : "Processor";
                         });

} // namespace
} // namespace mien

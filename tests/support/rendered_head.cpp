#include "tests/support/rendered_head.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "models/bundled.h"
#include "render/camera.h"
#include "render/gl_context.h"
#include "render/rig_renderer.h"
#include "rig/import/import.h"
#include "solver/mapping.h"

namespace mien::test {
namespace {

constexpr int side = 640;

std::uint8_t to_byte(float value) {
    return static_cast<std::uint8_t>(std::clamp(value + 0.5F, 0.0F, 255.0F));
}

/// Bilinear, transparent outside; the colours weighted with alpha.
std::array<float, 4> sample(const Image& head, float x, float y) {
    const float left = std::floor(x - 0.5F);
    const float top = std::floor(y - 0.5F);
    std::array<float, 4> sum{};
    for (int dy = 0; dy < 2; ++dy)
        for (int dx = 0; dx < 2; ++dx) {
            const int column = static_cast<int>(left) + dx;
            const int row = static_cast<int>(top) + dy;
            if (column < 0 || row < 0 || column >= head.width || row >= head.height) continue;
            const float share = (dx == 1 ? x - 0.5F - left : 1 - (x - 0.5F - left)) *
                                (dy == 1 ? y - 0.5F - top : 1 - (y - 0.5F - top));
            const auto pixel = head.row(row).subspan(static_cast<std::size_t>(column) * 4, 4);
            const float alpha = share * static_cast<float>(pixel[3]) / 255;
            for (std::size_t c = 0; c < 3; ++c) sum[c] += alpha * static_cast<float>(pixel[c]);
            sum[3] += alpha;
        }
    return sum;
}

} // namespace

struct HeadStudio::State {
    Rig rig;
    FaceGroups groups;
    HeadJoints joints;
    Mapping mapping;
    Camera camera;
    std::unique_ptr<OffscreenContext> context; // first in, last out
    std::unique_ptr<RigRenderer> renderer;
    std::unique_ptr<OffscreenTarget> target;
};

HeadStudio::HeadStudio(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeadStudio::HeadStudio(HeadStudio&&) noexcept = default;
HeadStudio& HeadStudio::operator=(HeadStudio&&) noexcept = default;
HeadStudio::~HeadStudio() = default;

Result<HeadStudio> HeadStudio::open() {
    auto state = std::make_unique<State>();
    auto rig = import_gltf(bundled_rig("mien"), "bundled:mien", {});
    if (!rig) return pass_on(rig);
    state->rig = std::move(*rig);
    state->groups = guess_face_groups(state->rig);
    state->joints = find_head_joints(state->rig);
    state->mapping = guess_mapping(state->rig, state->groups, state->joints);
    state->camera = frame_rig(state->rig, state->joints, Framing::face, 1);
    state->camera.distance *= 1.35F;
    auto context = OffscreenContext::create();
    if (!context) return pass_on(context);
    state->context = std::make_unique<OffscreenContext>(std::move(*context));
    auto renderer = RigRenderer::create(state->rig);
    if (!renderer) return pass_on(renderer);
    state->renderer = std::make_unique<RigRenderer>(std::move(*renderer));
    auto target = OffscreenTarget::create(side, side, RenderStyle{}.samples);
    if (!target) return pass_on(target);
    state->target = std::make_unique<OffscreenTarget>(std::move(*target));
    return HeadStudio(std::move(state));
}

Image HeadStudio::picture(const Weights& weights, float yaw, float pitch) {
    State& s = *state_;
    FaceState face;
    face.tracked = true;
    face.weights = weights;
    const PosedRig pose = pose_rig(s.rig, s.groups, s.joints, retarget(face, s.mapping, s.rig, s.groups));
    Camera camera = s.camera;
    camera.yaw -= yaw; // the camera goes round the head instead
    camera.pitch += pitch;
    RenderStyle style;
    style.background = glm::vec4(0);
    s.target->bind();
    s.renderer->draw(pose, camera, style, side, side);
    return s.target->read();
}

Image room(int width, int height) {
    Image picture(width, height, PixelFormat::rgb8);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const float wave =
                12 * std::sin(static_cast<float>(x) / 37) + 8 * std::cos(static_cast<float>(y) / 23);
            const float shelf = (x / 90 + y / 120) % 3 == 0 ? 18.0F : 0.0F;
            auto pixel = picture.row(y).subspan(static_cast<std::size_t>(x) * 3, 3);
            pixel[0] = to_byte(96 + wave + shelf);
            pixel[1] = to_byte(104 + wave);
            pixel[2] = to_byte(112 + wave - shelf);
        }
    return picture;
}

void place(Image& picture, const Image& head, const Placement& placement) {
    const float angle = placement.turn * std::numbers::pi_v<float> / 180;
    const float cosine = std::cos(angle) / placement.scale;
    const float sine = std::sin(angle) / placement.scale;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const float dx = static_cast<float>(x) + 0.5F - placement.x;
            const float dy = static_cast<float>(y) + 0.5F - placement.y;
            // Small heads are the mean of several of the head's pixels, as a lens makes them.
            const int steps = std::clamp(static_cast<int>(std::lround(1 / placement.scale)), 1, 8);
            std::array<float, 4> sum{};
            for (int sy = 0; sy < steps; ++sy)
                for (int sx = 0; sx < steps; ++sx) {
                    const float px = dx + (static_cast<float>(sx) + 0.5F) / static_cast<float>(steps) - 0.5F;
                    const float py = dy + (static_cast<float>(sy) + 0.5F) / static_cast<float>(steps) - 0.5F;
                    const auto part =
                        sample(head, static_cast<float>(head.width) / 2 + cosine * px + sine * py,
                               static_cast<float>(head.height) / 2 - sine * px + cosine * py);
                    for (std::size_t c = 0; c < 4; ++c) sum[c] += part[c] / static_cast<float>(steps * steps);
                }
            if (sum[3] == 0) continue;
            auto pixel = picture.row(y).subspan(static_cast<std::size_t>(x) * 3, 3);
            for (std::size_t c = 0; c < 3; ++c)
                pixel[c] = to_byte(placement.tint[c] * sum[c] + (1 - sum[3]) * static_cast<float>(pixel[c]));
        }
}

void cover(Image& picture, float x, float y, float radius_x, float radius_y,
           const std::array<std::uint8_t, 3>& colour) {
    for (int row = 0; row < picture.height; ++row)
        for (int column = 0; column < picture.width; ++column) {
            const float away = std::hypot((static_cast<float>(column) + 0.5F - x) / radius_x,
                                          (static_cast<float>(row) + 0.5F - y) / radius_y);
            const float share = std::clamp((1 - away) * 12, 0.0F, 1.0F);
            auto pixel = picture.row(row).subspan(static_cast<std::size_t>(column) * 3, 3);
            for (std::size_t c = 0; c < 3; ++c)
                pixel[c] =
                    to_byte(std::lerp(static_cast<float>(pixel[c]), static_cast<float>(colour[c]), share));
        }
}

void light(Image& picture, float brightness, float side_share) {
    for (int y = 0; y < picture.height; ++y) {
        auto row = picture.row(y);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const float across = static_cast<float>(i) / static_cast<float>(row.size());
            row[i] = to_byte(static_cast<float>(row[i]) * brightness * (1 - side_share * (1 - across)));
        }
    }
}

void add_noise(Image& picture, int levels, std::uint32_t seed) {
    // Marsaglia's xorshift: hundreds of millions of numbers a test.
    std::uint32_t random = seed * 2654435761U + 88675123U;
    if (random == 0) random = 1;
    const auto span = static_cast<std::uint32_t>(2 * levels + 1);
    for (std::uint8_t& value : picture.pixels) {
        random ^= random << 13U;
        random ^= random >> 17U;
        random ^= random << 5U;
        const int change = static_cast<int>((random >> 16U) * span >> 16U) - levels;
        value = static_cast<std::uint8_t>(std::clamp(static_cast<int>(value) + change, 0, 255));
    }
}

} // namespace mien::test

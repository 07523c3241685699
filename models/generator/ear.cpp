#include "models/generator/ear.h"

#include "models/generator/proportions.h"
#include "models/generator/sculpture.h"

namespace mien::head {

namespace {

/// The ear seen from its own side, as loops round its middle: how large the loop is against the outline, and
/// how far it stands out from the head at the ear's back and at its front, where it runs into the cheek.
struct EarLoop {
    double size;
    double out_back, out_front;
};
constexpr std::array loops{
    EarLoop{0.66, -3, -3},    // root, under the skin of the head
    EarLoop{0.86, 6, -1},     // rear face
    EarLoop{0.99, 11.5, 1},   // edge of the helix
    EarLoop{1.0, 14.5, 2.0},  // its crest
    EarLoop{0.90, 15.0, 2.2}, //
    EarLoop{0.79, 11.5, 1.5}, // the groove inside it
    EarLoop{0.64, 12.5, 2.5}, // antihelix; tragus in front
    EarLoop{0.46, 7.0, 1.5},  // wall of the bowl
    EarLoop{0.24, 3.0, -1.0}, // bottom
};

struct EarFrame {
    Vec3 up, forward, out;
};
EarFrame ear_frame() {
    // Leaning back and standing off from the head at the rear.
    const Vec3 up = glm::normalize(Vec3{0.12, 1, -0.22});
    const Vec3 out = glm::normalize(Vec3{1, -0.1, 0.30});
    const Vec3 forward = glm::normalize(glm::cross(out, up)) * -1.0;
    return {glm::normalize(glm::cross(out, forward)) * 1.0, forward, out};
}

/// The outline in (forward, up): wide and round above and behind, narrow at the lobe.
Vec2 outline(double angle) {
    const double forward = std::cos(angle), up = std::sin(angle);
    const double width = mix(12.5, 19, smooth_step(-1, 0.6, up));
    return {forward * width * (forward > 0 ? 0.8 : 1.0), up * (up > 0 ? 29 : 30)};
}

} // namespace

void lay_ear(Skin& skin, std::vector<bool>& fixed) {
    EarFrame f = ear_frame();
    if (f.up.y < 0) f.up = -f.up;
    if (f.forward.z < 0) f.forward = -f.forward;
    const int length = int(skin.ear.inner().size());
    const Vec3 middle = project(&skin_distance, ear_centre);
    for (std::size_t i = 0; i < loops.size(); ++i)
        for (int k = 0; k < length; ++k) {
            // Loops begin in front and run over the top.
            const double angle = 2 * pi * k / length;
            const Vec2 o = outline(angle) * loops[i].size;
            const double back = smooth_step(0.9, -0.5, std::cos(angle));
            const double lobe = smooth_step(-0.5, -1.0, std::sin(angle));
            const double out = mix(loops[i].out_front, loops[i].out_back * mix(1.0, 0.6, lobe), back);
            const int v = skin.ear.loops[i + 1][k];
            Vec3 p = middle + f.forward * o.x + f.up * o.y;
            // Distances are from the skin beneath, so that the ear follows the head's roundness.
            const double beneath = skin_distance(p + f.out * 8.0) - 8.0;
            p += f.out * (out - std::clamp(beneath, -10.0, 10.0) * 0.5);
            skin.positions[v] = i == 0 ? project(&skin_distance, p, -1.0) : p;
            fixed[v] = true;
        }
    skin.positions[skin.ear.centre] = middle + f.out * -1.0;
    fixed[skin.ear.centre] = true;
}

} // namespace mien::head

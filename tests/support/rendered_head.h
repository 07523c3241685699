// Pictures of the bundled head as a camera might see it: no person's face is needed to test tracking.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/image.h"
#include "base/result.h"
#include "solver/face_state.h"

namespace mien::test {

/// Draws the bundled head on nothing. One owner, on the thread that opened it.
class HeadStudio {
public:
    /// Errors: unavailable (no OpenGL).
    [[nodiscard]] static Result<HeadStudio> open();
    HeadStudio(HeadStudio&&) noexcept;
    HeadStudio& operator=(HeadStudio&&) noexcept;
    ~HeadStudio();

    /// The head, rgba8 of 640x640 pixels, itself about 420 high. + yaw turns to the performer's left, 180
    /// shows the back; + pitch looks down.
    [[nodiscard]] Image picture(const Weights& weights = {}, float yaw = 0, float pitch = 0);

private:
    struct State;
    explicit HeadStudio(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// A room with an uneven wall, rgb8.
[[nodiscard]] Image room(int width = 640, int height = 480);

struct Placement {
    float x = 320; ///< of the head's middle, in pixels of the picture
    float y = 240;
    float scale = 0.7F; ///< on the head's picture
    float turn = 0;     ///< degrees, clockwise as seen
    /// On the head's red, green and blue: other skins.
    std::array<float, 3> tint{1, 1, 1};
};
/// Lays the head over the picture.
void place(Image& picture, const Image& head, const Placement& placement);

/// A blot with a soft edge: a hand, a lamp.
void cover(Image& picture, float x, float y, float radius_x, float radius_y,
           const std::array<std::uint8_t, 3>& colour);

/// Multiplies all by `brightness`; `side` of 0..1 takes so much more away towards the picture's left.
void light(Image& picture, float brightness, float side = 0);

/// Adds whole numbers from -levels to +levels, others for each seed.
void add_noise(Image& picture, int levels, std::uint32_t seed);

} // namespace mien::test

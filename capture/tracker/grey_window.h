// A turned, scaled part of a picture in grey, for dlib's detector and for glances at a face.
#pragma once

#include "base/image.h"
#include "capture/tracker/square_sampler.h"

namespace mien {

/// What GreyWindow cuts out.
struct GreyWindowOptions {
    float centre_x = 0; ///< in the picture's pixels
    float centre_y = 0;
    float rotation = 0; ///< radians, clockwise as seen
    float scale = 1;    ///< the window's pixels to one of the picture's
    int width = 0;
    int height = 0;
    float gain = 1; ///< multiplies the brightness
};

/// A plain value.
class GreyWindow {
public:
    /// Bilinear, with 2 x 2 samples a pixel where it is smaller than half the picture's size; the nearest
    /// pixel outside the picture. `picture`: rgb8 or gray8, not empty.
    GreyWindow(const Image& picture, const GreyWindowOptions& options);
    /// gray8.
    [[nodiscard]] const Image& grey() const { return grey_; }
    /// A place in the window (its upper left corner is 0, 0) in the picture.
    [[nodiscard]] Landmark to_picture(float x, float y) const;

private:
    GreyWindowOptions options_;
    Image grey_;
};

/// The brightness of a pixel of rgb8 (Rec. 601 luma) or gray8.
[[nodiscard]] float brightness(const Image& picture, int x, int y);

/// The gain that makes a dark gray8 picture as bright as a well lit one; 1 to 6.
[[nodiscard]] float gain_for(const Image& grey);

/// The correlation of two gray8 pictures of one size, -1..1; 0 where one of them has no contrast.
[[nodiscard]] float likeness(const Image& a, const Image& b);

} // namespace mien

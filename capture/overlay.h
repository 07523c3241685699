// Landmarks drawn over a picture, to look at.
#pragma once

#include "base/image.h"
#include "capture/landmark_frame.h"

namespace mien {

/// Draws contours of lids, lips, brows, nose and face oval, and the irises, with anti-aliased lines whose
/// width follows the face's size; and a small bar for the quality. Nothing is drawn where the frame is not
/// tracked. `picture` must be rgb8.
void draw_landmarks(Image& picture, const LandmarkFrame& frame);

} // namespace mien

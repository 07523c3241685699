#pragma once

#include "base/image.h"

namespace mien::head {

/// An eyeball: white, iris, pupil (eyeballs.h has the layout).
[[nodiscard]] Image paint_eye();

/// The shadow under the lids, with alpha (brows.h has the layout).
[[nodiscard]] Image paint_eye_shade();

} // namespace mien::head

#pragma once

#include "base/image.h"

namespace mien::head {

/// An eyeball: white, iris, pupil (eyeballs.h has the layout).
[[nodiscard]] Image paint_eye();

} // namespace mien::head

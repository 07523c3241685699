#pragma once

#include "base/image.h"

namespace mien::head {

/// Strands, running from the root (top, dark) to the tip (bottom, lighter); repeats across.
[[nodiscard]] Image paint_hair();

} // namespace mien::head

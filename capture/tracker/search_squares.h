// Where a lost face is looked for.
#pragma once

#include <vector>

#include "base/image.h"
#include "capture/tracker/square_sampler.h"

namespace mien {

/// The whole picture first; then it turned, for tilted heads; then smaller squares that cover it with half
/// their side as overlap, for small faces. The picture must not be empty.
[[nodiscard]] std::vector<SquareRegion> search_squares(const Image& picture);

} // namespace mien

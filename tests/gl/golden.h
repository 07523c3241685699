// Pictures that were looked at and found good, kept in tests/golden/.
#pragma once

#include <string>

#include "base/image.h"

namespace mien::test {

/// Compares with tests/golden/NAME.png: at most 0.1 % of the pixels may differ by more than 5/255 in a
/// channel, which leaves room for other drivers' rounding. On failure the picture, the expected one and their
/// difference (times 8) are kept in BUILD/golden/NAME.*.png. With MIEN_ACCEPT_GOLDEN=NAME (or =all) in the
/// environment the picture becomes the golden one: look at it first.
void expect_golden(const std::string& name, const Image& actual);

} // namespace mien::test

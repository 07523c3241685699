// The ear: rings that leave the sculpture's surface.
#pragma once

#include "models/generator/skin.h"

namespace mien::head {

/// Lays the left ear from its root on the head to the bottom of its bowl; marks it in `fixed`.
void lay_ear(Skin& skin, std::vector<bool>& fixed);

} // namespace mien::head

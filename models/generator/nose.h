// Nose: its grid vertices, which would slide off it when relaxed, and the inside of the nostril.
#pragma once

#include "models/generator/skin.h"

namespace mien::head {

/// Lays the ridge, tip and wing of the nose (left half) and the inside of the left nostril, whose rim stays
/// free. Marks what it laid in `fixed`.
void lay_nose(Skin& skin, std::vector<bool>& fixed);

} // namespace mien::head

// Writes the character as glTF 2.0 binary. The same model gives the same bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "models/generator/model.h"

namespace mien::head {

/// One skinned mesh per part, sparse morph targets named in `extras.targetNames`, metres, PNG textures
/// inside.
[[nodiscard]] std::vector<std::uint8_t> write_glb(const Model& model);

} // namespace mien::head

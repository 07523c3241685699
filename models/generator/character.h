// Puts the character together, and the rigs that are made of it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "models/generator/model.h"

namespace mien::head {

/// Errors: those of the PNG encoder.
[[nodiscard]] Result<Model> make_character();

/// The files that are bundled, by name: mien.glb, mien-bones.glb, mien.vrm. Errors as above.
[[nodiscard]] Result<std::map<std::string, std::vector<std::uint8_t>>> make_bundled_rigs();

} // namespace mien::head

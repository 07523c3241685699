// Puts the character together.
#pragma once

#include "base/result.h"
#include "models/generator/model.h"

namespace mien::head {

/// Errors: those of the PNG encoder.
[[nodiscard]] Result<Model> make_character();

} // namespace mien::head

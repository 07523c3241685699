// What a rig can do, for people and for programs.
#pragma once

#include <string>

#include "app/avatar.h"

namespace mien {

/// A page of text. Names from the file are made printable.
[[nodiscard]] std::string inspect_text(const Avatar& avatar);

/// One JSON object, valid UTF-8, names as they are in the file.
[[nodiscard]] std::string inspect_json(const Avatar& avatar);

} // namespace mien

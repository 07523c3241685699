// The binary container of glTF 2.0: a header of 12 bytes, a JSON chunk, a BIN chunk, all lengths checked.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"

namespace mien::gltf {

/// Views into the bytes of the file.
struct Container {
    std::string_view json;
    std::span<const std::uint8_t> binary; ///< the BIN chunk
    bool has_binary = false;
};

/// Splits a GLB; bytes that do not begin like one are taken as the JSON of a .gltf. Refuses what is neither,
/// naming what it looks like (a web page, a Git LFS pointer, a GLB of version 1).
[[nodiscard]] Result<Container> open_container(std::span<const std::uint8_t> bytes);

/// True where the bytes begin with a GLB's magic.
[[nodiscard]] bool looks_like_glb(std::span<const std::uint8_t> bytes);
/// True where the first character after white space and a byte-order mark is a brace.
[[nodiscard]] bool looks_like_json(std::span<const std::uint8_t> bytes);

} // namespace mien::gltf

// What a glTF file refers to: data written into the URI itself, or files beside it. Never anything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mien::gltf {

/// The bytes that a URI stands for. A `data:` URI is decoded; a relative path is read from `folder` or a
/// folder inside it, at most `limit` bytes. Refused without being opened: other schemes (file:, http:),
/// absolute paths, paths or links that leave the folder, what is no regular file, and any path where `folder`
/// is empty.
[[nodiscard]] Result<std::vector<std::uint8_t>>
read_uri(std::string_view uri, const std::filesystem::path& folder, std::size_t limit);

/// Standard base64 with or without its final "=".
[[nodiscard]] Result<std::vector<std::uint8_t>> decode_base64(std::string_view text);

} // namespace mien::gltf

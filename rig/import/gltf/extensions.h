// Which glTF extensions mien honours, which it may do without, and which refuse a file.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "rig/import/gltf/document.h"

namespace mien::gltf {

enum class ExtensionSupport : std::uint8_t {
    honoured,
    look_only, ///< costs looks, never geometry or motion: loads plain, with a report line
    unknown,   ///< may change geometry, skins, morphs or animation: refused where required
};

[[nodiscard]] ExtensionSupport support_of(std::string_view extension);

/// Goes through extensionsRequired and extensionsUsed: refuses what is required and unknown, reports what is
/// left out.
[[nodiscard]] Result<void> check_extensions(Document& document);

} // namespace mien::gltf

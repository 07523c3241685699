// Pictures of materials. None of them can cost the rig: what cannot be read is drawn plain, with a report
// line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rig/import/gltf/buffers.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Decodes textures when a material first uses them, each pair of picture and sampler once. One import, one
/// thread.
class Textures {
public:
    Textures(Document& document, Buffers& buffers, Rig& rig);

    /// The index into rig.textures of the file's texture, which is added there at its first use; its picture
    /// is empty where it cannot be read.
    [[nodiscard]] int use(std::size_t texture);

private:
    [[nodiscard]] Texture read(const JsonObject& texture);
    [[nodiscard]] Image picture(std::size_t image);
    [[nodiscard]] Result<Image> decode(const JsonObject& image);

    Document& document_;
    Buffers& buffers_;
    Rig& rig_;
    std::vector<int> used_; ///< by texture of the file: index into rig.textures
};

} // namespace mien::gltf

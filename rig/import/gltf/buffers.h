// The bytes of a glTF file's buffers and bufferViews, read and decompressed when first asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "rig/import/gltf/document.h"

namespace mien::gltf {

/// The bytes of a bufferView; valid as long as the Buffers.
struct View {
    std::span<const std::uint8_t> bytes;
    std::size_t stride = 0; ///< bytes from one element to the next, 0 where elements stand close
};

/// Holds what was read from elsewhere (data URIs, files beside) or decompressed. One import, one thread.
class Buffers {
public:
    /// `document` must outlive this.
    explicit Buffers(Document& document);

    /// The bytes of a bufferView, `index` below the number of views; checked to lie in its buffer.
    [[nodiscard]] Result<View> view(std::size_t index);

private:
    using Bytes = std::vector<std::uint8_t>;

    [[nodiscard]] Result<std::span<const std::uint8_t>> buffer(std::size_t index);
    [[nodiscard]] Result<std::span<const std::uint8_t>> part_of_buffer(const JsonObject& where);
    [[nodiscard]] Result<View> compressed_view(std::size_t index, const JsonObject& view,
                                               const JsonObject& compression);

    Document& document_;
    std::vector<std::optional<Bytes>> loaded_;       ///< by buffer
    std::vector<std::optional<Bytes>> decompressed_; ///< by bufferView
    std::size_t may_read_;                           ///< bytes of files beside
};

} // namespace mien::gltf

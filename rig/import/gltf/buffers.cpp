#include "rig/import/gltf/buffers.h"

#include <algorithm>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "rig/import/gltf/meshopt.h"
#include "rig/import/gltf/uri.h"

namespace mien::gltf {
namespace {

/// Of all files beside together: far above any avatar, below what fills a machine.
constexpr std::size_t most_bytes_beside = std::size_t{1} << 30;

constexpr const char* meshopt_name = "EXT_meshopt_compression";

} // namespace

Buffers::Buffers(Document& document)
    : document_(document), loaded_(document.size(List::buffers)),
      decompressed_(document.size(List::buffer_views)), may_read_(most_bytes_beside) {}

Result<std::span<const std::uint8_t>> Buffers::buffer(std::size_t index) {
    const JsonObject buffer = document_.element(List::buffers, index);
    auto length = buffer.whole("byteLength", 0);
    if (!length) return pass_on(length);
    std::span<const std::uint8_t> bytes;
    if (const std::string uri = buffer.text("uri"); !uri.empty()) {
        if (!loaded_[index]) {
            auto read = read_uri(uri, document_.folder, may_read_);
            if (!read) return refuse("{}: {}", buffer.place(), read.error().message);
            document_.budget.add_source(read->size());
            may_read_ -= std::min(may_read_, read->size());
            loaded_[index] = std::move(*read);
        }
        bytes = *loaded_[index];
    } else if (index == 0 && document_.container.has_binary) {
        bytes = document_.container.binary;
    } else {
        return refuse("{}: it has no uri and no BIN chunk", buffer.place());
    }
    if (*length > bytes.size())
        return refuse("{}: it should have {} bytes, {} are there", buffer.place(), *length, bytes.size());
    return bytes.first(*length);
}

Result<std::span<const std::uint8_t>> Buffers::part_of_buffer(const JsonObject& where) {
    auto index = where.index("buffer", document_.size(List::buffers));
    if (!index) return pass_on(index);
    if (*index == no_index) return refuse("{}: it names no buffer", where.place());
    auto offset = where.whole("byteOffset", 0);
    if (!offset) return pass_on(offset);
    auto length = where.whole("byteLength", 0);
    if (!length) return pass_on(length);
    auto bytes = buffer(static_cast<std::size_t>(*index));
    if (!bytes) return bytes;
    if (*offset > bytes->size() || *length > bytes->size() - *offset)
        return refuse("{}: {} bytes from {} end beyond buffer {} of {} bytes", where.place(), *length,
                      *offset, *index, bytes->size());
    return bytes->subspan(*offset, *length);
}

Result<View> Buffers::compressed_view(std::size_t index, const JsonObject& view,
                                      const JsonObject& compression) {
    auto layout = read_meshopt_layout(compression);
    if (!layout) return pass_on(layout);
    const std::size_t size = layout->count * layout->stride;
    auto length = view.whole("byteLength", 0);
    if (!length) return pass_on(length);
    if (*length > size)
        return refuse("{}: it has {} bytes but decompresses to {}", view.place(), *length, size);
    if (!decompressed_[index]) {
        auto source = part_of_buffer(compression);
        if (!source) return pass_on(source);
        if (auto bounded = check_meshopt_ratio(*layout, source->size()); !bounded)
            return refuse("{}: {}", view.place(), bounded.error().message);
        if (auto charged = document_.budget.charge(size); !charged) return pass_on(charged);
        auto bytes = decode_meshopt(*layout, *source);
        if (!bytes) return refuse("{}: {}", view.place(), bytes.error().message);
        decompressed_[index] = std::move(*bytes);
    }
    return View{*decompressed_[index], 0};
}

Result<View> Buffers::view(std::size_t index) {
    const JsonObject view = document_.element(List::buffer_views, index);
    auto stride = view.whole("byteStride", 0);
    if (!stride) return pass_on(stride);
    const JsonObject compression = view.extension(meshopt_name);
    auto found = [&]() -> Result<View> {
        if (!compression.empty()) return compressed_view(index, view, compression);
        auto bytes = part_of_buffer(view);
        if (!bytes) return pass_on(bytes);
        return View{*bytes, 0};
    }();
    if (found) found->stride = *stride;
    return found;
}

} // namespace mien::gltf

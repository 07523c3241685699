#include "rig/export/glb_buffer.h"

#include <utility>

namespace mien::glb {

int Buffer::add_view(std::span<const std::uint8_t> bytes) {
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    views_.push_back({{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", bytes.size()}});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return static_cast<int>(views_.size()) - 1;
}

int Buffer::add_accessor(Json accessor) {
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(accessors_.size()) - 1;
}

} // namespace mien::glb

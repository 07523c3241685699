#include "rig/import/gltf/budget.h"

#include "rig/checked_json.h"

namespace mien::gltf {

void Budget::add_source(std::size_t bytes) {
    allowed_ += per_byte * bytes;
    elements_left_ += elements_per_byte * bytes;
}

Result<void> Budget::charge(std::uint64_t bytes) {
    if (bytes > allowed_ - used_)
        return refuse("the file asks for more than {} MiB of memory, out of proportion to its own size",
                      allowed_ >> 20);
    used_ += bytes;
    return {};
}

Result<void> Budget::charge_elements(std::uint64_t count) {
    if (count > elements_left_)
        return refuse("the file names the same data so often that reading it would take minutes");
    elements_left_ -= count;
    return {};
}

} // namespace mien::gltf

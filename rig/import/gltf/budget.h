// How much memory and time one file may ask for. A few bytes can name the same data a thousand times or claim
// to unpack to gigabytes; what is decoded must stay in proportion to what was read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.h"

namespace mien::gltf {

/// One import, one thread.
class Budget {
public:
    /// Bytes read from files add to what may be decoded.
    void add_source(std::size_t bytes);
    /// Asks for memory before it is allocated; refuses once it is out of proportion.
    [[nodiscard]] Result<void> charge(std::uint64_t bytes);
    /// What may still be allocated, bytes.
    [[nodiscard]] std::uint64_t remaining() const { return allowed_ - used_; }
    /// Asks for the time to read elements of an accessor, counted each time that the file names it.
    [[nodiscard]] Result<void> charge_elements(std::uint64_t count);

private:
    /// Allowed whatever the file's size. Below the 256 MiB that a small file may cost in all.
    static constexpr std::uint64_t base = std::uint64_t{128} << 20;
    /// Draco and meshopt reach about 20 bytes decoded per byte stored; the rest is room for shared accessors.
    static constexpr std::uint64_t per_byte = 40;

    /// About a second's work, and what 1,000 morph targets of 100,000 vertices need.
    static constexpr std::uint64_t base_elements = 100'000'000;
    static constexpr std::uint64_t elements_per_byte = 20;

    std::uint64_t allowed_ = base;
    std::uint64_t used_ = 0;
    std::uint64_t elements_left_ = base_elements;
};

} // namespace mien::gltf

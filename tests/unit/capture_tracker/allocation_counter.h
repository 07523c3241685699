// Counts what the whole test program takes from the heap by operator new.
#pragma once

#include <cstddef>

namespace mien::test {

[[nodiscard]] std::size_t allocation_count();

} // namespace mien::test

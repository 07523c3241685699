// Numbers from foreign files may be NaN or infinite. Any thread.
#pragma once

#include <cmath>
#include <type_traits>

namespace mien {

/// All numbers of a vector, quaternion or matrix are finite.
template <typename T>
[[nodiscard]] bool all_finite(const T& value) {
    if constexpr (std::is_floating_point_v<T>)
        return std::isfinite(value);
    else {
        for (int i = 0; i < static_cast<int>(value.length()); ++i)
            if (!all_finite(value[i])) return false;
        return true;
    }
}

} // namespace mien

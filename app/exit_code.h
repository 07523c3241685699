// What the program's exit status says.
#pragma once

#include "base/result.h"

namespace mien {

inline constexpr int exit_done = 0;
inline constexpr int exit_check_failed = 1; ///< a check found faults
inline constexpr int exit_usage = 2;        ///< wrong usage
inline constexpr int exit_unreadable = 3;   ///< an input is missing, malformed or unsupported
inline constexpr int exit_unavailable = 4;  ///< a device, display or model is missing
inline constexpr int exit_internal = 5;     ///< a fault of ours

[[nodiscard]] constexpr int exit_code(ErrorCode code) {
    switch (code) {
    case ErrorCode::check_failed:
        return exit_check_failed;
    case ErrorCode::usage:
        return exit_usage;
    case ErrorCode::unreadable:
        return exit_unreadable;
    case ErrorCode::unavailable:
        return exit_unavailable;
    case ErrorCode::internal:
        return exit_internal;
    case ErrorCode::cancelled:
        return exit_done;
    }
    return exit_internal;
}

} // namespace mien

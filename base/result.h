// What a function returns that can fail for a reason outside the program: Result<T>, a value or an Error.
// Broken promises between our own functions are not Errors but assertions.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tl/expected.hpp>

namespace mien {

/// The kind of a failure; decides the exit code (app/exit_code.h) and what a caller may do about it.
enum class ErrorCode : std::uint8_t {
    check_failed = 1, ///< a check found faults in something that could be read
    usage,            ///< the person asked for something that does not exist or does not fit together
    unreadable,       ///< an input is missing, malformed or of an unsupported kind
    unavailable,      ///< a device, display, model or other resource of this machine is missing or busy
    internal,         ///< a fault of ours
    cancelled,        ///< stopped on request; nothing went wrong
};

/// A failure as a person should read it: what was being done, to which file or device, what is wrong,
/// and what can be done. `message` is one line without a trailing full stop's worth of context;
/// `context` holds the places it passed, innermost first, and is for logs.
struct Error {
    ErrorCode code = ErrorCode::internal;
    std::string message;
    std::vector<std::string> context;

    /// The same failure with one more place noted.
    [[nodiscard]] Error with_context(std::string place) && {
        context.push_back(std::move(place));
        return std::move(*this);
    }
    bool operator==(const Error&) const = default;
};

template <typename T>
using Result = tl::expected<T, Error>;

/// `return fail(ErrorCode::unreadable, "Cannot open {}: {}", path, reason);`
template <typename... Args>
[[nodiscard]] tl::unexpected<Error> fail(ErrorCode code, fmt::format_string<Args...> format, Args&&... args) {
    return tl::unexpected<Error>(Error{code, fmt::format(format, std::forward<Args>(args)...), {}});
}

/// Passes on the error of another Result: `if (!r) return pass_on(r);`
template <typename T>
[[nodiscard]] tl::unexpected<Error> pass_on(Result<T>& failed) {
    return tl::unexpected<Error>(std::move(failed.error()));
}
template <typename T>
[[nodiscard]] tl::unexpected<Error> pass_on(Result<T>&& failed) {
    return tl::unexpected<Error>(std::move(failed.error()));
}

} // namespace mien

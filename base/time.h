// Time as mien keeps it: signed 64-bit nanoseconds on one clock per stream (CLOCK_MONOTONIC for live
// sources, the container's own time for files). Never a frame number over a rate.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace mien {

/// A difference of two Timestamps, nanoseconds.
struct Duration {
    std::int64_t ns = 0;
    [[nodiscard]] static constexpr Duration from_seconds(double s) {
        return {static_cast<std::int64_t>(s * 1e9 + (s < 0 ? -0.5 : 0.5))};
    }
    [[nodiscard]] static constexpr Duration from_ms(std::int64_t ms) { return {ms * 1'000'000}; }
    [[nodiscard]] constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
    [[nodiscard]] constexpr double ms() const { return static_cast<double>(ns) * 1e-6; }
    [[nodiscard]] constexpr std::chrono::nanoseconds chrono() const { return std::chrono::nanoseconds(ns); }
    constexpr auto operator<=>(const Duration&) const = default;
};

/// A point on a stream's clock, nanoseconds.
struct Timestamp {
    std::int64_t ns = 0;
    [[nodiscard]] constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
    [[nodiscard]] static constexpr Timestamp from_seconds(double s) { return {Duration::from_seconds(s).ns}; }
    constexpr auto operator<=>(const Timestamp&) const = default;
};

constexpr Duration operator-(Timestamp a, Timestamp b) {
    return {a.ns - b.ns};
}
constexpr Timestamp operator+(Timestamp t, Duration d) {
    return {t.ns + d.ns};
}
constexpr Timestamp operator-(Timestamp t, Duration d) {
    return {t.ns - d.ns};
}
constexpr Duration operator+(Duration a, Duration b) {
    return {a.ns + b.ns};
}
constexpr Duration operator-(Duration a, Duration b) {
    return {a.ns - b.ns};
}
constexpr Duration operator*(Duration d, std::int64_t n) {
    return {d.ns * n};
}

/// CLOCK_MONOTONIC now: the clock of live sources.
[[nodiscard]] Timestamp monotonic_now();

/// CPU time used by the calling thread: what the benchmarks report on a shared machine.
[[nodiscard]] Duration thread_cpu_time();

} // namespace mien

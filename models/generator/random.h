// Repeatable random numbers: the standard library's distributions differ between makers.
#pragma once

#include <cstdint>

namespace mien::head {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    /// Even between low and high. (SplitMix64, public domain, by Sebastiano Vigna.)
    double between(double low, double high) {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        z ^= z >> 31;
        return low + (high - low) * (double(z >> 11) * 0x1.0p-53);
    }

private:
    std::uint64_t state_;
};

} // namespace mien::head

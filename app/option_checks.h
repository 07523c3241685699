// Checks of option values that say nothing in --help beyond what the option's own text says.
#pragma once

#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace mien {

[[nodiscard]] inline CLI::Validator quietly(const CLI::Validator& check) {
    return CLI::Validator(check).description("");
}

/// A finite number from `low` to `high`. CLI::Range lets NaN through, as it compares the other way round.
[[nodiscard]] inline CLI::Validator number_between(double low, double high) {
    return {[low, high](std::string& text) -> std::string {
                double value = 0;
                if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return {};
                return fmt::format("{} is not a number from {} to {}", text, low, high);
            },
            ""};
}

} // namespace mien

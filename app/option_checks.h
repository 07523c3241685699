// Checks of option values that say nothing in --help beyond what the option's own text says.
#pragma once

#include <CLI/CLI.hpp>

namespace mien {

[[nodiscard]] inline CLI::Validator quietly(const CLI::Validator& check) {
    return CLI::Validator(check).description("");
}

} // namespace mien

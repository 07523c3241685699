// Options that several commands have, the same in each.
#pragma once

#include <CLI/CLI.hpp>

#include "app/option_checks.h"

namespace mien {

/// --fov-v; `text` says what it replaces.
inline CLI::Option* add_field_of_view(CLI::App* command, float& degrees, const char* text) {
    return command->add_option("--fov-v", degrees, text)
        ->type_name("DEGREES")
        ->check(number_between(5.0, 150.0));
}

/// --pupil-distance.
inline CLI::Option* add_pupil_distance(CLI::App* command, float& millimetres) {
    return command
        ->add_option("--pupil-distance", millimetres,
                     "Between the performer's pupils, in millimetres: gives the distance its scale")
        ->type_name("MM")
        ->check(number_between(30.0, 100.0))
        ->default_str("63");
}

} // namespace mien

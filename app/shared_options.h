// Options that several commands have, the same in each.
#pragma once

#include <string>

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

/// --rig and --profile of the commands that solve: mirror_option.h and profile_option.h open them.
inline void add_whose_face(CLI::App* command, std::string& rig, std::string& profile) {
    command
        ->add_option(
            "--rig", rig,
            "Solve for this rig as a mirror shows it (mien rig mirror): the weights with which it looks like "
            "the performer")
        ->type_name("RIG");
    command
        ->add_option(
            "--profile", profile,
            "The performer's profile (mien solve --calibrate): their own expressions, and their neutral "
            "unless --neutral is given")
        ->type_name("PROFILE");
}

} // namespace mien

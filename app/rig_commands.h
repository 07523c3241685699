// The commands below `mien rig`, one file each: every one adds its options and says what to run.
#pragma once

#include "app/command.h"

namespace mien {

void add_rig_check(CLI::App& rig, CommandContext& context);

} // namespace mien

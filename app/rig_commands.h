// The commands below `mien rig`, one file each: every one adds its options and says what to run.
#pragma once

#include "app/command.h"

namespace mien {

void add_rig_bake(CLI::App& rig, CommandContext& context);
void add_rig_clone(CLI::App& rig, CommandContext& context);
void add_rig_check(CLI::App& rig, CommandContext& context);
void add_rig_mirror(CLI::App& rig, CommandContext& context);
void add_rig_sheet(CLI::App& rig, CommandContext& context);

} // namespace mien

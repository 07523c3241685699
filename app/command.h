// The commands of the program: each adds its options to the command line and says what to run.
#pragma once

#include <functional>

#include "base/result.h"
#include "base/time.h"

namespace CLI {
class App;
}

namespace mien {

/// Shared by the commands while the command line is read. Must outlive it.
struct CommandContext {
    Timestamp program_start;              ///< monotonic
    std::function<Result<void>()> chosen; ///< what the command line asked for
};

void add_live_command(CLI::App& program, CommandContext& context);
void add_track_command(CLI::App& program, CommandContext& context);
void add_solve_command(CLI::App& program, CommandContext& context);
void add_render_command(CLI::App& program, CommandContext& context);
void add_rig_command(CLI::App& program, CommandContext& context);
void add_doctor_command(CLI::App& program, CommandContext& context);
void add_bench_command(CLI::App& program, CommandContext& context);

} // namespace mien

// The whole program but for main().
#pragma once

namespace mien {

/// Reads the command line, runs what it asks for and returns the exit status (app/exit_code.h). At most one
/// line on standard error says what went wrong and what to do.
[[nodiscard]] int run_command_line(int argc, const char* const* argv);

} // namespace mien

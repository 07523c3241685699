#include "app/command_line.h"

#include <csignal>
#include <exception>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command.h"
#include "app/exit_code.h"
#include "app/help_format.h"
#include "app/tell.h"
#include "app/version.h"
#include "app/window_command.h"

namespace mien {
namespace {

/// The command that was being read when the command line went wrong: "mien rig inspect".
std::string command_name(const CLI::App& program) {
    std::string name = program.get_name();
    const CLI::App* command = &program;
    while (!command->get_subcommands().empty()) {
        command = command->get_subcommands().front();
        name += " " + command->get_name();
    }
    return name;
}

/// Messages may quote file names; one line stays one line and sends nothing to the terminal.
std::string one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    return text;
}

int complain(const std::string& message, int status) {
    if (!message.empty()) tell("mien: {}\n", one_line(message));
    return status;
}

int read_and_run(int argc, const char* const* argv) {
    CommandContext context;
    context.program_start = monotonic_now();
    context.chosen = [] { return open_window({}); };

    CLI::App program("mien drives an avatar from a face. Without a command it opens the window.", "mien");
    program.set_version_flag("--version", std::string("mien ") + version());
    program.require_subcommand(0, 1);
    program.formatter(std::make_shared<HelpFormat>());
    program.footer("`mien COMMAND --help` explains each command.\n\n"
                   "Exit status: 0 done, 1 a check found faults, 2 wrong usage, 3 an input cannot be read,\n"
                   "4 a device, display or model is missing, 5 a fault of mien's own.");
    add_live_command(program, context);
    add_track_command(program, context);
    add_solve_command(program, context);
    add_render_command(program, context);
    add_rig_command(program, context);
    add_doctor_command(program, context);
    add_bench_command(program, context);
    try {
        program.parse(argc, argv);
    } catch (const CLI::Success& asked) { // --help, --version
        program.exit(asked);
        return std::fflush(stdout) == 0 ? exit_done : exit_unavailable;
    } catch (const CLI::ParseError& wrong) {
        const std::string name = command_name(program);
        return complain(fmt::format("{}; see {} --help", wrong.what(), name), exit_usage);
    }
    const Result<void> done = context.chosen();
    return done ? exit_done : complain(done.error().message, exit_code(done.error().code));
}

} // namespace

int run_command_line(int argc, const char* const* argv) {
    // A reader that closes standard output is an error of that write, not the end of a recording.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return read_and_run(argc, argv);
    } catch (const std::exception& fault) {
        return complain(fmt::format("a fault of mien's own: {}; please report it", fault.what()),
                        exit_internal);
    }
}

} // namespace mien

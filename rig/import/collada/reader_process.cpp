#include "rig/import/collada/reader_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT: POSIX names it so

namespace mien {
namespace {

tl::unexpected<Error> system_failure(const char* what) {
    return fail(ErrorCode::unavailable, "{}: {}", what, std::strerror(errno));
}

/// A file in memory without a name.
class MemoryFile {
public:
    MemoryFile() {
        const int made = memfd_create("mien", MFD_CLOEXEC);
        if (made < 0) return;
        constexpr int beyond_standard = 3; // where this program's own 0 to 2 are closed
        file_ = fcntl(made, F_DUPFD_CLOEXEC, beyond_standard);
        close(made);
    }
    ~MemoryFile() {
        if (file_ >= 0) close(file_);
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] bool ok() const { return file_ >= 0; }
    [[nodiscard]] int number() const { return file_; }

    [[nodiscard]] bool fill(std::span<const std::uint8_t> bytes) const {
        while (!bytes.empty()) {
            const ssize_t written = write(file_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) return false;
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        }
        return lseek(file_, 0, SEEK_SET) == 0;
    }
    [[nodiscard]] std::size_t size() const {
        struct stat facts {};
        return fstat(file_, &facts) == 0 ? static_cast<std::size_t>(facts.st_size) : 0;
    }
    /// The first bytes, `most` of them where there are more.
    template <typename Bytes>
    [[nodiscard]] Bytes contents(std::size_t most) const {
        Bytes bytes(std::min(size(), most), {});
        std::size_t at = 0;
        while (at < bytes.size()) {
            const ssize_t got = pread(file_, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            at += static_cast<std::size_t>(got);
        }
        bytes.resize(at);
        return bytes;
    }

private:
    int file_ = -1;
};

Result<pid_t> start(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const MemoryFile& in, const MemoryFile& out, const MemoryFile& err) {
    std::vector<char*> words = {const_cast<char*>(program.c_str())}; // posix_spawn does not write there
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.number(), STDERR_FILENO);
    pid_t child = 0;
    errno = posix_spawn(&child, program.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (errno != 0) return system_failure(program.c_str());
    return child;
}

/// The status of waitpid(), or nothing where the time is over; the child is ended then.
Result<int> wait_for(pid_t child, std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    int status = 0;
    for (;;) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return status;
        if (ended < 0 && errno != EINTR) return system_failure("waiting for the reader");
        if (std::chrono::steady_clock::now() >= end) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return fail(ErrorCode::unreadable, "reading it took longer than {} s",
                std::chrono::duration_cast<std::chrono::seconds>(limit).count());
}

} // namespace

Result<ReaderOutput> run_reader(const std::filesystem::path& program,
                                const std::vector<std::string>& arguments,
                                std::span<const std::uint8_t> input, std::size_t most_output,
                                std::chrono::milliseconds limit) {
    const MemoryFile in;
    const MemoryFile out;
    const MemoryFile err;
    if (!in.ok() || !out.ok() || !err.ok() || !in.fill(input))
        return system_failure("no memory for a reader");
    auto child = start(program, arguments, in, out, err);
    if (!child) return pass_on(child);
    auto status = wait_for(*child, limit);
    if (!status) return pass_on(status);
    if (out.size() > most_output)
        return fail(ErrorCode::unavailable, "it becomes {} MB, which is too much", out.size() >> 20U);
    ReaderOutput output;
    output.out = out.contents<std::vector<std::uint8_t>>(most_output);
    constexpr std::size_t most_lines = std::size_t{64} << 10U;
    output.err = err.contents<std::string>(most_lines);
    output.status = WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
    return output;
}

} // namespace mien

#include "run_program.h"

#include <array>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture/tracker/tracker.h"

namespace mien::test {
namespace {

int status_of(int wait_status) {
    return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

/// In the child: becomes the program.
[[noreturn]] void become_mien(const std::vector<std::string>& arguments, int in, int out, int err) {
    ::dup2(in, 0);
    ::dup2(out, 1);
    ::dup2(err, 2);
    std::vector<char*> argv = {const_cast<char*>(MIEN_PROGRAM)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    ::execv(MIEN_PROGRAM, argv.data());
    ::_exit(127);
}

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() {
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
    }
    void close(std::size_t end) {
        if (ends[end] >= 0) ::close(ends[end]);
        ends[end] = -1;
    }
    ~Pipe() {
        close(0);
        close(1);
    }
};

/// Reads both until both are closed, so that neither can fill up and block the program.
void drain(Pipe& out, Pipe& err, Ran& ran) {
    std::array<pollfd, 2> watched = {{{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}}};
    std::array<std::string*, 2> texts = {&ran.out, &ran.err};
    while (watched[0].fd >= 0 || watched[1].fd >= 0) {
        if (::poll(watched.data(), watched.size(), -1) < 0) continue;
        for (std::size_t i = 0; i < watched.size(); ++i) {
            if (watched[i].revents == 0) continue;
            std::array<char, 65536> buffer{};
            const ssize_t n = ::read(watched[i].fd, buffer.data(), buffer.size());
            if (n > 0)
                texts[i]->append(buffer.data(), static_cast<std::size_t>(n));
            else
                watched[i].fd = -1;
        }
    }
}

} // namespace

Ran run_mien(const std::vector<std::string>& arguments, const std::string& input) {
    // What it reads comes from a file, so that nobody waits for the other.
    std::FILE* const in = std::tmpfile();
    if (in == nullptr) std::abort();
    std::fwrite(input.data(), 1, input.size(), in);
    std::fflush(in);
    std::rewind(in);
    Pipe out;
    Pipe err;
    const pid_t pid = ::fork();
    if (pid == 0) become_mien(arguments, ::fileno(in), out.ends[1], err.ends[1]);
    out.close(1);
    err.close(1);
    Ran ran;
    drain(out, err, ran);
    int status = 0;
    ::waitpid(pid, &status, 0);
    std::fclose(in);
    ran.status = status_of(status);
    return ran;
}

RunningMien::RunningMien(const std::vector<std::string>& arguments, const std::filesystem::path& output) {
    pid_ = ::fork();
    if (pid_ != 0) return;
    const int none = ::open("/dev/null", O_RDONLY);
    const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    become_mien(arguments, none, file, file);
}

RunningMien::~RunningMien() {
    if (pid_ <= 0) return;
    send(SIGKILL);
    (void)wait();
}

void RunningMien::send(int signal) const {
    if (pid_ > 0) ::kill(pid_, signal);
}

int RunningMien::wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return status_of(status);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = text.find('\n', begin);
        if (end == std::string::npos) end = text.size();
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::filesystem::path mesh_models() {
    const ModelPaths models = find_models();
    std::error_code ignored;
    const bool there =
        std::filesystem::exists(models.directory / "face_detection_short_range.tflite", ignored);
    return there ? models.directory : std::filesystem::path();
}

} // namespace mien::test

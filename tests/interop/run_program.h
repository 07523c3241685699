// Runs the built program as a person would.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace mien::test {

/// How a program ended.
struct Ran {
    int status = -1; ///< exit status; 128 + signal where a signal ended it
    std::string out;
    std::string err;
};

/// Runs `mien ARGUMENTS` to its end, with `input` on its standard input.
[[nodiscard]] Ran run_mien(const std::vector<std::string>& arguments, const std::string& input = {});

/// A `mien` at work; ended by SIGKILL where it is left running.
class RunningMien {
public:
    explicit RunningMien(const std::vector<std::string>& arguments, const std::filesystem::path& output);
    RunningMien(const RunningMien&) = delete;
    RunningMien& operator=(const RunningMien&) = delete;
    ~RunningMien();
    void send(int signal) const;
    /// Its exit status; 128 + signal where a signal ended it.
    int wait();

private:
    pid_t pid_ = -1;
};

/// Lines of a text, without the last newline.
[[nodiscard]] std::vector<std::string> lines_of(const std::string& text);

/// A folder with this machine's models, or empty where the mesh package was not fetched.
[[nodiscard]] std::filesystem::path mesh_models();

} // namespace mien::test

/// Skips the test where the models of the mesh tracker are not on this machine.
#define MIEN_NEEDS_MESH_MODELS()                                                                             \
    if (mien::test::mesh_models().empty()) GTEST_SKIP() << "the mesh models are missing: run models/fetch"

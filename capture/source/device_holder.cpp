#include "capture/source/device_holder.h"

#include <algorithm>
#include <system_error>

#include <unistd.h>

#include <fmt/format.h>

#include "base/file.h"

namespace mien {
namespace {

namespace fs = std::filesystem;

bool is_process(const std::string& name) {
    return !name.empty() &&
           std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
           name != std::to_string(::getpid());
}

bool has_open(const fs::path& process, const fs::path& device) {
    std::error_code error;
    for (fs::directory_iterator at(process / "fd", error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (fs::read_symlink(at->path(), ignored) == device) return true;
    }
    return false;
}

/// A process may call itself anything; only what can be printed on one line is shown.
std::string printable(std::string name) {
    std::erase_if(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    return name.empty() ? "a program" : name;
}

} // namespace

std::string device_holder(const fs::path& device, const fs::path& proc) {
    std::error_code error;
    for (fs::directory_iterator at(proc, error), end; !error && at != end; at.increment(error)) {
        const std::string id = at->path().filename().string();
        if (!is_process(id) || !has_open(at->path(), device)) continue;
        const auto name = read_text_file(at->path() / "comm", 4096);
        return fmt::format("{} (process {})", printable(name.value_or("")), id);
    }
    return {};
}

} // namespace mien

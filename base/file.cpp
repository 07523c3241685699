#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mien {
namespace {

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    [[nodiscard]] int get() const { return fd_; }
    /// Closes now and tells whether that went well (a full disk may only show here).
    [[nodiscard]] bool close() {
        const int fd = fd_;
        fd_ = -1;
        return ::close(fd) == 0;
    }

private:
    int fd_;
};

std::string reason() {
    return std::strerror(errno);
}

bool write_all(int fd, std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
    return true;
}

std::span<const std::uint8_t> as_bytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Reads to the end, also where the size is not known before (a pipe).
template <typename Container>
Result<Container> read_whole(const std::filesystem::path& path, std::size_t limit) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) return fail(ErrorCode::unreadable, "Cannot open {}: {}", path.string(), reason());
    struct stat info {};
    if (::fstat(file.get(), &info) != 0)
        return fail(ErrorCode::unreadable, "Cannot read {}: {}", path.string(), reason());
    if (S_ISDIR(info.st_mode))
        return fail(ErrorCode::unreadable, "Cannot read {}: it is a folder", path.string());
    if (info.st_size > 0 && static_cast<std::uint64_t>(info.st_size) > limit)
        return fail(ErrorCode::unreadable, "Cannot read {}: it has {} bytes, more than the limit of {}",
                    path.string(), info.st_size, limit);
    Container content;
    content.resize(info.st_size > 0 ? static_cast<std::size_t>(info.st_size) : 4096);
    std::size_t have = 0;
    for (;;) {
        if (have == content.size()) {
            if (have > limit)
                return fail(ErrorCode::unreadable, "Cannot read {}: it is larger than the limit of {} bytes",
                            path.string(), limit);
            if (S_ISREG(info.st_mode) && have == static_cast<std::size_t>(info.st_size)) break;
            content.resize(have * 2);
        }
        const ssize_t n =
            ::read(file.get(), reinterpret_cast<char*>(content.data()) + have, content.size() - have);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail(ErrorCode::unreadable, "Cannot read {}: {}", path.string(), reason());
        if (n == 0) break;
        have += static_cast<std::size_t>(n);
    }
    content.resize(have);
    return content;
}

constexpr std::size_t longest_name = 255; ///< bytes, of every file system that Linux has
constexpr std::size_t stem_digits = 16;

/// Where a symbolic link leads, so that what it names is replaced and not the link; the path itself where it
/// is none. Links in a circle, or too many, stay as they are and show as an error when they are opened.
std::filesystem::path behind_links(std::filesystem::path path) {
    constexpr int most = 40; // what the kernel follows
    for (int i = 0; i < most; ++i) {
        std::error_code error;
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error) return path;
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path;
}

Result<void> write_directly(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.get() < 0 || !write_all(file.get(), bytes) || !file.close())
        return fail(ErrorCode::unavailable, "Cannot write {}: {}", path.string(), reason());
    return {};
}

} // namespace

Result<std::vector<std::uint8_t>> read_file(const std::filesystem::path& path, std::size_t limit) {
    return read_whole<std::vector<std::uint8_t>>(path, limit);
}

Result<std::string> read_text_file(const std::filesystem::path& path, std::size_t limit) {
    return read_whole<std::string>(path, limit);
}

std::filesystem::path temporary_beside(const std::filesystem::path& path) {
    const std::filesystem::path beside = behind_links(path);
    const std::string ending = fmt::format(".{}.part{}", ::getpid(), beside.extension().string());
    std::string stem = beside.stem().string();
    if (stem.size() + ending.size() + 1 > longest_name) {
        const std::size_t room = longest_name - std::min(longest_name, ending.size() + 1);
        stem.resize(room > stem_digits ? room - stem_digits : 0);
        // Two long names that begin alike must not meet.
        stem += fmt::format("{:016x}", std::hash<std::string>{}(beside.stem().string()));
    }
    return beside.parent_path() / fmt::format(".{}{}", stem, ending);
}

Result<void> commit_file(const std::filesystem::path& temporary, const std::filesystem::path& path) {
    {
        const Descriptor file(::open(temporary.c_str(), O_RDONLY | O_CLOEXEC));
        if (file.get() < 0 || ::fsync(file.get()) != 0)
            return fail(ErrorCode::unavailable, "Cannot write {}: {}", path.string(), reason());
    }
    const std::filesystem::path target = behind_links(path);
    if (::rename(temporary.c_str(), target.c_str()) != 0) {
        const std::string why = reason();
        ::unlink(temporary.c_str());
        return fail(ErrorCode::unavailable, "Cannot write {}: {}", path.string(), why);
    }
    // The new name itself must survive a power cut: flush the folder; a file system that cannot is not an
    // error.
    const std::filesystem::path folder =
        target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() >= 0) ::fsync(directory.get());
    return {};
}

Result<void> write_file_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) return write_directly(path, bytes);
    const std::filesystem::path temporary = temporary_beside(path);
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.get() < 0) return fail(ErrorCode::unavailable, "Cannot write {}: {}", path.string(), reason());
    if (!write_all(file.get(), bytes) || !file.close()) {
        const std::string why = reason();
        ::unlink(temporary.c_str());
        return fail(ErrorCode::unavailable, "Cannot write {}: {}", path.string(), why);
    }
    return commit_file(temporary, path);
}

Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view text) {
    return write_file_atomically(path, as_bytes(text));
}

} // namespace mien

// Text that a command writes piece by piece: to a file that appears only when it is complete, or to standard
// output.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "base/result.h"

namespace mien {

/// One owner. Without commit() a file's old content stays.
class TextOutput {
public:
    /// "-" is standard output. Errors: unavailable (cannot write there).
    [[nodiscard]] static Result<TextOutput> open(const std::filesystem::path& path);

    /// Errors show in commit().
    void write(std::string_view text);
    /// Errors: unavailable, naming the path and the reason.
    [[nodiscard]] Result<void> commit();

private:
    struct Close {
        void operator()(std::FILE* file) const;
    };
    /// Removes what was not committed.
    struct Temporary {
        std::filesystem::path path;
        explicit Temporary(std::filesystem::path p) : path(std::move(p)) {}
        Temporary(const Temporary&) = delete;
        Temporary& operator=(const Temporary&) = delete;
        ~Temporary();
    };
    TextOutput() = default;

    std::filesystem::path path_;
    std::unique_ptr<Temporary> temporary_; ///< none where the path is written to directly
    std::unique_ptr<std::FILE, Close> file_;
    int error_ = 0; ///< errno of the first write that failed
};

/// The same for a text that is there as a whole.
[[nodiscard]] Result<void> write_text(const std::filesystem::path& path, std::string_view text);

/// Can a file come to `path`, as far as its folder says? For outputs that are written after long work.
/// Errors: unavailable.
[[nodiscard]] Result<void> check_writable(const std::filesystem::path& path);

} // namespace mien

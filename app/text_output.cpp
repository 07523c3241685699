#include "app/text_output.h"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "base/file.h"

namespace mien {
namespace {

tl::unexpected<Error> cannot_write(const std::filesystem::path& path, int error) {
    return fail(ErrorCode::unavailable, "Cannot write {}: {}",
                path == "-" ? "to standard output" : path.string(), std::strerror(error));
}

} // namespace

void TextOutput::Close::operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
}

TextOutput::Temporary::~Temporary() {
    std::error_code ignored;
    if (!path.empty()) std::filesystem::remove(path, ignored);
}

Result<TextOutput> TextOutput::open(const std::filesystem::path& path) {
    TextOutput output;
    output.path_ = path;
    if (path == "-") {
        output.file_.reset(stdout);
        return output;
    }
    std::error_code ignored;
    std::filesystem::path target = path;
    const auto status = std::filesystem::status(path, ignored);
    // A pipe or a terminal cannot be replaced: it is written to directly.
    if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
        target = temporary_beside(path);
        output.temporary_ = std::make_unique<Temporary>(target);
    }
    output.file_.reset(std::fopen(target.c_str(), "we"));
    if (!output.file_) return cannot_write(path, errno);
    return output;
}

void TextOutput::write(std::string_view text) {
    if (error_ != 0 || text.empty()) return;
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) error_ = errno;
}

Result<void> TextOutput::commit() {
    if (error_ == 0 && std::fflush(file_.get()) != 0) error_ = errno;
    if (error_ != 0) return cannot_write(path_, error_);
    if (path_ == "-") return {};
    if (std::fclose(file_.release()) != 0) return cannot_write(path_, errno);
    if (!temporary_) return {};
    return commit_file(std::exchange(temporary_->path, {}), path_);
}

Result<void> check_writable(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (::access(folder.c_str(), W_OK | X_OK) != 0) return cannot_write(path, errno);
    return {};
}

Result<void> write_text(const std::filesystem::path& path, std::string_view text) {
    auto output = TextOutput::open(path);
    if (!output) return pass_on(output);
    output->write(text);
    return output->commit();
}

} // namespace mien

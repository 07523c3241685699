#include "app/distinct_paths.h"

#include <set>
#include <system_error>

namespace mien {
namespace {

/// One spelling per file; absolute first, as weakly_canonical() leaves a relative path to nothing as it is.
std::filesystem::path one_spelling(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
}

} // namespace

Result<void> check_distinct(std::span<const std::string> inputs, std::span<const NamedOutput> outputs) {
    std::error_code ignored;
    std::set<std::filesystem::path> taken;
    for (const std::string& input :
         inputs) // not the words that name no file: camera, synthetic, bundled:NAME
        if (std::filesystem::exists(input, ignored)) taken.insert(one_spelling(input));
    for (const auto& [option, path] : outputs) {
        const auto status = std::filesystem::status(path, ignored);
        const bool is_file = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
        if (path.empty() || (path != "-" && !is_file)) continue;
        if (!taken.insert(path == "-" ? path : one_spelling(path)).second)
            return fail(ErrorCode::usage, "{} {}: that is an input or another output already", option,
                        path.string());
    }
    return {};
}

} // namespace mien

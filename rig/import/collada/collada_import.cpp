#include "rig/import/collada/collada_import.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "rig/checked_json.h"
#include "rig/import/collada/reader_process.h"
#include "rig/import/import.h"
#include "rig/import/report.h"

namespace mien {
namespace {

constexpr std::size_t most_output = std::size_t{1} << 30U;
constexpr std::chrono::seconds time_limit(60);
constexpr int refused_status = 3; // as the program's own: an input cannot be read

/// Beside this program, else where it was built.
std::filesystem::path reader_program() {
    std::error_code failed;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
    if (!failed) {
        auto sibling = self.parent_path() / "mien-collada-reader";
        if (std::filesystem::exists(sibling, failed)) return sibling;
    }
    return MIEN_COLLADA_READER;
}

/// Its lines of text, each as `add` takes it.
template <typename Add>
void for_each_line(std::string_view text, const Add& add) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (!line.empty()) add(line);
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
}

/// The library fails on every file that has expressions (5.2.5: it does not resolve a morph's source).
std::string advice(std::span<const std::uint8_t> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return text.find("<morph") == std::string_view::npos
               ? ""
               : " (it has morph controllers, which are not read: convert it to GLB)";
}

} // namespace

Result<Rig> import_collada(std::span<const std::uint8_t> bytes, const std::filesystem::path& folder) {
    auto output = run_reader(reader_program(), {folder.string()}, bytes, most_output, time_limit);
    if (!output) return pass_on(output);
    if (output->status == refused_status)
        return refuse("{}{}", output->err.substr(0, output->err.find('\n')), advice(bytes));
    if (output->status != 0)
        return refuse("the Collada reader broke on it; it is damaged, or convert it to GLB");
    auto rig = import_gltf(output->out, "Collada", {});
    if (!rig) return rig;
    Report report;
    for_each_line(output->err, [&](std::string_view line) { report.warn("{}", line); });
    for (const ReportLine& line : rig->report) report.add(line.kind, line.text);
    rig->report = report.take();
    return rig;
}

bool looks_like_collada(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t far_enough = 4096;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                std::min(bytes.size(), far_enough));
    return text.find("<COLLADA") != std::string_view::npos;
}

} // namespace mien

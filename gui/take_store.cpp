#include "gui/take_store.h"

#include <algorithm>
#include <string>

namespace mien::gui {

std::filesystem::path new_take_path(const std::filesystem::path& folder, const QDateTime& now) {
    // No colons: takes travel to file systems that refuse them.
    const std::string stem = now.toString(QStringLiteral("yyyy-MM-dd HH-mm-ss")).toStdString();
    std::filesystem::path path = folder / (stem + ".mien");
    std::error_code ignored;
    for (int n = 2; std::filesystem::exists(path, ignored); ++n)
        path = folder / (stem + " " + std::to_string(n) + ".mien");
    return path;
}

std::vector<TakeFile> list_takes(const std::filesystem::path& folder) {
    std::vector<TakeFile> takes;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code ignored;
        if (entry->path().extension() != ".mien" || !entry->is_regular_file(ignored)) continue;
        const auto bytes = entry->file_size(ignored);
        const auto written = std::chrono::file_clock::to_sys(entry->last_write_time(ignored));
        const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(written.time_since_epoch());
        takes.push_back({entry->path(), QDateTime::fromMSecsSinceEpoch(ms.count()), bytes});
    }
    std::sort(takes.begin(), takes.end(), [](const TakeFile& a, const TakeFile& b) {
        return a.changed != b.changed ? a.changed > b.changed : a.path > b.path;
    });
    return takes;
}

} // namespace mien::gui

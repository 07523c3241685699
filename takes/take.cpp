#include "takes/take.h"

#include <array>
#include <utility>

#include "takes/schema.h"
#include "takes/sqlite.h"

namespace mien {

std::string_view name_of(StreamKind kind) {
    static constexpr std::array<std::string_view, 7> names = {
        "landmarks", "state_raw", "state_calibrated", "state_sent", "audio", "video", "marks"};
    return names.at(static_cast<std::size_t>(kind));
}

Duration Take::origin() const {
    const auto clock = meta.find(take_clock_key);
    const bool monotonic = clock != meta.end() && clock->second == take_clock_monotonic;
    return monotonic && !frames.empty() ? frames.front().landmarks.t - Timestamp{} : Duration{};
}

bool looks_like_take(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    // Through SQLite and not with a file of our own: closing that would drop the locks of a recorder in this
    // process (a trap of POSIX locks).
    auto database = sqlite::Database::open(path, sqlite::Access::immutable, {});
    if (!database) return false;
    const auto id = database->query_integer("PRAGMA application_id");
    return id && *id == take_application_id;
}

} // namespace mien

#include "takes/take.h"

#include <algorithm>
#include <map>
#include <system_error>

#include <fmt/format.h>

#include "takes/sample_codec.h"
#include "takes/schema.h"
#include "takes/sqlite.h"

namespace mien {
namespace {

bool has_log(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    if (error) return false;
    const auto size = std::filesystem::file_size(real.string() + "-wal", error);
    return !error && size > 0;
}

/// Opens for recovery; where nothing can be written and nothing needs recovering, as it lies there.
Result<sqlite::Database> open_checked(const std::filesystem::path& path, const std::string& purpose) {
    auto database = sqlite::Database::open(path, sqlite::Access::recover, purpose);
    if (!database) return pass_on(database);
    Result<void> checked = check_schema(*database);
    if (checked) return database;
    if (checked.error().code != ErrorCode::unavailable) return pass_on(checked);
    if (has_log(path))
        return fail(
            ErrorCode::unavailable,
            "{}: its recording was cut off, and to recover it mien must write into its folder; copy it "
            "and its -wal file to another folder",
            purpose);
    database = sqlite::Database::open(path, sqlite::Access::immutable, purpose);
    if (!database) return pass_on(database);
    checked = check_schema(*database);
    if (!checked) return pass_on(checked);
    return database;
}

Result<TakeMeta> read_meta(sqlite::Database& database) {
    auto rows = database.prepare("SELECT key, value FROM meta");
    if (!rows) return pass_on(rows);
    TakeMeta meta;
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return tl::unexpected<Error>(row.error());
        if (!*row) return meta;
        meta.emplace(std::string(rows->text(0)), std::string(rows->text(1)));
    }
}

/// The kinds that this version reads, by stream number; others (audio, what later versions add) are not
/// samples of a TakeFrame.
Result<std::map<std::int64_t, StreamKind>> read_streams(sqlite::Database& database) {
    auto rows = database.prepare("SELECT id, kind FROM stream");
    if (!rows) return pass_on(rows);
    std::map<std::int64_t, StreamKind> streams;
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return tl::unexpected<Error>(row.error());
        if (!*row) return streams;
        for (const StreamKind kind : {StreamKind::landmarks, StreamKind::state_raw,
                                      StreamKind::state_calibrated, StreamKind::state_sent})
            if (rows->text(1) == name_of(kind)) streams.emplace(rows->integer(0), kind);
    }
}

/// The frame of time t, made in its place where there is none: samples mostly come in time order.
TakeFrame& frame_at(std::vector<TakeFrame>& frames, Timestamp t) {
    auto at = frames.end();
    if (!frames.empty() && t <= frames.back().landmarks.t)
        at = std::lower_bound(frames.begin(), frames.end(), t, [](const TakeFrame& frame, Timestamp time) {
            return frame.landmarks.t < time;
        });
    if (at == frames.end() || at->landmarks.t != t) {
        at = frames.emplace(at);
        at->landmarks.t = at->raw.t = at->calibrated.t = t;
    }
    return *at;
}

Result<void> store(TakeFrame& frame, StreamKind kind, std::span<const std::uint8_t> blob, Timestamp t) {
    if (kind == StreamKind::landmarks) {
        auto landmarks = decode_landmarks(blob, t);
        if (!landmarks) return pass_on(landmarks);
        frame.landmarks = std::move(*landmarks);
        return {};
    }
    auto state = decode_state(blob, t);
    if (!state) return pass_on(state);
    if (kind == StreamKind::state_raw) frame.raw = *state;
    if (kind == StreamKind::state_calibrated) frame.calibrated = *state;
    if (kind == StreamKind::state_sent) frame.sent = *state;
    return {};
}

Result<std::vector<TakeFrame>> read_samples(sqlite::Database& database) {
    const auto streams = read_streams(database);
    if (!streams) return tl::unexpected<Error>(streams.error());
    // All samples together cannot be longer than the file; a damaged or hostile one can claim it, by rows
    // that share their pages.
    const auto size =
        database.query_integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    if (!size) return tl::unexpected<Error>(size.error());
    std::int64_t left = size->value_or(0);

    auto rows = database.prepare("SELECT stream, t_ns, blob FROM sample ORDER BY rowid");
    if (!rows) return pass_on(rows);
    std::vector<TakeFrame> frames;
    while (true) {
        const Result<bool> row = rows->step();
        if (!row) return tl::unexpected<Error>(row.error());
        if (!*row) return frames;
        const auto stream = streams->find(rows->integer(0));
        if (stream == streams->end()) continue;
        const Timestamp t{rows->integer(1)};
        const std::span<const std::uint8_t> blob = rows->blob(2);
        left -= static_cast<std::int64_t>(blob.size());
        if (left < 0)
            return fail(ErrorCode::unreadable, "{}: damaged (its samples overlap)", database.purpose());
        if (auto stored = store(frame_at(frames, t), stream->second, blob, t); !stored)
            return fail(stored.error().code, "{}: {}", database.purpose(), stored.error().message);
    }
}

} // namespace

Result<Take> read_take(const std::filesystem::path& path) {
    const std::string purpose = fmt::format("Cannot read the take {}", path.string());
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) return fail(ErrorCode::unreadable, "{}: no such file", purpose);
    if (!std::filesystem::is_regular_file(status))
        return fail(ErrorCode::unreadable, "{}: it is not a file", purpose);

    auto database = open_checked(path, purpose);
    if (!database) return pass_on(database);
    // One transaction: a recorder that is at work must not come in between.
    if (auto begun = database->execute("BEGIN"); !begun) return pass_on(begun);
    Take take;
    auto meta = read_meta(*database);
    if (!meta) return pass_on(meta);
    take.meta = std::move(*meta);
    auto frames = read_samples(*database);
    if (!frames) return pass_on(frames);
    take.frames = std::move(*frames);
    // After a recovery: back to one file. Not possible while a recorder is at work or on a read-only disk,
    // and then not needed.
    (void)database->execute("COMMIT; PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
    return take;
}

} // namespace mien

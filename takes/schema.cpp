#include "takes/schema.h"

#include <fmt/format.h>

namespace mien {
namespace {

// Samples are appended in time order; the index finds them by time and keeps two of one time out.
constexpr const char* tables = R"(
    CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE stream(id INTEGER PRIMARY KEY, kind TEXT NOT NULL UNIQUE, time_base TEXT NOT NULL,
                        params TEXT NOT NULL);
    CREATE TABLE sample(stream INTEGER NOT NULL REFERENCES stream(id), t_ns INTEGER NOT NULL,
                        blob BLOB NOT NULL);
    CREATE UNIQUE INDEX sample_by_time ON sample(stream, t_ns);
)";

Result<void> insert_streams(sqlite::Database& database) {
    auto insert =
        database.prepare("INSERT INTO stream(id, kind, time_base, params) VALUES(?, ?, '1/1000000000', '')");
    if (!insert) return pass_on(insert);
    for (const StreamKind kind : {StreamKind::landmarks, StreamKind::state_raw, StreamKind::state_calibrated,
                                  StreamKind::state_sent}) {
        insert->bind(1, stream_id(kind));
        insert->bind(2, name_of(kind));
        if (auto done = insert->run(); !done) return done;
    }
    return {};
}

Result<void> insert_meta(sqlite::Database& database, const TakeMeta& meta) {
    auto insert = database.prepare("INSERT INTO meta(key, value) VALUES(?, ?)");
    if (!insert) return pass_on(insert);
    for (const auto& [key, value] : meta) {
        insert->bind(1, std::string_view(key));
        insert->bind(2, std::string_view(value));
        if (auto done = insert->run(); !done) return done;
    }
    return {};
}

} // namespace

Result<void> create_schema(sqlite::Database& database, const TakeMeta& meta) {
    if (auto begun = database.execute("BEGIN IMMEDIATE"); !begun) return begun;
    if (auto made = database.execute(tables); !made) return made;
    if (auto marked = database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                                   take_application_id, take_schema_version));
        !marked)
        return marked;
    if (auto streams = insert_streams(database); !streams) return streams;
    if (auto written = insert_meta(database, meta); !written) return written;
    return database.execute("COMMIT");
}

Result<void> check_schema(sqlite::Database& database) {
    const auto id = database.query_integer("PRAGMA application_id");
    if (!id) return tl::unexpected<Error>(id.error());
    if (*id != take_application_id)
        return fail(ErrorCode::unreadable, "{}: it is a database, but not a take of mien",
                    database.purpose());
    const auto version = database.query_integer("PRAGMA user_version");
    if (!version) return tl::unexpected<Error>(version.error());
    if (version->value_or(0) > take_schema_version)
        return fail(ErrorCode::unreadable,
                    "{}: it was written by a newer mien (take version {}, this mien knows {}); update mien",
                    database.purpose(), version->value_or(0), take_schema_version);
    // Real tables only: a view or virtual table of the same name could run anything.
    const auto real_tables =
        database.query_integer("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND "
                               "name IN ('meta', 'stream', 'sample')");
    if (!real_tables) return tl::unexpected<Error>(real_tables.error());
    if (version->value_or(0) < 1 || real_tables->value_or(0) != 3)
        return fail(ErrorCode::unreadable, "{}: its tables are missing or damaged", database.purpose());
    return {};
}

} // namespace mien

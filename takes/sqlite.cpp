#include "takes/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace mien::sqlite {
namespace {

// Longer than any sample or text of a take: 478 points and 4096 features are 22 KB.
constexpr int longest_value = 1 << 20;
// Another program that reads or checkpoints holds its lock for moments only.
constexpr int busy_timeout_ms = 2000;

/// What went wrong and what to do, for a person.
Error explain(int code, const char* text, const std::string& purpose) {
    switch (code & 0xff) {
    case SQLITE_FULL:
        return {ErrorCode::unavailable, fmt::format("{}: the disk is full; free some space", purpose), {}};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {ErrorCode::unavailable,
                fmt::format("{}: another program has locked it; close that program", purpose),
                {}};
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return {ErrorCode::unavailable, fmt::format("{}: no permission to write there", purpose), {}};
    case SQLITE_CANTOPEN:
        return {ErrorCode::unavailable, fmt::format("{}: the file cannot be opened", purpose), {}};
    case SQLITE_IOERR:
        return {ErrorCode::unavailable, fmt::format("{}: the disk reports an error ({})", purpose, text), {}};
    case SQLITE_NOMEM:
        return {ErrorCode::unavailable, fmt::format("{}: out of memory", purpose), {}};
    case SQLITE_NOTADB:
        return {ErrorCode::unreadable, fmt::format("{}: it is not a database", purpose), {}};
    default:
        return {ErrorCode::unreadable, fmt::format("{}: damaged ({})", purpose, text), {}};
    }
}

tl::unexpected<Error> failure(sqlite3* database, int code, const std::string& purpose) {
    return tl::unexpected<Error>(
        explain(code, database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code), purpose));
}

int open_flags(Access access) {
    switch (access) {
    case Access::read:
    case Access::immutable:
        return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    case Access::recover:
        return SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI;
    case Access::create:
        break;
    }
    return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI;
}

/// The path as a URI, every byte that could mean something else escaped: a name may hold '?', '#' or '%'.
std::string uri_of(const std::filesystem::path& path, Access access) {
    std::string uri = "file:";
    std::error_code ignored;
    std::filesystem::path absolute = std::filesystem::absolute(path, ignored);
    for (const char c : (ignored ? path : absolute).string()) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= '0' && byte <= '9') || byte == '/' || byte == '.' || byte == '_' ||
                           byte == '-';
        if (plain)
            uri += c;
        else
            uri += fmt::format("%{:02X}", byte);
    }
    return access == Access::immutable ? uri + "?immutable=1" : uri;
}

} // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void Statement::bind(int parameter, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), parameter, value);
}

void Statement::bind(int parameter, std::string_view text) {
    sqlite3_bind_text64(statement_.get(), parameter, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bind(int parameter, std::span<const std::uint8_t> blob) {
    sqlite3_bind_blob64(statement_.get(), parameter, blob.data(), blob.size(), SQLITE_STATIC);
}

Result<bool> Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return failure(sqlite3_db_handle(statement_.get()), code, purpose_);
}

Result<void> Statement::run() {
    const Result<bool> stepped = step();
    sqlite3_reset(statement_.get());
    if (!stepped) return tl::unexpected<Error>(stepped.error());
    return {};
}

std::int64_t Statement::integer(int column) {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::text(int column) {
    // The text must be asked for before its length: asking converts.
    const unsigned char* text = sqlite3_column_text(statement_.get(), column);
    const int length = sqlite3_column_bytes(statement_.get(), column);
    if (text == nullptr) return {};
    return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)};
}

std::span<const std::uint8_t> Statement::blob(int column) {
    const void* blob = sqlite3_column_blob(statement_.get(), column);
    const int length = sqlite3_column_bytes(statement_.get(), column);
    if (blob == nullptr) return {};
    return {static_cast<const std::uint8_t*>(blob), static_cast<std::size_t>(length)};
}

void Database::Close::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

Result<Database> Database::open(const std::filesystem::path& path, Access access, std::string purpose) {
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(uri_of(path, access).c_str(), &handle,
                                     open_flags(access) | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database(handle, std::move(purpose));
    if (code != SQLITE_OK) return failure(handle, code, database.purpose_);
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, busy_timeout_ms);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest_value);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    return database;
}

Result<Statement> Database::prepare(std::string_view sql) {
    sqlite3_stmt* statement = nullptr;
    const int code =
        sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    if (code != SQLITE_OK) return failure(database_.get(), code, purpose_);
    return Statement(statement, purpose_);
}

Result<void> Database::execute(const std::string& sql) {
    const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return failure(database_.get(), code, purpose_);
    return {};
}

Result<std::optional<std::int64_t>> Database::query_integer(std::string_view sql) {
    Result<Statement> statement = prepare(sql);
    if (!statement) return pass_on(statement);
    const Result<bool> row = statement->step();
    if (!row) return tl::unexpected<Error>(row.error());
    if (!*row) return std::nullopt;
    return statement->integer(0);
}

} // namespace mien::sqlite

// SQLite's C interface with closing handles and Results: as much of it as takes need. Private to takes/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace mien::sqlite {

/// A prepared statement. Must not outlive its Database. One owner, one thread at a time.
class Statement {
public:
    /// Parameters count from 1, as in SQLite. The bytes must live until the next step() or reset().
    void bind(int parameter, std::int64_t value);
    void bind(int parameter, std::string_view text);
    void bind(int parameter, std::span<const std::uint8_t> blob);

    /// True where there is a row, false at the end.
    [[nodiscard]] Result<bool> step();
    /// step() for statements without rows, ready to be bound again.
    [[nodiscard]] Result<void> run();

    /// Columns of the present row count from 0. Text and blobs live until the next step().
    [[nodiscard]] std::int64_t integer(int column);
    [[nodiscard]] std::string_view text(int column);
    [[nodiscard]] std::span<const std::uint8_t> blob(int column);

private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    Statement(sqlite3_stmt* statement, const std::string& purpose)
        : statement_(statement), purpose_(purpose) {}
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    std::string purpose_;
};

enum class Access : std::uint8_t {
    read,      ///< an existing file, nothing written
    immutable, ///< the same on a medium where no lock file can be made
    recover,   ///< an existing file; a log left by a killed writer is brought in
    create,    ///< a new file
};

/// An open database file. One owner, one thread at a time; closed by the destructor.
class Database {
public:
    /// `purpose` begins every error message: "Cannot read the take x.mien". Foreign schemas are not trusted:
    /// no functions with side effects, no extensions, rows of at most 1 MiB.
    /// Errors: unreadable (damaged, not a database), unavailable (disk, permission, locked).
    [[nodiscard]] static Result<Database> open(const std::filesystem::path& path, Access access,
                                               std::string purpose);

    [[nodiscard]] Result<Statement> prepare(std::string_view sql);
    /// One or several statements whose rows nobody needs.
    [[nodiscard]] Result<void> execute(const std::string& sql);
    /// The first column of the first row; nothing where there is no row.
    [[nodiscard]] Result<std::optional<std::int64_t>> query_integer(std::string_view sql);

    [[nodiscard]] const std::string& purpose() const { return purpose_; }

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    Database(sqlite3* database, std::string purpose) : database_(database), purpose_(std::move(purpose)) {}
    std::unique_ptr<sqlite3, Close> database_;
    std::string purpose_;
};

} // namespace mien::sqlite

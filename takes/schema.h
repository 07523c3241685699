// The tables of a take and how a file says that it is one. Private to takes/.
#pragma once

#include <array>
#include <cstdint>

#include "base/result.h"
#include "takes/sqlite.h"
#include "takes/take.h"

namespace mien {

/// PRAGMA application_id of a take, big-endian at byte 68 of the file: "MIEN".
inline constexpr std::int64_t take_application_id = 0x4d49454e;
/// PRAGMA user_version. A reader opens all versions up to its own.
inline constexpr std::int64_t take_schema_version = 1;

/// The streams that hold face states, in the order of TakeFrame's fields.
inline constexpr std::array<StreamKind, 3> state_kinds = {StreamKind::state_raw, StreamKind::state_calibrated,
                                                          StreamKind::state_sent};

/// Number of a stream in the tables.
[[nodiscard]] constexpr std::int64_t stream_id(StreamKind kind) {
    return static_cast<std::int64_t>(kind) + 1;
}

/// Makes the tables of an empty database, with the marks above, and writes meta and streams.
[[nodiscard]] Result<void> create_schema(sqlite::Database& database, const TakeMeta& meta);

/// Checks that an open database is a take that this program understands. Errors: unreadable.
[[nodiscard]] Result<void> check_schema(sqlite::Database& database);

} // namespace mien

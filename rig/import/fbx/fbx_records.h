// An FBX file as its tree of records, binary (7.x) or ASCII: read far enough to see that the file is sound
// before a library that trusts it gets it, and to fetch what that library loses. Nothing is allocated on a
// claim.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace mien::fbx {

/// An array of numbers. Its values are kept where there are at most FbxArray::most_kept of them (matrices,
/// full weights), counted where there are more.
struct Array {
    static constexpr std::size_t most_kept = 64;
    std::size_t count = 0;
    std::vector<double> values;
};

using Value = std::variant<std::int64_t, double, std::string, Array>;

struct Record {
    std::string name;
    std::vector<Value> values;
    std::vector<Record> children;

    /// The first child of that name, nullptr where there is none.
    [[nodiscard]] const Record* child(std::string_view wanted) const;
    /// A value as a whole number, a real number or text; the default where it is of another kind or missing.
    [[nodiscard]] std::int64_t whole(std::size_t index, std::int64_t otherwise = 0) const;
    [[nodiscard]] double number(std::size_t index, double otherwise = 0) const;
    [[nodiscard]] std::string_view text(std::size_t index) const;
    /// The numbers of an array, binary or ASCII; empty where there is none or it was too long to keep.
    [[nodiscard]] std::vector<double> numbers() const;
};

struct Document {
    int version = 0; ///< 7400 is FBX 7.4
    Record root;     ///< without name and values; the file's records are its children
};

/// True where the bytes begin as FBX does.
[[nodiscard]] bool looks_like_fbx(std::span<const std::uint8_t> bytes);

/// Reads all records. Refuses (without the file's name): versions before 7.0 and after 7.7, records and
/// arrays that end beyond the file, arrays that claim more numbers than their bytes can hold, more than 64
/// levels.
[[nodiscard]] Result<Document> read_records(std::span<const std::uint8_t> bytes);

// The two forms; read_records() tells them apart.
[[nodiscard]] Result<Document> read_binary_records(std::span<const std::uint8_t> bytes);
[[nodiscard]] Result<Document> read_ascii_records(std::string_view text);

inline constexpr std::size_t deepest_nesting = 64;
inline constexpr int oldest_version = 7000;
inline constexpr int newest_version = 7799;
[[nodiscard]] Result<void> check_version(int version);

} // namespace mien::fbx

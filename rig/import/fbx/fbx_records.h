// An FBX file as its tree of records, binary (7.x) or ASCII. The tree points into the file's bytes, which
// must outlive it; arrays are unpacked when they are asked for. Nothing is allocated on a claim.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "rig/import/gltf/budget.h"

namespace mien::fbx {

/// An array of numbers as the file stores it.
struct Array {
    std::size_t count = 0;
    char kind = 't';     ///< binary: f, d, i, l, b or c as in the file; t: numbers as text
    bool packed = false; ///< by zlib
    std::span<const std::uint8_t> stored;
};

/// The numbers of an array. Refuses data that does not unpack to as many as it claims, and what the budget
/// forbids.
[[nodiscard]] Result<std::vector<double>> unpack(const Array& array, gltf::Budget& budget);
/// The same as whole numbers, exact to 64 bits (times are).
[[nodiscard]] Result<std::vector<std::int64_t>> unpack_whole(const Array& array, gltf::Budget& budget);

/// What a record states: a whole or real number, text (a view into the file), or an array.
using Value = std::variant<std::int64_t, double, std::string_view, Array>;

struct Record {
    std::string_view name;
    std::vector<Value> values;
    std::vector<Record> children;

    /// The first child of that name, nullptr where there is none.
    [[nodiscard]] const Record* child(std::string_view wanted) const;
    /// A value as a whole number, a real number or text; the default where it is of another kind or missing.
    [[nodiscard]] std::int64_t whole(std::size_t index, std::int64_t otherwise = 0) const;
    [[nodiscard]] double number(std::size_t index, double otherwise = 0) const;
    [[nodiscard]] std::string_view text(std::size_t index) const;
    /// The first value where it is an array, nullptr otherwise.
    [[nodiscard]] const Array* array() const;
    /// The same of the first child of that name.
    [[nodiscard]] const Array* array_in(std::string_view child_name) const;
    /// The numbers of that array; none where it is missing. Errors as unpack().
    [[nodiscard]] Result<std::vector<double>> numbers_in(std::string_view child_name,
                                                         gltf::Budget& budget) const;
};

struct Document {
    int version = 0; ///< 7400 is FBX 7.4
    Record root;     ///< without name and values; the file's records are its children
};

/// True where the bytes begin as FBX does.
[[nodiscard]] bool looks_like_fbx(std::span<const std::uint8_t> bytes);

/// Reads all records. Refuses (without the file's name): versions before 7.0 and after 7.7, records and
/// arrays that end beyond the file, arrays that claim more numbers than their bytes can hold, more than 64
/// levels, more than two million records and values.
[[nodiscard]] Result<Document> read_records(std::span<const std::uint8_t> bytes);

// The two forms; read_records() tells them apart.
[[nodiscard]] Result<Document> read_binary_records(std::span<const std::uint8_t> bytes);
[[nodiscard]] Result<Document> read_ascii_records(std::string_view text);

inline constexpr std::size_t deepest_nesting = 64;
/// Records and values; a hostile file could have one of about 50 bytes in memory for each 2 of its own.
inline constexpr std::size_t most_items = 2'000'000;
inline constexpr int oldest_version = 7000;
inline constexpr int newest_version = 7799;
[[nodiscard]] Result<void> check_version(int version);

} // namespace mien::fbx

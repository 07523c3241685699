// Bounded reading of FlatBuffers and FlexBuffers, the containers of TFLite files. Nothing is trusted: every
// offset is checked before it is followed. The first broken one makes the reader "broken" and from then on
// all answers are empty, so that a caller looks once, at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mien::network {

class FlatTable;

/// Holds no copy: the bytes must outlive it and its tables. One thread.
class FlatBuffer {
public:
    explicit FlatBuffer(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    [[nodiscard]] FlatTable root();
    /// Four letters after the root's offset, or nothing.
    [[nodiscard]] std::string_view identifier() const;
    /// Empty while all is well, else what is broken and at which byte.
    [[nodiscard]] const std::string& broken() const { return broken_; }

private:
    friend class FlatTable;
    template <typename T>
    T read(std::size_t at);
    void fail(std::size_t at, std::string_view what);

    std::span<const std::uint8_t> bytes_;
    std::string broken_;
};

/// A table; fields are named by their number in the schema. A field that is absent answers with its default.
class FlatTable {
public:
    FlatTable() = default;
    [[nodiscard]] bool valid() const { return buffer_ != nullptr; }
    [[nodiscard]] std::uint8_t u8(int field, std::uint8_t absent = 0) const;
    [[nodiscard]] std::int32_t i32(int field, std::int32_t absent = 0) const;
    [[nodiscard]] std::uint32_t u32(int field, std::uint32_t absent = 0) const;
    [[nodiscard]] FlatTable table(int field) const;
    [[nodiscard]] std::span<const std::uint8_t> bytes(int field) const;
    [[nodiscard]] std::string_view text(int field) const;
    [[nodiscard]] std::vector<std::int32_t> integers(int field) const;
    [[nodiscard]] std::vector<FlatTable> tables(int field) const;

private:
    friend class FlatBuffer;
    [[nodiscard]] std::size_t find(int field) const; // position, or 0
    struct Elements {
        std::size_t begin = 0;
        std::size_t count = 0;
    };
    [[nodiscard]] Elements elements(int field, std::size_t element_bytes) const;
    static FlatTable at(FlatBuffer& buffer, std::size_t position);

    FlatBuffer* buffer_ = nullptr;
    std::size_t position_ = 0;
    std::size_t vtable_ = 0;
    std::size_t vtable_bytes_ = 0;
    std::size_t table_bytes_ = 0;
};

/// A FlexBuffers map of numbers and lists of numbers, as operators outside TFLite keep their options.
class FlexMap {
public:
    /// Nothing where the bytes are not such a map.
    [[nodiscard]] static std::optional<FlexMap> read(std::span<const std::uint8_t> bytes);
    /// Nothing where the key is absent or its value is no number.
    [[nodiscard]] std::optional<double> number(std::string_view key) const;
    /// Empty where the key is absent or its value is no list of numbers.
    [[nodiscard]] std::vector<double> numbers(std::string_view key) const;

private:
    struct Entry {
        std::string key;
        std::vector<double> values;
        bool list = false;
    };
    std::vector<Entry> entries_;
};

} // namespace mien::network

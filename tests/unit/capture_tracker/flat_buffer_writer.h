// Writes FlatBuffers for the tests of their reader: values as a tree, laid out as the format asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mien::network::test {

/// A value of a table's field.
struct FlatValue {
    struct Table {
        std::vector<std::pair<int, FlatValue>> fields; ///< number in the schema, value
    };
    using Bytes = std::vector<std::uint8_t>;
    using Integers = std::vector<std::int32_t>;
    using Tables = std::vector<Table>;
    std::variant<std::uint8_t, std::int32_t, Bytes, Integers, Table, Tables> value;
};
using FlatTableValue = FlatValue::Table;

inline FlatValue::Bytes text_bytes(std::string_view text) {
    return {text.begin(), text.end()};
}
template <typename T>
FlatValue::Bytes raw_bytes(const std::vector<T>& values) {
    FlatValue::Bytes bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// The whole file: root offset, identifier, then every table behind its description and in front of its
/// children.
class FlatBufferWriter {
public:
    static std::vector<std::uint8_t> write(const FlatTableValue& root, std::string_view identifier) {
        FlatBufferWriter writer;
        writer.bytes_.resize(4);
        writer.bytes_.insert(writer.bytes_.end(), identifier.begin(), identifier.end());
        const std::size_t table = writer.table(root);
        writer.set<std::uint32_t>(0, static_cast<std::uint32_t>(table));
        return std::move(writer.bytes_);
    }

private:
    template <typename T>
    void set(std::size_t at, T value) {
        std::memcpy(bytes_.data() + at, &value, sizeof value);
    }
    template <typename T>
    std::size_t append(T value) {
        const std::size_t at = bytes_.size();
        bytes_.resize(at + sizeof value);
        set(at, value);
        return at;
    }

    std::size_t table(const FlatTableValue& value) {
        while (bytes_.size() % 4 != 0) bytes_.push_back(0);
        int last = -1;
        for (const auto& [number, field] : value.fields) last = std::max(last, number);
        const auto vtable_bytes = static_cast<std::uint16_t>(4 + 2 * (last + 1));
        const auto table_bytes = static_cast<std::uint16_t>(4 + 4 * value.fields.size());
        const std::size_t vtable = append(vtable_bytes);
        append(table_bytes);
        for (int i = 0; i <= last; ++i) append<std::uint16_t>(0);
        while (bytes_.size() % 4 != 0) bytes_.push_back(0);
        const std::size_t start = bytes_.size();
        append(static_cast<std::int32_t>(start - vtable));
        for (std::size_t i = 0; i < value.fields.size(); ++i) { // four bytes for each field, whatever it is
            set(vtable + 4 + 2 * static_cast<std::size_t>(value.fields[i].first),
                static_cast<std::uint16_t>(4 + 4 * i));
            append<std::uint32_t>(0);
        }
        for (std::size_t i = 0; i < value.fields.size(); ++i) fill(start + 4 + 4 * i, value.fields[i].second);
        return start;
    }

    void fill(std::size_t slot, const FlatValue& field) {
        if (const auto* small = std::get_if<std::uint8_t>(&field.value)) return set(slot, *small);
        if (const auto* number = std::get_if<std::int32_t>(&field.value)) return set(slot, *number);
        if (const auto* child = std::get_if<FlatTableValue>(&field.value)) {
            const std::size_t at = table(*child);
            return set(slot, static_cast<std::uint32_t>(at - slot));
        }
        while (bytes_.size() % 4 != 0) bytes_.push_back(0);
        set(slot, static_cast<std::uint32_t>(bytes_.size() - slot));
        if (const auto* raw = std::get_if<FlatValue::Bytes>(&field.value)) {
            append(static_cast<std::uint32_t>(raw->size()));
            bytes_.insert(bytes_.end(), raw->begin(), raw->end());
        } else if (const auto* numbers = std::get_if<FlatValue::Integers>(&field.value)) {
            append(static_cast<std::uint32_t>(numbers->size()));
            for (const std::int32_t number : *numbers) append(number);
        } else {
            const auto& tables = std::get<FlatValue::Tables>(field.value);
            append(static_cast<std::uint32_t>(tables.size()));
            const std::size_t first = bytes_.size();
            for (std::size_t i = 0; i < tables.size(); ++i) append<std::uint32_t>(0);
            for (std::size_t i = 0; i < tables.size(); ++i) {
                const std::size_t at = table(tables[i]);
                set(first + 4 * i, static_cast<std::uint32_t>(at - (first + 4 * i)));
            }
        }
    }

    std::vector<std::uint8_t> bytes_;
};

/// A FlexBuffers map of small numbers (0..255), and of lists of them, keys in alphabetical order.
inline std::vector<std::uint8_t>
flex_map(const std::vector<std::pair<std::string, std::vector<int>>>& entries) {
    std::vector<std::uint8_t> bytes;
    const auto byte = [&](std::size_t value) { bytes.push_back(static_cast<std::uint8_t>(value)); };
    std::vector<std::size_t> keys;
    std::vector<std::size_t> lists;
    for (const auto& [key, values] : entries) {
        keys.push_back(bytes.size());
        bytes.insert(bytes.end(), key.begin(), key.end());
        byte(0);
    }
    for (const auto& [key, values] : entries) {
        if (values.size() > 1) byte(values.size()); // a typed list: its length, then its numbers
        lists.push_back(bytes.size());
        if (values.size() > 1)
            for (const int value : values) byte(static_cast<std::size_t>(value));
    }
    byte(entries.size());
    const std::size_t key_list = bytes.size();
    for (const std::size_t key : keys) byte(bytes.size() - key);
    byte(bytes.size() - key_list);
    byte(1); // width of the keys' offsets
    byte(entries.size());
    const std::size_t map = bytes.size();
    for (std::size_t i = 0; i < entries.size(); ++i)
        byte(entries[i].second.size() > 1 ? bytes.size() - lists[i]
                                          : static_cast<std::size_t>(entries[i].second[0]));
    for (const auto& [key, values] : entries)
        byte((values.size() > 1 ? 12U : 2U) << 2U); // unsigned, or a list of it
    byte(bytes.size() - map);
    byte(9U << 2U); // a map
    byte(1);
    return bytes;
}

} // namespace mien::network::test

// Binary FBX: records with their ends as file offsets, values with a letter for their kind, arrays packed by
// zlib.
#include <cstring>

#include "rig/checked_json.h"
#include "rig/import/fbx/fbx_records.h"
#include "rig/printable_text.h"

namespace mien::fbx {
namespace {

constexpr std::size_t header_size = 27;
/// zlib cannot do better than about 1:1032.
constexpr std::uint64_t best_ratio = 1040;

class BinaryReader {
public:
    explicit BinaryReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    [[nodiscard]] Result<Document> read() {
        if (bytes_.size() < header_size) return refuse("it ends inside the FBX header");
        at_ = header_size - 4;
        Document document;
        document.version = static_cast<int>(number<std::uint32_t>());
        if (auto checked = check_version(document.version); !checked) return pass_on(checked);
        wide_ = document.version >= 7500;
        for (;;) {
            auto more = read_record(document.root.children, bytes_.size(), 0);
            if (!more) return pass_on(more);
            if (!*more) break;
        }
        if (document.root.children.empty()) return refuse("it has no records");
        return document;
    }

private:
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
    /// Only where left() was checked.
    template <typename T>
    [[nodiscard]] T number() {
        T value;
        std::memcpy(&value, bytes_.data() + at_, sizeof(T));
        at_ += sizeof(T);
        return value;
    }
    [[nodiscard]] std::uint64_t offset() { return wide_ ? number<std::uint64_t>() : number<std::uint32_t>(); }
    [[nodiscard]] std::string_view text(std::size_t size) {
        const std::string_view value(reinterpret_cast<const char*>(bytes_.data() + at_), size);
        at_ += size;
        return value;
    }

    /// Reads one record into `list`; false at the empty record that ends a list. `end` is the parent's.
    [[nodiscard]] Result<bool> read_record(std::vector<Record>& list, std::size_t end, std::size_t depth) {
        if (depth > deepest_nesting)
            return refuse("its records nest more than {} levels deep", deepest_nesting);
        const std::size_t head = wide_ ? 25 : 13;
        if (at_ > end || end - at_ < head) return refuse("it is cut inside a record");
        const std::uint64_t record_end = offset();
        const std::uint64_t value_count = offset();
        const std::uint64_t value_bytes = offset();
        const std::size_t name_size = number<std::uint8_t>();
        if (record_end == 0) return false;
        if (++items_ + value_count > most_items) return refuse("it has more than {} records", most_items);
        if (record_end > end || record_end < at_ || name_size > record_end - at_)
            return refuse("a record ends at byte {}, beyond its place; the file is cut or damaged",
                          record_end);
        Record record;
        record.name = text(name_size);
        if (value_bytes > record_end - at_ || value_count > value_bytes)
            return refuse("the values of record {} end beyond it", printable(std::string(record.name)));
        const std::size_t values_end = at_ + value_bytes;
        for (std::uint64_t i = 0; i < value_count; ++i) {
            auto value = read_value(values_end);
            if (!value)
                return refuse("record {}: {}", printable(std::string(record.name)), value.error().message);
            record.values.push_back(std::move(*value));
            ++items_;
        }
        at_ = values_end;
        while (at_ < record_end) {
            auto more = read_record(record.children, record_end, depth + 1);
            if (!more) return more;
            if (!*more) break;
        }
        at_ = record_end;
        list.push_back(std::move(record));
        return true;
    }

    [[nodiscard]] Result<Value> read_value(std::size_t end) {
        if (at_ >= end) return refuse("a value is missing");
        const char kind = static_cast<char>(bytes_[at_++]);
        const std::size_t room = end - at_;
        const auto scalar = [&](auto example) -> Result<Value> {
            using T = decltype(example);
            if (room < sizeof(T)) return refuse("a value is cut");
            if constexpr (std::is_floating_point_v<T>)
                return Value(static_cast<double>(number<T>()));
            else
                return Value(static_cast<std::int64_t>(number<T>()));
        };
        switch (kind) {
        case 'B':
        case 'C':
            return scalar(std::int8_t{});
        case 'Y':
            return scalar(std::int16_t{});
        case 'I':
            return scalar(std::int32_t{});
        case 'L':
            return scalar(std::int64_t{});
        case 'F':
            return scalar(float{});
        case 'D':
            return scalar(double{});
        case 'S':
        case 'R':
            return read_text(end);
        case 'f':
            return read_array<float>(kind, end);
        case 'd':
            return read_array<double>(kind, end);
        case 'i':
            return read_array<std::int32_t>(kind, end);
        case 'l':
            return read_array<std::int64_t>(kind, end);
        case 'b':
        case 'c':
            return read_array<std::int8_t>(kind, end);
        default:
            return refuse("a value is of unknown kind {}", printable(std::string(1, kind)));
        }
    }

    [[nodiscard]] Result<Value> read_text(std::size_t end) {
        if (end - at_ < 4) return refuse("a text is cut");
        const std::size_t size = number<std::uint32_t>();
        if (size > end - at_) return refuse("a text of {} bytes ends beyond its record", size);
        return Value(text(size));
    }

    template <typename T>
    [[nodiscard]] Result<Value> read_array(char kind, std::size_t end) {
        if (end - at_ < 12) return refuse("an array is cut");
        const std::uint64_t count = number<std::uint32_t>();
        const std::uint32_t encoding = number<std::uint32_t>();
        const std::size_t stored = number<std::uint32_t>();
        const std::uint64_t size = count * sizeof(T);
        if (stored > end - at_) return refuse("an array of {} bytes ends beyond its record", stored);
        if (encoding > 1) return refuse("an array has the unknown encoding {}", encoding);
        if (encoding == 0 ? size > stored : size > (std::uint64_t{stored} + 1) * best_ratio)
            return refuse("an array claims {} numbers in {} bytes", count, stored);
        const Array array{count, kind, encoding == 1, bytes_.subspan(at_, stored)};
        at_ += stored;
        return Value(array);
    }

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    std::uint64_t items_ = 0;
    bool wide_ = false; ///< offsets of 64 bits, from version 7.5 on
};

} // namespace

Result<Document> read_binary_records(std::span<const std::uint8_t> bytes) {
    return BinaryReader(bytes).read();
}

} // namespace mien::fbx

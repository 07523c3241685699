#include "capture/network/flat_buffer.h"

#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace mien::network {

static_assert(std::endian::native == std::endian::little, "FlatBuffers are read as they lie in memory");

namespace {

// More elements than any model has; keeps a small file from asking for much memory or time.
constexpr std::size_t max_elements = 100'000;

} // namespace

// --- FlatBuffer ---

void FlatBuffer::fail(std::size_t at, std::string_view what) {
    if (broken_.empty()) broken_ = fmt::format("{} at byte {}", what, at);
}

template <typename T>
T FlatBuffer::read(std::size_t at) {
    T value{};
    if (at > bytes_.size() || bytes_.size() - at < sizeof(T))
        fail(at, "the file ends inside a value");
    else
        std::memcpy(&value, bytes_.data() + at, sizeof(T));
    return value;
}

FlatTable FlatBuffer::root() {
    const auto offset = read<std::uint32_t>(0);
    return broken_.empty() ? FlatTable::at(*this, offset) : FlatTable();
}

std::string_view FlatBuffer::identifier() const {
    if (bytes_.size() < 8) return {};
    return {reinterpret_cast<const char*>(bytes_.data()) + 4, 4};
}

// --- FlatTable ---

FlatTable FlatTable::at(FlatBuffer& buffer, std::size_t position) {
    FlatTable table;
    const auto back = buffer.read<std::int32_t>(position);
    if (!buffer.broken_.empty()) return table;
    const std::int64_t vtable = static_cast<std::int64_t>(position) - back;
    if (vtable < 0) {
        buffer.fail(position, "a table's description lies before the file");
        return table;
    }
    const auto vtable_at = static_cast<std::size_t>(vtable);
    const auto vtable_bytes = buffer.read<std::uint16_t>(vtable_at);
    const auto table_bytes = buffer.read<std::uint16_t>(vtable_at + 2);
    if (!buffer.broken_.empty()) return table;
    const std::size_t size = buffer.bytes_.size();
    if (vtable_bytes < 4 || vtable_bytes % 2 != 0 || vtable_bytes > size - vtable_at || table_bytes < 4 ||
        table_bytes > size - position) {
        buffer.fail(position, "a table reaches beyond the file");
        return table;
    }
    table.buffer_ = &buffer;
    table.position_ = position;
    table.vtable_ = vtable_at;
    table.vtable_bytes_ = vtable_bytes;
    table.table_bytes_ = table_bytes;
    return table;
}

std::size_t FlatTable::find(int field) const {
    if (buffer_ == nullptr) return 0;
    const std::size_t slot = 4 + 2 * static_cast<std::size_t>(field);
    if (slot + 2 > vtable_bytes_) return 0;
    const auto offset = buffer_->read<std::uint16_t>(vtable_ + slot);
    if (offset >= table_bytes_) {
        buffer_->fail(vtable_ + slot, "a field lies outside its table");
        return 0;
    }
    return offset == 0 ? 0 : position_ + offset;
}

std::uint8_t FlatTable::u8(int field, std::uint8_t absent) const {
    const std::size_t at = find(field);
    return at == 0 ? absent : buffer_->read<std::uint8_t>(at);
}

std::int32_t FlatTable::i32(int field, std::int32_t absent) const {
    const std::size_t at = find(field);
    return at == 0 ? absent : buffer_->read<std::int32_t>(at);
}

std::uint32_t FlatTable::u32(int field, std::uint32_t absent) const {
    const std::size_t at = find(field);
    return at == 0 ? absent : buffer_->read<std::uint32_t>(at);
}

FlatTable FlatTable::table(int field) const {
    const std::size_t position = find(field);
    if (position == 0) return {};
    return at(*buffer_, position + buffer_->read<std::uint32_t>(position));
}

FlatTable::Elements FlatTable::elements(int field, std::size_t element_bytes) const {
    const std::size_t position = find(field);
    if (position == 0) return {};
    const std::size_t vector = position + buffer_->read<std::uint32_t>(position);
    const std::size_t count = buffer_->read<std::uint32_t>(vector);
    if (!buffer_->broken_.empty()) return {};
    if (count > (buffer_->bytes_.size() - vector - 4) / element_bytes ||
        (element_bytes > 1 && count > max_elements)) {
        buffer_->fail(vector, "a list is longer than the file");
        return {};
    }
    return {vector + 4, count};
}

std::span<const std::uint8_t> FlatTable::bytes(int field) const {
    const Elements e = elements(field, 1);
    return e.count == 0 ? std::span<const std::uint8_t>() : buffer_->bytes_.subspan(e.begin, e.count);
}

std::string_view FlatTable::text(int field) const {
    const auto found = bytes(field);
    return {reinterpret_cast<const char*>(found.data()), found.size()};
}

std::vector<std::int32_t> FlatTable::integers(int field) const {
    const Elements e = elements(field, sizeof(std::int32_t));
    std::vector<std::int32_t> values(e.count);
    for (std::size_t i = 0; i < e.count; ++i) values[i] = buffer_->read<std::int32_t>(e.begin + 4 * i);
    return values;
}

std::vector<FlatTable> FlatTable::tables(int field) const {
    const Elements e = elements(field, sizeof(std::uint32_t));
    std::vector<FlatTable> values;
    values.reserve(e.count);
    for (std::size_t i = 0; i < e.count; ++i) {
        const std::size_t slot = e.begin + 4 * i;
        values.push_back(at(*buffer_, slot + buffer_->read<std::uint32_t>(slot)));
        if (!buffer_->broken_.empty()) return {};
    }
    return values;
}

// --- FlexMap ---

namespace {

// https://flatbuffers.dev/internals (FlexBuffers): values are reached backwards from the end; a value's
// packed type holds its kind and the width of what it points to.
class FlexReader {
public:
    enum Kind : std::uint8_t {
        integer = 1,
        unsigned_integer = 2,
        real = 3,
        indirect_integer = 6,
        indirect_unsigned = 7,
        indirect_real = 8,
        map = 9,
        any_list = 10,
        integer_list = 11,
        unsigned_list = 12,
        real_list = 13,
        boolean = 26,
    };
    struct Value {
        std::size_t at = 0;           ///< where it is written
        std::size_t parent_width = 1; ///< bytes of each element of the list it stands in
        std::uint8_t packed = 0;
        [[nodiscard]] std::uint8_t kind() const { return static_cast<std::uint8_t>(packed >> 2U); }
        [[nodiscard]] std::size_t width() const { return std::size_t{1} << (packed & 3U); }
    };

    explicit FlexReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::optional<Value> root() {
        if (bytes_.size() < 3) return {};
        const std::size_t width = bytes_.back();
        if (width != 1 && width != 2 && width != 4 && width != 8) return {};
        if (bytes_.size() < 2 + width) return {};
        return Value{bytes_.size() - 2 - width, width, bytes_[bytes_.size() - 2]};
    }

    /// Little endian, of 1, 2, 4 or 8 bytes.
    std::optional<std::uint64_t> number(std::size_t at, std::size_t width) const {
        if (at > bytes_.size() || bytes_.size() - at < width) return {};
        std::uint64_t value = 0;
        std::memcpy(&value, bytes_.data() + at, width);
        return value;
    }

    /// Where an offset written at `at` leads: backwards.
    std::optional<std::size_t> follow(std::size_t at, std::size_t width) const {
        const auto offset = number(at, width);
        if (!offset || *offset > at) return {};
        return at - static_cast<std::size_t>(*offset);
    }

    std::optional<double> scalar(std::uint8_t kind, std::size_t at, std::size_t width) const {
        const auto bits = number(at, width);
        if (!bits) return {};
        switch (kind) {
        case integer: {
            const unsigned shift = 64U - 8U * static_cast<unsigned>(width);
            return static_cast<double>(static_cast<std::int64_t>(*bits << shift) >> shift);
        }
        case unsigned_integer:
        case boolean:
            return static_cast<double>(*bits);
        case real:
            if (width == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(*bits));
            if (width == 8) return std::bit_cast<double>(*bits);
            return {};
        default:
            return {};
        }
    }

    /// The numbers of a list, which has its length in front and, if untyped, its elements' types behind.
    std::vector<double> list(const Value& value) const {
        const auto begin = follow(value.at, value.parent_width);
        const std::size_t width = value.width();
        if (!begin || *begin < width) return {};
        const auto count = number(*begin - width, width);
        if (!count || *count > max_elements || *count * width > bytes_.size() - *begin) return {};
        std::vector<double> values;
        for (std::size_t i = 0; i < *count; ++i) {
            std::uint8_t kind = static_cast<std::uint8_t>(value.kind() - integer_list + integer);
            if (value.kind() == any_list) {
                const auto packed = number(*begin + *count * width + i, 1);
                if (!packed) return {};
                kind = static_cast<std::uint8_t>(*packed >> 2U);
            }
            const auto element = scalar(kind, *begin + i * width, width);
            if (!element) return {};
            values.push_back(*element);
        }
        return values;
    }

    std::optional<double> single(const Value& value) const {
        if (value.kind() >= indirect_integer && value.kind() <= indirect_real) {
            const auto at = follow(value.at, value.parent_width);
            if (!at) return {};
            return scalar(static_cast<std::uint8_t>(value.kind() - indirect_integer + integer), *at,
                          value.width());
        }
        return scalar(value.kind(), value.at, value.parent_width);
    }

    std::optional<std::string> key(std::size_t at, std::size_t width) const {
        const auto begin = follow(at, width);
        if (!begin) return {};
        const auto* first = reinterpret_cast<const char*>(bytes_.data()) + *begin;
        const void* end = std::memchr(first, 0, bytes_.size() - *begin);
        if (end == nullptr) return {};
        return std::string(first, static_cast<const char*>(end));
    }

private:
    std::span<const std::uint8_t> bytes_;
};

} // namespace

std::optional<FlexMap> FlexMap::read(std::span<const std::uint8_t> bytes) {
    FlexReader reader(bytes);
    const auto root = reader.root();
    if (!root || root->kind() != FlexReader::map) return {};
    const std::size_t width = root->width();
    const auto values = reader.follow(root->at, root->parent_width);
    if (!values || *values < 3 * width) return {};
    const auto count = reader.number(*values - width, width);
    const auto key_width = reader.number(*values - 2 * width, width);
    const auto keys = reader.follow(*values - 3 * width, width);
    if (!count || !key_width || !keys || *count > max_elements) return {};
    if (*key_width != 1 && *key_width != 2 && *key_width != 4 && *key_width != 8) return {};
    FlexMap map;
    for (std::size_t i = 0; i < *count; ++i) {
        const auto key = reader.key(*keys + i * *key_width, *key_width);
        const auto packed = reader.number(*values + *count * width + i, 1);
        if (!key || !packed) return {};
        const FlexReader::Value value{*values + i * width, width, static_cast<std::uint8_t>(*packed)};
        Entry entry;
        entry.key = *key;
        entry.list = value.kind() >= FlexReader::any_list && value.kind() <= FlexReader::real_list;
        if (entry.list)
            entry.values = reader.list(value);
        else if (const auto number = reader.single(value))
            entry.values = {*number};
        map.entries_.push_back(std::move(entry));
    }
    return map;
}

std::optional<double> FlexMap::number(std::string_view key) const {
    for (const Entry& entry : entries_)
        if (entry.key == key && !entry.list && !entry.values.empty()) return entry.values.front();
    return {};
}

std::vector<double> FlexMap::numbers(std::string_view key) const {
    for (const Entry& entry : entries_)
        if (entry.key == key && entry.list) return entry.values;
    return {};
}

} // namespace mien::network

#include "base/protobuf_reader.h"

#include <bit>

namespace mien {

float ProtobufField::as_float() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(integer));
}

std::optional<std::uint64_t> ProtobufReader::take_varint() {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < rest_.size() && i < 10; ++i) {
        value |= static_cast<std::uint64_t>(rest_[i] & 0x7FU) << (7 * i);
        if ((rest_[i] & 0x80U) == 0) {
            rest_ = rest_.subspan(i + 1);
            return value;
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> ProtobufReader::take_fixed(std::size_t size) {
    if (rest_.size() < size) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(rest_[i]) << (8 * i);
    rest_ = rest_.subspan(size);
    return value;
}

std::optional<ProtobufField> ProtobufReader::next() {
    if (rest_.empty() || damaged_) return std::nullopt;
    damaged_ = true; // until the field is whole
    const auto key = take_varint();
    if (!key || (*key >> 3U) == 0 || (*key >> 3U) > 0x1FFFFFFF) return std::nullopt;
    ProtobufField field;
    field.number = static_cast<std::uint32_t>(*key >> 3U);
    std::optional<std::uint64_t> value;
    switch (*key & 7U) {
    case 0:
        field.kind = ProtobufField::Kind::varint;
        value = take_varint();
        break;
    case 1:
        field.kind = ProtobufField::Kind::fixed64;
        value = take_fixed(8);
        break;
    case 2:
        field.kind = ProtobufField::Kind::bytes;
        value = take_varint();
        if (!value || *value > rest_.size()) return std::nullopt;
        field.bytes = rest_.first(static_cast<std::size_t>(*value));
        rest_ = rest_.subspan(static_cast<std::size_t>(*value));
        break;
    case 5:
        field.kind = ProtobufField::Kind::fixed32;
        value = take_fixed(4);
        break;
    default:
        return std::nullopt;
    }
    if (!value) return std::nullopt;
    field.integer = *value;
    damaged_ = false;
    return field;
}

} // namespace mien

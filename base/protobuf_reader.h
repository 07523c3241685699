// A bounded reader of protocol buffers' wire format: just enough to walk through the fields of a message.
// Never reads beyond its bytes, whatever they hold.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace mien {

/// One field of a message. Which value counts is decided by `kind`.
struct ProtobufField {
    enum class Kind : std::uint8_t { varint, fixed64, bytes, fixed32 };
    std::uint32_t number = 0;
    Kind kind = Kind::varint;
    std::uint64_t integer = 0;           ///< varint, fixed64, fixed32 (little-endian bits)
    std::span<const std::uint8_t> bytes; ///< bytes: a string, a nested message or packed numbers

    /// fixed32 as a float.
    [[nodiscard]] float as_float() const;
};

/// Walks through one message. Not for several threads.
class ProtobufReader {
public:
    explicit ProtobufReader(std::span<const std::uint8_t> message) : rest_(message) {}
    /// The next field; nothing at the end or where the bytes are no message (then damaged() is true).
    [[nodiscard]] std::optional<ProtobufField> next();
    [[nodiscard]] bool damaged() const { return damaged_; }

private:
    [[nodiscard]] std::optional<std::uint64_t> take_varint();
    [[nodiscard]] std::optional<std::uint64_t> take_fixed(std::size_t size);

    std::span<const std::uint8_t> rest_;
    bool damaged_ = false;
};

} // namespace mien

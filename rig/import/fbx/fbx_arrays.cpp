// Unpacking of FBX arrays: zlib streams, plain bytes, numbers as text.
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <type_traits>

#include <zlib.h>

#include "rig/checked_json.h"
#include "rig/import/fbx/fbx_records.h"

namespace mien::fbx {
namespace {

bool is_separator(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

/// The same number in another type; 0 for a whole number that is too large or none.
template <typename To, typename From>
To convert(From number) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        constexpr auto limit = static_cast<From>(1LL << 62);
        return number > -limit && number < limit ? static_cast<To>(number) : 0;
    } else {
        return static_cast<To>(number);
    }
}

/// Text as a number; 0 where it is none ("1#QNAN").
template <typename To>
To from_text(const char* from, const char* to) {
    if constexpr (std::is_integral_v<To>) {
        To whole = 0;
        const auto [end, error] = std::from_chars(from, to, whole);
        if (error == std::errc() && end == to) return whole;
    }
    double number = 0;
    const auto [end, error] = std::from_chars(from, to, number);
    if (error != std::errc() || end != to) return std::numeric_limits<To>::quiet_NaN(); // whole numbers: 0
    return convert<To>(number);
}

template <typename To>
Result<std::vector<To>> unpack_text(const Array& array) {
    const std::string_view text(reinterpret_cast<const char*>(array.stored.data()), array.stored.size());
    std::vector<To> numbers;
    numbers.reserve(array.count);
    std::size_t i = 0;
    while (numbers.size() < array.count) {
        while (i < text.size() && is_separator(text[i])) ++i;
        const std::size_t from = i;
        while (i < text.size() && !is_separator(text[i])) ++i;
        if (i == from) return refuse("an array claims {} numbers and has {}", array.count, numbers.size());
        numbers.push_back(from_text<To>(text.data() + from, text.data() + i));
    }
    return numbers;
}

template <typename Stored, typename To>
std::vector<To> converted(const std::uint8_t* bytes, std::size_t count) {
    std::vector<To> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
        Stored value;
        std::memcpy(&value, bytes + i * sizeof(Stored), sizeof(Stored));
        numbers[i] = convert<To>(value);
    }
    return numbers;
}

template <typename Stored, typename To>
Result<std::vector<To>> unpack_binary(const Array& array) {
    const std::size_t size = array.count * sizeof(Stored);
    if (!array.packed) {
        if (size > array.stored.size()) return refuse("an array claims more numbers than it has");
        return converted<Stored, To>(array.stored.data(), array.count);
    }
    std::vector<std::uint8_t> bytes(size);
    auto unpacked = static_cast<uLongf>(size);
    const int status = size == 0 ? Z_OK
                                 : uncompress(bytes.data(), &unpacked, array.stored.data(),
                                              static_cast<uLong>(array.stored.size()));
    if (status != Z_OK || unpacked != size)
        return refuse("an array of {} numbers does not unpack", array.count);
    return converted<Stored, To>(bytes.data(), array.count);
}

template <typename To>
Result<std::vector<To>> unpack_to(const Array& array, gltf::Budget& budget) {
    constexpr std::uint64_t widest = sizeof(double) + sizeof(To); // the unpacked bytes and the result
    if (auto charged = budget.charge(array.count * widest); !charged) return pass_on(charged);
    switch (array.kind) {
    case 'f':
        return unpack_binary<float, To>(array);
    case 'd':
        return unpack_binary<double, To>(array);
    case 'i':
        return unpack_binary<std::int32_t, To>(array);
    case 'l':
        return unpack_binary<std::int64_t, To>(array);
    case 'b':
    case 'c':
        return unpack_binary<std::int8_t, To>(array);
    default:
        return unpack_text<To>(array);
    }
}

} // namespace

Result<std::vector<double>> unpack(const Array& array, gltf::Budget& budget) {
    return unpack_to<double>(array, budget);
}

Result<std::vector<std::int64_t>> unpack_whole(const Array& array, gltf::Budget& budget) {
    return unpack_to<std::int64_t>(array, budget);
}

} // namespace mien::fbx

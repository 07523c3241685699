#include "media/exif.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace mien {
namespace {

/// A TIFF block of either byte order; reading outside gives 0.
class TiffView {
public:
    explicit TiffView(std::span<const std::uint8_t> bytes)
        : bytes_(bytes), little_(bytes.size() >= 2 && bytes[0] == 'I') {}

    [[nodiscard]] bool valid() const {
        return bytes_.size() >= 8 && bytes_[0] == bytes_[1] && (bytes_[0] == 'I' || bytes_[0] == 'M') &&
               u16(2) == 42;
    }
    [[nodiscard]] std::uint32_t u16(std::size_t at) const { return number(at, 2); }
    [[nodiscard]] std::uint32_t u32(std::size_t at) const { return number(at, 4); }

private:
    [[nodiscard]] std::uint32_t number(std::size_t at, std::size_t size) const {
        if (at > bytes_.size() || bytes_.size() - at < size) return 0;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = (value << 8) | bytes_[at + (little_ ? size - 1 - i : i)];
        return value;
    }

    std::span<const std::uint8_t> bytes_;
    bool little_;
};

} // namespace

Orientation exif_orientation(std::span<const std::uint8_t> app1) {
    static constexpr std::array<std::uint8_t, 6> signature = {'E', 'x', 'i', 'f', 0, 0};
    if (app1.size() < signature.size() || !std::equal(signature.begin(), signature.end(), app1.begin()))
        return {};
    const TiffView tiff(app1.subspan(signature.size()));
    if (!tiff.valid()) return {};

    constexpr std::uint32_t orientation_tag = 0x0112;
    constexpr std::uint32_t short_type = 3;
    constexpr std::size_t entry_size = 12;
    const std::size_t directory = tiff.u32(4);
    const std::size_t entries = tiff.u16(directory); // at most 65535, so the loop is bounded
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + i * entry_size;
        if (tiff.u16(entry) == orientation_tag && tiff.u16(entry + 2) == short_type)
            return orientation_from_exif(static_cast<int>(tiff.u16(entry + 8)));
    }
    return {};
}

} // namespace mien

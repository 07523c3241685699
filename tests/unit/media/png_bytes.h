// PNG files put together byte by byte, for the kinds that our own encoder does not write.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mien::test {

struct PngHeader {
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    std::uint8_t bit_depth = 8;
    std::uint8_t colour_type = 2; ///< 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA
};

inline void append_u32(std::vector<std::uint8_t>& to, std::uint32_t value) {
    for (const int shift : {24, 16, 8, 0}) to.push_back(static_cast<std::uint8_t>(value >> shift));
}

inline std::uint32_t crc32(const std::vector<std::uint8_t>& bytes, std::size_t from) {
    std::uint32_t crc = 0xffffffffu;
    for (std::size_t i = from; i < bytes.size(); ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
    }
    return ~crc;
}

inline void append_chunk(std::vector<std::uint8_t>& png, std::string_view type,
                         const std::vector<std::uint8_t>& data) {
    append_u32(png, static_cast<std::uint32_t>(data.size()));
    const std::size_t start = png.size();
    png.insert(png.end(), type.begin(), type.end());
    png.insert(png.end(), data.begin(), data.end());
    append_u32(png, crc32(png, start));
}

/// zlib data of one stored block: no compression needed for some pixels.
inline std::vector<std::uint8_t> stored_zlib(const std::vector<std::uint8_t>& raw) {
    const auto size = static_cast<std::uint16_t>(raw.size());
    std::vector<std::uint8_t> zlib = {0x78,
                                      0x01,
                                      0x01,
                                      static_cast<std::uint8_t>(size & 0xff),
                                      static_cast<std::uint8_t>(size >> 8),
                                      static_cast<std::uint8_t>(~size & 0xff),
                                      static_cast<std::uint8_t>((~size >> 8) & 0xff)};
    zlib.insert(zlib.end(), raw.begin(), raw.end());
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const std::uint8_t byte : raw) {
        a = (a + byte) % 65521;
        b = (b + a) % 65521;
    }
    append_u32(zlib, b << 16 | a);
    return zlib;
}

/// A whole file; `rows` are the filtered rows (a 0 before each), `palette` and `transparency` may be empty.
inline std::vector<std::uint8_t> png_bytes(const PngHeader& header, const std::vector<std::uint8_t>& rows,
                                           const std::vector<std::uint8_t>& palette = {},
                                           const std::vector<std::uint8_t>& transparency = {}) {
    std::vector<std::uint8_t> png = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    std::vector<std::uint8_t> ihdr;
    append_u32(ihdr, header.width);
    append_u32(ihdr, header.height);
    for (const std::uint8_t byte :
         {header.bit_depth, header.colour_type, std::uint8_t{0}, std::uint8_t{0}, std::uint8_t{0}})
        ihdr.push_back(byte);
    append_chunk(png, "IHDR", ihdr);
    if (!palette.empty()) append_chunk(png, "PLTE", palette);
    if (!transparency.empty()) append_chunk(png, "tRNS", transparency);
    append_chunk(png, "IDAT", stored_zlib(rows));
    append_chunk(png, "IEND", {});
    return png;
}

} // namespace mien::test

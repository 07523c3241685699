// Small films made on the spot, for tests that need one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "media/movie_writer.h"

namespace mien::test {

/// A picture whose grey says which frame it is: 16 + 8 * index (up to 27 frames), and whose top left quarter
/// is white, so that one sees which way it is turned.
inline Image film_picture(int index, int width = 64, int height = 48) {
    Image picture(width, height, PixelFormat::rgb8);
    std::fill(picture.pixels.begin(), picture.pixels.end(), static_cast<std::uint8_t>(16 + 8 * index));
    for (int y = 0; y < height / 2; ++y)
        std::fill_n(picture.row(y).begin(), picture.stride() / 6 * 3, std::uint8_t{255});
    return picture;
}

/// Which frame a decoded film_picture is, from its bottom right quarter (upright).
inline int film_index(const Image& picture) {
    const std::size_t at =
        picture.stride() * static_cast<std::size_t>(picture.height - picture.height / 4) - 6;
    return (picture.pixels[at] - 16 + 4) / 8;
}

/// The times of `count` frames at `rate`.
inline std::vector<Timestamp> even_times(int count, double rate) {
    std::vector<Timestamp> times;
    for (int i = 0; i < count; ++i) times.push_back(Timestamp::from_seconds(i / rate));
    return times;
}

inline void write_film(const std::filesystem::path& path, const std::vector<Timestamp>& times,
                       MovieOptions options = {.width = 64, .height = 48}) {
    auto writer = MovieWriter::open(path, options);
    ASSERT_TRUE(writer) << writer.error().message;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto added =
            writer->add(film_picture(static_cast<int>(i), options.width, options.height), times[i]);
        ASSERT_TRUE(added) << added.error().message;
    }
    const auto finished = writer->finish();
    ASSERT_TRUE(finished) << finished.error().message;
}

/// Puts a rotation tag into a finished .mp4 or .mov: the matrix (a b u, c d v, x y w) of its first track
/// header, of which a, b, c, d are given here as -1, 0 or 1. A phone held upright writes 0, 1, -1, 0.
inline void set_rotation_tag(const std::filesystem::path& film, std::array<int, 4> matrix) {
    auto bytes = read_file(film, 100u << 20);
    ASSERT_TRUE(bytes);
    constexpr std::string_view name = "tkhd";
    const auto found = std::search(bytes->begin(), bytes->end(), name.begin(), name.end());
    ASSERT_NE(found, bytes->end());
    // From the end of the name: version and flags 4, times, id and duration 20 (version 0), reserved 8,
    // layer, group, volume 8.
    const std::array<std::ptrdiff_t, 4> places = {40, 44, 52, 56};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto value = static_cast<std::uint32_t>(matrix[i] * 65536);
        for (int byte = 0; byte < 4; ++byte)
            *(found + 4 + places[i] + byte) = static_cast<std::uint8_t>(value >> (24 - 8 * byte));
    }
    ASSERT_TRUE(write_file_atomically(film, *bytes));
}

} // namespace mien::test

#include "capture/source/synthetic_source.h"

#include <algorithm>
#include <bitset>
#include <cmath>

#include "capture/source/synthetic_face.h"

namespace mien {
namespace {

constexpr std::int64_t rate = 30;

// The strip: 40 cells of 16 x 16 pixels. White, black, 32 bits from the highest, 4 bits of checksum, black,
// white: the ends tell a strip from a picture without one.
constexpr int cell = 16;
constexpr std::size_t cells = 40;
constexpr std::size_t first_bit = 2;

using Cells = std::bitset<cells>; ///< bit i is cell i from the left, set = white

/// The number of white bits and their places, folded to 4 bits: a strip that is misread in one cell fails.
std::uint32_t checksum_of(std::uint32_t index) {
    std::uint32_t sum = 0x9;
    for (int shift = 0; shift < 32; shift += 4) sum = (sum * 5 + (index >> shift)) & 0xf;
    return sum;
}

Cells cells_of(std::uint32_t index) {
    Cells strip;
    strip[0] = true;
    for (std::size_t i = 0; i < 32; ++i) strip[first_bit + i] = ((index >> (31 - i)) & 1u) != 0;
    for (std::size_t i = 0; i < 4; ++i)
        strip[first_bit + 32 + i] = ((checksum_of(index) >> (3 - i)) & 1u) != 0;
    strip[cells - 1] = true;
    return strip;
}

class SyntheticSource final : public VideoSource {
public:
    explicit SyntheticSource(std::optional<Duration> length) {
        info_.name = "synthetic face";
        info_.width = 640;
        info_.height = 480;
        info_.rate = static_cast<double>(rate);
        info_.duration = length;
        if (length)
            info_.frame_estimate =
                static_cast<std::uint64_t>((length->ns * rate + 999'999'999) / 1'000'000'000);
    }
    [[nodiscard]] const SourceInfo& info() const override { return info_; }
    [[nodiscard]] Result<std::optional<VideoFrame>> next(std::stop_token stop) override {
        const Timestamp t{static_cast<std::int64_t>(index_) * 1'000'000'000 / rate};
        if (stop.stop_requested() || (info_.frame_estimate && index_ >= *info_.frame_estimate))
            return std::optional<VideoFrame>();
        VideoFrame frame{t, index_++, draw_synthetic_face(synthetic_pose(t))};
        write_index_strip(frame.picture, frame.index);
        return std::optional(std::move(frame));
    }

private:
    SourceInfo info_;
    std::uint64_t index_ = 0;
};

} // namespace

std::unique_ptr<VideoSource> make_synthetic_source(std::optional<Duration> length) {
    return std::make_unique<SyntheticSource>(length);
}

void write_index_strip(Image& picture, std::uint64_t index) {
    const Cells strip = cells_of(static_cast<std::uint32_t>(index));
    const std::size_t cell_bytes = cell * static_cast<std::size_t>(picture.channels());
    for (int y = picture.height - cell; y < picture.height; ++y)
        for (std::size_t i = 0; i < cells; ++i)
            std::fill_n(picture.row(y).begin() + static_cast<std::ptrdiff_t>(i * cell_bytes), cell_bytes,
                        strip[i] ? std::uint8_t{255} : std::uint8_t{0});
}

std::optional<std::uint32_t> read_index_strip(const Image& picture) {
    if (picture.width != static_cast<int>(cells) * cell || picture.height < cell) return std::nullopt;
    const std::span<const std::uint8_t> row = picture.row(picture.height - cell / 2);
    const auto channels = static_cast<std::size_t>(picture.channels());
    Cells strip;
    for (std::size_t i = 0; i < cells; ++i) strip[i] = row[(i * cell + cell / 2) * channels] >= 128;
    std::uint32_t index = 0;
    for (std::size_t i = 0; i < 32; ++i) index = index << 1 | (strip[first_bit + i] ? 1u : 0u);
    return strip == cells_of(index) ? std::optional(index) : std::nullopt;
}

} // namespace mien

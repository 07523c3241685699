#include "capture/tracker/shape_cascade.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <istream>

#include "capture/tracker/grey_window.h"

namespace mien {
namespace {

// More than any shape predictor has; keep a small file from asking for much memory.
constexpr std::uint64_t max_points = 1000;
constexpr std::uint64_t max_stages = 100;
constexpr std::uint64_t max_trees = 5000;
constexpr std::uint64_t max_pixels = 60000;
constexpr std::uint64_t max_leaves = 256;
constexpr std::uint64_t max_leaf_values = std::uint64_t{1} << 26U; // 256 MB

/// dlib/serialize.h, read by big steps. After the first broken value everything is 0 and ok() says so.
class DlibStream {
public:
    explicit DlibStream(std::istream& file) : file_(file), buffer_(std::size_t{1} << 20U) {}

    [[nodiscard]] bool ok() const { return ok_; }

    /// A byte with the count and the sign, then the magnitude, little endian.
    std::int64_t integer() {
        if (!available(9) && left() == 0) return fail();
        const std::uint8_t control = buffer_[at_];
        const std::size_t count = control & 0x0FU;
        if (count < 1 || count > 8 || (control & 0x70U) != 0 || left() < 1 + count) return fail();
        std::uint64_t magnitude = 0;
        std::memcpy(&magnitude, buffer_.data() + at_ + 1, count);
        at_ += 1 + count;
        const auto value = static_cast<std::int64_t>(magnitude);
        if (value < 0) return fail();
        return (control & 0x80U) != 0 ? -value : value;
    }

    /// A count that must not be more than `limit`.
    std::size_t count(std::uint64_t limit) {
        const std::int64_t value = integer();
        if (value < 0 || static_cast<std::uint64_t>(value) > limit) {
            fail();
            return 0;
        }
        return static_cast<std::size_t>(value);
    }

    /// mantissa * 2^exponent, both as integers.
    float real() {
        // Nearly all have a mantissa of three bytes and an exponent of one.
        if (available(9) && (buffer_[at_] & 0x7FU) == 3 && (buffer_[at_ + 4] & 0x7FU) == 1) {
            std::uint32_t mantissa = 0;
            std::memcpy(&mantissa, buffer_.data() + at_ + 1, 3);
            const int magnitude = buffer_[at_ + 5];
            const int exponent = (buffer_[at_ + 4] & 0x80U) != 0 ? -magnitude : magnitude;
            if (exponent > -100 && exponent < 60) {
                const float scale = std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23U);
                const float value = static_cast<float>(mantissa) * scale;
                const bool negative = (buffer_[at_] & 0x80U) != 0;
                at_ += 6;
                return negative ? -value : value;
            }
        }
        const std::int64_t mantissa = integer();
        const std::int64_t exponent = integer();
        if (exponent < -1000 || exponent > 1000) { // dlib's codes for infinity and NaN are beyond
            fail();
            return 0;
        }
        const float value =
            static_cast<float>(std::ldexp(static_cast<double>(mantissa), static_cast<int>(exponent)));
        if (!std::isfinite(value)) fail();
        return ok_ ? value : 0;
    }

    /// A column vector; its sizes are negative in newer files.
    std::size_t column_size(std::uint64_t limit) {
        const std::int64_t rows = std::abs(integer());
        const std::int64_t columns = std::abs(integer());
        if (columns != 1 || static_cast<std::uint64_t>(rows) > limit) {
            fail();
            return 0;
        }
        return static_cast<std::size_t>(rows);
    }

private:
    std::int64_t fail() {
        ok_ = false;
        at_ = end_; // nothing more is read
        finished_ = true;
        return 0;
    }
    [[nodiscard]] std::size_t left() const { return end_ - at_; }
    // At least `wanted` bytes from at_ on; fewer at the file's end.
    bool available(std::size_t wanted) {
        if (left() >= wanted) return true;
        if (finished_) return false;
        std::memmove(buffer_.data(), buffer_.data() + at_, left());
        end_ -= at_;
        at_ = 0;
        file_.read(reinterpret_cast<char*>(buffer_.data() + end_),
                   static_cast<std::streamsize>(buffer_.size() - end_));
        end_ += static_cast<std::size_t>(file_.gcount());
        finished_ = file_.gcount() == 0;
        return left() >= wanted;
    }

    std::istream& file_;
    std::vector<std::uint8_t> buffer_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    bool finished_ = false;
    bool ok_ = true;
};

/// The linear part of a similarity transform: (x, y) -> (a x - b y, b x + a y).
struct Turn {
    float a = 1;
    float b = 0;
};

// The best similarity from one shape to the other (least squares).
Turn turn_between(std::span<const float> from, std::span<const float> to) {
    const auto count = static_cast<float>(from.size() / 2);
    float mean[4] = {};
    for (std::size_t i = 0; i < from.size(); i += 2) {
        mean[0] += from[i] / count;
        mean[1] += from[i + 1] / count;
        mean[2] += to[i] / count;
        mean[3] += to[i + 1] / count;
    }
    float spread = 0;
    Turn turn{0, 0};
    for (std::size_t i = 0; i < from.size(); i += 2) {
        const float fx = from[i] - mean[0];
        const float fy = from[i + 1] - mean[1];
        const float tx = to[i] - mean[2];
        const float ty = to[i + 1] - mean[3];
        spread += fx * fx + fy * fy;
        turn.a += fx * tx + fy * ty;
        turn.b += fx * ty - fy * tx;
    }
    if (!(spread > 0)) return {};
    return {turn.a / spread, turn.b / spread};
}

} // namespace

/// Reads the parts in the file's order: initial shape, forests, anchors, ways.
class ShapeCascadeReader {
public:
    explicit ShapeCascadeReader(std::istream& file) : in_(file) {}

    bool read(ShapeCascade& cascade) {
        if (in_.integer() != 1) return false; // the format's version
        const std::size_t values = in_.column_size(2 * max_points);
        if (!in_.ok() || values == 0 || values % 2 != 0) return false;
        for (std::size_t i = 0; i < values; ++i) cascade.initial_.push_back(in_.real());
        const std::size_t stages = in_.count(max_stages);
        for (std::size_t s = 0; s < stages && in_.ok(); ++s)
            if (!read_forest(values, cascade.stages_.emplace_back())) return false;
        return read_pixels(cascade) && in_.ok() && !cascade.stages_.empty();
    }

private:
    bool read_forest(std::size_t values, ShapeCascade::Stage& stage) {
        stage.trees = in_.count(max_trees);
        for (std::size_t t = 0; t < stage.trees && in_.ok(); ++t) {
            const std::size_t splits = in_.count(max_leaves);
            if (t == 0) stage.splits_per_tree = splits;
            if (splits != stage.splits_per_tree) return false;
            for (std::size_t i = 0; i < splits; ++i) {
                ShapeCascade::Split split;
                split.first = static_cast<std::uint16_t>(in_.count(max_pixels));
                split.second = static_cast<std::uint16_t>(in_.count(max_pixels));
                split.threshold = in_.real();
                stage.splits.push_back(split);
            }
            // A full tree: one leaf more than splits, a power of two of them.
            const std::size_t leaves = in_.count(max_leaves);
            leaf_values_ += leaves * values;
            if (!in_.ok() || leaves != splits + 1 || !std::has_single_bit(leaves) ||
                leaf_values_ > max_leaf_values)
                return false;
            if (t == 0) stage.leaves.reserve(std::min<std::size_t>(stage.trees, 600) * leaves * values);
            for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
                if (in_.column_size(values) != values || !in_.ok()) return false;
                for (std::size_t v = 0; v < values; ++v) stage.leaves.push_back(in_.real());
            }
        }
        return in_.ok();
    }

    bool read_pixels(ShapeCascade& cascade) {
        if (in_.count(max_stages) != cascade.stages_.size()) return false;
        for (ShapeCascade::Stage& stage : cascade.stages_) {
            stage.pixels.resize(in_.count(max_pixels));
            for (auto& pixel : stage.pixels) {
                pixel.anchor = static_cast<std::uint16_t>(in_.count(max_points));
                if (pixel.anchor >= cascade.point_total()) return false;
            }
            for (const auto& split : stage.splits)
                if (split.first >= stage.pixels.size() || split.second >= stage.pixels.size()) return false;
        }
        if (in_.count(max_stages) != cascade.stages_.size()) return false;
        for (ShapeCascade::Stage& stage : cascade.stages_) {
            if (in_.count(max_pixels) != stage.pixels.size()) return false;
            for (auto& pixel : stage.pixels) {
                pixel.x = in_.real();
                pixel.y = in_.real();
            }
        }
        return true;
    }

    DlibStream in_;
    std::uint64_t leaf_values_ = 0;
};

Result<ShapeCascade> ShapeCascade::read(std::istream& file, std::string_view name) {
    ShapeCascade cascade;
    if (!ShapeCascadeReader(file).read(cascade))
        return tl::unexpected(
            Error{ErrorCode::unreadable,
                  fmt::format("Cannot read the model {}: it is damaged or no shape predictor; "
                              "install libdlib-data again",
                              name),
                  {}});
    return cascade;
}

Result<ShapeCascade> ShapeCascade::read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fail(ErrorCode::unavailable,
                    "The model {} is not there; install Debian's libdlib-data or choose the mesh tracker",
                    path.string());
    return read(file, path.string());
}

void ShapeCascade::predict(const Image& picture, const SquareRegion& box, float gain,
                           std::span<Landmark> points) const {
    std::vector<float> shape = initial_;
    std::vector<float> values;
    // From the box, 0..1, to pixel numbers: dlib's corners are the middles of the first and the last pixel.
    const float cosine = std::cos(box.rotation) * (box.side - 1);
    const float sine = std::sin(box.rotation) * (box.side - 1);
    const auto place = [&](float u, float v) {
        return Landmark{box.centre_x - 0.5F + cosine * (u - 0.5F) - sine * (v - 0.5F),
                        box.centre_y - 0.5F + sine * (u - 0.5F) + cosine * (v - 0.5F), 0};
    };
    const auto width = static_cast<float>(picture.width) - 0.5F;
    const auto height = static_cast<float>(picture.height) - 0.5F;
    for (const Stage& stage : stages_) {
        const Turn turn = turn_between(initial_, shape);
        values.resize(stage.pixels.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Pixel& pixel = stage.pixels[i];
            const Landmark at =
                place(shape[2 * std::size_t{pixel.anchor}] + turn.a * pixel.x - turn.b * pixel.y,
                      shape[2 * std::size_t{pixel.anchor} + 1] + turn.b * pixel.x + turn.a * pixel.y);
            const bool inside = at.x >= -0.5F && at.y >= -0.5F && at.x < width && at.y < height;
            values[i] = inside ? gain * brightness(picture, static_cast<int>(at.x + 0.5F),
                                                   static_cast<int>(at.y + 0.5F))
                               : 0;
        }
        const Split* splits = stage.splits.data();
        const float* leaves = stage.leaves.data();
        const std::size_t leaf_count = stage.splits_per_tree + 1;
        for (std::size_t t = 0; t < stage.trees; ++t) {
            std::size_t node = 0;
            while (node < stage.splits_per_tree) {
                const Split& split = splits[node];
                node = 2 * node + (values[split.first] - values[split.second] > split.threshold ? 1 : 2);
            }
            const float* leaf = leaves + (node - stage.splits_per_tree) * shape.size();
            for (std::size_t v = 0; v < shape.size(); ++v) shape[v] += leaf[v];
            splits += stage.splits_per_tree;
            leaves += leaf_count * shape.size();
        }
    }
    for (std::size_t i = 0; i < points.size() && 2 * i < shape.size(); ++i) {
        points[i] = place(shape[2 * i], shape[2 * i + 1]);
        points[i].x += 0.5F;
        points[i].y += 0.5F;
    }
}

} // namespace mien

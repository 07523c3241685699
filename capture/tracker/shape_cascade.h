// The 68-point shape predictor in the file format of dlib's shape_predictor, with a reader and an evaluation
// of our own: the file is read in a tenth of the time, points come in fractions of a pixel, and a tilted head
// is looked at upright. The method: Kazemi and Sullivan 2014, "One Millisecond Face Alignment with an
// Ensemble of Regression Trees".
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <span>
#include <string_view>
#include <vector>

#include "base/image.h"
#include "base/result.h"
#include "capture/landmark_frame.h"
#include "capture/tracker/square_sampler.h"

namespace mien {

/// Immutable once read; predict() may be called from any thread.
class ShapeCascade {
public:
    /// Errors: unreadable; the message starts with `name`.
    [[nodiscard]] static Result<ShapeCascade> read(std::istream& file, std::string_view name);
    /// Error: unavailable where the file is missing.
    [[nodiscard]] static Result<ShapeCascade> read_file(const std::filesystem::path& path);

    [[nodiscard]] std::size_t point_total() const { return initial_.size() / 2; }

    /// `box`: the face as dlib's detector frames it, which may be turned. rgb8 or gray8. `gain` multiplies
    /// the pixels' brightness. z is 0.
    void predict(const Image& picture, const SquareRegion& box, float gain, std::span<Landmark> points) const;

private:
    friend class ShapeCascadeReader;

    struct Split {
        std::uint16_t first = 0; ///< pixels whose difference is compared
        std::uint16_t second = 0;
        float threshold = 0;
    };
    /// Pixels are given by the nearest point of the initial shape and the way from there.
    struct Pixel {
        std::uint16_t anchor = 0;
        float x = 0;
        float y = 0;
    };
    struct Stage {
        std::vector<Pixel> pixels;
        std::vector<Split> splits; ///< [tree][node], nodes in heap order
        std::vector<float> leaves; ///< [tree][leaf][coordinate]
        std::size_t trees = 0;
        std::size_t splits_per_tree = 0;
    };

    std::vector<float> initial_; ///< x, y by point; the box is 0..1
    std::vector<Stage> stages_;
};

} // namespace mien

// Cuts a turned square out of a picture and makes a network's input of it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/image.h"
#include "capture/landmark_frame.h"
#include "capture/network/executor.h"

namespace mien {

/// A square in a picture's pixels (the centre of the top left pixel is 0.5, 0.5; y down). `rotation` in
/// radians takes the square's right to the picture's: positive is clockwise as seen.
struct SquareRegion {
    float centre_x = 0;
    float centre_y = 0;
    float side = 0;
    float rotation = 0;
};

/// A point of the square, each coordinate 0..1 from its top left, in the picture.
[[nodiscard]] Landmark to_picture(const SquareRegion& region, float u, float v);
/// The inverse.
[[nodiscard]] Landmark to_region(const SquareRegion& region, float x, float y);

/// What lies outside the picture.
enum class Outside : std::uint8_t { nearest_pixel, black };

/// Network values of the byte values 0 and 255.
struct ValueRange {
    float low = 0;
    float high = 1;
};

/// Keeps its scratch memory from call to call. One owner, one thread at a time.
class SquareSampler {
public:
    /// Fills `into` (square, three channels: red, green, blue) with the region, bilinear. A region of more
    /// than twice the input's size is first halved, so that a big face does not alias. `picture` must not be
    /// empty.
    void sample(const Image& picture, const SquareRegion& region, Outside outside, ValueRange range,
                const network::InputView& into);

private:
    std::vector<std::uint8_t> halved_[2];
};

} // namespace mien

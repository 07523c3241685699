#include "capture/tracker/search_squares.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "capture/tracker/face_detector.h"

namespace mien {
namespace {

// In smaller squares there is no face to be found; a strip of a picture is not worth hundreds of looks.
constexpr float min_side = 48;
constexpr std::size_t max_squares = 48;

void cover(const Image& picture, float side, std::vector<SquareRegion>& squares) {
    const auto places = [&](int extent) {
        // As few as overlap by half a side.
        const float room = static_cast<float>(extent) - side;
        const int count = room < 1 ? 1 : 1 + static_cast<int>(std::ceil(room / (side / 2)));
        std::vector<float> centres;
        for (int i = 0; i < count; ++i)
            centres.push_back(count == 1
                                  ? static_cast<float>(extent) / 2
                                  : side / 2 + room * static_cast<float>(i) / static_cast<float>(count - 1));
        return centres;
    };
    if (side < min_side) return;
    for (const float y : places(picture.height))
        for (const float x : places(picture.width))
            if (squares.size() < max_squares) squares.push_back({x, y, side, 0});
}

} // namespace

std::vector<SquareRegion> search_squares(const Image& picture) {
    std::vector<SquareRegion> squares{whole_picture(picture)};
    // The detector itself bears about 30 degrees either way.
    constexpr float degree = std::numbers::pi_v<float> / 180;
    for (const float turn : {45.0F, -45.0F, 90.0F, -90.0F})
        squares.push_back(whole_picture(picture, turn * degree));
    const auto shorter = static_cast<float>(std::min(picture.width, picture.height));
    if (picture.width != picture.height) cover(picture, shorter, squares);
    cover(picture, shorter / 2, squares);
    return squares;
}

} // namespace mien

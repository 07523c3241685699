#include "capture/tracker/region_evidence.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mien {
namespace {

struct Pixel {
    float luma = 0;
    float red = 0; ///< redness in shares of the brightness
};

struct Place {
    float x = 0;
    float y = 0;
};

/// Reads the crop at points of the mesh.
class CropReader {
public:
    CropReader(const network::InputView& crop, const SquareRegion& region,
               std::span<const Landmark, point_count(Scheme::mesh478)> points)
        : crop_(crop), region_(region), points_(points) {}

    [[nodiscard]] Place place(std::size_t point) const {
        const float x = points_[point].x - region_.centre_x;
        const float y = points_[point].y - region_.centre_y;
        const float scale = static_cast<float>(crop_.width) / region_.side;
        const float cosine = std::cos(region_.rotation) * scale;
        const float sine = std::sin(region_.rotation) * scale;
        const float middle = static_cast<float>(crop_.width) / 2;
        return {middle + cosine * x + sine * y, middle - sine * x + cosine * y};
    }

    /// The mean of the three by three pixels there.
    [[nodiscard]] Pixel at(Place place) const {
        const int column = whole(place.x, crop_.width);
        const int row = whole(place.y, crop_.height);
        std::array<float, 3> sum{};
        for (int y = row - 1; y <= row + 1; ++y) {
            const float* pixel = crop_.data + static_cast<std::size_t>(y) * crop_.row_stride +
                                 static_cast<std::size_t>(column - 1) * 3;
            for (std::size_t i = 0; i < 9; ++i) sum[i % 3] += pixel[i] / 9;
        }
        const float luma = 0.299F * sum[0] + 0.587F * sum[1] + 0.114F * sum[2];
        return {luma, (sum[0] - (sum[1] + sum[2]) / 2) / (luma + 0.05F)};
    }
    [[nodiscard]] Pixel at(std::size_t point) const { return at(place(point)); }

private:
    static int whole(float at, int extent) {
        return std::isfinite(at) ? static_cast<int>(std::clamp(at, 1.0F, static_cast<float>(extent - 2))) : 1;
    }

    const network::InputView& crop_;
    const SquareRegion& region_;
    std::span<const Landmark, point_count(Scheme::mesh478)> points_;
};

template <std::size_t N>
float median(std::array<float, N> values) {
    std::nth_element(values.begin(), values.begin() + N / 2, values.end());
    return values[N / 2];
}

/// Mean of the three darkest.
template <std::size_t N>
float darkest(std::array<float, N> values) {
    std::partial_sort(values.begin(), values.begin() + 3, values.end());
    return (values[0] + values[1] + values[2]) / 3;
}

template <std::size_t N>
std::array<float, N> lumas(const CropReader& reader, const std::array<std::size_t, N>& points) {
    std::array<float, N> values{};
    std::transform(points.begin(), points.end(), values.begin(),
                   [&](std::size_t point) { return reader.at(point).luma; });
    return values;
}

template <std::size_t N>
std::array<float, N> reds(const CropReader& reader, const std::array<std::size_t, N>& points) {
    std::array<float, N> values{};
    std::transform(points.begin(), points.end(), values.begin(),
                   [&](std::size_t point) { return reader.at(point).red; });
    return values;
}

/// By how much `dark` is darker than `beside`, in shares of the latter.
float contrast(float dark, float beside) {
    return 1 - dark / std::max(beside, 0.01F);
}

// Numbers of MediaPipe's mesh; left and right as seen in the image.
constexpr std::array<std::array<std::size_t, 7>, 2> cheeks = {
    {{118, 119, 120, 100, 101, 50, 36}, {347, 348, 349, 329, 330, 280, 266}}};
constexpr std::array<std::array<std::size_t, 13>, 2> eyes = {
    {{468, 469, 470, 471, 472, 159, 145, 158, 153, 160, 144, 33, 133},
     {473, 474, 475, 476, 477, 386, 374, 385, 380, 387, 373, 263, 362}}};
/// Upper and lower edge of a brow, point by point.
struct BrowEdge {
    std::size_t upper;
    std::size_t lower;
};
constexpr std::array<std::array<BrowEdge, 3>, 2> brows = {
    {{{{63, 53}, {105, 52}, {66, 65}}}, {{{293, 283}, {334, 282}, {296, 295}}}}};
constexpr std::array<std::size_t, 8> lip_line = {13, 14, 82, 87, 312, 317, 78, 308};
constexpr std::array<std::size_t, 12> lips = {11, 12, 15, 16, 72, 302, 85, 315, 38, 268, 86, 316};
constexpr std::array<std::size_t, 13> round_mouth = {164, 167, 393, 206, 426, 212, 432,
                                                     18,  200, 204, 424, 165, 391};

/// Across the brow: its middle against the skin as far above and below it as it is high, where it shows most.
float brow_contrast(const CropReader& reader, const std::array<BrowEdge, 3>& brow) {
    float most = -1;
    for (const BrowEdge& edge : brow) {
        const Place upper = reader.place(edge.upper);
        const Place lower = reader.place(edge.lower);
        const Place height{upper.x - lower.x, upper.y - lower.y};
        const float dark = reader.at({(upper.x + lower.x) / 2, (upper.y + lower.y) / 2}).luma;
        const float above = reader.at({upper.x + height.x, upper.y + height.y}).luma;
        const float below = reader.at({lower.x - height.x, lower.y - height.y}).luma;
        most = std::max({most, contrast(dark, above), contrast(dark, below)});
    }
    return most;
}

/// The line between the lips is darker than the skin round the mouth, teeth are brighter; lips are redder.
float mouth_contrast(const CropReader& reader) {
    const std::array<float, lip_line.size()> line = lumas(reader, lip_line);
    const float skin = median(lumas(reader, round_mouth));
    const float dark = contrast(darkest(line), skin);
    const float bright = -contrast(*std::max_element(line.begin(), line.end()), skin);
    const float red = median(reds(reader, lips)) - median(reds(reader, round_mouth));
    // Teeth and an open mouth show far more than lips at rest, which are seen as well.
    constexpr float plain = 0.45F;
    return std::min(plain, std::max(dark, bright) + 2 * std::max(0.0F, red));
}

/// 0 up to `from`, 1 from `to` on.
float rising(float value, float from, float to) {
    return std::isfinite(value) ? std::clamp((value - from) / (to - from), 0.0F, 1.0F) : 0;
}

// Of the way to a new value that goes at a pace of so many seconds.
float share_of(Duration step, double pace) {
    return static_cast<float>(std::clamp(step.seconds() / pace, 0.0, 1.0));
}

// Measured on people that the network's heads were not trained on: seen parts stay below the first, hidden
// ones come above the second. Glasses, a beard or a dim picture add so much at most without hiding anything.
// Eyes squeezed shut come nearer to hidden ones than anything that a mouth does.
constexpr std::array<float, 5> seen_odds = {0.7F, 0.7F, 0, 0, 0};
constexpr float from_seen_to_hidden = 2.0F;
constexpr float most_usual_odds = 1.5F;
// Of a face 50 pixels wide, whose eyes are a few dots.
constexpr float most_blurred_odds = 2.5F;

} // namespace

RegionEvidence region_evidence(const network::InputView& crop, const SquareRegion& region,
                               std::span<const Landmark, point_count(Scheme::mesh478)> points) {
    RegionEvidence evidence;
    if (crop.width < 3 || crop.height < 3 || crop.channels != 3) return evidence;
    const CropReader reader(crop, region, points);
    float skin = 0;
    for (std::size_t side = 0; side < 2; ++side) {
        const float cheek = median(lumas(reader, cheeks[side]));
        evidence.eyes[side] = contrast(darkest(lumas(reader, eyes[side])), cheek);
        evidence.brows[side] = brow_contrast(reader, brows[side]);
        skin += cheek / 2;
    }
    evidence.skin = skin;
    evidence.detail = region.side / static_cast<float>(crop.width);
    evidence.mouth = mouth_contrast(reader);
    const Landmark& right = points[33];
    const Landmark& left = points[263];
    evidence.yaw = std::atan2(left.z - right.z, std::hypot(left.x - right.x, left.y - right.y)) * 180 /
                   std::numbers::pi_v<float>;
    return evidence;
}

RegionTrust::Parts RegionTrust::by_picture(const RegionEvidence& evidence, Duration step) {
    const Parts seen = {evidence.eyes[0], evidence.eyes[1], evidence.brows[0], evidence.brows[1],
                        evidence.mouth};
    // The least that visible parts show, in dim light too (14 clips): less is never usual.
    constexpr Parts least = {0.2F, 0.2F, 0.05F, 0.05F, 0.12F};
    Parts trust{};
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!known_) usual_[i] = seen[i];
        // A hand goes away again: what is usual is learnt quickly upwards and slowly downwards.
        if (std::isfinite(seen[i]))
            usual_[i] += share_of(step, seen[i] > usual_[i] ? 0.3 : 20) * (seen[i] - usual_[i]);
        usual_[i] = std::max(usual_[i], least[i]);
        trust[i] = rising(seen[i] / usual_[i], 0.2F, 0.5F);
    }
    return trust;
}

RegionTrust::Parts RegionTrust::by_network(const HiddenParts& hidden, float detail, Duration step) {
    const float blurred = most_blurred_odds * rising(-detail, -0.9F, -0.6F);
    const Parts odds = {hidden.eyes[0], hidden.eyes[1], hidden.brows[0], hidden.brows[1], hidden.mouth};
    Parts trust{};
    for (std::size_t i = 0; i < odds.size(); ++i) {
        if (!known_) usual_[i] = 0;
        if (std::isfinite(odds[i]))
            usual_[i] +=
                share_of(step, odds[i] - blurred < usual_[i] ? 0.3 : 10) * (odds[i] - blurred - usual_[i]);
        usual_[i] = std::clamp(usual_[i], 0.0F, most_usual_odds);
        trust[i] =
            1 - rising(odds[i] - blurred - usual_[i], seen_odds[i], seen_odds[i] + from_seen_to_hidden);
        if (!std::isfinite(odds[i])) trust[i] = 0;
    }
    return trust;
}

RegionQuality RegionTrust::judge(const RegionEvidence& evidence, const std::optional<HiddenParts>& hidden,
                                 Duration step) {
    const Parts trust = hidden ? by_network(*hidden, evidence.detail, step) : by_picture(evidence, step);
    known_ = true;
    // The far side of a turned head is behind the nose, not behind a hand. Brows are hidden only together: a
    // single one has hair over it as often as not.
    constexpr float turned = 25;
    const float eyes_trust = evidence.yaw < -turned  ? trust[0]
                             : evidence.yaw > turned ? trust[1]
                                                     : std::min(trust[0], trust[1]);
    return {.eyes = eyes_trust, .brows = std::max(trust[2], trust[3]), .mouth = trust[4]};
}

} // namespace mien

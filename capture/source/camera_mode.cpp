#include "capture/source/camera_mode.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "capture/source/camera_picture.h"

namespace mien {
namespace {

constexpr double most_useful_rate = 60;
constexpr int largest_side = 16384;

/// How far a size is from the wanted one: by how many octaves width and height differ.
double size_distance(const DeviceMode& mode, const SourceOptions& wanted) {
    return std::abs(std::log2(static_cast<double>(mode.width) / std::max(1, wanted.width))) +
           std::abs(std::log2(static_cast<double>(mode.height) / std::max(1, wanted.height)));
}

bool is_named(const DeviceMode& mode, const SourceOptions& wanted) {
    if (!wanted.mode) return false;
    const CameraMode shown = shown_mode(mode);
    const CameraMode& named = *wanted.mode;
    // Rates are fractions: 29.97 is written so and meant when 30 is.
    const bool same_rate = named.rate <= 0 || std::abs(shown.rate - named.rate) <= 0.01 * named.rate;
    return shown.width == named.width && shown.height == named.height && same_rate &&
           (named.format.empty() || shown.format == named.format);
}

/// Lexicographic, smaller is better.
auto rank_of(const DeviceMode& mode, const SourceOptions& wanted) {
    const double rate = mode.interval.rate();
    const double useful = std::min(rate, most_useful_rate);
    const bool reaches = rate >= 0.95 * wanted.rate;
    const bool large = mode.width >= wanted.width && mode.height >= wanted.height;
    return std::tuple(is_named(mode, wanted) ? 0 : 1, is_grey(mode.format) ? 1 : 0, large ? 0 : 1,
                      reaches ? 0 : 1, reaches ? 0 : -rate, size_distance(mode, wanted), -useful, rate,
                      is_compressed(mode.format) ? 1 : 0);
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

} // namespace

std::vector<DeviceMode> ranked_modes(std::vector<DeviceMode> modes, const SourceOptions& wanted) {
    std::erase_if(modes, [](const DeviceMode& mode) { return mode.width <= 0 || mode.height <= 0; });
    std::stable_sort(modes.begin(), modes.end(), [&](const DeviceMode& a, const DeviceMode& b) {
        return rank_of(a, wanted) < rank_of(b, wanted);
    });
    return modes;
}

CameraMode shown_mode(const DeviceMode& mode) {
    std::string format;
    for (int shift = 0; shift < 32; shift += 8) format += static_cast<char>(mode.format >> shift & 0xff);
    return {.width = mode.width,
            .height = mode.height,
            .rate = std::round(mode.interval.rate() * 100) / 100,
            .format = std::move(format)};
}

std::string text_of(const CameraMode& mode) {
    std::string text = fmt::format("{}x{}", mode.width, mode.height);
    if (mode.rate > 0) text += fmt::format("@{}", mode.rate);
    if (!mode.format.empty()) text += "/" + mode.format;
    return text;
}

Result<CameraMode> camera_mode_from_text(std::string_view text) {
    CameraMode mode;
    std::string_view rest = text;
    const auto cut = [&rest](char mark) {
        const std::size_t at = rest.find(mark);
        const std::string_view tail = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
        const bool there = at != std::string_view::npos;
        rest = rest.substr(0, at);
        return there ? std::optional(tail) : std::nullopt;
    };
    const auto format = cut('/');
    const auto rate = cut('@');
    const auto height = cut('x');
    const auto side = [](int length) { return length >= 1 && length <= largest_side; };
    const bool letters =
        !format || (format->size() == 4 &&
                    std::all_of(format->begin(), format->end(), [](char c) { return c > ' ' && c <= '~'; }));
    const bool good = height && read_number(rest, mode.width) && read_number(*height, mode.height) &&
                      side(mode.width) && side(mode.height) && letters &&
                      (!rate || (read_number(*rate, mode.rate) && mode.rate > 0 && mode.rate <= 1000));
    if (!good)
        return fail(ErrorCode::usage,
                    "\"{}\" is no camera mode: write it as 1280x720, 1280x720@30 or 1280x720@30/MJPG", text);
    mode.format = format.value_or("");
    return mode;
}

} // namespace mien

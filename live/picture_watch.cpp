#include "live/picture_watch.h"

#include <algorithm>

#include <fmt/format.h>

namespace mien {
namespace {

constexpr int grid = 24; ///< so many pixels across and down

// Mean grey levels. A shut cover gives 0 to 16 (16 is black in video levels); faces are hard to follow
// below 40.
constexpr double black_level = 18;
constexpr double dim_level = 40;

constexpr Duration black_patience = Duration::from_ms(2000);
constexpr Duration frozen_patience = Duration::from_ms(3000);
constexpr Duration dim_patience = Duration::from_ms(3000);

struct Glance {
    double mean = 0;
    std::uint64_t print = 1469598103934665603ULL; ///< of the pixels, FNV-1a
};

Glance glance_at(const Image& picture) {
    Glance glance;
    const auto channels = static_cast<std::size_t>(picture.channels());
    const std::size_t colour = std::min<std::size_t>(channels, 3);
    for (int y = 0; y < grid; ++y)
        for (int x = 0; x < grid; ++x) {
            const auto row = picture.row((2 * y + 1) * picture.height / (2 * grid));
            const std::size_t column = static_cast<std::size_t>((2 * x + 1) * picture.width / (2 * grid));
            for (std::size_t c = 0; c < colour; ++c) {
                const std::uint8_t value = row[column * channels + c];
                glance.mean += value;
                glance.print = (glance.print ^ value) * 1099511628211ULL;
            }
        }
    glance.mean /= static_cast<double>(grid * grid * static_cast<int>(colour));
    return glance;
}

} // namespace

bool PictureWatch::add(const Image& picture, Timestamp now) {
    if (picture.empty()) return false;
    const Glance glance = glance_at(picture);
    if (!last_print_ || *last_print_ != glance.print) last_change_ = now;
    last_print_ = glance.print;
    const Finding seen = glance.mean < black_level ? Finding::black
                         : glance.mean < dim_level ? Finding::dim
                                                   : Finding::fine;
    if (seen != suspected_) {
        suspected_ = seen;
        suspected_since_ = now;
    }
    const Duration so_far = now - suspected_since_;
    Finding next = finding_;
    if (seen == Finding::black)
        next = so_far >= black_patience ? Finding::black : finding_;
    else if (now - last_change_ >= frozen_patience)
        next = Finding::frozen;
    else if (seen == Finding::fine)
        next = Finding::fine;
    else
        next = so_far >= dim_patience     ? Finding::dim
               : finding_ == Finding::dim ? Finding::dim
                                          : Finding::fine;
    const bool changed = next != finding_;
    finding_ = next;
    return changed;
}

std::string PictureWatch::notice(const std::string& name) const {
    switch (finding_) {
    case Finding::fine:
        break;
    case Finding::black:
        return fmt::format(
            "{} shows black: open its cover or its privacy switch, or close the program that dims it", name);
    case Finding::frozen:
        return fmt::format("{} repeats one and the same picture: unplug it and plug it in again", name);
    case Finding::dim:
        return fmt::format("{} sees little light: a lamp before you makes the tracking calm and quick", name);
    }
    return {};
}

} // namespace mien

#include "app/stage_csv.h"

#include <array>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace mien {
namespace {

constexpr std::array<std::string_view, 6> head_names = {"head_x",     "head_y",   "head_z",
                                                        "head_pitch", "head_yaw", "head_roll"};

std::array<float, 6> numbers_of(const HeadPose& head) {
    return {head.x, head.y, head.z, head.pitch, head.yaw, head.roll};
}

} // namespace

std::string stage_csv_header() {
    std::string header = "frame,t,tracked,quality,quality_eyes,quality_brows,quality_mouth";
    const auto add = [&header](std::string_view name) {
        fmt::format_to(std::back_inserter(header), ",raw_{0},calibrated_{0}", name);
    };
    for (const std::string_view name : head_names) add(name);
    for (const std::string_view name : channel_names) add(name);
    return header + "\n";
}

std::string stage_csv_row(std::uint64_t frame, const RegionQuality& regions, const FaceState& raw,
                          const FaceState& calibrated) {
    std::string row = fmt::format("{},{:.6f},{},{:.6g}", frame, calibrated.t.seconds(),
                                  calibrated.tracked ? 1 : 0, calibrated.tracked ? calibrated.quality : 0.0f);
    for (const float part : {regions.eyes, regions.brows, regions.mouth})
        fmt::format_to(std::back_inserter(row), ",{:.6g}", calibrated.tracked ? part : 0.0f);
    const auto add = [&](float a, float b) {
        fmt::format_to(std::back_inserter(row), ",{:.6g},{:.6g}", raw.tracked ? a : 0.0f,
                       calibrated.tracked ? b : 0.0f);
    };
    const std::array<float, 6> raw_head = numbers_of(raw.head);
    const std::array<float, 6> head = numbers_of(calibrated.head);
    for (std::size_t i = 0; i < head.size(); ++i) add(raw_head[i], head[i]);
    for (ChannelIndex i = 0; i < channel_count; ++i) add(raw.weights[i], calibrated.weights[i]);
    return row + "\n";
}

} // namespace mien

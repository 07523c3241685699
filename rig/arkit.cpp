#include "rig/arkit.h"

namespace mien {
namespace {

/// The name on the other side. Every paired name ends in its side, directions (jawLeft, mouthRight) too.
constexpr std::string_view left_suffix = "Left";
constexpr std::string_view right_suffix = "Right";

constexpr bool same_but_for_side(std::string_view left, std::string_view right) {
    return left.ends_with(left_suffix) && right.ends_with(right_suffix) &&
           left.substr(0, left.size() - left_suffix.size()) ==
               right.substr(0, right.size() - right_suffix.size());
}

constexpr std::array<ChannelIndex, channel_count> make_mirror_table() {
    std::array<ChannelIndex, channel_count> table{};
    for (ChannelIndex i = 0; i < channel_count; ++i) {
        table[i] = i;
        for (ChannelIndex j = 0; j < channel_count; ++j)
            if (same_but_for_side(channel_names[i], channel_names[j]) ||
                same_but_for_side(channel_names[j], channel_names[i]))
                table[i] = j;
    }
    return table;
}

constexpr auto mirror_table = make_mirror_table();

} // namespace

ChannelIndex mirrored_channel(ChannelIndex index) {
    return mirror_table.at(index);
}

} // namespace mien

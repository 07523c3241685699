// How much of ARKit's vocabulary a rig can show. Any thread.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "rig/arkit.h"
#include "rig/rig.h"

namespace mien {

/// What a rig has for one channel.
struct ChannelCoverage {
    std::vector<int> expressions; ///< into Rig::expressions: all whose names mean the channel, in their order
    bool moves = false;           ///< false where none of them moves a vertex: exporters leave empty shapes
};

struct ArkitCoverage {
    std::array<ChannelCoverage, channel_count> channels;
    [[nodiscard]] int found() const;  ///< channels that have an expression
    [[nodiscard]] int moving() const; ///< channels that move something
};

[[nodiscard]] ArkitCoverage arkit_coverage(const Rig& rig);

/// True where an expression moves any vertex.
[[nodiscard]] bool moves_anything(const Rig& rig, const Expression& expression);

} // namespace mien

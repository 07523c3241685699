// Which expressions of a rig show which of ARKit's channels, where several could. Any thread.
#pragma once

#include <array>
#include <vector>

#include "rig/arkit.h"
#include "rig/rig.h"

namespace mien {

/// An expression that says the same channel as another one of the rig, and stays off beside it: driving both
/// would move the face twice.
struct SpareExpression {
    int expression = no_index; ///< into Rig::expressions
    int chosen = no_index;     ///< the one that counts
    ChannelIndex channel = 0;
    bool operator==(const SpareExpression&) const = default;
};

/// An expression whose name holds a channel's name but more or less than that: shown, never guessed.
struct UnclearExpression {
    int expression = no_index;
    std::vector<ChannelIndex> near; ///< what it may mean
    bool operator==(const UnclearExpression&) const = default;
};

struct ExpressionChoice {
    /// Into Rig::expressions. Several where a rig has halves of what ARKit has whole, or the same shape in
    /// several meshes under several names (teeth, lashes): all of them are driven.
    std::array<std::vector<int>, channel_count> of_channel;
    std::vector<SpareExpression> spare;
    std::vector<UnclearExpression> unclear;
};

/// By rig/expression_names.h, and by a VRM file's presets for one lid. Of several names for one channel the
/// closest counts, of equally close ones the first; others join it where they move other meshes, or are the
/// other half.
[[nodiscard]] ExpressionChoice choose_expressions(const Rig& rig);

} // namespace mien

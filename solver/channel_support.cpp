#include "solver/channel_support.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace mien {
namespace {

using namespace std::string_view_literals;

// Stems: a name that begins with one of them.
// jawForward: on rendered performances what is read has nothing to do with what is done (r below 0.1 in every
// take).
constexpr std::array mesh_none = {"tongueOut"sv, "jawForward"sv};
constexpr std::array mesh_weak = {"cheekSquint"sv, "eyeSquint"sv,    "jawLeft"sv,
                                  "jawRight"sv,    "mouthDimple"sv,  "mouthPress"sv,
                                  "mouthShrug"sv,  "mouthStretch"sv, "mouthRoll"sv};
// No irises, no cheeks, no depth among the 68.
constexpr std::array ibug_none = {"tongueOut"sv,   "eyeLook"sv,    "cheekPuff"sv,
                                  "cheekSquint"sv, "jawForward"sv, "eyeSquint"sv};
constexpr std::array ibug_weak = {"eyeWide"sv,    "jawLeft"sv,    "jawRight"sv,  "mouthDimple"sv,
                                  "mouthPress"sv, "mouthShrug"sv, "mouthRoll"sv, "mouthStretch"sv,
                                  "noseSneer"sv,  "browDown"sv,   "mouthClose"sv};

template <std::size_t n>
bool any_begins(const std::array<std::string_view, n>& stems, std::string_view name) {
    return std::any_of(stems.begin(), stems.end(),
                       [name](std::string_view stem) { return name.starts_with(stem); });
}

} // namespace

ChannelSupport channel_support(Scheme scheme, ChannelIndex channel_index) {
    if (channel_index >= channel_count) return ChannelSupport::none;
    const std::string_view name = channel_names[channel_index];
    switch (scheme) {
    case Scheme::mesh478:
        if (any_begins(mesh_none, name)) return ChannelSupport::none;
        return any_begins(mesh_weak, name) ? ChannelSupport::weak : ChannelSupport::measured;
    case Scheme::ibug68:
        if (any_begins(ibug_none, name)) return ChannelSupport::none;
        return any_begins(ibug_weak, name) ? ChannelSupport::weak : ChannelSupport::measured;
    case Scheme::none:
        break;
    }
    return ChannelSupport::none;
}

} // namespace mien

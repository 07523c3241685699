// Rigs that are only names, and what a mapping makes of a face on them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "solver/mapping.h"

namespace mien::test {

inline Rig rig_with(std::initializer_list<const char*> names) {
    Rig rig;
    for (const char* name : names) rig.expressions.push_back({.name = name, .targets = {}});
    return rig;
}

/// Expressions that a VRM file calls by these names and counts as these presets.
inline Rig vrm_with(int version,
                    std::initializer_list<std::pair<const char*, const char*>> names_and_presets) {
    Rig rig;
    rig.vrm.emplace();
    rig.vrm->version = version;
    for (const auto& [name, preset] : names_and_presets) {
        rig.expressions.push_back(
            {.name = name, .targets = {}, .vrm = static_cast<int>(rig.vrm->expressions.size())});
        rig.vrm->expressions.push_back({.name = name, .preset = preset});
    }
    return rig;
}

inline FaceState face(std::initializer_list<std::pair<std::string_view, float>> weights) {
    FaceState state;
    state.tracked = true;
    for (const auto& [name, weight] : weights) state.weights[find_channel(name).value()] = weight;
    return state;
}

/// What the guessed mapping of a rig makes of a face, by the expression's name.
class Shown {
public:
    Shown(Rig rig, const FaceState& state, const HeadJoints& joints = {})
        : rig_(std::move(rig)), controls_(retarget(state, guess_mapping(rig_, {}, joints), rig_, {})) {}
    float operator[](std::string_view name) const {
        const auto found = std::ranges::find(rig_.expressions, name, &Expression::name);
        if (found != rig_.expressions.end())
            return controls_.expressions[static_cast<std::size_t>(found - rig_.expressions.begin())];
        ADD_FAILURE() << "no expression " << name;
        return -1;
    }
    [[nodiscard]] const RigControls& controls() const { return controls_; }

private:
    Rig rig_;
    RigControls controls_;
};

} // namespace mien::test

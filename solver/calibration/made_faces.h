// Faces as people make them, by chance: what a tracker sees between one expression and the next. The recipe
// of the solver's training films (models/train/performance.py).
#pragma once

#include <random>
#include <span>
#include <string_view>

#include "solver/face_state.h"

namespace mien {

/// The same faces from the same seed, on every machine. One owner.
class MadeFaces {
public:
    explicit MadeFaces(std::uint32_t seed) : random_(seed) {}
    /// 14 % rest, 12 % faint, 22 % one channel or pair, 7 % gaze alone, 45 % several regions at once; 13 %
    /// with a blink.
    [[nodiscard]] Weights next();
    /// Only turned, by angles as people turn in talking.
    [[nodiscard]] HeadPose next_head();
    /// A whole number from `from` to below `to`.
    [[nodiscard]] int whole(int from, int to);

private:
    float uniform(float from = 0, float to = 1);
    bool chance(float share) { return uniform() < share; }
    float bell(float spread, float most);
    std::string_view any_of(std::span<const std::string_view> names);
    /// Raises a channel, or a pair by its name without side: mostly both sides alike, else mostly one.
    void put(Weights& weights, std::string_view name, float amount);
    void look(Weights& weights, float reach);
    void several(Weights& weights);

    std::mt19937 random_;
};

} // namespace mien

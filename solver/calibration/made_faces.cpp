#include "solver/calibration/made_faces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace mien {
namespace {

using Names = std::span<const std::string_view>;

/// Pairs by their name without side, and channels without one.
constexpr std::array<std::string_view, 29> everything = {
    "browDown",        "browOuterUp",     "browInnerUp", "cheekPuff",    "cheekSquint",    "eyeBlink",
    "eyeSquint",       "eyeWide",         "noseSneer",   "jawForward",   "jawLeft",        "jawRight",
    "jawOpen",         "mouthClose",      "mouthDimple", "mouthFrown",   "mouthFunnel",    "mouthLeft",
    "mouthLowerDown",  "mouthPress",      "mouthPucker", "mouthRight",   "mouthRollLower", "mouthRollUpper",
    "mouthShrugLower", "mouthShrugUpper", "mouthSmile",  "mouthStretch", "mouthUpperUp"};
constexpr std::size_t first_mouth = 9;
constexpr std::array<std::string_view, 3> brows = {"browDown", "browOuterUp", "browInnerUp"};
constexpr std::array<std::string_view, 4> round_eyes = {"eyeSquint", "eyeWide", "cheekSquint", "noseSneer"};

/// Without what no face does at once.
void make_plausible(Weights& w) {
    const auto quieten = [&w](std::string_view name, std::string_view other, float above) {
        for (const char* side : {"Left", "Right"}) {
            const auto a = *find_channel(std::string(name) + side);
            const auto b = *find_channel(std::string(other) + side);
            if (w[b] > above) w[a] *= 0.2F;
        }
    };
    quieten("mouthFrown", "mouthSmile", 0.3F);
    quieten("eyeWide", "eyeSquint", 0.1F);
    quieten("eyeWide", "eyeBlink", 0.1F);
    for (const char* part : {"jaw", "mouth"}) { // either way, not both
        const auto left = *find_channel(std::string(part) + "Left");
        const auto right = *find_channel(std::string(part) + "Right");
        if (w[left] > 0) w[right] = 0;
    }
    for (float& weight : w) weight = weight < 0.02F ? 0 : std::min(weight, 1.0F);
    w[channel("mouthClose")] = std::min(w[channel("mouthClose")], w[channel("jawOpen")]);
}

} // namespace

float MadeFaces::uniform(float from, float to) {
    return from + (to - from) * static_cast<float>(random_()) / 4294967296.0F;
}

int MadeFaces::whole(int from, int to) {
    return from + static_cast<int>(uniform() * static_cast<float>(to - from));
}

float MadeFaces::bell(float spread, float most) {
    float sum = -6; // of twelve uniform numbers: std::normal_distribution differs between libraries
    for (int i = 0; i < 12; ++i) sum += uniform();
    return std::clamp(spread * sum, -most, most);
}

std::string_view MadeFaces::any_of(Names names) {
    return names[static_cast<std::size_t>(whole(0, static_cast<int>(names.size())))];
}

void MadeFaces::put(Weights& weights, std::string_view name, float amount) {
    const auto raise = [&weights](std::string_view to, float value) {
        float& weight = weights[*find_channel(to)];
        weight = std::max(weight, std::min(value, 1.0F));
    };
    if (name == "mouthClose") { // lips close over an open jaw
        raise("jawOpen", amount);
        amount *= uniform(0.5F, 1);
    }
    if (find_channel(name)) return raise(name, amount);
    const float kind = uniform();
    const float left = kind < 0.85F ? uniform(0.85F, 1.15F) : uniform(0, 0.3F);
    const float right = kind < 0.7F || kind >= 0.85F ? uniform(0.85F, 1.15F) : uniform(0, 0.3F);
    raise(std::string(name) + "Left", left * amount);
    raise(std::string(name) + "Right", right * amount);
}

void MadeFaces::look(Weights& weights, float reach) {
    const float kind = uniform();
    const float side = kind < 0.4F ? 0 : uniform(-reach, reach);
    const float up = kind >= 0.4F && kind < 0.64F ? 0 : uniform(-reach, reach);
    weights[channel("eyeLookOutLeft")] = weights[channel("eyeLookInRight")] = std::max(side, 0.0F);
    weights[channel("eyeLookInLeft")] = weights[channel("eyeLookOutRight")] = std::max(-side, 0.0F);
    weights[channel("eyeLookUpLeft")] = weights[channel("eyeLookUpRight")] = std::max(up, 0.0F);
    weights[channel("eyeLookDownLeft")] = weights[channel("eyeLookDownRight")] = std::max(-up, 0.0F);
}

void MadeFaces::several(Weights& weights) {
    if (chance(0.6F))
        for (int i = whole(1, 3); i > 0; --i) put(weights, any_of(brows), uniform(0.1F, 1));
    if (chance(0.5F)) put(weights, any_of(round_eyes), uniform(0.15F, 1));
    if (chance(0.55F)) look(weights, 0.95F);
    if (chance(0.45F)) put(weights, "jawOpen", std::pow(uniform(0.05F, 0.9F), 1.5F));
    float total = 0;
    for (int i = whole(1, 5); i > 0; --i) {
        const float amount = total < 0.6F ? uniform(0.08F, 1) : uniform(0.05F, 0.5F);
        put(weights, any_of(Names(everything).subspan(first_mouth)), amount);
        total += amount;
    }
}

Weights MadeFaces::next() {
    Weights weights{};
    const float kind = uniform();
    if (kind >= 0.14F && kind < 0.26F) {
        for (int i = whole(1, 3); i > 0; --i) put(weights, any_of(everything), uniform(0.03F, 0.3F));
        if (chance(0.5F)) look(weights, 0.4F);
    } else if (kind >= 0.26F && kind < 0.48F) {
        put(weights, any_of(everything), uniform(0.3F, 1));
        if (chance(0.4F)) look(weights, 0.9F);
    } else if (kind >= 0.48F && kind < 0.55F) {
        look(weights, 1);
    } else if (kind >= 0.55F) {
        several(weights);
    }
    if (chance(0.13F)) put(weights, "eyeBlink", uniform(0.4F, 1));
    make_plausible(weights);
    return weights;
}

HeadPose MadeFaces::next_head() {
    HeadPose head;
    if (chance(0.3F)) return head;
    head.pitch = bell(8, 16);
    head.yaw = bell(12, 27);
    head.roll = bell(6, 13);
    return head;
}

} // namespace mien

#include "solver/mapping_substitutes.h"

#include <algorithm>
#include <array>
#include <string>

#include "rig/expression_names.h"

namespace mien {
namespace {

struct Name {
    std::string_view name;
    Meaning meaning;
};

/// By name_without_noise(), all in small letters but sides.
constexpr auto names = std::to_array<Name>({
    // vowels: VRM 0.x and 1.0, VRoid, Oculus visemes, VRChat, Character Creator
    {"a", Meaning::aa},
    {"aa", Meaning::aa},
    {"ah", Meaning::aa},
    {"mtha", Meaning::aa},
    {"moutha", Meaning::aa},
    {"visemeaa", Meaning::aa},
    {"vaa", Meaning::aa},
    {"vopen", Meaning::aa},
    {"mouthopen", Meaning::aa},
    {"openmouth", Meaning::aa},
    {"mergedopenmouth", Meaning::aa},
    {"mthlarge", Meaning::aa},
    {"i", Meaning::ih},
    {"ih", Meaning::ih},
    {"mthi", Meaning::ih},
    {"mouthi", Meaning::ih},
    {"visemei", Meaning::ih},
    {"visemeih", Meaning::ih},
    {"vih", Meaning::ih},
    {"u", Meaning::ou},
    {"ou", Meaning::ou},
    {"uu", Meaning::ou},
    {"mthu", Meaning::ou},
    {"mouthu", Meaning::ou},
    {"visemeu", Meaning::ou},
    {"visemeou", Meaning::ou},
    {"vou", Meaning::ou},
    {"vtight", Meaning::ou},
    {"e", Meaning::ee},
    {"ee", Meaning::ee},
    {"eh", Meaning::ee},
    {"mthe", Meaning::ee},
    {"mouthe", Meaning::ee},
    {"visemee", Meaning::ee},
    {"ve", Meaning::ee},
    {"vwide", Meaning::ee},
    {"o", Meaning::oh},
    {"oh", Meaning::oh},
    {"mtho", Meaning::oh},
    {"moutho", Meaning::oh},
    {"visemeo", Meaning::oh},
    {"visemeoh", Meaning::oh},
    {"voh", Meaning::oh},
    {"vtighto", Meaning::oh},
    // consonants that the lips show
    {"pp", Meaning::lips_shut},
    {"visemepp", Meaning::lips_shut},
    {"vpp", Meaning::lips_shut},
    {"vexplosive", Meaning::lips_shut},
    {"ff", Meaning::lip_bite},
    {"visemeff", Meaning::lip_bite},
    {"vff", Meaning::lip_bite},
    {"vdentallip", Meaning::lip_bite},
    // moods
    {"joy", Meaning::happy},
    {"happy", Meaning::happy},
    {"alljoy", Meaning::happy},
    {"mthfun", Meaning::happy},
    {"sorrow", Meaning::sad},
    {"sad", Meaning::sad},
    {"allsorrow", Meaning::sad},
    {"angry", Meaning::angry},
    {"allangry", Meaning::angry},
    {"surprised", Meaning::surprised},
    {"allsurprised", Meaning::surprised},
    // eyes and brows
    {"lookup", Meaning::look_up},
    {"eyelookup", Meaning::look_up},
    {"lookdown", Meaning::look_down},
    {"eyelookdown", Meaning::look_down},
    {"lookL", Meaning::look_left},
    {"lookleft", Meaning::look_left},
    {"eyelookL", Meaning::look_left},
    {"lookR", Meaning::look_right},
    {"lookright", Meaning::look_right},
    {"eyelookR", Meaning::look_right},
    {"browupL", Meaning::brow_up_left},
    {"browraiseL", Meaning::brow_up_left},
    {"browupR", Meaning::brow_up_right},
    {"browraiseR", Meaning::brow_up_right},
    {"browup", Meaning::brows_up},
    {"browraise", Meaning::brows_up},
    {"browraised", Meaning::brows_up},
    {"eyebrowsup", Meaning::brows_up},
    {"brwsurprised", Meaning::brows_up},
    {"brwangry", Meaning::brows_down},
    {"brwsorrow", Meaning::brows_sad},
    {"mouthsad", Meaning::sad},
});

/// Names without Latin letters: vowels and blink of MikuMikuDance (a, i, u, e, o, mabataki).
constexpr auto exact_names = std::to_array<Name>({
    {"\xE3\x81\x82", Meaning::aa},
    {"\xE3\x81\x84", Meaning::ih},
    {"\xE3\x81\x86", Meaning::ou},
    {"\xE3\x81\x88", Meaning::ee},
    {"\xE3\x81\x8A", Meaning::oh},
    {"\xE3\x81\xBE\xE3\x81\xB0\xE3\x81\x9F\xE3\x81\x8D", Meaning::blink},
});

/// By VRM 1.0's preset names.
constexpr auto presets = std::to_array<Name>({
    {"aa", Meaning::aa},
    {"ih", Meaning::ih},
    {"ou", Meaning::ou},
    {"ee", Meaning::ee},
    {"oh", Meaning::oh},
    {"happy", Meaning::happy},
    {"sad", Meaning::sad},
    {"angry", Meaning::angry},
    {"surprised", Meaning::surprised},
    {"blink", Meaning::blink},
    {"lookUp", Meaning::look_up},
    {"lookDown", Meaning::look_down},
    {"lookLeft", Meaning::look_left},
    {"lookRight", Meaning::look_right},
});

template <std::size_t N>
Meaning meaning_in(const std::array<Name, N>& table, std::string_view name) {
    const auto found = std::ranges::find(table, name, &Name::name);
    return found == table.end() ? Meaning::none : found->meaning;
}

constexpr bool both = true;

// The open vowel is what is left of the open jaw when the lips are round (PROTOCOLS: A = jawOpen (1 -
// mouthFunnel)); where the rig cannot round its lips, it is all of it.
constexpr std::array recipe_aa = {Ingredient{.source = channel("jawOpen")},
                                  Ingredient{.source = channel("mouthFunnel"),
                                             .gain = -1,
                                             .offset = 1,
                                             .combine = Combine::scale,
                                             .only_with = Meaning::oh},
                                  Ingredient{.source = channel("mouthPucker"),
                                             .gain = -1,
                                             .offset = 1,
                                             .combine = Combine::scale,
                                             .only_with = Meaning::ou}};
constexpr std::array recipe_oh = {Ingredient{.source = channel("mouthFunnel")}};
constexpr std::array recipe_ou = {Ingredient{.source = channel("mouthPucker")}};
constexpr std::array recipe_ih = {Ingredient{.source = channel("mouthStretchLeft"), .both = both}};
// A smile of an open mouth; a closed one is left to the smile itself. Chosen by eye: a jaw open by 0.4 is as
// wide as this vowel goes.
constexpr std::array recipe_ee = {
    Ingredient{.source = channel("mouthSmileLeft"), .both = both, .gain = 0.6F},
    Ingredient{.source = channel("jawOpen"), .gain = 2.5F, .combine = Combine::scale}};
// A mean smile above 0.35 is joy, a whole one is whole joy.
constexpr float joy_from = 0.35F;
constexpr std::array recipe_happy = {Ingredient{.source = channel("mouthSmileLeft"),
                                                .both = both,
                                                .gain = 1 / (1 - joy_from),
                                                .offset = -joy_from / (1 - joy_from)}};
constexpr std::array recipe_sad = {Ingredient{.source = channel("mouthFrownLeft"), .both = both}};
// Moods change the whole face: brows and lids must be clearly meant before they set in. Chosen by eye.
constexpr float mood_from = 0.5F;
constexpr float mood_gain = 1 / (1 - mood_from);
constexpr float mood_offset = -mood_from / (1 - mood_from);
constexpr std::array recipe_angry = {
    Ingredient{.source = channel("browDownLeft"), .both = both, .gain = mood_gain, .offset = mood_offset}};
constexpr std::array recipe_surprised = {
    Ingredient{.source = channel("eyeWideLeft"), .both = both, .gain = mood_gain, .offset = mood_offset}};
constexpr std::array recipe_blink = {Ingredient{.source = channel("eyeBlinkLeft"), .both = both}};
constexpr std::array recipe_look_up = {Ingredient{.source = channel("eyeLookUpLeft"), .both = both}};
constexpr std::array recipe_look_down = {Ingredient{.source = channel("eyeLookDownLeft"), .both = both}};
constexpr std::array recipe_look_left = {Ingredient{.source = channel("eyeLookOutLeft"), .gain = 0.5F},
                                         Ingredient{.source = channel("eyeLookInRight"), .gain = 0.5F}};
constexpr std::array recipe_look_right = {Ingredient{.source = channel("eyeLookOutRight"), .gain = 0.5F},
                                          Ingredient{.source = channel("eyeLookInLeft"), .gain = 0.5F}};
constexpr std::array recipe_lips_shut = {Ingredient{.source = channel("mouthPressLeft"), .both = both}};
constexpr std::array recipe_lip_bite = {Ingredient{.source = channel("mouthRollLower")}};
constexpr std::array recipe_brow_up_left = {
    Ingredient{.source = channel("browOuterUpLeft")},
    Ingredient{.source = channel("browInnerUp"), .combine = Combine::at_least}};
constexpr std::array recipe_brow_up_right = {
    Ingredient{.source = channel("browOuterUpRight")},
    Ingredient{.source = channel("browInnerUp"), .combine = Combine::at_least}};
constexpr std::array recipe_brows_up = {
    Ingredient{.source = channel("browOuterUpLeft"), .both = both},
    Ingredient{.source = channel("browInnerUp"), .combine = Combine::at_least}};
constexpr std::array recipe_brows_down = {Ingredient{.source = channel("browDownLeft"), .both = both}};
constexpr std::array recipe_brows_sad = {Ingredient{.source = channel("browInnerUp")}};

// Shapes of a part of the face come before the moods that move all of it.
constexpr auto recipes = std::to_array<Recipe>({
    {Meaning::aa, recipe_aa},
    {Meaning::oh, recipe_oh},
    {Meaning::ou, recipe_ou},
    {Meaning::ih, recipe_ih},
    {Meaning::ee, recipe_ee, false},
    {Meaning::lips_shut, recipe_lips_shut},
    {Meaning::lip_bite, recipe_lip_bite},
    {Meaning::blink, recipe_blink},
    {Meaning::look_up, recipe_look_up},
    {Meaning::look_down, recipe_look_down},
    {Meaning::look_left, recipe_look_left},
    {Meaning::look_right, recipe_look_right},
    {Meaning::brows_sad, recipe_brows_sad},
    {Meaning::brow_up_left, recipe_brow_up_left},
    {Meaning::brow_up_right, recipe_brow_up_right},
    {Meaning::brows_up, recipe_brows_up},
    {Meaning::brows_down, recipe_brows_down},
    {Meaning::happy, recipe_happy},
    {Meaning::sad, recipe_sad},
    {Meaning::angry, recipe_angry},
    {Meaning::surprised, recipe_surprised},
});

} // namespace

Meaning meaning_of_name(std::string_view name) {
    if (const Meaning exact = meaning_in(exact_names, name); exact != Meaning::none) return exact;
    return meaning_in(names, name_without_noise(name));
}

Meaning meaning_of_preset(const Rig& rig, const Expression& expression) {
    if (expression.vrm == no_index || !rig.vrm) return Meaning::none;
    return meaning_in(presets, rig.vrm->expressions[static_cast<std::size_t>(expression.vrm)].preset);
}

bool is_mouth_shape(Meaning meaning) {
    switch (meaning) {
    case Meaning::aa:
    case Meaning::ih:
    case Meaning::ou:
    case Meaning::ee:
    case Meaning::oh:
    case Meaning::lips_shut:
    case Meaning::lip_bite:
        return true;
    default:
        return false;
    }
}

std::span<const Recipe> substitute_recipes() {
    return recipes;
}

} // namespace mien

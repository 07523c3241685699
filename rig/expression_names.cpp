#include "rig/expression_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "rig/expression_synonyms.h"
#include "rig/name_words.h"

namespace mien {
namespace {

/// What programs put before or after a name, and which says nothing about it.
constexpr std::array noise = std::to_array<std::string_view>(
    {"ar",     "kit",     "arkit",      "blend",       "blendshape", "blendshapes", "bs",   "c",
     "ctrl",   "exp",     "expression", "expressions", "face",       "facial",      "facs", "fcl",
     "female", "genesis", "geo",        "head",        "jnt",        "key",         "male", "mesh",
     "morph",  "morpher", "shape",      "shapes",      "target",     "targets"});

/// Plurals and other words for a region.
struct WordAlias {
    std::string_view from;
    std::string_view to;
};
constexpr std::array word_aliases = std::to_array<WordAlias>({{"eyes", "eye"},
                                                              {"brows", "brow"},
                                                              {"eyebrow", "brow"},
                                                              {"eyebrows", "brow"},
                                                              {"cheeks", "cheek"},
                                                              {"lips", "lip"},
                                                              {"l", "L"},
                                                              {"left", "L"},
                                                              {"r", "R"},
                                                              {"right", "R"}});

std::string aliased(const std::string& word) {
    const auto found = std::ranges::find(word_aliases, std::string_view(word), &WordAlias::from);
    return found == word_aliases.end() ? word : std::string(found->to);
}

/// "EyeBlink_L" -> "eye", "blink", "L": words in small letters, sides as one capital.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words = name_words(text);
    for (std::string& word : words) word = aliased(word);
    constexpr auto eye_brow = std::to_array<std::string_view>({"eye", "brow"});
    // The standard library's ranges::search does not compile with clang 14.
    const auto found = std::search(words.begin(), words.end(), eye_brow.begin(), eye_brow.end());
    if (found != words.end()) words.erase(found); // "EyeBrowDown" is "browDown"
    return words;
}

bool is_number(const std::string& word) {
    return word[0] >= '0' && word[0] <= '9';
}

/// Cuts what stands before the last . : | or / ("blendShape1.", "head_geo:"), but keeps a side or a number
/// that Blender puts behind a full stop ("eyeBlink.L", "jawOpen.001").
std::string_view without_path(std::string_view name) {
    const std::size_t at = name.find_last_of(".:|/");
    if (at == std::string_view::npos) return name;
    const std::vector<std::string> last = words_of(name.substr(at + 1));
    const bool suffix = last.size() == 1 && (last[0] == "L" || last[0] == "R" || is_number(last[0]));
    if (!suffix) return name.substr(at + 1);
    const std::size_t earlier = name.substr(0, at).find_last_of(".:|/");
    return earlier == std::string_view::npos ? name : name.substr(earlier + 1);
}

bool is_noise(const std::string& word) {
    return is_number(word) || std::ranges::find(noise, std::string_view(word)) != noise.end();
}

/// Drops noise at both ends; digits only in front, since "jawOpen2" is another shape than "jawOpen".
std::vector<std::string> without_noise(std::vector<std::string> words) {
    // VRoid's prefix "M_F00_000_00_" ends where its own "Fcl" begins.
    if (const auto vroid = std::ranges::find(words, "fcl"); vroid != words.end())
        words.erase(words.begin(), vroid);
    const auto first = std::ranges::find_if_not(words, is_noise);
    words.erase(words.begin(), first);
    // Daz puts "div2" behind halves of a symmetric shape.
    if (words.size() > 2 && is_number(words.back()) && words[words.size() - 2] == "div")
        words.resize(words.size() - 2);
    while (!words.empty() && is_noise(words.back()) && !is_number(words.back())) words.pop_back();
    return words;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += word;
    return text;
}

/// A channel's name taken apart: "eyeBlinkLeft" -> "eyeBlink" and 'L'.
struct ChannelParts {
    std::string_view stem;
    char side = 0; ///< 'L', 'R' or 0
};

ChannelParts parts_of(std::string_view channel_name) {
    if (channel_name.ends_with("Left")) return {channel_name.substr(0, channel_name.size() - 4), 'L'};
    if (channel_name.ends_with("Right")) return {channel_name.substr(0, channel_name.size() - 5), 'R'};
    return {channel_name, 0};
}

/// The words that carry a name's meaning.
std::vector<std::string> meaning_of(std::string_view rig_name) {
    constexpr std::size_t longest_name = 256; // nothing in the tables comes near
    if (rig_name.size() > longest_name) return {};
    return without_noise(words_of(without_path(rig_name)));
}

/// Every spelling that is known, joined to one string with sides as capitals, and its channel.
class Spellings {
public:
    Spellings() {
        for (ChannelIndex i = 0; i < channel_count; ++i) {
            const ChannelParts parts = parts_of(channel_names[i]);
            add(words_of(parts.stem), parts, {i, NameFit::spelling, 0});
            for (const Synonym& synonym : expression_synonyms)
                if (synonym.channel == parts.stem)
                    add(words_of(synonym.words), parts, {i, NameFit::synonym, 0});
        }
        add_gaze();
    }

    [[nodiscard]] std::optional<NamedChannel> find(const std::string& spelling) const {
        const auto found = channels_.find(spelling);
        if (found == channels_.end()) return std::nullopt;
        return found->second;
    }

    /// The left one of the two channels that a name without a side may mean.
    [[nodiscard]] std::optional<ChannelIndex> find_pair(const std::string& spelling) const {
        const auto found = pairs_.find(spelling);
        if (found == pairs_.end()) return std::nullopt;
        return found->second;
    }

private:
    void add(const std::vector<std::string>& words, const ChannelParts& parts, const NamedChannel& meant) {
        if (parts.side == 0) {
            add(joined(words), meant);
            // ARKit has one channel for what many rigs split in two.
            if (parts.stem == "browInnerUp" || parts.stem == "cheekPuff")
                for (const char side : {'L', 'R'}) add_sided(words, side, {meant.channel, meant.fit, side});
            return;
        }
        const bool direction = parts.stem == "jaw" || parts.stem == "mouth";
        if (direction) {
            add_with_side_last(words, parts.side, meant);
            return;
        }
        add_sided(words, parts.side, meant);
        if (parts.side == 'L') pairs_.emplace(joined(words), meant.channel);
    }

    /// eyeBlinkLeft, eyeBlink_L; written small throughout: eyeblinkleft.
    void add_with_side_last(const std::vector<std::string>& words, char side, const NamedChannel& meant) {
        const std::string stem = joined(words);
        add(stem + side, meant);
        add(stem + side_word(side), meant);
    }

    /// Also Left_eyeBlink and Eye_Left_Blink.
    void add_sided(const std::vector<std::string>& words, char side, const NamedChannel& meant) {
        add_with_side_last(words, side, meant);
        const std::string stem = joined(words);
        add(side + stem, meant);
        add(side_word(side) + stem, meant);
        add(words.front() + side + stem.substr(words.front().size()), meant);
    }

    /// Sideways gaze named by where an eye looks instead of in and out: Eye_L_Look_R (CC), Eye_Left_Right
    /// (SR), eyeLookRightL (MH).
    void add_gaze() {
        for (const char eye : {'L', 'R'})
            for (const char towards : {'L', 'R'}) {
                const std::string name = std::string(eye == towards ? "eyeLookOut" : "eyeLookIn") +
                                         (eye == 'L' ? "Left" : "Right");
                const NamedChannel meant = {find_channel(name).value(), NameFit::synonym, 0};
                add(std::string("eye") + eye + "look" + towards, meant);
                add(std::string("eye") + eye + towards, meant);
                add(std::string("eyelook") + towards + eye, meant);
            }
    }

    void add(const std::string& spelling, const NamedChannel& meant) { channels_.emplace(spelling, meant); }

    static std::string side_word(char side) { return side == 'L' ? "left" : "right"; }

    std::unordered_map<std::string, NamedChannel> channels_;
    std::unordered_map<std::string, ChannelIndex> pairs_;
};

const Spellings& known_spellings() {
    static const Spellings spellings;
    return spellings;
}

} // namespace

std::optional<NamedChannel> named_channel(std::string_view rig_name) {
    if (const auto exact = find_channel(rig_name)) return NamedChannel{*exact, NameFit::exact, 0};
    return known_spellings().find(joined(meaning_of(rig_name)));
}

std::optional<ChannelIndex> channel_of_expression(std::string_view rig_name) {
    const auto named = named_channel(rig_name);
    if (!named) return std::nullopt;
    return named->channel;
}

std::optional<ChannelIndex> pair_of_expression(std::string_view rig_name) {
    return known_spellings().find_pair(joined(meaning_of(rig_name)));
}

std::string name_without_noise(std::string_view rig_name) {
    return joined(meaning_of(rig_name));
}

std::vector<ChannelIndex> channels_near(std::string_view rig_name) {
    constexpr std::size_t most_words = 16; // longer names are no spelling of anything
    const std::vector<std::string> words = meaning_of(rig_name);
    std::vector<ChannelIndex> near;
    if (words.size() > most_words) return near;
    const auto add = [&near](ChannelIndex channel) {
        if (std::ranges::find(near, channel) == near.end()) near.push_back(channel);
    };
    for (std::size_t first = 0; first < words.size(); ++first) {
        std::string part;
        for (std::size_t last = first; last < words.size(); ++last) {
            part += words[last];
            if (const auto named = known_spellings().find(part)) add(named->channel);
            if (const auto pair = known_spellings().find_pair(part)) {
                add(*pair);
                add(mirrored_channel(*pair));
            }
        }
    }
    std::ranges::sort(near);
    return near;
}

} // namespace mien

#include "rig/expression_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "rig/name_words.h"

namespace mien {
namespace {

/// Another way to say a channel. `channel` is ARKit's name without its side.
struct Synonym {
    std::string_view words;
    std::string_view channel;
};

// Where they come from: CC = Character Creator's extended set, MH = MetaHuman's control curves, VRCFT =
// VRChat face tracking's unified expressions, SR = SRanipal, FACS = names of action units, VRoid = VRoid
// Studio.
constexpr std::array synonyms = std::to_array<Synonym>({
    {"brow drop", "browDown"},    // CC
    {"brow lower", "browDown"},   // MH, VRCFT
    {"brow lowerer", "browDown"}, // FACS 4
    {"inner brow up", "browInnerUp"},
    {"inner brow raiser", "browInnerUp"}, // FACS 1
    {"brow inner raiser", "browInnerUp"},
    {"brow raise inner", "browInnerUp"}, // CC
    {"brow raise in", "browInnerUp"},    // MH
    {"outer brow up", "browOuterUp"},
    {"outer brow raiser", "browOuterUp"}, // FACS 2
    {"brow outer raiser", "browOuterUp"},
    {"brow raise outer", "browOuterUp"}, // CC, MH
    {"cheek blow", "cheekPuff"},
    {"mouth cheek blow", "cheekPuff"},             // MH
    {"cheek raise", "cheekSquint"},                // CC
    {"cheek raiser", "cheekSquint"},               // FACS 6, ICT FaceKit
    {"eye cheek raise", "cheekSquint"},            // MH
    {"blink", "eyeBlink"},                         // VRM
    {"eye close", "eyeBlink"},                     // VRoid
    {"eye closed", "eyeBlink"},                    // VRCFT
    {"eye squeeze", "eyeSquint"},                  // SR
    {"eye squint inner", "eyeSquint"},             // MH
    {"eye widen", "eyeWide"},                      // MH
    {"eye down", "eyeLookDown"},                   // SR
    {"eye up", "eyeLookUp"},                       // SR
    {"jaw fwd", "jawForward"},                     // MH
    {"jaw thrust", "jawForward"},                  // FACS 29
    {"jaw drop", "jawOpen"},                       // FACS 26
    {"mouth closed", "mouthClose"},                // VRCFT
    {"dimpler", "mouthDimple"},                    // FACS 14
    {"mouth sad", "mouthFrown"},                   // SR, VRCFT
    {"mouth corner depress", "mouthFrown"},        // MH
    {"lip corner depressor", "mouthFrown"},        // FACS 15
    {"lip funnel", "mouthFunnel"},                 // VRCFT
    {"lip funneler", "mouthFunnel"},               // FACS 22
    {"mouth down lower", "mouthLowerDown"},        // CC
    {"lower lip depressor", "mouthLowerDown"},     // FACS 16
    {"mouth lower lip depress", "mouthLowerDown"}, // MH
    {"mouth lower lip down", "mouthLowerDown"},
    {"lip press", "mouthPress"},
    {"lip presser", "mouthPress"},             // FACS 24
    {"lip pucker", "mouthPucker"},             // VRCFT, FACS 18
    {"mouth pout", "mouthPucker"},             // SR
    {"lip suck lower", "mouthRollLower"},      // VRCFT
    {"mouth lower inside", "mouthRollLower"},  // SR
    {"mouth roll in lower", "mouthRollLower"}, // CC
    {"lip suck upper", "mouthRollUpper"},      // VRCFT
    {"mouth upper inside", "mouthRollUpper"},  // SR
    {"mouth roll in upper", "mouthRollUpper"}, // CC
    {"mouth raiser lower", "mouthShrugLower"}, // VRCFT
    {"mouth raiser upper", "mouthShrugUpper"}, // VRCFT
    {"mouth corner pull", "mouthSmile"},       // MH, VRCFT
    {"lip corner puller", "mouthSmile"},       // FACS 12
    {"smile", "mouthSmile"},
    {"lip stretcher", "mouthStretch"},         // FACS 20
    {"mouth up upper", "mouthUpperUp"},        // CC
    {"upper lip raiser", "mouthUpperUp"},      // FACS 10
    {"mouth upper lip raise", "mouthUpperUp"}, // MH
    {"mouth upper lip up", "mouthUpperUp"},
    {"nose wrinkle", "noseSneer"},  // MH
    {"nose wrinkler", "noseSneer"}, // FACS 9
    {"sneer", "noseSneer"},
});

/// What programs put before or after a name, and which says nothing about it.
constexpr std::array noise = std::to_array<std::string_view>(
    {"ar",    "kit",     "arkit", "blend",      "blendshape",  "blendshapes", "bs",
     "c",     "ctrl",    "exp",   "expression", "expressions", "face",        "facial",
     "facs",  "fcl",     "geo",   "head",       "jnt",         "key",         "mesh",
     "morph", "morpher", "shape", "shapes",     "target",      "targets"});

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
    const auto found = std::ranges::search(words, eye_brow);
    if (!found.empty()) words.erase(found.begin()); // "EyeBrowDown" is "browDown"
    return words;
}

bool is_number(const std::string& word) {
    return word[0] >= '0' && word[0] <= '9';
}

/// Cuts what stands before the last . : | or / ("blendShape1.", "head_geo:"), but keeps a side that Blender
/// puts behind a full stop ("eyeBlink.L").
std::string_view without_path(std::string_view name) {
    const std::size_t at = name.find_last_of(".:|/");
    if (at == std::string_view::npos) return name;
    const std::vector<std::string> last = words_of(name.substr(at + 1));
    const bool only_side = last.size() == 1 && (last[0] == "L" || last[0] == "R");
    if (!only_side) return name.substr(at + 1);
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

/// Every spelling that is known, joined to one string with sides as capitals, and its channel.
class Spellings {
public:
    Spellings() {
        for (ChannelIndex i = 0; i < channel_count; ++i) {
            const ChannelParts parts = parts_of(channel_names[i]);
            add(words_of(parts.stem), parts, i);
            for (const Synonym& synonym : synonyms)
                if (synonym.channel == parts.stem) add(words_of(synonym.words), parts, i);
        }
        add_gaze();
    }

    [[nodiscard]] std::optional<ChannelIndex> find(const std::string& spelling) const {
        const auto found = channels_.find(spelling);
        if (found == channels_.end()) return std::nullopt;
        return found->second;
    }

private:
    void add(const std::vector<std::string>& words, const ChannelParts& parts, ChannelIndex channel) {
        if (parts.side == 0) {
            add(joined(words), channel);
            // ARKit has one channel for what many rigs split in two.
            if (parts.stem == "browInnerUp" || parts.stem == "cheekPuff")
                for (const char side : {'L', 'R'}) add_sided(words, side, channel);
            return;
        }
        const bool direction = parts.stem == "jaw" || parts.stem == "mouth";
        if (direction)
            add_with_side_last(words, parts.side, channel);
        else
            add_sided(words, parts.side, channel);
    }

    /// eyeBlinkLeft, eyeBlink_L; written small throughout: eyeblinkleft.
    void add_with_side_last(const std::vector<std::string>& words, char side, ChannelIndex channel) {
        const std::string stem = joined(words);
        add(stem + side, channel);
        add(stem + side_word(side), channel);
    }

    /// Also Left_eyeBlink and Eye_Left_Blink.
    void add_sided(const std::vector<std::string>& words, char side, ChannelIndex channel) {
        add_with_side_last(words, side, channel);
        const std::string stem = joined(words);
        add(side + stem, channel);
        add(side_word(side) + stem, channel);
        add(words.front() + side + stem.substr(words.front().size()), channel);
    }

    /// Sideways gaze named by where an eye looks instead of in and out: Eye_L_Look_R (CC), Eye_Left_Right
    /// (SR), eyeLookRightL (MH).
    void add_gaze() {
        for (const char eye : {'L', 'R'})
            for (const char towards : {'L', 'R'}) {
                const std::string name = std::string(eye == towards ? "eyeLookOut" : "eyeLookIn") +
                                         (eye == 'L' ? "Left" : "Right");
                const ChannelIndex channel = find_channel(name).value();
                add(std::string("eye") + eye + "look" + towards, channel);
                add(std::string("eye") + eye + towards, channel);
                add(std::string("eyelook") + towards + eye, channel);
            }
    }

    void add(const std::string& spelling, ChannelIndex channel) { channels_.emplace(spelling, channel); }

    static std::string side_word(char side) { return side == 'L' ? "left" : "right"; }

    std::unordered_map<std::string, ChannelIndex> channels_;
};

} // namespace

std::optional<ChannelIndex> channel_of_expression(std::string_view rig_name) {
    if (const auto exact = find_channel(rig_name)) return exact;
    constexpr std::size_t longest_name = 256; // nothing in the table comes near
    if (rig_name.size() > longest_name) return std::nullopt;
    static const Spellings spellings;
    return spellings.find(joined(without_noise(words_of(without_path(rig_name)))));
}

} // namespace mien

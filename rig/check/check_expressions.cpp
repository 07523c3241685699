// check_expressions(): what ARKit's expressions of a rig do to its surface, against what their names promise.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/geometric.hpp>

#include "rig/arkit_coverage.h"
#include "rig/check/face_motion.h"
#include "rig/check/finding_list.h"
#include "rig/check/rig_check.h"
#include "rig/expression_names.h"
#include "rig/name_words.h"
#include "rig/skeleton.h"

namespace mien {
namespace {

// Limits by what the expressions of a dozen real faces do (Ready Player Me, Face Cap, ICT FaceKit, VRoid, the
// bundled head): there 79 to 100 % of a sided expression lies on its own side, and eyes and mouth never share
// more than a tenth of what moves.
constexpr float other_side = 0.3f; ///< less than this on its own side: it is the other side's
constexpr float both_sides = 0.65f;
constexpr float other_region = 0.35f; ///< of the way from the mouth to the eyes
constexpr float foreign_share = 0.3f; ///< of what moves
constexpr float against = 0.15f;      ///< of the farthest: moves against the name's direction
constexpr float uneven = 2;           ///< one half of a pair moves this much more than the other
constexpr float invisible = 5e-4f;    ///< of the height of what all expressions move: 0.1 mm on a head

enum class Region : std::uint8_t { upper, middle, lower };

Region region_of(std::string_view channel) {
    if (channel.starts_with("brow") || channel.starts_with("eye")) return Region::upper;
    if (channel.starts_with("cheek") || channel.starts_with("nose")) return Region::middle;
    return Region::lower;
}

enum class Side : std::uint8_t { none, left, right };

/// Of which half of the face a channel is. jawLeft and mouthLeft are directions.
Side side_of(std::string_view channel) {
    if (channel.starts_with("jaw") || channel == "mouthLeft" || channel == "mouthRight") return Side::none;
    return channel.ends_with("Left") ? Side::left : channel.ends_with("Right") ? Side::right : Side::none;
}

struct Direction {
    std::string_view channel; ///< without its side
    glm::vec3 towards;        ///< for the left one
    const char* word;         ///< empty: to the side in the name
};
constexpr glm::vec3 up{0, 1, 0};
constexpr glm::vec3 down{0, -1, 0};
constexpr glm::vec3 out{0, 0, 1};
constexpr glm::vec3 to_left{1, 0, 0};
constexpr std::array directions = std::to_array<Direction>({
    {"browDown", down, "down"},
    {"browInnerUp", up, "up"},
    {"browOuterUp", up, "up"},
    {"cheekPuff", out, "out"},
    {"eyeBlink", down, "down"},
    {"eyeLookDown", down, "down"},
    {"eyeLookIn", -to_left, "towards the nose"},
    {"eyeLookOut", to_left, "away from the nose"},
    {"eyeLookUp", up, "up"},
    {"eyeWide", up, "up"},
    {"jawForward", out, "forward"},
    {"jaw", to_left, ""},
    {"jawOpen", down, "down"},
    {"mouthFrown", down, "down"},
    {"mouth", to_left, ""},
    {"mouthLowerDown", down, "down"},
    {"mouthSmile", up, "up"},
    {"mouthUpperUp", up, "up"},
    {"noseSneer", up, "up"},
    {"tongueOut", out, "out"},
});

std::string_view without_side(std::string_view channel) {
    if (channel.ends_with("Left")) return channel.substr(0, channel.size() - 4);
    return channel.ends_with("Right") ? channel.substr(0, channel.size() - 5) : channel;
}

/// An expression that shows a channel, and what it moves.
struct Shown {
    ChannelIndex channel = 0;
    int expression = no_index;
    std::vector<MovedVertex> vertices;
    MotionSummary motion;

    [[nodiscard]] std::string_view channel_name() const { return channel_names[channel]; }
    [[nodiscard]] bool moves() const { return motion.amount > 0; }
};

/// Where the middle, the eyes and the mouth of this face are, as most of its expressions have it.
struct FacePlan {
    float middle = 0;
    std::optional<float> eyes; ///< heights
    std::optional<float> mouth;
    float height = 0; ///< of all that expressions move

    /// 0 at the mouth, 1 at the eyes.
    [[nodiscard]] std::optional<float> towards_eyes(float y) const {
        if (!eyes || !mouth || !(*eyes > *mouth)) return std::nullopt;
        return (y - *mouth) / (*eyes - *mouth);
    }
    [[nodiscard]] float height_at(float share) const { return *mouth + share * (*eyes - *mouth); }
};

/// The middle value; of an even number the one at `upper` or below.
std::optional<float> median(std::vector<float> values, bool upper) {
    if (values.empty()) return std::nullopt;
    std::ranges::sort(values);
    return values[(values.size() - (upper ? 0 : 1)) / 2];
}

/// Halves of a pair lie at equal distances from the middle, whichever way round they are named.
float middle_of(const std::vector<Shown>& shown, const FaceMotion& motion) {
    std::vector<float> middles;
    for (const Shown& one : shown) {
        if (!one.moves()) continue;
        const Side side = side_of(one.channel_name());
        if (side == Side::none) middles.push_back(one.motion.centre.x);
        if (side != Side::left) continue;
        for (const Shown& other : shown)
            if (other.moves() && other.channel == mirrored_channel(one.channel))
                middles.push_back((one.motion.centre.x + other.motion.centre.x) / 2);
    }
    return median(std::move(middles), true).value_or(motion.middle());
}

FacePlan plan_of(const Rig& rig, const std::vector<Shown>& shown, const FaceMotion& motion) {
    FacePlan plan;
    plan.middle = middle_of(shown, motion);
    std::vector<float> eyes;
    std::vector<float> mouth;
    std::vector<float> all;
    for (const Shown& one : shown) {
        if (!one.moves()) continue;
        for (const MovedVertex& vertex : one.vertices) all.push_back(vertex.place.y);
        if (one.channel_name().starts_with("eye")) eyes.push_back(one.motion.centre.y);
        if (region_of(one.channel_name()) == Region::lower) mouth.push_back(one.motion.centre.y);
    }
    // Where few expressions vote, an eye that is too low or a mouth that is too high is outvoted.
    plan.eyes = median(std::move(eyes), true);
    plan.mouth = median(std::move(mouth), false);
    const HeadJoints joints = find_head_joints(rig);
    if (joints.left_eye != no_index && joints.right_eye != no_index) {
        const PosedRig rest = evaluate(rig, rest_pose(rig));
        plan.eyes = (rest.world[static_cast<std::size_t>(joints.left_eye)][3].y +
                     rest.world[static_cast<std::size_t>(joints.right_eye)][3].y) /
                    2;
    }
    if (!all.empty()) {
        const auto [low, high] = std::ranges::minmax(all);
        plan.height = high - low;
    }
    return plan;
}

class ExpressionCheck {
public:
    explicit ExpressionCheck(const Rig& rig) : rig_(rig), coverage_(arkit_coverage(rig)) {
        const FaceMotion motion(rig);
        for (ChannelIndex channel = 0; channel < channel_count; ++channel)
            for (const int expression : coverage_.channels[channel].expressions) {
                Shown one{channel,
                          expression,
                          motion.of(rig.expressions[static_cast<std::size_t>(expression)]),
                          {}};
                one.motion = summarise(one.vertices);
                shown_.push_back(std::move(one));
            }
        plan_ = plan_of(rig, shown_, motion);
    }

    std::vector<RigFinding> run() {
        for (const Shown& one : shown_) {
            if (is_dead(one)) continue;
            check_side(one);
            check_region(one);
            check_direction(one);
        }
        for (ChannelIndex channel = 0; channel < channel_count; ++channel) check_pair(channel);
        check_others();
        return findings_.take();
    }

private:
    [[nodiscard]] const std::string& name(const Shown& one) const {
        return rig_.expressions[static_cast<std::size_t>(one.expression)].name;
    }
    /// "eyeBlink_L", or "Blink_L (eyeBlinkLeft)" where it is called otherwise.
    [[nodiscard]] std::string called(const Shown& one) const {
        const std::string own = printable(name(one));
        return own == one.channel_name() ? own : fmt::format("{} ({})", own, one.channel_name());
    }

    bool is_dead(const Shown& one) {
        if (one.moves() && one.motion.farthest >= invisible * plan_.height) return false;
        // Another expression of the same channel may do the work.
        const bool replaced = std::ranges::any_of(shown_, [&](const Shown& other) {
            return other.channel == one.channel && other.expression != one.expression &&
                   other.motion.farthest >= invisible * plan_.height && other.moves();
        });
        findings_.add(replaced ? Severity::note : Severity::warning, "dead", name(one),
                      one.moves() ? fmt::format("{} moves the face by {:.2g} mm only: nobody will see it",
                                                called(one), one.motion.farthest * 1000)
                                  : fmt::format("{} is there but moves nothing", called(one)));
        return true;
    }

    void check_side(const Shown& one) {
        const Side side = side_of(one.channel_name());
        if (side == Side::none) return;
        const float on_left = share_above(one.vertices, 0, plan_.middle);
        const float own = side == Side::left ? on_left : 1 - on_left;
        if (own >= both_sides) return;
        const char* its = side == Side::left ? "left" : "right";
        const char* other = side == Side::left ? "right" : "left";
        if (own < other_side) {
            findings_.add(Severity::fault, "wrong-side", name(one),
                          fmt::format("{} moves the {} half of the face: {:.0f} % of it lies there",
                                      called(one), other, 100 * (1 - own)),
                          "Map each side's channel to the other side's expression, or rename the two");
            return;
        }
        const bool lids = one.channel_name().starts_with("eyeBlink");
        findings_.add(
            Severity::fault, "both-sides", name(one),
            lids ? fmt::format("{} closes both eyes: only {:.0f} % of it is on the {} side", called(one),
                               100 * own, its)
                 : fmt::format("{} moves both halves of the face: only {:.0f} % of it is on the {} side",
                               called(one), 100 * own, its),
            lids ? "Drive one blink with both eyes' channels at half gain and leave the other out"
                 : "Map both sides' channels to one of the two at half gain and leave the other out");
    }

    void check_region(const Shown& one) {
        const Region region = region_of(one.channel_name());
        const auto height = plan_.towards_eyes(one.motion.centre.y);
        if (!height || region == Region::middle) return;
        const bool upper = region == Region::upper;
        const float foreign = upper ? 1 - share_above(one.vertices, 1, plan_.height_at(other_region / 2))
                                    : share_above(one.vertices, 1, plan_.height_at(1 - other_region / 2));
        const char* own_place = one.channel_name().starts_with("brow") ? "brows" : upper ? "eyes" : "mouth";
        const char* other_place = upper ? "mouth" : "eyes";
        if (upper ? *height < other_region : *height > 1 - other_region)
            findings_.add(Severity::fault, "wrong-region", name(one),
                          fmt::format("{} moves the {}, not the {}", called(one), other_place, own_place),
                          "Leave it out of the mapping, or map the channel to the right expression");
        else if (foreign > foreign_share)
            findings_.add(Severity::fault, "wrong-region", name(one),
                          fmt::format("{} moves the {} too: {:.0f} % of it lies there", called(one),
                                      other_place, 100 * foreign));
    }

    void check_direction(const Shown& one) {
        const auto known =
            std::ranges::find(directions, without_side(one.channel_name()), &Direction::channel);
        if (known == directions.end()) return;
        glm::vec3 towards = known->towards;
        if (one.channel_name().ends_with("Right")) towards.x = -towards.x;
        // The back of an eyeball goes the other way than its front.
        std::vector<MovedVertex> front = one.vertices;
        if (one.channel_name().starts_with("eyeLook"))
            std::erase_if(front, [](const MovedVertex& vertex) { return vertex.normal.z < 0.5f; });
        const MotionSummary motion = summarise(front);
        if (glm::dot(motion.mean_by, towards) > -against * one.motion.farthest) return;
        std::string word = known->word;
        if (word.empty()) word = towards.x > 0 ? "to the performer's left" : "to the performer's right";
        findings_.add(Severity::fault, "wrong-way", name(one),
                      fmt::format("{} moves the other way: it should go {}", called(one), word),
                      known->channel == "jaw" || known->channel == "mouth" || known->channel == "eyeLookIn" ||
                              known->channel == "eyeLookOut"
                          ? "Swap the two directions in the mapping"
                          : "Give it a gain of -1 in the mapping, or leave it out");
    }

    [[nodiscard]] bool has_fault(ChannelIndex channel) const {
        return std::ranges::any_of(coverage_.channels[channel].expressions, [&](int expression) {
            return findings_.has_fault(rig_.expressions[static_cast<std::size_t>(expression)].name);
        });
    }

    [[nodiscard]] float amount(ChannelIndex channel) const {
        float sum = 0;
        for (const Shown& one : shown_)
            if (one.channel == channel) sum += one.motion.amount;
        return sum;
    }

    void check_pair(ChannelIndex channel) {
        const ChannelIndex other = mirrored_channel(channel);
        const bool here = !coverage_.channels[channel].expressions.empty();
        const bool there = !coverage_.channels[other].expressions.empty();
        if (other == channel || !here) return;
        const std::string_view name = channel_names[channel];
        const std::string_view other_name = channel_names[other];
        if (!there) {
            findings_.add(Severity::warning, "one-sided", name,
                          fmt::format("There is {} but no {}", name, other_name));
            return;
        }
        // Of shapes that are wrong anyway the size says nothing.
        if (has_fault(channel) || has_fault(other)) return;
        const float mine = amount(channel);
        const float others = amount(other);
        if (mine > 0 && others > 0 && mine > uneven * others)
            findings_.add(
                Severity::warning, "uneven", name,
                fmt::format("{} moves the face {:.1f} times as much as {}", name, mine / others, other_name),
                "Raise the weaker one's gain or lower the other's in the mapping");
    }

    /// Expressions beside ARKit's that move nothing. Silence and neutral faces are rightly empty, and some of
    /// a VRM file change colours only.
    void check_others() {
        std::string names;
        int count = 0;
        for (const Expression& expression : rig_.expressions) {
            if (channel_of_expression(expression.name) || is_rightly_empty(expression) ||
                moves_anything(rig_, expression))
                continue;
            names += (count++ > 0 ? ", " : "") + printable(expression.name);
        }
        if (count > 0)
            findings_.add(Severity::note, "dead", names,
                          fmt::format("{} other {} nothing: {}", count,
                                      count == 1 ? "expression moves" : "expressions move", names));
    }

    [[nodiscard]] bool is_rightly_empty(const Expression& expression) const {
        if (expression.vrm != no_index &&
            rig_.vrm->expressions[static_cast<std::size_t>(expression.vrm)].material_binds > 0)
            return true;
        constexpr auto rest = std::to_array<std::string_view>({"sil", "neutral", "basis", "rest", "default"});
        const std::vector<std::string> words = name_words(expression.name);
        return !words.empty() && std::ranges::find(rest, words.back()) != rest.end();
    }

    const Rig& rig_;
    ArkitCoverage coverage_;
    std::vector<Shown> shown_;
    FacePlan plan_;
    FindingList findings_;
};

} // namespace

std::vector<RigFinding> check_expressions(const Rig& rig) {
    return ExpressionCheck(rig).run();
}

} // namespace mien

// A first mapping for a rig: by the names of its expressions, then by what stands in for them.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rig/expression_names.h"
#include "solver/mapping.h"

namespace mien {
namespace {

/// The eight look channels.
bool is_look(ChannelIndex channel_index) {
    return channel_names[channel_index].starts_with("eyeLook");
}

/// Which expressions show which channel. Where one has ARKit's exact name only that counts (a second spelling
/// beside it would move the face twice); else all do: halves of a whole, or the same name in several meshes.
std::array<std::vector<int>, channel_count> expressions_by_channel(const Rig& rig) {
    std::array<std::vector<int>, channel_count> found;
    for (std::size_t i = 0; i < rig.expressions.size(); ++i)
        if (const auto match = channel_of_expression(rig.expressions[i].name))
            found[*match].push_back(static_cast<int>(i));
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        const auto exact = std::find_if(found[c].begin(), found[c].end(), [&](int i) {
            return rig.expressions[static_cast<std::size_t>(i)].name == channel_names[c];
        });
        if (exact != found[c].end()) found[c] = {*exact};
    }
    return found;
}

bool hangs_from(const Rig& rig, int node, const HeadJoints& joints) {
    while (node != no_index) {
        if (node == joints.left_eye || node == joints.right_eye) return true;
        node = rig.nodes[static_cast<std::size_t>(node)].parent;
    }
    return false;
}

/// The vertices that turn with the eye joints: (vertex buffer, vertex).
std::set<std::pair<int, std::uint32_t>> eyeball_vertices(const Rig& rig, const HeadJoints& joints) {
    std::set<std::pair<int, std::uint32_t>> vertices;
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        const Node& node = rig.nodes[n];
        if (node.mesh == no_index) continue;
        const bool rigid = node.skin == no_index && hangs_from(rig, static_cast<int>(n), joints);
        if (node.skin == no_index && !rigid) continue;
        for (const Primitive& primitive : rig.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
            const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
            for (std::uint32_t v = 0; v < buffer.positions.size(); ++v) {
                float weight = rigid ? 1.0F : 0.0F;
                if (!rigid && v < buffer.joints.size() && v < buffer.joint_weights.size()) {
                    const std::vector<int>& skin = rig.skins[static_cast<std::size_t>(node.skin)].joints;
                    for (int k = 0; k < 4; ++k) {
                        const int joint = skin[buffer.joints[v][k]];
                        if (joint == joints.left_eye || joint == joints.right_eye)
                            weight += buffer.joint_weights[v][k];
                    }
                }
                if (weight > 0.5F) vertices.insert({primitive.vertices, v});
            }
        }
    }
    return vertices;
}

/// Whether a rig's look shapes turn its eyeballs (and not only its lids).
bool shapes_turn_eyes(const Rig& rig, const std::array<std::vector<int>, channel_count>& found,
                      const HeadJoints& joints) {
    const auto eyeballs = eyeball_vertices(rig, joints);
    if (eyeballs.empty()) return true; // nothing says otherwise
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        if (!is_look(c)) continue;
        for (const int expression : found[c]) {
            for (const TargetRef& ref : rig.expressions[static_cast<std::size_t>(expression)].targets) {
                for (const Primitive& primitive : rig.meshes[static_cast<std::size_t>(ref.mesh)].primitives) {
                    const VertexBuffer& buffer =
                        rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
                    for (const std::uint32_t v :
                         buffer.targets[static_cast<std::size_t>(ref.target)].vertices)
                        if (eyeballs.contains({primitive.vertices, v})) return true;
                }
            }
        }
    }
    return false;
}

/// Gaze by joints or by shapes, never both: a rig has one of them that turns the eyeballs.
bool gaze_by_joints(const Rig& rig, const std::array<std::vector<int>, channel_count>& found,
                    const HeadJoints& joints) {
    if (joints.left_eye == no_index || joints.right_eye == no_index) return false;
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (is_look(c) && found[c].empty()) return true;
    return !shapes_turn_eyes(rig, found, joints);
}

/// A channel's share in an expression that stands for several.
struct Share {
    ChannelIndex source;
    float gain;
    float offset = 0;
};

/// Expressions of avatars that have presets or visemes in place of the 52: what drives them. Names in small
/// letters.
struct Preset {
    std::string_view name;
    std::array<Share, 2> shares;
    int count;
};

constexpr Share jaw_open{channel("jawOpen"), 1, 0};
constexpr Share no_share{0, 0, 0};
// A smile counts as joy above 0.35; from there to 1 the two halves add up to 1.
constexpr float joy_gain = 0.5F / 0.65F;
constexpr float joy_offset = -0.35F * joy_gain;
constexpr std::array<Share, 2> joy = {
    {{channel("mouthSmileLeft"), joy_gain, joy_offset}, {channel("mouthSmileRight"), joy_gain, joy_offset}}};
constexpr std::array<Share, 2> sorrow = {
    {{channel("mouthFrownLeft"), 0.5F}, {channel("mouthFrownRight"), 0.5F}}};
constexpr std::array<Share, 2> wide_mouth = {
    {{channel("mouthStretchLeft"), 0.5F}, {channel("mouthStretchRight"), 0.5F}}};
constexpr std::array<Share, 2> both_lids = {
    {{channel("eyeBlinkLeft"), 0.5F}, {channel("eyeBlinkRight"), 0.5F}}};
constexpr std::array<Share, 2> open_mouth = {{jaw_open, no_share}};
constexpr std::array<Share, 2> round_mouth = {{{channel("mouthFunnel"), 1}, no_share}};
constexpr std::array<Share, 2> small_mouth = {{{channel("mouthPucker"), 1}, no_share}};
constexpr std::array<Share, 2> look_up = {
    {{channel("eyeLookUpLeft"), 0.5F}, {channel("eyeLookUpRight"), 0.5F}}};
constexpr std::array<Share, 2> look_down = {
    {{channel("eyeLookDownLeft"), 0.5F}, {channel("eyeLookDownRight"), 0.5F}}};
constexpr std::array<Share, 2> look_left = {
    {{channel("eyeLookOutLeft"), 0.5F}, {channel("eyeLookInRight"), 0.5F}}};
constexpr std::array<Share, 2> look_right = {
    {{channel("eyeLookInLeft"), 0.5F}, {channel("eyeLookOutRight"), 0.5F}}};

constexpr auto presets = std::to_array<Preset>({
    {"a", open_mouth, 1},
    {"aa", open_mouth, 1},
    {"fcl_mth_a", open_mouth, 1},
    {"viseme_aa", open_mouth, 1},
    {"o", round_mouth, 1},
    {"oh", round_mouth, 1},
    {"fcl_mth_o", round_mouth, 1},
    {"viseme_o", round_mouth, 1},
    {"u", small_mouth, 1},
    {"ou", small_mouth, 1},
    {"fcl_mth_u", small_mouth, 1},
    {"viseme_u", small_mouth, 1},
    {"i", wide_mouth, 2},
    {"ih", wide_mouth, 2},
    {"fcl_mth_i", wide_mouth, 2},
    {"viseme_i", wide_mouth, 2},
    {"joy", joy, 2},
    {"happy", joy, 2},
    {"fcl_all_joy", joy, 2},
    {"sorrow", sorrow, 2},
    {"sad", sorrow, 2},
    {"fcl_all_sorrow", sorrow, 2},
    {"blink", both_lids, 2},
    {"fcl_eye_close", both_lids, 2},
    {"lookup", look_up, 2},
    {"lookdown", look_down, 2},
    {"lookleft", look_left, 2},
    {"lookright", look_right, 2},
});

/// Small letters, without what stands before the last "." or ":" and before VRoid's "Fcl_".
std::string preset_name(std::string_view name) {
    const std::size_t prefix = name.find_last_of(".:");
    if (prefix != std::string_view::npos) name.remove_prefix(prefix + 1);
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::size_t vroid = lower.find("fcl_");
    return vroid == std::string::npos ? lower : lower.substr(vroid);
}

/// Rows for presets whose channels the rig has no expressions of its own for. The first of several names
/// wins.
void add_presets(const Rig& rig, Mapping& mapping, std::array<bool, channel_count>& served) {
    for (const Preset& preset : presets) {
        const std::span<const Share> shares(preset.shares.data(), static_cast<std::size_t>(preset.count));
        const bool free = std::all_of(shares.begin(), shares.end(), [&](const Share& s) {
            return !served[s.source] && !(mapping.gaze_by_joints && is_look(s.source));
        });
        if (!free) continue;
        const auto found =
            std::find_if(rig.expressions.begin(), rig.expressions.end(),
                         [&](const Expression& e) { return preset_name(e.name) == preset.name; });
        if (found == rig.expressions.end()) continue;
        for (const Share& share : shares) {
            mapping.rows.push_back({.source = share.source,
                                    .target = static_cast<int>(found - rig.expressions.begin()),
                                    .gain = share.gain,
                                    .offset = share.offset});
            served[share.source] = true;
        }
    }
}

/// The slider that opens the jaw; nothing where the groups have none.
std::optional<int> jaw_slider(const FaceGroups& groups) {
    int index = 0;
    for (const FaceGroup& group : groups.groups) {
        for (const FacePart& part : group.parts) {
            const std::string name = preset_name(part.name);
            if (name.find("jaw") != std::string::npos && name.find("open") != std::string::npos) return index;
            ++index;
        }
    }
    return std::nullopt;
}

} // namespace

Mapping guess_mapping(const Rig& rig, const FaceGroups& groups, const HeadJoints& joints) {
    Mapping mapping;
    const auto found = expressions_by_channel(rig);
    mapping.gaze_by_joints = gaze_by_joints(rig, found, joints);
    std::array<bool, channel_count> served{};
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        if (mapping.gaze_by_joints && is_look(c)) {
            served[c] = true;
            continue;
        }
        for (const int expression : found[c]) mapping.rows.push_back({.source = c, .target = expression});
        served[c] = !found[c].empty();
    }
    add_presets(rig, mapping, served);
    if (const auto slider = jaw_slider(groups); slider && !served[channel("jawOpen")]) {
        mapping.rows.push_back(
            {.source = channel("jawOpen"), .kind = MappingRow::TargetKind::slider, .target = *slider});
        served[channel("jawOpen")] = true;
    }
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (!served[c]) mapping.unmatched.push_back(c);
    return mapping;
}

} // namespace mien

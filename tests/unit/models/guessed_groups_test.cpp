// Face groups guessed from nothing but bones: the bundled face-bone rig without its own groups, under the
// names that other makers give, and with bones whose axes point anywhere. Where the parts take the face is
// measured on its vertices.
#include <random>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include "rig/skeleton.h"
#include "rig/transform.h"
#include "tests/unit/models/bundled_rigs.h"

namespace mien::test {
namespace {

/// The bundled rig's names in another style: the beginning of each joint's name, and what takes its place;
/// "Left" and "Right" in front of it become `left` and `right` in the place of "*".
struct Style {
    const char* name;
    std::vector<std::pair<std::string, std::string>> names;
    std::string left;
    std::string right;
};

const std::vector<Style>& styles() {
    static const std::vector<Style> all = {
        {"own", {}, "", ""},
        {"Rigify",
         {{"Jaw", "DEF-jaw"},
          {"Chin", "DEF-chin"},
          {"UpperLid", "DEF-lid.T.*.001"},
          {"LowerLid", "DEF-lid.B.*.001"},
          {"InnerBrow", "DEF-brow.T.*.003"},
          {"OuterBrow", "DEF-brow.T.*"},
          {"UpperLip", "DEF-lip.T.*"},
          {"LowerLip", "DEF-lip.B.*"},
          {"LipCorner", "DEF-lips.*"},
          {"Cheek", "DEF-cheek.T.*"},
          {"Eye", "DEF-eye.*"}},
         "L",
         "R"},
        {"game",
         {{"Jaw", "FacialC_Jaw"},
          {"UpperLid", "Facial*_EyelidUpper"},
          {"LowerLid", "Facial*_EyelidLower"},
          {"InnerBrow", "Facial*_BrowInner"},
          {"OuterBrow", "Facial*_BrowOuter"},
          {"LipCorner", "Facial*_LipCorner"},
          {"UpperLip", "Facial*_LipUpper"},
          {"LowerLip", "Facial*_LipLower"},
          {"Eye", "Facial*_Eyeball"}},
         "L",
         "R"},
        {"Mixamo",
         {{"Jaw", "mixamorig:Jaw"},
          {"UpperLid", "mixamorig:LidUpper_*"},
          {"LowerLid", "mixamorig:LidLower_*"},
          {"InnerBrow", "mixamorig:EyebrowInner_*"},
          {"OuterBrow", "mixamorig:EyebrowOuter_*"},
          {"LipCorner", "mixamorig:MouthCorner_*"},
          {"Eye", "mixamorig:*Eye"}},
         "Left",
         "Right"},
        {"MakeHuman",
         {{"Jaw", "jaw"},
          {"UpperLid", "orbicularis03.*"},
          {"LowerLid", "orbicularis04.*"},
          {"InnerBrow", "oculi01.*"},
          {"OuterBrow", "oculi02.*"},
          {"LipCorner", "risorius03.*"},
          {"Eye", "eye.*"}},
         "L",
         "R"},
    };
    return all;
}

std::string renamed(std::string name, const Style& style) {
    std::string side;
    for (const char* word : {"Left", "Right"})
        if (name.starts_with(word)) {
            side = std::string(word) == "Left" ? style.left : style.right;
            name = name.substr(std::string(word).size());
        }
    for (const auto& [own, other] : style.names) {
        if (own != name) continue;
        std::string result = other;
        if (const auto at = result.find('*'); at != std::string::npos) result.replace(at, 1, side);
        return result;
    }
    return side.empty() ? name : name + "_" + side;
}

/// Turns the axes of every joint at random without moving anything.
void twist_axes(Rig& rig) {
    std::mt19937 random(5);
    const auto share = [&random] { return static_cast<float>(random() % 2001) / 1000 - 1; };
    const PosedRig rest = evaluate(rig, rest_pose(rig));
    std::vector<glm::mat4> world = rest.world;
    std::vector<glm::quat> twist(rig.nodes.size(), glm::quat(1, 0, 0, 0));
    for (const int joint : rig.skins.front().joints) {
        const auto n = static_cast<std::size_t>(joint);
        twist[n] = glm::normalize(glm::quat(share(), share(), share(), share() + 0.01f));
        world[n] = world[n] * glm::mat4_cast(twist[n]);
    }
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        const int parent = rig.nodes[n].parent;
        const glm::mat4 local =
            parent == no_index ? world[n] : glm::inverse(world[static_cast<std::size_t>(parent)]) * world[n];
        const TransformParts parts = decompose(local);
        rig.nodes[n].translation = parts.translation;
        rig.nodes[n].rotation = parts.rotation;
        rig.nodes[n].scale = parts.scale;
        rig.nodes[n].matrix.reset();
    }
    for (Skin& skin : rig.skins)
        for (std::size_t j = 0; j < skin.joints.size(); ++j)
            skin.inverse_bind[j] =
                glm::mat4_cast(glm::conjugate(twist[static_cast<std::size_t>(skin.joints[j])])) *
                skin.inverse_bind[j];
}

Rig bones_in(const Style& style, bool twisted) {
    Rig rig = bundled("mien-bones");
    rig.own_face_groups.clear();
    if (!style.names.empty())
        for (const int joint : rig.skins.front().joints) {
            std::string& name = rig.nodes[static_cast<std::size_t>(joint)].name;
            name = renamed(name, style);
        }
    if (twisted) twist_axes(rig);
    return rig;
}

/// The places of the vertices that hang on a joint of the bundled rig, by its own name.
std::vector<std::size_t> vertices_of(const char* joint) {
    const Rig& rig = bundled("mien-bones");
    const VertexBuffer& buffer = buffer_of(rig, "Head");
    const Skin& skin = rig.skins.front();
    std::vector<std::size_t> vertices;
    for (std::size_t v = 0; v < buffer.positions.size(); ++v)
        for (int i = 0; i < 4; ++i)
            if (buffer.joint_weights[v][i] > 0.3f &&
                rig.nodes[static_cast<std::size_t>(skin.joints[buffer.joints[v][i]])].name == joint)
                vertices.push_back(v);
    EXPECT_FALSE(vertices.empty()) << joint;
    return vertices;
}

class GuessedGroups : public testing::TestWithParam<std::tuple<std::size_t, bool>> {
protected:
    GuessedGroups()
        : rig_(bones_in(styles()[std::get<0>(GetParam())], std::get<1>(GetParam()))),
          groups_(guess_face_groups(rig_)), rest_(slid_mesh(rig_, groups_, "Head", {})) {}

    /// How far the vertices of a joint of the bundled rig go, on average, when a part is at 1.
    [[nodiscard]] glm::vec3 moved(const char* joint, const std::string& part) const {
        const auto posed = slid_mesh(rig_, groups_, "Head", {{part, 1.0f}});
        glm::vec3 sum(0);
        const auto vertices = vertices_of(joint);
        for (const std::size_t v : vertices) sum += posed[v] - rest_[v];
        return sum / static_cast<float>(vertices.size());
    }
    /// The height between the edges of both lids in the middle of an eye.
    [[nodiscard]] float opening(const std::string& side, const Weights& parts) const {
        const auto posed = slid_mesh(rig_, groups_, "Head", parts);
        const glm::vec3 eye = [&] {
            const Rig& own = bundled("mien-bones");
            const PosedRig rest = evaluate(own, rest_pose(own));
            for (std::size_t n = 0; n < own.nodes.size(); ++n)
                if (own.nodes[n].name == side + "Eye") return glm::vec3(rest.world[n][3]);
            return glm::vec3(0);
        }();
        float upper = 1e9f;
        float lower = -1e9f;
        for (const std::size_t v : vertices_of((side + "UpperLid").c_str()))
            if (std::abs(rest_[v].x - eye.x) < 0.006f) upper = std::min(upper, posed[v].y);
        for (const std::size_t v : vertices_of((side + "LowerLid").c_str()))
            if (std::abs(rest_[v].x - eye.x) < 0.006f) lower = std::max(lower, posed[v].y);
        return upper - lower;
    }

    Rig rig_;
    FaceGroups groups_;
    std::vector<glm::vec3> rest_;
};

TEST_P(GuessedGroups, ChangeNothingAtRest) {
    const auto plain = posed_mesh(rig_, "Head", {});
    for (std::size_t v = 0; v < plain.size(); ++v) ASSERT_LT(glm::length(plain[v] - rest_[v]), 1e-6f);
}

TEST_P(GuessedGroups, TheJawOpensDownwards) {
    const glm::vec3 chin = moved("Chin", "Jaw open");
    EXPECT_LT(chin.y, -0.008f);
    EXPECT_NEAR(chin.x, 0, 0.001f);
    EXPECT_GT(moved("Chin", "Jaw left").x, 0.002f) << "the person's left is +x";
}

TEST_P(GuessedGroups, LidsClose) {
    for (const std::string side : {"Left", "Right"}) {
        const std::string part = side == "Left" ? "Eye blink left" : "Eye blink right";
        const std::string other = side == "Left" ? "Eye blink right" : "Eye blink left";
        const float open = opening(side, {});
        ASSERT_GT(open, 0.004f);
        EXPECT_LT(opening(side, {{part, 1.0f}}), open * 0.2f) << part;
        EXPECT_GT(opening(side, {{part, 1.0f}}), open * -0.25f) << part << ": not beyond shut";
        EXPECT_NEAR(opening(side, {{other, 1.0f}}), open, 1e-4f) << other;
    }
    EXPECT_GT(opening("Left", {{"Eye wide left", 1.0f}}), opening("Left", {}) * 1.1f);
    EXPECT_LT(opening("Left", {{"Eye squint left", 1.0f}}), opening("Left", {}) * 0.9f);
}

TEST_P(GuessedGroups, BrowsRiseAndFrown) {
    EXPECT_GT(moved("LeftInnerBrow", "Brow inner up").y, 0.002f);
    EXPECT_GT(moved("RightInnerBrow", "Brow inner up").y, 0.002f);
    EXPECT_GT(moved("LeftOuterBrow", "Brow outer up left").y, 0.002f);
    EXPECT_NEAR(moved("RightOuterBrow", "Brow outer up left").y, 0, 1e-5f);
    EXPECT_LT(moved("RightInnerBrow", "Brow down right").y, -0.0015f);
    EXPECT_GT(moved("RightInnerBrow", "Brow down right").x, 0.0003f) << "towards the middle";
}

TEST_P(GuessedGroups, TheCornersSmile) {
    const glm::vec3 left = moved("LeftLipCorner", "Mouth smile left");
    const glm::vec3 right = moved("RightLipCorner", "Mouth smile right");
    EXPECT_GT(left.y, 0.002f);
    EXPECT_GT(left.x, 0.001f);
    EXPECT_GT(right.y, 0.002f);
    EXPECT_LT(right.x, -0.001f);
    EXPECT_LT(moved("LeftLipCorner", "Mouth frown left").y, -0.002f);
}

INSTANTIATE_TEST_SUITE_P(Styles, GuessedGroups,
                         testing::Combine(testing::Range<std::size_t>(0, 5), testing::Bool()),
                         [](const auto& chosen) {
                             return std::string(styles()[std::get<0>(chosen.param)].name) +
                                    (std::get<1>(chosen.param) ? "Twisted" : "");
                         });

} // namespace
} // namespace mien::test

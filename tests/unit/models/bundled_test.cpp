#include "models/bundled.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "models/generator/character.h"
#include "models/generator/glb_writer.h"
#include "rig/arkit.h"
#include "rig/import/import.h"
#include "rig/skeleton.h"

namespace mien {
namespace {

class BundledRig : public testing::Test {
protected:
    static const Rig& rig() {
        static const Rig loaded = [] {
            auto result = import_gltf(bundled_rig("mien"), "the bundled head", {});
            EXPECT_TRUE(result) << result.error().message;
            return result ? std::move(*result) : Rig{};
        }();
        return loaded;
    }
};

TEST_F(BundledRig, UnknownNameIsEmpty) {
    EXPECT_TRUE(bundled_rig("nobody").empty());
    EXPECT_EQ(bundled_rig_names().front(), "mien");
}

TEST_F(BundledRig, LoadsWithoutAnythingToReport) {
    for (const ReportLine& line : rig().report) EXPECT_NE(line.kind, ReportLine::Kind::warning) << line.text;
}

TEST_F(BundledRig, HasEveryChannelUnderItsName) {
    for (const std::string_view name : channel_names)
        EXPECT_TRUE(std::ranges::any_of(rig().expressions, [&](const Expression& e) {
            return e.name == name;
        })) << name;
}

TEST_F(BundledRig, HasTheJointsThatTurnHeadJawAndEyes) {
    const auto world = evaluate(rig(), rest_pose(rig())).world;
    const auto place = [&](std::string_view name) {
        const auto found = std::ranges::find(rig().nodes, name, &Node::name);
        EXPECT_NE(found, rig().nodes.end()) << name;
        return found == rig().nodes.end() ? glm::vec3{0}
                                          : glm::vec3{world[std::size_t(found - rig().nodes.begin())][3]};
    };
    EXPECT_GT(place("Head").y, place("Neck").y);
    EXPECT_GT(place("Jaw").y, place("Head").y - 0.03f);
    // The character's own left is at +x.
    EXPECT_GT(place("LeftEye").x, 0.02f);
    EXPECT_LT(place("RightEye").x, -0.02f);
}

TEST_F(BundledRig, IsFiniteAndOfHumanSize) {
    std::size_t vertices = 0;
    float low = 1e9f, high = -1e9f;
    for (const VertexBuffer& buffer : rig().vertex_buffers) {
        vertices += buffer.positions.size();
        for (const glm::vec3& p : buffer.positions) {
            ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
            low = std::min(low, p.y);
            high = std::max(high, p.y);
        }
        for (const MorphTarget& target : buffer.targets)
            for (const glm::vec3& d : target.positions)
                ASSERT_TRUE(std::isfinite(d.x) && std::isfinite(d.y) && std::isfinite(d.z));
    }
    EXPECT_GE(vertices, 12000u);
    EXPECT_LE(vertices, 30000u);
    EXPECT_NEAR(high - low, 0.42f, 0.06f);
}

TEST_F(BundledRig, GeneratedTwiceIsTheSameToTheByte) {
    const auto model = head::make_character();
    ASSERT_TRUE(model);
    const std::vector<std::uint8_t> again = head::write_glb(*model);
    EXPECT_TRUE(std::ranges::equal(again, bundled_rig("mien")));
}

using Place = std::tuple<float, float, float>;

/// The displacements at each place of a mesh, as if seen in a mirror or not. Several vertices may share a
/// place.
std::map<Place, std::set<Place>> displacements(const VertexBuffer& buffer, const MorphTarget& target,
                                               bool mirror) {
    const float side = mirror ? -1.0f : 1.0f;
    std::map<Place, std::set<Place>> result;
    for (std::size_t i = 0; i < target.vertices.size(); ++i) {
        const glm::vec3& p = buffer.positions[target.vertices[i]];
        const glm::vec3& d = target.positions[i];
        result[{side * p.x, p.y, p.z}].insert({side * d.x, d.y, d.z});
    }
    return result;
}

TEST_F(BundledRig, LeftAndRightAreExactMirrorImages) {
    for (const Mesh& mesh : rig().meshes)
        for (std::size_t t = 0; t < mesh.target_names.size(); ++t) {
            const auto channel = find_channel(mesh.target_names[t]);
            ASSERT_TRUE(channel) << mesh.target_names[t];
            const std::string_view other_name = channel_names[mirrored_channel(*channel)];
            const auto other = std::ranges::find(mesh.target_names, other_name);
            ASSERT_NE(other, mesh.target_names.end()) << mesh.name << " lacks " << other_name;
            const VertexBuffer& buffer = rig().vertex_buffers[std::size_t(mesh.primitives.front().vertices)];
            const MorphTarget& mirrored = buffer.targets[std::size_t(other - mesh.target_names.begin())];
            EXPECT_TRUE(displacements(buffer, buffer.targets[t], false) ==
                        displacements(buffer, mirrored, true))
                << mesh.name << ' ' << mesh.target_names[t];
        }
}

} // namespace
} // namespace mien

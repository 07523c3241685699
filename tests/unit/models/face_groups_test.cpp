// Sliders of the bundled rigs and the characters made with them.
#include <filesystem>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "rig/arkit.h"
#include "tests/support/paths.h"
#include "tests/unit/models/bundled_rigs.h"

namespace mien::test {
namespace {

FaceGroups groups_of(std::string_view name) {
    const auto groups = load_face_groups(bundled(name));
    EXPECT_TRUE(groups) << groups.error().message;
    return groups ? *groups : FaceGroups{};
}

float farthest(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
    float most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, glm::length(a[i] - b[i]));
    return most;
}

TEST(BundledSliders, EachFindsItsBonesAndMovesTheFace) {
    const Rig& rig = bundled("mien");
    const FaceGroups groups = groups_of("mien");
    EXPECT_GE(groups.slider_count(), 12u);
    const auto rest = posed_mesh(rig, "Head", {});
    for (std::size_t i = 0; i < groups.slider_count(); ++i) {
        const FacePart& part = *groups.slider(i);
        for (const FaceBone& bone : part.bones) EXPECT_NE(bone.node, no_index) << bone.path;
        for (const float value : {0.0f, 1.0f})
            EXPECT_GT(farthest(rest, slid_mesh(rig, groups, "Head", {{part.name, value}})), 1e-3f)
                << part.name;
    }
}

TEST(BundledSliders, AtRestChangeNothing) {
    for (const char* name : {"mien", "mien-bones", "mien-vrm"})
        EXPECT_LT(farthest(posed_mesh(bundled(name), "Head", {}),
                           slid_mesh(bundled(name), groups_of(name), "Head", {})),
                  1e-6f)
            << name;
}

TEST(BundledSliders, KeepTheFaceSymmetric) {
    const Rig& rig = bundled("mien");
    const FaceGroups groups = groups_of("mien");
    const auto rest = posed_mesh(rig, "Head", {});
    std::map<std::tuple<float, float, float>, std::size_t> at;
    for (std::size_t v = 0; v < rest.size(); ++v) at[{rest[v].x, rest[v].y, rest[v].z}] = v;
    for (std::size_t i = 0; i < groups.slider_count(); ++i) {
        const auto moved = slid_mesh(rig, groups, "Head", {{groups.slider(i)->name, 1.0f}});
        float worst = 0;
        for (std::size_t v = 0; v < rest.size(); ++v) {
            const auto other = at.find({-rest[v].x, rest[v].y, rest[v].z});
            if (rest[v].x <= 0 || other == at.end()) continue;
            const glm::vec3& image = moved[other->second];
            worst = std::max(worst, glm::length(moved[v] - glm::vec3(-image.x, image.y, image.z)));
        }
        // Lips touch: which of two vertices at one place is found as the image is chance.
        EXPECT_LT(worst, 4e-3f) << groups.slider(i)->name;
    }
}

TEST(BoneRig, HasNoMorphTargetsAndASliderForEachChannel) {
    const Rig& rig = bundled("mien-bones");
    EXPECT_TRUE(rig.expressions.empty());
    const FaceGroups groups = groups_of("mien-bones");
    const auto rest = posed_mesh(rig, "Head", {});
    for (const std::string_view channel : channel_names) {
        const FacePart* found = nullptr;
        for (std::size_t i = 0; i < groups.slider_count(); ++i)
            if (groups.slider(i)->name == channel) found = groups.slider(i);
        ASSERT_NE(found, nullptr) << channel;
        EXPECT_EQ(found->rest, 0) << channel;
        const char* mesh = channel == "tongueOut"           ? "Tongue"
                           : channel.starts_with("eyeLook") ? "Eyes"
                                                            : "Head";
        EXPECT_GT(
            farthest(posed_mesh(rig, mesh, {}), slid_mesh(rig, groups, mesh, {{std::string(channel), 1.0f}})),
            1e-3f)
            << channel;
    }
}

TEST(Characters, NameSlidersThatExist) {
    const FaceGroups groups = groups_of("mien");
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "models" / "characters")) {
        const auto text = read_text_file(entry.path(), 1 << 16);
        ASSERT_TRUE(text) << text.error().message;
        const auto json = nlohmann::json::parse(*text);
        EXPECT_EQ(json.at("version"), 1) << entry.path();
        EXPECT_GE(json.at("sliders").size(), 12u) << entry.path();
        for (const auto& [name, value] : json.at("sliders").items()) {
            bool known = false;
            for (const FaceGroup& group : groups.groups)
                for (const FacePart& part : group.parts)
                    known = known || name == group.name + "/" + part.name;
            EXPECT_TRUE(known) << entry.path() << ": " << name;
            EXPECT_TRUE(value >= 0.0 && value <= 1.0) << entry.path() << ": " << name;
        }
        ++files;
    }
    EXPECT_GE(files, 3);
}

} // namespace
} // namespace mien::test

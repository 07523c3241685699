// Rest poses, morphs, poses and animations of real rigs against positions by an independent evaluator.
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <glm/geometric.hpp>

#include "rig/animation.h"
#include "rig/deform.h"
#include "rig/import/import.h"
#include "rig/skeleton.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using Json = nlohmann::json;

void set_morph(const Rig& rig, const std::string& name, float weight, LocalPose& pose) {
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        if (rig.nodes[n].mesh == no_index) continue;
        const auto& names = rig.meshes[static_cast<std::size_t>(rig.nodes[n].mesh)].target_names;
        for (std::size_t t = 0; t < names.size(); ++t)
            if (names[t] == name) pose.morph_weights[n][t] = weight;
    }
}

void turn_joint(const Rig& rig, const std::string& name, const Json& q, LocalPose& pose) {
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        if (rig.nodes[n].name != name) continue;
        pose.rotation[n] = pose.rotation[n] * glm::normalize(glm::quat(q[3], q[0], q[1], q[2]));
        pose.changed[n] = true;
        return;
    }
    ADD_FAILURE() << "no joint " << name;
}

std::vector<DeformedPrimitive> pose_of(const Rig& rig, const Json& test_case) {
    LocalPose pose = rest_pose(rig);
    if (test_case.contains("animation")) {
        const std::size_t index = test_case["animation"]["index"];
        sample(rig, rig.animations.at(index), test_case["animation"]["t"], pose);
    }
    if (test_case.contains("morphs"))
        for (const auto& [name, weight] : test_case["morphs"].items()) set_morph(rig, name, weight, pose);
    if (test_case.contains("pose"))
        for (const auto& [name, rotation] : test_case["pose"].items()) turn_joint(rig, name, rotation, pose);
    return deform(rig, evaluate(rig, pose));
}

/// Largest distance between a vertex and its reference.
float largest_difference(const std::vector<DeformedPrimitive>& deformed, const Json& primitives) {
    float largest = 0;
    for (const Json& reference : primitives) {
        const auto found = std::ranges::find_if(deformed, [&](const DeformedPrimitive& p) {
            return p.node == reference["node"] && p.mesh == reference["mesh"] &&
                   p.primitive == reference["primitive"];
        });
        if (found == deformed.end()) return std::numeric_limits<float>::infinity();
        for (std::size_t i = 0; i < reference["indices"].size(); ++i) {
            const Json& wanted = reference["positions"][i];
            const std::size_t vertex = reference["indices"][i];
            const glm::vec3 difference =
                found->positions.at(vertex) - glm::vec3(wanted[0], wanted[1], wanted[2]);
            largest = std::max(largest, glm::length(difference));
        }
    }
    return largest;
}

TEST(ReferenceVertices, AreMetByEveryRigInEveryPose) {
    MIEN_NEEDS_SHARED("data/reference_vertices");
    const auto data = test::shared_dir() / "data";
    int cases = 0;
    for (const auto& entry : std::filesystem::directory_iterator(data / "reference_vertices")) {
        if (entry.path().extension() != ".json") continue;
        std::ifstream file(entry.path());
        const Json reference = Json::parse(file);
        const auto rig = import_rig(data / reference["rig"].get<std::string>());
        ASSERT_TRUE(rig) << rig.error().message;
        const float size = reference["size"];
        for (const Json& test_case : reference["cases"]) {
            const float tolerance = std::max(1e-4f, test_case.value("tolerance", 0.0f));
            EXPECT_LE(largest_difference(pose_of(*rig, test_case), test_case["primitives"]), tolerance * size)
                << reference["rig"] << " " << test_case["name"];
            ++cases;
        }
    }
    EXPECT_GT(cases, 100);
}

} // namespace
} // namespace mien

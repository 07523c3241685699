// FBX files of many makers: rest positions, bones, channels and each channel at 1 against an independent
// reader; animations against OBJ files that the makers' programs exported.
#include <fstream>
#include <limits>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <glm/geometric.hpp>

#include "rig/animation.h"
#include "rig/deform.h"
#include "rig/import/import.h"
#include "rig/import/obj/obj_file.h"
#include "rig/skeleton.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using Json = nlohmann::json;

std::filesystem::path folder() {
    return test::shared_dir() / "data/rigs/fbx_small";
}

Json read_json(const std::string& name) {
    std::ifstream file(folder() / name);
    return Json::parse(file);
}

glm::vec3 to_vector(const Json& list) {
    return {list[0], list[1], list[2]};
}

/// The deformed mesh of a node; nothing where there is none of that name.
std::vector<glm::vec3> positions_of(const Rig& rig, const LocalPose& pose, const std::string& node) {
    for (const DeformedPrimitive& primitive : deform(rig, evaluate(rig, pose)))
        if (rig.nodes[static_cast<std::size_t>(primitive.node)].name == node) return primitive.positions;
    return {};
}

float farthest(const std::vector<glm::vec3>& positions, const Json& reference) {
    if (positions.size() < reference.size()) return std::numeric_limits<float>::infinity();
    float largest = 0;
    for (std::size_t i = 0; i < reference.size(); ++i)
        largest = std::max(largest, glm::distance(positions[i], to_vector(reference[i])));
    return largest;
}

float size_of(const Json& positions) {
    glm::vec3 low(std::numeric_limits<float>::infinity()), high = -low;
    for (const Json& position : positions) {
        low = glm::min(low, to_vector(position));
        high = glm::max(high, to_vector(position));
    }
    return glm::distance(low, high);
}

void set_target(const Rig& rig, const std::string& node, const std::string& name, LocalPose& pose) {
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        if (rig.nodes[n].name != node || rig.nodes[n].mesh == no_index) continue;
        const auto& names = rig.meshes[static_cast<std::size_t>(rig.nodes[n].mesh)].target_names;
        const auto found = std::ranges::find(names, name);
        ASSERT_NE(found, names.end()) << name;
        pose.morph_weights[n][static_cast<std::size_t>(found - names.begin())] = 1;
    }
}

void compare_mesh(const Rig& rig, const Json& mesh) {
    const std::string node = mesh["node"];
    const float tolerance = 1e-4f * size_of(mesh["rest"]);
    EXPECT_LE(farthest(positions_of(rig, rest_pose(rig), node), mesh["rest"]), tolerance) << node;
    for (const Json& bone : mesh["bones"])
        EXPECT_TRUE(std::ranges::any_of(rig.nodes, [&](const Node& n) { return n.name == bone; })) << bone;
    for (const Json& target : mesh["targets"]) {
        LocalPose pose = rest_pose(rig);
        set_target(rig, node, target["channel"], pose);
        EXPECT_LE(farthest(positions_of(rig, pose, node), target["positions_at_1"]), tolerance)
            << node << " " << target["channel"];
    }
}

TEST(FbxReference, RestAndEveryChannelAreWhereAnIndependentReaderHasThem) {
    MIEN_NEEDS_SHARED("data/rigs/fbx_small/reference.json");
    int compared = 0;
    const Json reference = read_json("reference.json");
    for (const auto& [name, file] : reference["files"].items()) {
        SCOPED_TRACE(name);
        const auto rig = import_rig(folder() / name, {.units = Units::of_the_file});
        if (file["version"] < 7000) {
            ASSERT_FALSE(rig);
            continue;
        }
        ASSERT_TRUE(rig) << rig.error().message;
        for (const Json& mesh : file["meshes"]) compare_mesh(*rig, mesh);
        ++compared;
    }
    EXPECT_GE(compared, 20);
}

std::vector<glm::vec3> obj_positions(const std::string& name) {
    std::ifstream file(folder() / name, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto read = obj::read(text);
    return read ? read->positions : std::vector<glm::vec3>();
}

/// How far the farthest of one set is from its nearest of the other.
float one_way(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
    float worst = 0;
    for (const glm::vec3& p : a) {
        float nearest = std::numeric_limits<float>::infinity();
        for (const glm::vec3& q : b) nearest = std::min(nearest, glm::distance(p, q));
        worst = std::max(worst, nearest);
    }
    return worst;
}

const Animation* choose(const Rig& rig, const Json& stack) {
    for (const Animation& animation : rig.animations)
        if (stack.is_null() || animation.name.ends_with(stack.get<std::string>())) return &animation;
    return nullptr;
}

TEST(FbxReference, AnimationsAreWhereTheirMakersProgramHasThem) {
    MIEN_NEEDS_SHARED("data/rigs/fbx_small/frames.json");
    int compared = 0;
    const Json frames = read_json("frames.json");
    for (const Json& frame : frames["frames"]) {
        if (frame["time"].is_null() || frame.contains("transform_skin") || frame.contains("partial"))
            continue;
        const auto wanted = obj_positions(frame["obj"]);
        ASSERT_FALSE(wanted.empty()) << frame["obj"];
        glm::vec3 low = wanted.front(), high = low;
        for (const auto& p : wanted) low = glm::min(low, p), high = glm::max(high, p);
        for (const std::string name : frame["fbx"]) {
            const auto rig = import_rig(folder() / name, {.units = Units::of_the_file});
            if (!rig) continue; // the version; seen above
            const Animation* animation = choose(*rig, frame["stack"]);
            ASSERT_NE(animation, nullptr) << name << " " << frame["stack"];
            LocalPose pose = rest_pose(*rig);
            sample(*rig, *animation, frame["time"], pose);
            std::vector<glm::vec3> mine;
            for (const DeformedPrimitive& primitive : deform(*rig, evaluate(*rig, pose)))
                mine.insert(mine.end(), primitive.positions.begin(), primitive.positions.end());
            const float size = glm::distance(low, high);
            const float tolerance = std::max(1e-3f, frame.value("tolerance", 0.0f) / size);
            EXPECT_LE(std::max(one_way(mine, wanted), one_way(wanted, mine)) / size, tolerance)
                << name << " " << frame["obj"];
            ++compared;
        }
    }
    EXPECT_GE(compared, 30);
}

} // namespace
} // namespace mien

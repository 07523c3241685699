#include "tests/unit/models/bundled_rigs.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "models/bundled.h"
#include "rig/import/import.h"
#include "rig/skeleton.h"

namespace mien::test {

namespace {

const Mesh& mesh_of(const Rig& rig, std::string_view name) {
    const auto found = std::ranges::find(rig.meshes, name, &Mesh::name);
    if (found == rig.meshes.end()) ADD_FAILURE() << "no mesh " << name;
    return *found;
}

std::vector<glm::vec3> positions(const Rig& rig, const FaceGroups& groups, std::string_view mesh,
                                 const RigControls& controls) {
    const int number = int(&mesh_of(rig, mesh) - rig.meshes.data());
    for (DeformedPrimitive& p : deform(rig, pose_rig(rig, groups, find_head_joints(rig), controls)))
        if (p.mesh == number) return std::move(p.positions);
    ADD_FAILURE() << "mesh " << mesh << " is not drawn";
    return {};
}

} // namespace

const Rig& bundled(std::string_view name) {
    static std::map<std::string, Rig, std::less<>> rigs;
    if (const auto found = rigs.find(name); found != rigs.end()) return found->second;
    auto rig = import_gltf(bundled_rig(name), std::string(name), {});
    if (!rig) ADD_FAILURE() << rig.error().message;
    return rigs.emplace(name, rig ? std::move(*rig) : Rig{}).first->second;
}

std::vector<glm::vec3> posed_mesh(const Rig& rig, std::string_view mesh, const Weights& weights) {
    RigControls controls;
    for (const Expression& expression : rig.expressions) {
        const auto found = weights.find(expression.name);
        controls.expressions.push_back(found == weights.end() ? 0 : found->second);
    }
    return positions(rig, {}, mesh, controls);
}

std::vector<glm::vec3> slid_mesh(const Rig& rig, const FaceGroups& groups, std::string_view mesh,
                                 const Weights& sliders) {
    RigControls controls;
    for (std::size_t i = 0; i < groups.slider_count(); ++i) {
        const FacePart& part = *groups.slider(i);
        const auto found = sliders.find(part.name);
        controls.sliders.push_back(found == sliders.end() ? part.rest : found->second);
    }
    return positions(rig, groups, mesh, controls);
}

const Primitive& primitive_of(const Rig& rig, std::string_view mesh) {
    const Mesh& m = mesh_of(rig, mesh);
    EXPECT_EQ(m.primitives.size(), 1u);
    return m.primitives.front();
}

const VertexBuffer& buffer_of(const Rig& rig, std::string_view mesh) {
    return rig.vertex_buffers[std::size_t(primitive_of(rig, mesh).vertices)];
}

} // namespace mien::test

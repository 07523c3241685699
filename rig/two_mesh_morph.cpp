#include "rig/two_mesh_morph.h"

#include <algorithm>
#include <cstring>

#include "rig/unit_vector.h"

namespace mien {
namespace {

constexpr std::size_t value_size = 3 * sizeof(float);

glm::vec3 value_at(const VertexAttribute& attribute, std::size_t vertex) {
    float numbers[3];
    std::memcpy(numbers, attribute.bytes.data() + attribute.offset + vertex * attribute.stride, value_size);
    return {numbers[0], numbers[1], numbers[2]};
}

bool reaches(const VertexAttribute& attribute, std::size_t vertex_count) {
    if (vertex_count == 0) return true;
    const std::size_t size = attribute.bytes.size();
    if (size < value_size || attribute.offset > size - value_size) return false;
    const std::size_t room = size - value_size - attribute.offset;
    return vertex_count == 1 || attribute.stride <= room / (vertex_count - 1);
}

bool has_normals(const MeshView& mesh) {
    return !mesh.normals.bytes.empty();
}

Result<void> check(const MeshView& mesh, const char* name) {
    if (!reaches(mesh.positions, mesh.vertex_count))
        return fail(ErrorCode::usage, "The {} of a morph lacks positions for its {} vertices", name,
                    mesh.vertex_count);
    if (has_normals(mesh) && !reaches(mesh.normals, mesh.vertex_count))
        return fail(ErrorCode::usage, "The {} of a morph lacks normals for its {} vertices", name,
                    mesh.vertex_count);
    return {};
}

} // namespace

float morph_scalar(double seconds, double length) {
    if (!(length > 0)) return 1;
    return static_cast<float>(std::clamp(seconds / length, 0.0, 1.0));
}

Result<MorphedMesh> morph_between(const MeshView& source, const MeshView& target, float scalar) {
    if (source.vertex_count != target.vertex_count)
        return fail(ErrorCode::usage, "A morph needs two meshes of as many vertices, not {} and {}",
                    source.vertex_count, target.vertex_count);
    if (auto sound = check(source, "source"); !sound) return pass_on(sound);
    if (auto sound = check(target, "target"); !sound) return pass_on(sound);
    MorphedMesh morphed;
    const bool both = has_normals(source) && has_normals(target);
    for (std::size_t v = 0; v < source.vertex_count; ++v) {
        const glm::vec3 from = value_at(source.positions, v);
        morphed.positions.push_back(from + scalar * (value_at(target.positions, v) - from));
        if (!has_normals(source)) continue;
        const glm::vec3 normal = value_at(source.normals, v);
        const glm::vec3 towards = both ? value_at(target.normals, v) : normal;
        morphed.normals.push_back(unit(normal + scalar * (towards - normal), normal));
    }
    return morphed;
}

} // namespace mien

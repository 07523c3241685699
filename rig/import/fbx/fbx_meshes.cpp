#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "rig/checked_json.h"
#include "rig/deform.h"
#include "rig/import/fbx/fbx_geometry.h"
#include "rig/import/fbx/fbx_materials.h"
#include "rig/import/fbx/fbx_scene.h"
#include "rig/import/fbx/fbx_shapes.h"
#include "rig/import/fbx/fbx_skin.h"
#include "rig/import/skin_influences.h"
#include "rig/import/unique_names.h"
#include "rig/morph_normals.h"
#include "rig/normals.h"
#include "rig/printable_text.h"
#include "rig/transform.h"

namespace mien::fbx {
namespace {

/// FBX's "geometric" transform moves the mesh but not what is below its node.
glm::mat4 geometric_transform(const Objects& objects, const Record& model) {
    const auto vector = [&](std::string_view property, double otherwise) {
        const glm::dvec3 v = objects.vector(model, property).value_or(glm::dvec3(otherwise));
        return std::isfinite(glm::length(v)) ? v : glm::dvec3(otherwise);
    };
    TransformParts parts;
    parts.translation = glm::vec3(vector("GeometricTranslation", 0));
    parts.rotation = glm::quat(from_euler(vector("GeometricRotation", 0), 0));
    parts.scale = glm::vec3(vector("GeometricScaling", 1));
    return compose(parts);
}

/// Shapes as morph targets of all vertices, and the mesh's names, weights and paths.
class TargetBuilder {
public:
    TargetBuilder(const Geometry& geometry, const glm::mat3& turn) : turn_(turn) {
        first_of_point_.resize(geometry.point_count + 1, 0);
        for (const std::uint32_t point : geometry.point) ++first_of_point_[point + 1];
        for (std::size_t i = 1; i < first_of_point_.size(); ++i) first_of_point_[i] += first_of_point_[i - 1];
        vertices_of_point_.resize(geometry.point.size());
        std::vector<std::uint32_t> next(first_of_point_.begin(), first_of_point_.end() - 1);
        for (std::uint32_t v = 0; v < geometry.point.size(); ++v)
            vertices_of_point_[next[geometry.point[v]]++] = v;
    }

    void add_channel(const Channel& channel, Mesh& mesh, VertexBuffer& buffer) {
        MorphPath path;
        path.target = static_cast<int>(mesh.target_names.size());
        const auto last = std::ranges::max_element(channel.shapes, {}, &Shape::full_weight);
        add_target(*last, names_.unique(channel.name), channel.default_weight, mesh, buffer);
        for (const Shape& shape : channel.shapes) {
            const bool is_last = &shape == &*last;
            path.stops.push_back(
                {shape.full_weight, is_last ? path.target : static_cast<int>(mesh.target_names.size())});
            if (!is_last) add_target(shape, names_.unique(shape.name), 0, mesh, buffer);
        }
        if (path.stops.size() > 1 || path.stops.front().weight != 1) mesh.paths.push_back(std::move(path));
    }

private:
    void add_target(const Shape& shape, std::string name, float weight, Mesh& mesh, VertexBuffer& buffer) {
        std::vector<std::pair<std::uint32_t, glm::vec3>> deltas;
        for (std::size_t i = 0; i < shape.points.size(); ++i)
            for (std::uint32_t k = first_of_point_[shape.points[i]]; k < first_of_point_[shape.points[i] + 1];
                 ++k)
                deltas.emplace_back(vertices_of_point_[k], turn_ * shape.deltas[i]);
        std::ranges::sort(deltas, {}, [](const auto& entry) { return entry.first; });
        MorphTarget& target = buffer.targets.emplace_back();
        target.vertices.reserve(deltas.size());
        target.positions.reserve(deltas.size());
        for (const auto& [vertex, delta] : deltas) {
            target.vertices.push_back(vertex);
            target.positions.push_back(delta);
        }
        mesh.target_names.push_back(std::move(name));
        mesh.default_weights.push_back(weight);
    }

    glm::mat3 turn_;
    std::vector<std::uint32_t> first_of_point_; ///< into vertices_of_point_; one more at the end
    std::vector<std::uint32_t> vertices_of_point_;
    UniqueNames names_;
};

class MeshReader {
public:
    explicit MeshReader(SceneReader& reader) : reader_(reader), materials_(reader) {}

    [[nodiscard]] Result<void> read(const ModelNode& model) {
        const std::vector<ObjectId> geometries = reader_.objects.below(model.model, "Geometry", "Mesh");
        if (geometries.empty()) return {};
        const ObjectId id = geometries.front();
        // Read anew for each node: the budget bounds a file that shares one mesh a thousand times.
        auto geometry = read_geometry(*reader_.objects.find(id), reader_.budget, reader_.report);
        if (!geometry)
            return refuse("{}: {}", printable(reader_.objects.name(model.model)), geometry.error().message);
        if (geometry->parts.empty()) {
            reader_.report.warn("{}: its mesh has no faces", printable(reader_.objects.name(model.model)));
            return {};
        }
        return build(model, id, std::move(*geometry));
    }

private:
    [[nodiscard]] Result<void> build(const ModelNode& model, ObjectId id, Geometry geometry) {
        auto skin = read_skin(reader_, id, geometry.point_count, model.node);
        if (!skin) return pass_on(skin);
        auto channels = read_channels(reader_.objects, id, geometry.point_count, reader_.budget);
        if (!channels) return pass_on(channels);
        const glm::mat4 placed = geometric_transform(reader_.objects, *reader_.objects.find(model.model));
        VertexBuffer buffer = make_buffer(geometry, placed);
        Mesh mesh;
        mesh.name = reader_.objects.name(model.model);
        TargetBuilder targets(geometry, glm::mat3(placed));
        MorphedNode morphed{model.node, {}};
        for (const Channel& channel : *channels) {
            if (channel.shapes.empty()) {
                reader_.report.warn("channel {}: it has no shape and is left out", printable(channel.name));
                continue;
            }
            targets.add_channel(channel, mesh, buffer);
            morphed.channel_of_target.push_back(channel.id);
            morphed.channel_of_target.resize(mesh.target_names.size(), 0);
            tell_in_betweens(channel);
        }
        if (!mesh.target_names.empty()) reader_.morphed.push_back(std::move(morphed));
        if (!skin->influences.empty()) {
            ReducedInfluences reduced = reduce_influences(skin->influences, geometry.point);
            buffer.joints = std::move(reduced.joints);
            buffer.joint_weights = std::move(reduced.weights);
        }
        finish(model, std::move(mesh), geometry, std::move(buffer), std::move(skin->skin));
        return {};
    }

    void tell_in_betweens(const Channel& channel) {
        if (channel.shapes.size() < 2) return;
        std::string stops;
        for (const Shape& shape : channel.shapes)
            stops += fmt::format("{}{} at {:g} %", stops.empty() ? "" : ", ", printable(shape.name),
                                 shape.full_weight * 100);
        reader_.report.note("channel {}: its way leads over in-between shapes: {}", printable(channel.name),
                            stops);
    }

    static VertexBuffer make_buffer(Geometry& geometry, const glm::mat4& placed) {
        VertexBuffer buffer;
        buffer.positions = geometry.positions;
        buffer.normals = geometry.normals;
        buffer.uv = geometry.uv;
        buffer.colours = geometry.colours;
        if (placed == glm::mat4(1)) return buffer;
        for (glm::vec3& position : buffer.positions) position = glm::vec3(placed * glm::vec4(position, 1));
        for (glm::vec3& normal : buffer.normals) normal = transformed_normal(placed, normal);
        if (glm::determinant(glm::mat3(placed)) < 0) // mirrored: triangles would be seen from behind
            for (Geometry::Part& part : geometry.parts)
                for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3)
                    std::swap(part.indices[i + 1], part.indices[i + 2]);
        return buffer;
    }

    void finish(const ModelNode& model, Mesh mesh, const Geometry& geometry, VertexBuffer buffer, Skin skin) {
        std::vector<std::uint32_t> all;
        for (const Geometry::Part& part : geometry.parts)
            all.insert(all.end(), part.indices.begin(), part.indices.end());
        complete_normals(buffer, all);
        const std::vector<ObjectId> materials = reader_.objects.below(model.model, "Material");
        for (const Geometry::Part& part : geometry.parts) {
            Primitive primitive;
            primitive.vertices = static_cast<int>(reader_.rig.vertex_buffers.size());
            primitive.indices = part.indices;
            const auto material = static_cast<std::size_t>(part.material);
            if (material < materials.size()) primitive.material = materials_.use(materials[material]);
            mesh.primitives.push_back(std::move(primitive));
        }
        reader_.rig.vertex_buffers.push_back(std::move(buffer));
        Node& node = reader_.rig.nodes[static_cast<std::size_t>(model.node)];
        node.mesh = static_cast<int>(reader_.rig.meshes.size());
        if (!skin.joints.empty()) {
            node.skin = static_cast<int>(reader_.rig.skins.size());
            skin.name = mesh.name;
            reader_.rig.skins.push_back(std::move(skin));
        }
        reader_.rig.meshes.push_back(std::move(mesh));
    }

    /// The file's normals where it has them all; those of shapes are made from the positions, as most
    /// exporters write none.
    void complete_normals(VertexBuffer& buffer, std::span<const std::uint32_t> indices) {
        std::vector<bool> used(buffer.positions.size(), false);
        for (const std::uint32_t vertex : indices) used[vertex] = true;
        bool complete = !buffer.normals.empty();
        for (std::size_t v = 0; v < buffer.normals.size(); ++v) {
            if (buffer.normals[v] != glm::vec3(0)) continue;
            if (used[v]) complete = false;
            buffer.normals[v] = {0, 0, 1};
        }
        if (!complete) buffer.normals = compute_normals(buffer.positions, indices);
        const std::size_t added = add_missing_target_normals(buffer, indices, reader_.budget.remaining());
        (void)reader_.budget.charge(added); // it was asked for what remains
    }

    SceneReader& reader_;
    Materials materials_;
};

} // namespace

Result<void> read_meshes(SceneReader& reader) {
    MeshReader meshes(reader);
    for (const ModelNode& model : reader.models)
        if (auto read = meshes.read(model); !read) return read;
    return {};
}

} // namespace mien::fbx

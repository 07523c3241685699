#include "rig/import/gltf/meshes.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "rig/import/gltf/default_weights.h"
#include "rig/import/gltf/target_names.h"
#include "rig/import/gltf/triangles.h"
#include "rig/import/gltf/vertices.h"
#include "rig/morph_normals.h"
#include "rig/normals.h"
#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

bool lacks_normals(const VertexBuffer& buffer) {
    return buffer.normals.empty() || std::ranges::any_of(buffer.targets, [](const MorphTarget& target) {
               return target.normals.empty() && !target.vertices.empty();
           });
}

class MeshReader {
public:
    MeshReader(MeshSources& sources, Rig& rig) : sources_(sources), rig_(rig) {}

    [[nodiscard]] Result<void> read(std::size_t index) {
        const JsonObject object = sources_.document.element(List::meshes, index);
        Mesh mesh;
        mesh.name = object.text("name", object.place());
        auto primitives = object.list("primitives");
        if (!primitives) return pass_on(primitives);
        if ((*primitives)->empty())
            sources_.document.report.warn("{} ({}): it has no primitives, so there is nothing to draw",
                                          object.place(), mesh.name);
        for (std::size_t i = 0; i < (*primitives)->size(); ++i) {
            const JsonObject primitive((**primitives)[i], fmt::format("{} primitive {}", object.place(), i));
            auto read = read_primitive(primitive);
            if (!read) return pass_on(read);
            mesh.primitives.push_back(std::move(*read));
        }
        if (auto named = name_targets(object, mesh); !named) return named;
        rig_.meshes.push_back(std::move(mesh));
        return {};
    }

    /// Computes the normals that the file lacks, at rest and of morph targets, from all triangles that use a
    /// buffer.
    [[nodiscard]] Result<void> complete_normals() {
        std::vector<std::vector<std::uint32_t>> triangles(rig_.vertex_buffers.size());
        std::size_t without_normals = 0;
        std::string first;
        for (const Mesh& mesh : rig_.meshes)
            for (const Primitive& primitive : mesh.primitives) {
                const auto buffer = static_cast<std::size_t>(primitive.vertices);
                if (!lacks_normals(rig_.vertex_buffers[buffer])) continue;
                if (rig_.vertex_buffers[buffer].normals.empty()) {
                    ++without_normals;
                    if (first.empty()) first = printable(mesh.name);
                }
                triangles[buffer].insert(triangles[buffer].end(), primitive.indices.begin(),
                                         primitive.indices.end());
            }
        // The format asks for flat ones: they would need vertices that the file does not have.
        if (without_normals == 1)
            sources_.document.report.note("{} has no normals: it is shaded smooth", first);
        else if (without_normals > 1)
            sources_.document.report.note("{} and {} more primitives have no normals: they are shaded smooth",
                                          first, without_normals - 1);
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            VertexBuffer& buffer = rig_.vertex_buffers[i];
            if (buffer.normals.empty()) buffer.normals = compute_normals(buffer.positions, triangles[i]);
            Budget& budget = sources_.document.budget;
            const std::size_t added = add_missing_target_normals(buffer, triangles[i], budget.remaining());
            if (auto charged = budget.charge(added); !charged) return charged;
        }
        return {};
    }

private:
    [[nodiscard]] Result<Primitive> read_primitive(const JsonObject& object) {
        auto attributes = Attributes::open(sources_, object);
        if (!attributes) return pass_on(attributes);
        auto buffer = shared_buffer(object, *attributes);
        if (!buffer) return pass_on(buffer);
        Primitive primitive;
        primitive.vertices = *buffer;
        const std::size_t count = rig_.vertex_buffers[static_cast<std::size_t>(*buffer)].positions.size();
        auto indices = read_triangles(sources_, object, *attributes, count);
        if (!indices) return pass_on(indices);
        primitive.indices = std::move(*indices);
        if (auto material = object.index("material", rig_.materials.size()); material)
            primitive.material = *material;
        else
            sources_.document.report.warn("{}; it is drawn plain", material.error().message);
        return primitive;
    }

    /// The buffer of an earlier primitive with the same attributes and targets, else a new one.
    [[nodiscard]] Result<int> shared_buffer(const JsonObject& object, Attributes& attributes) {
        const auto written = [&](const char* key) {
            const Json* value = object.find(key);
            return value != nullptr ? value->dump() : std::string();
        };
        const std::string key = written("attributes") + written("targets") + written("extensions");
        const auto found = buffers_.find(key);
        if (found != buffers_.end()) return found->second;
        auto vertices = read_vertices(sources_, object, attributes);
        if (!vertices) return pass_on(vertices);
        rig_.vertex_buffers.push_back(std::move(*vertices));
        const int index = static_cast<int>(rig_.vertex_buffers.size()) - 1;
        buffers_.emplace(key, index);
        return index;
    }

    /// Names and default weights of the targets, whose number all primitives must agree on.
    [[nodiscard]] Result<void> name_targets(const JsonObject& object, Mesh& mesh) {
        if (mesh.primitives.empty()) return {};
        const auto targets_of = [&](const Primitive& primitive) {
            return rig_.vertex_buffers[static_cast<std::size_t>(primitive.vertices)].targets.size();
        };
        const std::size_t count = targets_of(mesh.primitives.front());
        for (std::size_t i = 1; i < mesh.primitives.size(); ++i)
            if (targets_of(mesh.primitives[i]) != count)
                return refuse("{} ({}): primitive 0 has {} morph targets, primitive {} has {}",
                              object.place(), mesh.name, count, i, targets_of(mesh.primitives[i]));
        mesh.target_names = read_target_names(object, mesh.name, count, sources_.document.report);
        mesh.default_weights = read_default_weights(object, count, sources_.document.report);
        mesh.default_weights.resize(count, 0.0f);
        return {};
    }

    MeshSources& sources_;
    Rig& rig_;
    std::map<std::string, int> buffers_; ///< by what the primitive names
};

} // namespace

Result<void> read_meshes(MeshSources& sources, Rig& rig) {
    MeshReader reader(sources, rig);
    for (std::size_t i = 0; i < sources.document.size(List::meshes); ++i)
        if (auto read = reader.read(i); !read) return read;
    return reader.complete_normals();
}

} // namespace mien::gltf

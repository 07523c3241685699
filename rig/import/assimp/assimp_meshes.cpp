#include <algorithm>
#include <cmath>
#include <span>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "rig/checked_json.h"
#include "rig/finite.h"
#include "rig/import/assimp/assimp_scene_private.h"
#include "rig/import/skin_influences.h"
#include "rig/import/unique_names.h"
#include "rig/import/weld.h"
#include "rig/morph_normals.h"
#include "rig/normals.h"
#include "rig/printable_text.h"
#include "rig/transform.h"

namespace mien::assimp {
namespace {

/// A skin in the making, for one node.
class SkinBuilder {
public:
    SkinBuilder(SceneReader& reader, int carrier) : reader_(reader), carrier_(carrier) {}

    /// The skin's number for a bone; the node's own where the bone is nowhere in the tree.
    int joint(const aiBone& bone) {
        const auto node = reader_.node_by_name.find(bone.mName.C_Str());
        if (node == reader_.node_by_name.end()) return carrier();
        if (carries_skin(*reader_.nodes[static_cast<std::size_t>(node->second)]))
            reader_.report.warn(
                "the joint {} has the name of a mesh, which the library takes in its place; try "
                "it as GLB",
                printable(bone.mName.C_Str()));
        return joint(node->second, to_matrix(bone.mOffsetMatrix));
    }
    /// The joint of what no bone holds: it follows the node that carries the mesh.
    int carrier() { return joint(carrier_, glm::mat4(1)); }

    [[nodiscard]] Skin take() { return std::move(skin_); }

private:
    int joint(int node, const glm::mat4& inverse_bind) {
        for (std::size_t i = 0; i < skin_.joints.size(); ++i)
            if (skin_.joints[i] == node && skin_.inverse_bind[i] == inverse_bind) return static_cast<int>(i);
        skin_.joints.push_back(node);
        skin_.inverse_bind.push_back(inverse_bind);
        return static_cast<int>(skin_.joints.size()) - 1;
    }

    /// Meshes that joints move are no joints themselves.
    [[nodiscard]] bool carries_skin(const aiNode& node) const {
        for (unsigned i = 0; i < node.mNumMeshes; ++i)
            if (reader_.scene.mMeshes[node.mMeshes[i]]->mNumBones > 0) return true;
        return false;
    }

    SceneReader& reader_;
    int carrier_;
    Skin skin_;
};

std::vector<glm::vec3> copy_vectors(const aiVector3D* source, unsigned count) {
    std::vector<glm::vec3> list;
    if (source == nullptr) return list;
    list.reserve(count);
    for (unsigned i = 0; i < count; ++i) list.push_back(to_vector(source[i]));
    return list;
}

class NodeMeshReader {
public:
    NodeMeshReader(SceneReader& reader, const aiNode& node, int index)
        : reader_(reader), node_(node), index_(index), skin_(reader, index) {}

    [[nodiscard]] Result<void> read() {
        Mesh mesh;
        mesh.name = reader_.rig.nodes[static_cast<std::size_t>(index_)].name;
        mesh.target_names = target_names();
        mesh.default_weights.resize(mesh.target_names.size(), 0);
        for (unsigned i = 0; i < node_.mNumMeshes; ++i) {
            const aiMesh& source = *reader_.scene.mMeshes[node_.mMeshes[i]];
            auto primitive = read_primitive(source, mesh.target_names.size());
            if (!primitive) return pass_on(primitive);
            mesh.primitives.push_back(std::move(*primitive));
        }
        Node& node = reader_.rig.nodes[static_cast<std::size_t>(index_)];
        node.mesh = static_cast<int>(reader_.rig.meshes.size());
        reader_.rig.meshes.push_back(std::move(mesh));
        if (Skin skin = skin_.take(); !skin.joints.empty()) {
            node.skin = static_cast<int>(reader_.rig.skins.size());
            skin.name = node.name;
            reader_.rig.skins.push_back(std::move(skin));
        }
        return {};
    }

private:
    /// The targets are those of the node's first mesh; what the others lack does not move.
    [[nodiscard]] std::vector<std::string> target_names() const {
        const aiMesh& first = *reader_.scene.mMeshes[node_.mMeshes[0]];
        UniqueNames names;
        std::vector<std::string> list;
        for (unsigned i = 0; i < first.mNumAnimMeshes; ++i) {
            const std::string name = first.mAnimMeshes[i]->mName.C_Str();
            list.push_back(names.unique(name.empty() ? fmt::format("{} target", node_.mName.C_Str()) : name));
        }
        return list;
    }

    [[nodiscard]] Corners read_corners(const aiMesh& source, std::size_t target_count) {
        Corners corners;
        corners.positions = copy_vectors(source.mVertices, source.mNumVertices);
        corners.normals = copy_vectors(source.mNormals, source.mNumVertices);
        if (source.HasTextureCoords(0))
            for (unsigned i = 0; i < source.mNumVertices; ++i)
                corners.uv.emplace_back(source.mTextureCoords[0][i].x, 1 - source.mTextureCoords[0][i].y);
        for (std::size_t t = 0; t < target_count; ++t) {
            std::vector<glm::vec3>& deltas = corners.deltas.emplace_back(source.mNumVertices, glm::vec3(0));
            if (t >= source.mNumAnimMeshes) continue;
            const aiAnimMesh& shape = *source.mAnimMeshes[t];
            if (shape.mVertices == nullptr || shape.mNumVertices != source.mNumVertices) continue;
            for (unsigned i = 0; i < source.mNumVertices; ++i)
                deltas[i] = to_vector(shape.mVertices[i]) - corners.positions[i];
        }
        read_influences(source, corners);
        return corners;
    }

    void read_influences(const aiMesh& source, Corners& corners) {
        if (source.mNumBones == 0) return;
        corners.influences.resize(source.mNumVertices);
        for (unsigned b = 0; b < source.mNumBones; ++b) {
            const aiBone& bone = *source.mBones[b];
            if (bone.mNumWeights == 0) continue;
            const int joint = skin_.joint(bone);
            for (unsigned w = 0; w < bone.mNumWeights; ++w) {
                const aiVertexWeight& weight = bone.mWeights[w];
                if (weight.mVertexId < source.mNumVertices && weight.mWeight > 0)
                    corners.influences[weight.mVertexId].emplace_back(joint, weight.mWeight);
            }
        }
        for (auto& influences : corners.influences)
            if (influences.empty()) influences.emplace_back(skin_.carrier(), 1.0f);
    }

    [[nodiscard]] Result<Primitive> read_primitive(const aiMesh& source, std::size_t target_count) {
        const Corners corners = read_corners(source, target_count);
        if (!std::ranges::all_of(corners.positions, all_finite<glm::vec3>))
            return refuse("the mesh {} has a position that is NaN or infinite",
                          printable(source.mName.C_Str()));
        const std::vector<std::uint32_t> vertex_of = weld(corners);
        Primitive primitive;
        for (unsigned f = 0; f < source.mNumFaces; ++f) {
            const aiFace& face = source.mFaces[f];
            if (face.mNumIndices != 3) continue; // points and lines
            for (unsigned k = 0; k < 3; ++k)
                if (face.mIndices[k] >= source.mNumVertices)
                    return refuse("the mesh {} has a triangle beyond its vertices",
                                  printable(source.mName.C_Str()));
            for (unsigned k = 0; k < 3; ++k) primitive.indices.push_back(vertex_of[face.mIndices[k]]);
        }
        primitive.material = static_cast<int>(source.mMaterialIndex);
        if (source.mMaterialIndex >= reader_.rig.materials.size()) primitive.material = no_index;
        primitive.vertices = static_cast<int>(reader_.rig.vertex_buffers.size());
        reader_.rig.vertex_buffers.push_back(make_buffer(corners, vertex_of, primitive.indices));
        return primitive;
    }

    [[nodiscard]] VertexBuffer make_buffer(const Corners& corners,
                                           const std::vector<std::uint32_t>& vertex_of,
                                           std::span<const std::uint32_t> indices) {
        std::vector<std::uint32_t> kept; // the first corner of each vertex
        for (std::uint32_t corner = 0; corner < vertex_of.size(); ++corner)
            if (vertex_of[corner] == kept.size()) kept.push_back(corner);
        VertexBuffer buffer;
        for (const std::uint32_t corner : kept) {
            buffer.positions.push_back(corners.positions[corner]);
            if (!corners.normals.empty()) buffer.normals.push_back(corners.normals[corner]);
            if (!corners.uv.empty()) buffer.uv[0].push_back(corners.uv[corner]);
        }
        set_normals(buffer, indices);
        if (!corners.influences.empty()) {
            ReducedInfluences reduced = reduce_influences(corners.influences, kept);
            buffer.joints = std::move(reduced.joints);
            buffer.joint_weights = std::move(reduced.weights);
        }
        for (const std::vector<glm::vec3>& deltas : corners.deltas) {
            MorphTarget& target = buffer.targets.emplace_back();
            for (std::size_t v = 0; v < kept.size(); ++v) {
                const glm::vec3& delta = deltas[kept[v]];
                if (delta == glm::vec3(0) || !all_finite(delta)) continue;
                target.vertices.push_back(static_cast<std::uint32_t>(v));
                target.positions.push_back(delta);
            }
        }
        constexpr std::size_t most_bytes = std::size_t{256} << 20;
        // The library's normals of shapes are the rest's (its issue 5877): they are made from the positions.
        add_missing_target_normals(buffer, indices, most_bytes);
        return buffer;
    }

    static void set_normals(VertexBuffer& buffer, std::span<const std::uint32_t> indices) {
        bool usable = !buffer.normals.empty();
        for (glm::vec3& normal : buffer.normals) {
            const float length = glm::length(normal);
            usable = usable && std::isfinite(length) && length > 1e-6f;
            if (usable) normal /= length;
        }
        if (!usable) buffer.normals = compute_normals(buffer.positions, indices);
    }

    SceneReader& reader_;
    const aiNode& node_;
    int index_;
    SkinBuilder skin_;
};

} // namespace

Result<void> read_meshes(SceneReader& reader) {
    for (std::size_t i = 0; i < reader.nodes.size(); ++i) {
        if (reader.nodes[i]->mNumMeshes == 0) continue;
        if (auto read = NodeMeshReader(reader, *reader.nodes[i], static_cast<int>(i)).read(); !read)
            return read;
    }
    return {};
}

} // namespace mien::assimp

#include "models/generator/glb_writer.h"

#include <cstring>
#include <span>

#include <nlohmann/json.hpp>

namespace mien::head {

namespace {

using nlohmann::json;

constexpr float metres = 0.001f;

// Numbers of the glTF specification.
constexpr int component_byte = 5121, component_short = 5123, component_int = 5125, component_float = 5126;
constexpr int target_vertices = 34962, target_indices = 34963;
constexpr std::uint32_t magic = 0x46546C67, chunk_json = 0x4E4F534A, chunk_binary = 0x004E4942;

template <typename T>
void append(std::vector<std::uint8_t>& bytes, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof(T));
    std::memcpy(bytes.data() + at, &value, sizeof(T));
}

std::vector<float> floats(std::span<const Vec3> values, float scale) {
    std::vector<float> result;
    for (const Vec3& v : values)
        for (int k = 0; k < 3; ++k) {
            // No negative zeros: they are noise in a file that people compare.
            const float f = float(v[k]) * scale;
            result.push_back(f == 0 ? 0.0f : f);
        }
    return result;
}

class Writer {
public:
    explicit Writer(const Model& model) : model_(model) {}

    std::vector<std::uint8_t> write() {
        document_["asset"] = {
            {"version", "2.0"}, {"generator", "mien_make_head"}, {"copyright", "CC0 1.0, the mien project"}};
        document_["scene"] = 0;
        if (!model_.face_groups.empty()) document_["extras"]["mien"] = json::parse(model_.face_groups);
        for (const auto& [name, text] : model_.extensions) {
            document_["extensionsUsed"].push_back(name);
            document_["extensions"][name] = json::parse(text);
        }
        add_joints();
        add_materials();
        for (const Part& part : model_.parts) add_part(part);
        document_["scenes"] = json::array({{{"name", model_.name}, {"nodes", roots_}}});
        document_["buffers"] = json::array({{{"byteLength", binary_.size()}}});
        return assemble();
    }

private:
    int add_view(std::span<const std::uint8_t> bytes, int target = 0) {
        while (binary_.size() % 4 != 0) binary_.push_back(0);
        json view{{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes.size()}};
        if (target != 0) view["target"] = target;
        binary_.insert(binary_.end(), bytes.begin(), bytes.end());
        return push("bufferViews", std::move(view));
    }
    template <typename T>
    int add_view_of(const std::vector<T>& values, int target = 0) {
        return add_view({reinterpret_cast<const std::uint8_t*>(values.data()), values.size() * sizeof(T)},
                        target);
    }
    int push(const char* list, json entry) {
        document_[list].push_back(std::move(entry));
        return int(document_[list].size()) - 1;
    }

    template <typename T>
    int add_accessor(const std::vector<T>& values, int component, const char* type, int width, int target) {
        return push("accessors", {{"bufferView", add_view_of(values, target)},
                                  {"componentType", component},
                                  {"type", type},
                                  {"count", values.size() / std::size_t(width)}});
    }
    static void add_bounds(json& accessor, const std::vector<float>& xyz, bool with_zero) {
        json low = json::array(), high = json::array();
        for (std::size_t k = 0; k < 3; ++k) {
            float least = with_zero ? 0 : xyz[k], most = least;
            for (std::size_t i = k; i < xyz.size(); i += 3) {
                least = std::min(least, xyz[i]);
                most = std::max(most, xyz[i]);
            }
            low.push_back(least);
            high.push_back(most);
        }
        accessor["min"] = low;
        accessor["max"] = high;
    }

    /// A list of zeros as long as the part, of which a few are something else. `vertices`: their numbers'
    /// view.
    int add_sparse(std::size_t count, int vertices, int component, const std::vector<float>& xyz,
                   bool bounds) {
        json accessor{{"componentType", component_float}, {"type", "VEC3"}, {"count", count}};
        const std::size_t touched = xyz.size() / 3;
        accessor["sparse"] = {{"count", touched},
                              {"indices", {{"bufferView", vertices}, {"componentType", component}}},
                              {"values", {{"bufferView", add_view_of(xyz)}}}};
        if (bounds) add_bounds(accessor, xyz, touched < count);
        return push("accessors", std::move(accessor));
    }

    json add_target(std::size_t count, const Target& target) {
        const bool narrow = count <= 0xFFFF;
        const int vertices =
            narrow ? add_view_of(std::vector<std::uint16_t>(target.vertices.begin(), target.vertices.end()))
                   : add_view_of(target.vertices);
        const int component = narrow ? component_short : component_int;
        return {{"POSITION", add_sparse(count, vertices, component, floats(target.positions, metres), true)},
                {"NORMAL", add_sparse(count, vertices, component, floats(target.normals, 1), false)}};
    }

    void add_joints() {
        std::vector<float> inverse_bind;
        json joints = json::array();
        for (const Joint& joint : model_.joints) {
            const Vec3 from =
                joint.parent < 0 ? Vec3{0, -model_.height, 0} : model_.joints[joint.parent].position;
            const int node =
                push("nodes", {{"name", joint.name},
                               {"translation", floats(std::array{joint.position - from}, metres)}});
            joints.push_back(node);
            if (joint.parent < 0)
                roots_.push_back(node);
            else
                document_["nodes"][joints[joint.parent].get<std::size_t>()]["children"].push_back(node);
            const Vec3 back = -joint.position * double(metres);
            for (const double v :
                 {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, back.x, back.y, back.z, 1.0})
                inverse_bind.push_back(float(v) == 0 ? 0.0f : float(v));
        }
        document_["skins"] = json::array(
            {{{"name", "Face"},
              {"joints", joints},
              {"skeleton", joints[0]},
              {"inverseBindMatrices", add_accessor(inverse_bind, component_float, "MAT4", 16, 0)}}});
    }

    void add_materials() {
        // Linear filters with mip levels; clamped at the edges (0) or repeating (1).
        for (const int wrap : {33071, 10497})
            push("samplers", {{"magFilter", 9729}, {"minFilter", 9987}, {"wrapS", wrap}, {"wrapT", wrap}});
        for (const Texture& texture : model_.textures) {
            const int image =
                push("images", {{"bufferView", add_view(texture.png)}, {"mimeType", "image/png"}});
            push("textures", {{"source", image}, {"sampler", texture.repeats ? 1 : 0}});
        }
        for (const Material& material : model_.materials) {
            json metallic_roughness{
                {"baseColorFactor", {material.colour.x, material.colour.y, material.colour.z, 1.0}},
                {"metallicFactor", 0.0},
                {"roughnessFactor", material.roughness}};
            if (material.texture >= 0) metallic_roughness["baseColorTexture"] = {{"index", material.texture}};
            json entry{{"name", material.name}, {"pbrMetallicRoughness", metallic_roughness}};
            if (material.double_sided) entry["doubleSided"] = true;
            if (material.blended) entry["alphaMode"] = "BLEND";
            push("materials", std::move(entry));
        }
    }

    json attributes_of(const Part& part) {
        const std::vector<float> xyz = floats(part.positions, metres);
        const int positions = add_accessor(xyz, component_float, "VEC3", 3, target_vertices);
        add_bounds(document_["accessors"][std::size_t(positions)], xyz, false);
        std::vector<float> uv, weights;
        std::vector<std::uint8_t> joints;
        for (const Vec2& t : part.uv) uv.insert(uv.end(), {float(t.x), float(t.y)});
        for (const Binding& binding : part.bindings) {
            // As floats the weights must still add up to one.
            std::array<float, 4> w{};
            for (std::size_t k = 0; k < 4; ++k) w[k] = float(binding.weights[k]);
            const float sum = w[0] + w[1] + w[2] + w[3];
            for (std::size_t k = 0; k < 4; ++k) {
                weights.push_back(w[k] / sum);
                joints.push_back(w[k] > 0 ? std::uint8_t(binding.joints[k]) : std::uint8_t{0});
            }
        }
        return {
            {"POSITION", positions},
            {"NORMAL", add_accessor(floats(part.normals, 1), component_float, "VEC3", 3, target_vertices)},
            {"TEXCOORD_0", add_accessor(uv, component_float, "VEC2", 2, target_vertices)},
            {"JOINTS_0", add_accessor(joints, component_byte, "VEC4", 4, target_vertices)},
            {"WEIGHTS_0", add_accessor(weights, component_float, "VEC4", 4, target_vertices)}};
    }

    void add_part(const Part& part) {
        json primitive{{"attributes", attributes_of(part)},
                       {"indices", add_accessor(part.indices, component_int, "SCALAR", 1, target_indices)},
                       {"material", part.material}};
        json mesh{{"name", part.name}};
        json names = json::array(), weights = json::array();
        for (const Target& target : part.targets) {
            primitive["targets"].push_back(add_target(part.positions.size(), target));
            names.push_back(target.name);
            weights.push_back(0.0);
        }
        mesh["primitives"] = json::array({std::move(primitive)});
        if (!part.targets.empty()) {
            mesh["extras"] = {{"targetNames", names}};
            mesh["weights"] = weights;
        }
        const int number = push("meshes", std::move(mesh));
        roots_.push_back(push("nodes", {{"name", part.name + "Mesh"}, {"mesh", number}, {"skin", 0}}));
    }

    std::vector<std::uint8_t> assemble() {
        std::string text = document_.dump();
        while (text.size() % 4 != 0) text.push_back(' ');
        while (binary_.size() % 4 != 0) binary_.push_back(0);
        std::vector<std::uint8_t> file;
        const auto header = [&](std::uint32_t value) { append(file, value); };
        header(magic);
        header(2);
        header(std::uint32_t(12 + 8 + text.size() + 8 + binary_.size()));
        header(std::uint32_t(text.size()));
        header(chunk_json);
        file.insert(file.end(), text.begin(), text.end());
        header(std::uint32_t(binary_.size()));
        header(chunk_binary);
        file.insert(file.end(), binary_.begin(), binary_.end());
        return file;
    }

    const Model& model_;
    json document_;
    json roots_ = json::array();
    std::vector<std::uint8_t> binary_;
};

} // namespace

std::vector<std::uint8_t> write_glb(const Model& model) {
    return Writer(model).write();
}

} // namespace mien::head

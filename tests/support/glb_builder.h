// Small rigs for the tests, written as GLB or glTF bytes: a valid one to start from, whose JSON and binary
// each test may spoil.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mien::test {

using Json = nlohmann::ordered_json;

/// A glTF file under construction: its JSON and the one buffer that all bufferViews name.
class GlbBuilder {
public:
    Json json;
    std::vector<std::uint8_t> binary;

    GlbBuilder();

    /// Appends bytes as a bufferView, aligned to 4; returns its index.
    int add_view(const std::vector<std::uint8_t>& bytes);
    /// Appends values as a bufferView and an accessor on it; returns the accessor's index.
    template <typename T>
    int add_accessor(const std::vector<T>& values, const char* type, int component_type, int components) {
        std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
        std::memcpy(bytes.data(), values.data(), bytes.size());
        json["accessors"].push_back({{"bufferView", add_view(bytes)},
                                     {"componentType", component_type},
                                     {"count", values.size() / static_cast<std::size_t>(components)},
                                     {"type", type}});
        return static_cast<int>(json["accessors"].size()) - 1;
    }
    int add_vec3(const std::vector<float>& values) { return add_accessor(values, "VEC3", 5126, 3); }

    /// Overwrites bytes of an accessor's data.
    template <typename T>
    void poke(int accessor, std::size_t element, T value) {
        const auto view = json["accessors"][accessor]["bufferView"].get<std::size_t>();
        const auto offset = json["bufferViews"][view]["byteOffset"].get<std::size_t>();
        std::memcpy(binary.data() + offset + element * sizeof(T), &value, sizeof(T));
    }

    [[nodiscard]] std::vector<std::uint8_t> glb() const;
    /// The same as JSON with a data URI, or with another URI for the buffer.
    [[nodiscard]] std::vector<std::uint8_t> gltf(const std::string& uri = {}) const;
};

/// A sheet of 3 x 3 vertices in the x-y plane, 0.1 apart, x from -0.1, y from 0; morph targets jawOpen (the
/// lowest row 0.05 down) and eyeBlinkLeft (z + 0.02 per column); node 0 carries it, bound to nodes 1 (root)
/// and 2 (tip, 0.1 up) with weights that go from root to tip with y; animation 0 turns the tip about z.
struct SheetRig : GlbBuilder {
    int positions = 0;
    int targets[2] = {};
    int indices = 0;
    int joints = 0;
    int weights = 0;
    int inverse_bind = 0;
    int times = 0;
    int rotations = 0;

    SheetRig();
    Json& mesh() { return json["meshes"][0]; }
    Json& primitive() { return mesh()["primitives"][0]; }
    Json& node(int index) { return json["nodes"][index]; }
};

} // namespace mien::test

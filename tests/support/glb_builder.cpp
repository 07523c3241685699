#include "tests/support/glb_builder.h"

#include <cmath>

namespace mien::test {
namespace {

void append_u32(std::vector<std::uint8_t>& bytes, std::size_t value) {
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::string base64(const std::vector<std::uint8_t>& bytes) {
    constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (i + k < bytes.size() ? bytes[i + k] : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k <= bytes.size() ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::vector<std::uint8_t> as_bytes(const std::string& text) {
    return {text.begin(), text.end()};
}

} // namespace

GlbBuilder::GlbBuilder() {
    json["asset"] = {{"version", "2.0"}, {"generator", "mien tests"}};
    json["buffers"] = Json::array({{{"byteLength", 0}}});
    json["bufferViews"] = Json::array();
    json["accessors"] = Json::array();
}

int GlbBuilder::add_view(const std::vector<std::uint8_t>& bytes) {
    binary.resize((binary.size() + 3) / 4 * 4);
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", bytes.size()}});
    binary.insert(binary.end(), bytes.begin(), bytes.end());
    json["buffers"][0]["byteLength"] = binary.size();
    return static_cast<int>(json["bufferViews"].size()) - 1;
}

std::vector<std::uint8_t> GlbBuilder::glb() const {
    std::string text = json.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::vector<std::uint8_t> data = binary;
    data.resize((data.size() + 3) / 4 * 4);
    std::vector<std::uint8_t> bytes = as_bytes("glTF");
    append_u32(bytes, 2);
    append_u32(bytes, 28 + text.size() + data.size());
    append_u32(bytes, text.size());
    append_u32(bytes, 0x4e4f534a);
    bytes.insert(bytes.end(), text.begin(), text.end());
    append_u32(bytes, data.size());
    append_u32(bytes, 0x004e4942);
    bytes.insert(bytes.end(), data.begin(), data.end());
    return bytes;
}

std::vector<std::uint8_t> GlbBuilder::gltf(const std::string& uri) const {
    Json copy = json;
    copy["buffers"][0]["uri"] = uri.empty() ? "data:application/octet-stream;base64," + base64(binary) : uri;
    return as_bytes(copy.dump(1));
}

SheetRig::SheetRig() {
    std::vector<float> points, down, out, weight_values;
    std::vector<std::uint8_t> joint_values;
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 3; ++x) {
            const auto fx = static_cast<float>(x);
            const auto fy = static_cast<float>(y);
            points.insert(points.end(), {fx * 0.1f - 0.1f, fy * 0.1f, 0.0f});
            down.insert(down.end(), {0.0f, y == 0 ? -0.05f : 0.0f, 0.0f});
            out.insert(out.end(), {0.0f, 0.0f, 0.02f * fx});
            weight_values.insert(weight_values.end(), {1 - fy / 2, fy / 2, 0.0f, 0.0f});
            joint_values.insert(joint_values.end(), {0, static_cast<std::uint8_t>(y > 0 ? 1 : 0), 0, 0});
        }
    positions = add_vec3(points);
    targets[0] = add_vec3(down);
    targets[1] = add_vec3(out);
    const std::vector<std::uint16_t> triangles = {0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4,
                                                  3, 4, 7, 3, 7, 6, 4, 5, 8, 4, 8, 7};
    indices = add_accessor(triangles, "SCALAR", 5123, 1);
    joints = add_accessor(joint_values, "VEC4", 5121, 4);
    weights = add_accessor(weight_values, "VEC4", 5126, 4);
    std::vector<float> matrices(32, 0.0f);
    for (int m = 0; m < 2; ++m)
        for (int i = 0; i < 4; ++i) matrices[static_cast<std::size_t>(m * 16 + i * 5)] = 1;
    matrices[16 + 13] = -0.1f; // the tip stands 0.1 up
    inverse_bind = add_accessor(matrices, "MAT4", 5126, 16);
    times = add_accessor(std::vector<float>{0, 1}, "SCALAR", 5126, 1);
    rotations =
        add_accessor(std::vector<float>{0, 0, 0, 1, 0, 0, std::sin(0.3f), std::cos(0.3f)}, "VEC4", 5126, 4);

    json["scene"] = 0;
    json["scenes"] = Json::array({{{"nodes", {0, 1}}}});
    json["nodes"] = Json::array({{{"name", "sheet"}, {"mesh", 0}, {"skin", 0}},
                                 {{"name", "root"}, {"children", {2}}},
                                 {{"name", "tip"}, {"translation", {0, 0.1, 0}}}});
    json["skins"] = Json::array({{{"joints", {1, 2}}, {"inverseBindMatrices", inverse_bind}}});
    Json primitive;
    primitive["attributes"] = {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}};
    primitive["indices"] = indices;
    primitive["targets"] = Json::array({{{"POSITION", targets[0]}}, {{"POSITION", targets[1]}}});
    json["meshes"] = Json::array({{{"name", "sheet"},
                                   {"primitives", Json::array({primitive})},
                                   {"extras", {{"targetNames", {"jawOpen", "eyeBlinkLeft"}}}}}});
    json["animations"] = Json::array(
        {{{"name", "bend"},
          {"samplers", Json::array({{{"input", times}, {"output", rotations}}})},
          {"channels", Json::array({{{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}}})}}});
}

} // namespace mien::test

// Writes small valid rigs that between them use every part of the glTF reader, as a corpus to fuzz from.
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>

#include <meshoptimizer.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "tests/support/glb_builder.h"

namespace {

using mien::test::Json;
using mien::test::SheetRig;

void add_sparse(SheetRig& sheet) {
    const int indices = sheet.add_view({1, 0, 4, 0});
    const int values = sheet.add_view(std::vector<std::uint8_t>(24, 0x3e));
    sheet.json["accessors"][sheet.targets[0]]["sparse"] = {
        {"count", 2},
        {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
        {"values", {{"bufferView", values}}}};
}

void add_meshopt(SheetRig& sheet) {
    const std::size_t view = sheet.json["accessors"][sheet.positions]["bufferView"];
    const std::size_t offset = sheet.json["bufferViews"][view]["byteOffset"];
    std::vector<std::uint8_t> packed(meshopt_encodeVertexBufferBound(9, 12));
    packed.resize(
        meshopt_encodeVertexBuffer(packed.data(), packed.size(), sheet.binary.data() + offset, 9, 12));
    const int stored = sheet.add_view(packed);
    Json place = sheet.json["bufferViews"][stored];
    sheet.json["bufferViews"].erase(static_cast<std::size_t>(stored));
    sheet.json["bufferViews"][view]["extensions"]["EXT_meshopt_compression"] = {
        {"buffer", 0},
        {"byteOffset", place["byteOffset"]},
        {"byteLength", place["byteLength"]},
        {"byteStride", 12},
        {"count", 9},
        {"mode", "ATTRIBUTES"}};
}

void add_material(SheetRig& sheet) {
    sheet.json["images"] = Json::array({{{"bufferView", 0}, {"mimeType", "image/png"}}});
    sheet.json["samplers"] = Json::array({{{"wrapS", 33071}}});
    sheet.json["textures"] = Json::array({{{"source", 0}, {"sampler", 0}}});
    sheet.json["materials"] = Json::array(
        {{{"pbrMetallicRoughness",
           {{"baseColorTexture",
             {{"index", 0},
              {"extensions", {{"KHR_texture_transform", {{"offset", {0.5, 0}}, {"rotation", 1}}}}}}}}},
          {"alphaMode", "MASK"},
          {"extensions", {{"KHR_materials_unlit", Json::object()}}}}});
    sheet.primitive()["material"] = 0;
}

void add_vrm1(SheetRig& sheet) {
    Json bind = {{"node", 0}, {"index", 0}, {"weight", 0.5}};
    sheet.json["extensions"]["VRMC_vrm"] = {
        {"specVersion", "1.0"},
        {"meta", {{"name", "sheet"}, {"authors", {"us"}}, {"licenseUrl", "https://vrm.dev/licenses/1.0/"}}},
        {"humanoid", {{"humanBones", {{"head", {{"node", 2}}}, {"neck", {{"node", 1}}}}}}},
        {"lookAt", {{"type", "bone"}}},
        {"expressions",
         {{"preset", {{"happy", {{"morphTargetBinds", Json::array({bind})}, {"overrideBlink", "blend"}}}}},
          {"custom", {{"own", {{"isBinary", true}, {"morphTargetBinds", Json::array({bind})}}}}}}}};
}

void add_vrm0(SheetRig& sheet) {
    sheet.json["extensions"]["VRM"] = {
        {"meta", {{"title", "sheet"}, {"author", "us"}, {"licenseName", "CC0"}}},
        {"humanoid", {{"humanBones", Json::array({{{"bone", "head"}, {"node", 2}}})}}},
        {"firstPerson", {{"lookAtTypeName", "BlendShape"}}},
        {"blendShapeMaster",
         {{"blendShapeGroups",
           Json::array({{{"name", "A"},
                         {"presetName", "a"},
                         {"binds", Json::array({{{"mesh", 0}, {"index", 1}, {"weight", 60}}})}}})}}}};
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: gltf_seeds FOLDER\n", stderr);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const std::pair<const char*, std::function<void(SheetRig&)>> seeds[] = {
        {"plain", [](SheetRig&) {}},
        {"sparse", add_sparse},
        {"meshopt", add_meshopt},
        {"material", add_material},
        {"vrm1", add_vrm1},
        {"vrm0", add_vrm0},
        {"strip", [](SheetRig& s) { s.primitive()["mode"] = 5; }},
        {"unindexed", [](SheetRig& s) { s.primitive().erase("indices"); }},
        {"matrix",
         [](SheetRig& s) { s.node(1)["matrix"] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}; }},
        {"cubic",
         [](SheetRig& s) { s.json["animations"][0]["samplers"][0]["interpolation"] = "CUBICSPLINE"; }},
    };
    for (const auto& [name, change] : seeds) {
        SheetRig sheet;
        change(sheet);
        if (!mien::write_file_atomically(folder / (std::string(name) + ".glb"), sheet.glb())) return 5;
        if (!mien::write_file_atomically(folder / (std::string(name) + ".gltf"), sheet.gltf())) return 5;
    }
    return 0;
}

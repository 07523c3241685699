#include "rig/import/gltf/materials.h"

#include <array>
#include <string>

#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

class MaterialReader {
public:
    MaterialReader(Document& document, Textures& textures) : document_(document), textures_(textures) {}

    [[nodiscard]] Material read(const JsonObject& object) {
        Material material;
        material.name = object.text("name", object.place());
        read_base(object.object("pbrMetallicRoughness"), material);
        const JsonObject normal = object.object("normalTexture");
        material.normal_texture = texture(normal);
        material.normal_scale = number(normal, "scale", 1);
        const JsonObject occlusion = object.object("occlusionTexture");
        material.occlusion_texture = texture(occlusion);
        material.occlusion_strength = number(occlusion, "strength", 1);
        material.emissive_texture = texture(object.object("emissiveTexture"));
        material.emissive =
            colour(object, "emissiveFactor", {0, 0, 0}) *
            number(object.extension("KHR_materials_emissive_strength"), "emissiveStrength", 1);
        read_alpha(object, material);
        material.double_sided = object.flag("doubleSided", false);
        read_shading(object, material);
        return material;
    }

private:
    void read_base(const JsonObject& base, Material& material) {
        const auto factor = values<4>(base, "baseColorFactor", {1, 1, 1, 1});
        material.base_colour = {factor[0], factor[1], factor[2], factor[3]};
        material.base_colour_texture = texture(base.object("baseColorTexture"));
        material.metallic = number(base, "metallicFactor", 1);
        material.roughness = number(base, "roughnessFactor", 1);
        material.metallic_roughness_texture = texture(base.object("metallicRoughnessTexture"));
    }

    void read_alpha(const JsonObject& object, Material& material) {
        const std::string mode = object.text("alphaMode", "OPAQUE");
        if (mode == "MASK")
            material.alpha_mode = AlphaMode::mask;
        else if (mode == "BLEND")
            material.alpha_mode = AlphaMode::blend;
        else if (mode != "OPAQUE")
            document_.report.warn("{}: alphaMode \"{}\" is not known; drawn opaque", object.place(),
                                  printable(mode));
        material.alpha_cutoff = number(object, "alphaCutoff", 0.5f);
    }

    void read_shading(const JsonObject& object, Material& material) {
        if (object.object("extensions").has("KHR_materials_unlit")) material.shading = Shading::unlit;
        const JsonObject toon = object.extension("VRMC_materials_mtoon");
        if (toon.empty()) return;
        material.shading = Shading::toon;
        material.shade_colour = colour(toon, "shadeColorFactor", {1, 1, 1});
    }

    [[nodiscard]] TextureUse texture(const JsonObject& info) {
        TextureUse use;
        if (info.empty()) return use;
        const auto index = info.index("index", document_.size(List::textures));
        if (!index) {
            document_.report.warn("{}; the texture is left out", index.error().message);
            return use;
        }
        if (*index == no_index) return use;
        use.texture = textures_.use(static_cast<std::size_t>(*index));
        const JsonObject transform = info.extension("KHR_texture_transform");
        const auto offset = values<2>(transform, "offset", {0, 0});
        const auto scale = values<2>(transform, "scale", {1, 1});
        use.offset = {offset[0], offset[1]};
        use.scale = {scale[0], scale[1]};
        use.rotation = number(transform, "rotation", 0);
        const std::uint64_t own_set = info.whole("texCoord", 0).value_or(0);
        const std::uint64_t set = transform.whole("texCoord", own_set).value_or(own_set);
        if (set > 1)
            document_.report.warn("{}: texture coordinates {} are not read; the first set is used",
                                  info.place(), set);
        use.uv_set = set == 1 ? 1 : 0;
        return use;
    }

    [[nodiscard]] float number(const JsonObject& object, const char* key, float otherwise) {
        return kept(object.number(key, otherwise), otherwise);
    }
    template <std::size_t N>
    [[nodiscard]] std::array<float, N> values(const JsonObject& object, const char* key,
                                              const std::array<float, N>& otherwise) {
        return kept(object.numbers<N>(key, otherwise), otherwise);
    }
    [[nodiscard]] glm::vec3 colour(const JsonObject& object, const char* key,
                                   const std::array<float, 3>& otherwise) {
        const auto read = values<3>(object, key, otherwise);
        return {read[0], read[1], read[2]};
    }

    /// The value, or the default with a warning.
    template <typename T>
    [[nodiscard]] T kept(const Result<T>& read, const T& otherwise) {
        if (read) return *read;
        document_.report.warn("{}; the material keeps the default", read.error().message);
        return otherwise;
    }

    Document& document_;
    Textures& textures_;
};

} // namespace

void read_materials(Document& document, Textures& textures, Rig& rig) {
    MaterialReader reader(document, textures);
    for (std::size_t i = 0; i < document.size(List::materials); ++i)
        rig.materials.push_back(reader.read(document.element(List::materials, i)));
}

} // namespace mien::gltf

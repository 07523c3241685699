#include "rig/export/glb_materials.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "media/image_io.h"
#include "rig/printable_text.h"

namespace mien::glb {
namespace {

int gl_wrap(Wrap wrap) {
    switch (wrap) {
    case Wrap::repeat:
        return 10497;
    case Wrap::mirror:
        return 33648;
    case Wrap::clamp:
        return 33071;
    }
    return 10497;
}

class MaterialWriter {
public:
    /// `texture_of`: by the rig's texture, the file's, or no_index.
    explicit MaterialWriter(std::vector<int> texture_of) : texture_of_(std::move(texture_of)) {}

    [[nodiscard]] Json write(const Material& material) {
        Json base = {{"baseColorFactor",
                      {material.base_colour.x, material.base_colour.y, material.base_colour.z,
                       material.base_colour.w}},
                     {"metallicFactor", material.metallic},
                     {"roughnessFactor", material.roughness}};
        add_texture(base, "baseColorTexture", material.base_colour_texture);
        add_texture(base, "metallicRoughnessTexture", material.metallic_roughness_texture);
        Json written = {{"name", to_valid_utf8(material.name)}, {"pbrMetallicRoughness", std::move(base)}};
        if (add_texture(written, "normalTexture", material.normal_texture))
            written["normalTexture"]["scale"] = material.normal_scale;
        if (add_texture(written, "occlusionTexture", material.occlusion_texture))
            written["occlusionTexture"]["strength"] = material.occlusion_strength;
        add_texture(written, "emissiveTexture", material.emissive_texture);
        add_emission(written, material.emissive);
        if (material.alpha_mode == AlphaMode::blend) written["alphaMode"] = "BLEND";
        if (material.alpha_mode == AlphaMode::mask) {
            written["alphaMode"] = "MASK";
            written["alphaCutoff"] = material.alpha_cutoff;
        }
        written["doubleSided"] = material.double_sided;
        if (material.shading != Shading::metallic_roughness) // toon shading has no form in plain glTF
            extension(written, "KHR_materials_unlit") = Json::object();
        return written;
    }

    [[nodiscard]] const std::set<std::string>& used_extensions() const { return used_; }

private:
    [[nodiscard]] Json& extension(Json& owner, const char* name) {
        used_.insert(name);
        return owner["extensions"][name];
    }

    bool add_texture(Json& owner, const char* key, const TextureUse& use) {
        const int texture =
            use.texture == no_index ? no_index : texture_of_[static_cast<std::size_t>(use.texture)];
        if (texture == no_index) return false;
        owner[key] = {{"index", texture}, {"texCoord", use.uv_set}};
        const bool moved = use.offset != glm::vec2(0) || use.scale != glm::vec2(1) || use.rotation != 0;
        if (moved)
            extension(owner[key], "KHR_texture_transform") = {{"offset", {use.offset.x, use.offset.y}},
                                                              {"rotation", use.rotation},
                                                              {"scale", {use.scale.x, use.scale.y}}};
        return true;
    }

    /// Factors above 1 are a strength of their own in glTF.
    void add_emission(Json& written, const glm::vec3& emissive) {
        const float strength = std::max({emissive.x, emissive.y, emissive.z});
        if (!(strength > 0)) return;
        const glm::vec3 factor = strength > 1 ? emissive / strength : emissive;
        written["emissiveFactor"] = {factor.x, factor.y, factor.z};
        if (strength > 1)
            extension(written, "KHR_materials_emissive_strength") = {{"emissiveStrength", strength}};
    }

    std::vector<int> texture_of_;
    std::set<std::string> used_;
};

/// Writes the pictures that could be read; returns the file's texture of each of the rig's.
Result<std::vector<int>> write_textures(const Rig& rig, Buffer& buffer, Json& root) {
    std::vector<int> texture_of(rig.textures.size(), no_index);
    Json textures = Json::array();
    Json samplers = Json::array();
    Json images = Json::array();
    for (std::size_t i = 0; i < rig.textures.size(); ++i) {
        const Texture& texture = rig.textures[i];
        if (texture.picture.empty()) continue;
        const auto png = encode_png(texture.picture);
        if (!png) return tl::unexpected<Error>(png.error());
        texture_of[i] = static_cast<int>(textures.size());
        textures.push_back(
            {{"name", to_valid_utf8(texture.name)}, {"sampler", samplers.size()}, {"source", images.size()}});
        samplers.push_back({{"magFilter", texture.nearest ? 9728 : 9729},
                            {"wrapS", gl_wrap(texture.wrap_u)},
                            {"wrapT", gl_wrap(texture.wrap_v)}});
        images.push_back({{"mimeType", "image/png"}, {"bufferView", buffer.add_view(*png)}});
    }
    if (textures.empty()) return texture_of;
    root["textures"] = std::move(textures);
    root["samplers"] = std::move(samplers);
    root["images"] = std::move(images);
    return texture_of;
}

} // namespace

Result<void> write_materials(const Rig& rig, Buffer& buffer, Json& root) {
    auto texture_of = write_textures(rig, buffer, root);
    if (!texture_of) return pass_on(texture_of);
    if (rig.materials.empty()) return {};
    MaterialWriter writer(std::move(*texture_of));
    Json materials = Json::array();
    for (const Material& material : rig.materials) materials.push_back(writer.write(material));
    root["materials"] = std::move(materials);
    if (!writer.used_extensions().empty()) root["extensionsUsed"] = writer.used_extensions();
    return {};
}

} // namespace mien::glb

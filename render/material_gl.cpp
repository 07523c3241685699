#include "render/material_gl.h"

#include <algorithm>
#include <cmath>

#include <glm/gtc/type_ptr.hpp>

namespace mien::gl {
namespace {

GLint wrap_mode(Wrap wrap) {
    switch (wrap) {
    case Wrap::repeat:
        return GL_REPEAT;
    case Wrap::mirror:
        return GL_MIRRORED_REPEAT;
    case Wrap::clamp:
        return GL_CLAMP_TO_EDGE;
    }
    return GL_REPEAT;
}

/// Half the size, each pixel the mean of up to four.
Image halved(const Image& picture) {
    Image half(std::max(picture.width / 2, 1), std::max(picture.height / 2, 1), picture.format);
    const auto channels = static_cast<std::size_t>(picture.channels());
    for (int y = 0; y < half.height; ++y) {
        const auto upper = picture.row(std::min(2 * y, picture.height - 1));
        const auto lower = picture.row(std::min(2 * y + 1, picture.height - 1));
        const auto out = half.row(y);
        for (int x = 0; x < half.width; ++x) {
            const std::size_t left = static_cast<std::size_t>(std::min(2 * x, picture.width - 1)) * channels;
            const std::size_t right =
                static_cast<std::size_t>(std::min(2 * x + 1, picture.width - 1)) * channels;
            for (std::size_t c = 0; c < channels; ++c)
                out[static_cast<std::size_t>(x) * channels + c] = static_cast<std::uint8_t>(
                    (upper[left + c] + upper[right + c] + lower[left + c] + lower[right + c] + 2) / 4);
        }
    }
    return half;
}

Texture upload_texture(const mien::Texture& source, bool srgb) {
    GLint largest = 1024;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    Image picture = convert(source.picture, PixelFormat::rgba8);
    while (picture.width > largest || picture.height > largest) picture = halved(picture);

    Texture texture = make_texture();
    glBindTexture(GL_TEXTURE_2D, texture.get());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap_mode(source.wrap_u));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap_mode(source.wrap_v));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                    source.nearest ? GL_NEAREST_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, source.nearest ? GL_NEAREST : GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, picture.width, picture.height, 0,
                 GL_RGBA, GL_UNSIGNED_BYTE, picture.pixels.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

bool has_transparency(const Image& picture) {
    if (picture.format != PixelFormat::rgba8) return false;
    for (std::size_t i = 3; i < picture.pixels.size(); i += 4)
        if (picture.pixels[i] < 255) return true;
    return false;
}

/// KHR_texture_transform: scale, then rotation, then offset. v runs down, so counter-clockwise turns u
/// towards -v.
glm::mat3x2 transform_of(const TextureUse& use) {
    const float c = std::cos(use.rotation);
    const float s = std::sin(use.rotation);
    return {glm::vec2(c, -s) * use.scale.x, glm::vec2(s, c) * use.scale.y, use.offset};
}

std::array<const TextureUse*, map_count> uses_of(const Material& material) {
    return {&material.base_colour_texture, &material.metallic_roughness_texture, &material.normal_texture,
            &material.occlusion_texture, &material.emissive_texture};
}

bool is_colour(std::size_t map) {
    return map == static_cast<std::size_t>(Map::base) || map == static_cast<std::size_t>(Map::emissive);
}

/// The maps that a shading looks at.
bool reads(Shading shading, std::size_t map) {
    switch (shading) {
    case Shading::unlit:
        return map == static_cast<std::size_t>(Map::base);
    case Shading::toon:
        return is_colour(map) || map == static_cast<std::size_t>(Map::normal);
    case Shading::metallic_roughness:
        return true;
    }
    return true;
}

} // namespace

MaterialSet::MaterialSet(const Rig& rig) {
    for (const Material& material : rig.materials) prepare(rig, material);
    Material plain; // glTF's own default is a metal, which shows little of a face
    plain.base_colour = glm::vec4(0.8f, 0.8f, 0.8f, 1);
    plain.metallic = 0;
    plain.roughness = 0.7f;
    prepare(rig, plain);
}

const PreparedMaterial& MaterialSet::get(int material) const {
    const auto index = static_cast<std::size_t>(material);
    return material == no_index || index >= materials_.size() ? materials_.back() : materials_[index];
}

void MaterialSet::prepare(const Rig& rig, const Material& material) {
    PreparedMaterial prepared;
    prepared.values = material;
    prepared.variant.shading = material.shading;
    prepared.variant.double_sided = material.double_sided;
    const auto uses = uses_of(material);
    for (std::size_t map = 0; map < map_count; ++map) {
        const TextureUse& use = *uses[map];
        if (!reads(material.shading, map) || use.texture == no_index) continue;
        prepared.textures[map] = texture(rig, use.texture, is_colour(map));
        if (prepared.textures[map] == 0) continue;
        prepared.variant.maps[map] = true;
        prepared.uv_transforms[map] = transform_of(use);
        prepared.uv_sets[map] = static_cast<float>(use.uv_set);
        prepared.variant.second_uv = prepared.variant.second_uv || use.uv_set == 1;
        prepared.variant.uv_transform = prepared.variant.uv_transform || use.uv_set == 1 ||
                                        transform_of(use) != transform_of(TextureUse());
    }
    if (material.alpha_mode == AlphaMode::mask) prepared.variant.alpha = AlphaPass::mask;
    // Many exporters mark all materials as blended: what has nothing to see through is drawn as opaque.
    const bool see_through =
        material.base_colour.a < 1 ||
        (prepared.textures[0] != 0 &&
         has_transparency(
             rig.textures[static_cast<std::size_t>(material.base_colour_texture.texture)].picture));
    if (material.alpha_mode == AlphaMode::blend && see_through) prepared.variant.alpha = AlphaPass::blend;
    materials_.push_back(std::move(prepared));
}

GLuint MaterialSet::texture(const Rig& rig, int index, bool srgb) {
    const auto at = static_cast<std::size_t>(index);
    if (at >= rig.textures.size() || rig.textures[at].picture.empty()) return 0;
    Texture& texture = textures_[{index, srgb}];
    if (!texture) texture = upload_texture(rig.textures[at], srgb);
    return texture.get();
}

void apply(const PreparedMaterial& material, const SurfaceProgram& program) {
    const Material& values = material.values;
    glUniform4fv(program.base_colour, 1, glm::value_ptr(values.base_colour));
    glUniform3fv(program.emissive, 1, glm::value_ptr(values.emissive));
    glUniform3fv(program.shade_colour, 1, glm::value_ptr(values.shade_colour));
    glUniform2f(program.metallic_roughness, values.metallic, values.roughness);
    glUniform1f(program.alpha_cutoff, values.alpha_cutoff);
    glUniform1f(program.normal_scale, values.normal_scale);
    glUniform1f(program.occlusion_strength, values.occlusion_strength);
    glUniformMatrix3x2fv(program.uv_transform, map_count, GL_FALSE,
                         glm::value_ptr(material.uv_transforms[0]));
    glUniform1fv(program.uv_set, map_count, material.uv_sets.data());
    for (std::size_t map = 0; map < map_count; ++map) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(map));
        glBindTexture(GL_TEXTURE_2D, material.textures[map]);
    }
}

void unbind_material_textures() {
    for (std::size_t map = map_count; map-- > 0;) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(map));
        glBindTexture(GL_TEXTURE_2D, 0);
    }
}

} // namespace mien::gl

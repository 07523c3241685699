#include "rig/import/fbx/fbx_materials.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "media/image_io.h"
#include "rig/checked_json.h"
#include "rig/import/gltf/uri.h"
#include "rig/import/srgb.h"
#include "rig/printable_text.h"

namespace mien::fbx {
namespace {

constexpr std::size_t most_picture_bytes = std::size_t{64} << 20;

glm::vec3 linear(const glm::dvec3& srgb) {
    const auto channel = [](double c) { return srgb_to_linear(static_cast<float>(std::clamp(c, 0.0, 1.0))); };
    return {channel(srgb.x), channel(srgb.y), channel(srgb.z)};
}

/// 0 to 1; what is no number counts as 1.
float fraction(double value) {
    return value >= 0 ? static_cast<float>(std::min(value, 1.0)) : value < 0 ? 0.0f : 1.0f;
}

/// Makers write the path on their own machine: only its last part can mean a file here.
std::string last_part(std::string_view path) {
    return std::string(path.substr(path.find_last_of("/\\") + 1)); // npos + 1 is 0
}

std::string_view child_text(const Record& record, std::string_view name) {
    const Record* child = record.child(name);
    return child != nullptr ? child->text(0) : std::string_view();
}

/// Exporters write a folder where they had no path ("model.fbm" is the one that embedded pictures unpack to),
/// and Blender numbers what has the same name: "baseColor.001".
bool names_picture(const std::string& file) {
    const std::size_t dot = file.find_last_of('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == file.size()) return false;
    const bool is_number = file.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    return !is_number && !file.ends_with(".fbm");
}

/// The file of a texture: of its paths, else what its video is called; empty where nothing says.
std::string picture_name(const Record& texture) {
    for (const std::string_view path :
         {child_text(texture, "RelativeFilename"), child_text(texture, "FileName")})
        if (std::string file = last_part(path); names_picture(file)) return file;
    const std::string media = object_name(child_text(texture, "Media"));
    return names_picture(media) ? last_part(media) : std::string();
}

} // namespace

int Materials::use(ObjectId material) {
    const auto [known, is_new] = materials_.try_emplace(material, no_index);
    if (is_new) {
        reader_.rig.materials.push_back(read(material));
        known->second = static_cast<int>(reader_.rig.materials.size()) - 1;
    }
    return known->second;
}

Material Materials::read(ObjectId id) {
    const Objects& objects = reader_.objects;
    const Record& record = *objects.find(id);
    Material material;
    material.name = objects.name(id);
    material.metallic = 0;
    material.roughness = 0.7f; // what a plain shader of this format looks like

    const double strength = objects.number(record, "DiffuseFactor").value_or(1);
    const glm::dvec3 diffuse = objects.vector(record, "DiffuseColor").value_or(glm::dvec3(1)) * strength;
    material.base_colour_texture =
        texture_of(id, {"DiffuseColor", "Maya|baseColor", "3dsMax|Parameters|base_color_map",
                        "Maya|TEX_color_map", "3dsMax|Parameters|diffuse_map"});
    // A picture stands in the place of the colour.
    const bool has_picture = material.base_colour_texture.texture != no_index;
    const glm::vec3 colour = has_picture ? glm::vec3(1) : linear(diffuse);

    // Maya writes a black TransparentColor for opaque, with a factor of 1; others the factor alone.
    const glm::dvec3 through = objects.vector(record, "TransparentColor").value_or(glm::dvec3(1));
    const double factor = objects.number(record, "TransparencyFactor").value_or(0);
    const double opacity =
        objects.number(record, "Opacity").value_or(1 - factor * (through.x + through.y + through.z) / 3);
    material.base_colour = glm::vec4(colour, fraction(opacity));
    const TextureUse mask = texture_of(
        id, {"TransparentColor", "TransparencyFactor", "Maya|opacity", "3dsMax|Parameters|cutout_map"});
    if (mask.texture != no_index && has_picture)
        material.alpha_mode = AlphaMode::blend; // the picture's own alpha, as exporters link it
    if (material.base_colour.a <= 0) {
        // Invisible materials are mistakes of exporters more often than they are meant.
        reader_.report.note("material {}: fully transparent in the file, drawn opaque",
                            printable(material.name));
        material.base_colour.a = 1;
    }
    if (material.base_colour.a < 1) material.alpha_mode = AlphaMode::blend;

    material.normal_texture = texture_of(
        id, {"NormalMap", "Maya|normalCamera", "3dsMax|Parameters|norm_map", "Maya|TEX_normal_map"});
    const double glow = objects.number(record, "EmissiveFactor").value_or(1);
    material.emissive = linear(objects.vector(record, "EmissiveColor").value_or(glm::dvec3(0)) * glow);
    material.emissive_texture =
        texture_of(id, {"EmissiveColor", "Maya|emissionColor", "Maya|TEX_emissive_map"});
    if (material.emissive_texture.texture != no_index) material.emissive = glm::vec3(1);
    return material;
}

TextureUse Materials::texture_of(ObjectId material, std::initializer_list<const char*> properties) {
    TextureUse use;
    for (const char* property : properties) {
        const std::vector<ObjectId> textures = reader_.objects.below(material, "Texture", {}, property);
        if (textures.empty()) continue;
        use.texture = texture(textures.front());
        const Record& record = *reader_.objects.find(textures.front());
        const auto number = [&](std::string_view name, std::size_t index, double otherwise) {
            const Record* found = record.child(name);
            const auto value =
                static_cast<float>(found != nullptr ? found->number(index, otherwise) : otherwise);
            return std::isfinite(value) ? value : static_cast<float>(otherwise);
        };
        use.scale = {number("ModelUVScaling", 0, 1), number("ModelUVScaling", 1, 1)};
        // In the file v counts upwards: an upward shift goes down here, and scaling is about the lower edge.
        use.offset.x = number("ModelUVTranslation", 0, 0);
        use.offset.y = 1 - use.scale.y - number("ModelUVTranslation", 1, 0);
        break;
    }
    return use;
}

int Materials::texture(ObjectId id) {
    if (const auto known = textures_.find(id); known != textures_.end()) return known->second;
    const Record& record = *reader_.objects.find(id);
    const std::string_view relative = child_text(record, "RelativeFilename");
    const std::string_view absolute = child_text(record, "FileName");
    const std::string file = picture_name(record);
    const std::string_view content = embedded(id);
    int& index = textures_[id];
    const PictureKey same_picture = {file, std::string(relative) + '\n' + std::string(absolute), content};
    if (const auto same = texture_by_picture_.find(same_picture);
        same != texture_by_picture_.end() && !file.empty())
        return index = same->second;
    Texture texture;
    texture.name = file;
    if (texture.name.empty()) texture.name = object_name(child_text(record, "Media"));
    if (texture.name.empty()) texture.name = reader_.objects.name(id);
    constexpr double clamp = 1;
    if (reader_.objects.number(record, "WrapModeU") == clamp) texture.wrap_u = Wrap::clamp;
    if (reader_.objects.number(record, "WrapModeV") == clamp) texture.wrap_v = Wrap::clamp;
    if (auto read = picture(content, file))
        texture.picture = std::move(*read);
    else
        reader_.report.warn("image {} left out: {}", printable(texture.name), read.error().message);
    reader_.rig.textures.push_back(std::move(texture));
    index = static_cast<int>(reader_.rig.textures.size()) - 1;
    texture_by_picture_[same_picture] = index;
    return index;
}

std::string_view Materials::embedded(ObjectId texture) {
    const auto content_of = [&](ObjectId video) {
        const Record* record = reader_.objects.find(video);
        return record != nullptr ? child_text(*record, "Content") : std::string_view();
    };
    for (const ObjectId video : reader_.objects.below(texture, "Video"))
        if (const std::string_view content = content_of(video); !content.empty()) return content;
    // A picture that several videos name stands in one of them.
    if (!content_by_path_) {
        content_by_path_.emplace();
        for (const ObjectId video : reader_.objects.all("Video"))
            if (const std::string_view content = content_of(video); !content.empty())
                content_by_path_->try_emplace(child_text(*reader_.objects.find(video), "Filename"), content);
    }
    const std::string_view path = child_text(*reader_.objects.find(texture), "FileName");
    const auto found = content_by_path_->find(path);
    return names_picture(last_part(path)) && found != content_by_path_->end() ? found->second
                                                                              : std::string_view();
}

Result<Image> Materials::picture(std::string_view content, const std::string& name) {
    constexpr std::uint64_t bytes_per_pixel = 4;
    const ImageLimits limits{
        std::min(ImageLimits{}.max_pixels, reader_.budget.remaining() / bytes_per_pixel)};
    const auto decode = [&](std::span<const std::uint8_t> bytes) -> Result<Image> {
        auto image = decode_image(bytes, "the picture", limits);
        if (!image) return image;
        if (auto charged = reader_.budget.charge(image->pixels.size()); !charged) return pass_on(charged);
        return image;
    };
    if (!content.empty()) {
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
        if (looks_like_image(bytes)) return decode(bytes);
        auto decoded = gltf::decode_base64(content); // ASCII files
        if (!decoded) return refuse("it is embedded in a form that is not read");
        return decode(*decoded);
    }
    if (name.empty()) return refuse("its maker wrote neither the picture nor where it is; drawn plain");
    auto bytes = gltf::read_uri(name, reader_.folder, most_picture_bytes);
    if (!bytes) return pass_on(bytes);
    return decode(*bytes);
}

} // namespace mien::fbx

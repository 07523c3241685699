#include "rig/import/gltf/textures.h"

#include <algorithm>
#include <array>
#include <utility>

#include "media/image_io.h"
#include "rig/import/gltf/uri.h"

namespace mien::gltf {
namespace {

constexpr std::size_t most_bytes_of_a_picture = std::size_t{256} << 20;

/// Extensions that name another source for the picture, and whether mien reads that kind.
struct SourceExtension {
    const char* name;
    const char* kind;
    bool readable;
};
constexpr std::array<SourceExtension, 4> source_extensions = {{
    {"EXT_texture_webp", "WebP", true},
    {"KHR_texture_basisu", "KTX2", false},
    {"EXT_texture_avif", "AVIF", false},
    {"MSFT_texture_dds", "DDS", false},
}};

// Values of a sampler, which are OpenGL's.
constexpr std::uint64_t gl_nearest = 9728;
constexpr std::uint64_t gl_clamp_to_edge = 33071;
constexpr std::uint64_t gl_mirrored_repeat = 33648;

Wrap wrap_of(const JsonObject& sampler, const char* key) {
    switch (sampler.whole(key, 0).value_or(0)) {
    case gl_clamp_to_edge:
        return Wrap::clamp;
    case gl_mirrored_repeat:
        return Wrap::mirror;
    default:
        return Wrap::repeat;
    }
}

} // namespace

Textures::Textures(Document& document, Buffers& buffers, Rig& rig)
    : document_(document), buffers_(buffers), rig_(rig), used_(document.size(List::textures), no_index) {}

int Textures::use(std::size_t texture) {
    int& index = used_[texture];
    if (index != no_index) return index;
    rig_.textures.push_back(read(document_.element(List::textures, texture)));
    index = static_cast<int>(rig_.textures.size()) - 1;
    return index;
}

Texture Textures::read(const JsonObject& object) {
    Texture texture;
    texture.name = object.text("name", object.place());
    if (const auto index = object.index("sampler", document_.size(List::samplers)); index && *index >= 0) {
        const JsonObject sampler = document_.element(List::samplers, static_cast<std::size_t>(*index));
        texture.wrap_u = wrap_of(sampler, "wrapS");
        texture.wrap_v = wrap_of(sampler, "wrapT");
        texture.nearest = sampler.whole("magFilter", 0).value_or(0) == gl_nearest;
    }
    auto source = object.index("source", document_.size(List::images));
    for (const SourceExtension& extension : source_extensions) {
        const JsonObject other = object.extension(extension.name);
        if (other.empty()) continue;
        if (extension.readable)
            source = other.index("source", document_.size(List::images));
        else if (source && *source == no_index)
            document_.report.warn("{} ({}): its image is {}, which is not read; drawn without it",
                                  object.place(), texture.name, extension.kind);
    }
    if (!source)
        document_.report.warn("{}; its image is missing, drawn without it", source.error().message);
    else if (*source != no_index)
        texture.picture = picture(static_cast<std::size_t>(*source));
    return texture;
}

Image Textures::picture(std::size_t index) {
    const JsonObject image = document_.element(List::images, index);
    auto decoded = decode(image);
    if (decoded) return std::move(*decoded);
    document_.report.warn("{} {} left out: {}", image.place(), image.text("name", image.text("mimeType")),
                          decoded.error().message);
    return {};
}

Result<Image> Textures::decode(const JsonObject& image) {
    constexpr std::uint64_t bytes_per_pixel = 4;
    const ImageLimits limits{
        std::min(ImageLimits{}.max_pixels, document_.budget.remaining() / bytes_per_pixel)};
    std::vector<std::uint8_t> read;
    std::span<const std::uint8_t> bytes;
    if (const std::string uri = image.text("uri"); !uri.empty()) {
        auto from_uri = read_uri(uri, document_.folder, most_bytes_of_a_picture);
        if (!from_uri) return pass_on(from_uri);
        read = std::move(*from_uri);
        bytes = read;
    } else {
        auto index = image.index("bufferView", document_.size(List::buffer_views));
        if (!index) return pass_on(index);
        if (*index == no_index) return refuse("it has neither uri nor bufferView");
        auto view = buffers_.view(static_cast<std::size_t>(*index));
        if (!view) return pass_on(view);
        bytes = view->bytes;
    }
    auto picture = decode_image(bytes, "the picture", limits);
    if (!picture) return picture;
    if (auto charged = document_.budget.charge(picture->pixels.size()); !charged) return pass_on(charged);
    return picture;
}

} // namespace mien::gltf

#include "media/image_io.h"

#include <algorithm>

#include "base/file.h"
#include "media/jpeg_codec.h"
#include "media/png_codec.h"
#include "media/webp_codec.h"

namespace mien {
namespace {

/// No still that fits the pixel limit is larger than this, whatever its format.
constexpr std::size_t max_file_size = 512u << 20;

std::string lower_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension;
}

} // namespace

Result<Image> decode_image(std::span<const std::uint8_t> bytes, const std::string& what,
                           const ImageLimits& limits) {
    if (is_png(bytes)) return decode_png(bytes, what, limits);
    if (is_jpeg(bytes)) return decode_jpeg(bytes, what, limits);
    if (is_webp(bytes)) return decode_webp(bytes, what, limits);
    return fail(ErrorCode::unreadable, "Cannot read {}: it is not a PNG, JPEG or WebP picture", what);
}

bool looks_like_image(std::span<const std::uint8_t> bytes) {
    return is_png(bytes) || is_jpeg(bytes) || is_webp(bytes);
}

Result<Image> read_image(const std::filesystem::path& path, const ImageLimits& limits) {
    auto bytes = read_file(path, max_file_size);
    if (!bytes) return pass_on(bytes);
    return decode_image(*bytes, path.string(), limits);
}

Result<void> write_image(const std::filesystem::path& path, const Image& picture) {
    const std::string extension = lower_extension(path);
    const bool jpeg = extension == ".jpg" || extension == ".jpeg";
    if (!jpeg && extension != ".png")
        return fail(ErrorCode::usage, "Cannot write {}: pictures end in .png, .jpg or .jpeg", path.string());
    auto bytes = jpeg ? encode_jpeg(picture) : encode_png(picture);
    if (!bytes) return pass_on(bytes);
    return write_file_atomically(path, *bytes);
}

} // namespace mien

#include "capture/source/video_source.h"

#include <array>
#include <fstream>
#include <system_error>

#include "capture/source/film_source.h"
#include "capture/source/paced_source.h"
#include "capture/source/picture_source.h"
#include "media/image_io.h"

namespace mien {
namespace {

bool is_picture_file(const std::filesystem::path& path) {
    std::array<std::uint8_t, 16> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(start.data()), start.size());
    return looks_like_image({start.data(), static_cast<std::size_t>(file.gcount())});
}

Result<std::unique_ptr<VideoSource>> open_file(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return open_folder_source(path);
    if (is_picture_file(path)) return open_still_source(path);
    return open_film_source(path);
}

} // namespace

std::vector<CameraInfo> list_cameras() {
    return {};
}

Result<std::unique_ptr<VideoSource>> open_source(const std::string& spec, const SourceOptions& options) {
    auto source = open_file(spec);
    if (!source) return pass_on(source);
    return options.paced ? make_paced(std::move(*source)) : std::move(source);
}

} // namespace mien

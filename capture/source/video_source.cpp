#include "capture/source/video_source.h"

#include <array>
#include <charconv>
#include <fstream>
#include <string_view>
#include <system_error>

#include "capture/source/camera_list.h"
#include "capture/source/film_source.h"
#include "capture/source/paced_source.h"
#include "capture/source/picture_source.h"
#include "capture/source/synthetic_source.h"
#include "media/image_io.h"

namespace mien {
namespace {

bool is_picture_file(const std::filesystem::path& path) {
    std::array<std::uint8_t, 16> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(start.data()), start.size());
    return looks_like_image({start.data(), static_cast<std::size_t>(file.gcount())});
}

/// A film under a wrong name: what comes of renaming it by hand. By the marks at the start of MP4 and
/// QuickTime, Matroska and WebM, AVI.
bool looks_like_film(const std::filesystem::path& path) {
    std::array<char, 12> start{};
    std::ifstream(path, std::ios::binary).read(start.data(), start.size());
    const std::string_view bytes(start.data(), start.size());
    return bytes.substr(4, 4) == "ftyp" || bytes.starts_with("\x1a\x45\xdf\xa3") ||
           (bytes.starts_with("RIFF") && bytes.substr(8, 3) == "AVI");
}

Result<std::unique_ptr<VideoSource>> open_file(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return open_folder_source(path);
    // What is named like a picture is read as one, so that a damaged one is not called a damaged film.
    const bool named = has_picture_extension(path) && std::filesystem::is_regular_file(path, ignored) &&
                       !looks_like_film(path);
    if (named || is_picture_file(path)) return open_still_source(path);
    return open_film_source(path);
}

Result<std::unique_ptr<VideoSource>> open_synthetic(const std::string& spec) {
    const std::string_view length = std::string_view(spec).substr(std::string_view("synthetic").size());
    if (length.empty()) return make_synthetic_source(std::nullopt);
    // from_chars and not stod: a comma may be the decimal sign of the user's language.
    double seconds = 0;
    const auto [end, error] = std::from_chars(length.data() + 1, length.data() + length.size(), seconds);
    if (error != std::errc{} || end != length.data() + length.size() || !(seconds > 0 && seconds < 1e6))
        return fail(ErrorCode::usage, "Cannot open {}: write synthetic:SECONDS, such as synthetic:10", spec);
    return make_synthetic_source(Duration::from_seconds(seconds));
}

Result<std::unique_ptr<VideoSource>> open_unpaced(const std::string& spec) {
    if (spec == "synthetic" || spec.starts_with("synthetic:")) return open_synthetic(spec);
    return open_file(spec);
}

} // namespace

bool is_virtual(const CameraInfo& camera) {
    // v4l2loopback, and the drivers of the kernel that make pictures for tests.
    return camera.driver == "v4l2 loopback" || camera.driver == "vivid" || camera.driver == "vimc";
}

std::vector<CameraInfo> list_cameras() {
    const auto calls = real_system_calls();
    auto cameras = scan_cameras(*calls);
    add_modes(calls, cameras);
    return cameras;
}

Result<std::unique_ptr<VideoSource>> open_source(const std::string& spec, const SourceOptions& options) {
    if (names_camera(spec)) return open_camera(real_system_calls(), spec, options);
    auto source = open_unpaced(spec);
    if (!source) return pass_on(source);
    return options.paced ? make_paced(std::move(*source)) : std::move(source);
}

} // namespace mien

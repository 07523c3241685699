#include "capture/source/camera_list.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include "capture/source/camera_mode.h"
#include "capture/source/camera_picture.h"
#include "capture/source/camera_source.h"
#include "capture/source/device_holder.h"
#include "capture/source/picture_source.h"
#include "capture/source/v4l2_device.h"

namespace mien {
namespace {

namespace fs = std::filesystem;

bool all_digits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// folder/videoN, in the order of N.
std::vector<std::string> device_nodes(const fs::path& folder) {
    constexpr std::string_view prefix = "video";
    std::vector<std::string> nodes;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (name.starts_with(prefix) && all_digits(std::string_view(name).substr(prefix.size())))
            nodes.push_back(at->path().string());
    }
    std::sort(nodes.begin(), nodes.end(), natural_less);
    return nodes;
}

CameraInfo info_of(const std::string& path, const DeviceIdentity& identity) {
    return {.path = path,
            .id = identity.card + " @ " + identity.bus,
            .name = identity.card.empty() ? path : identity.card,
            .driver = identity.driver};
}

void make_ids_unique(std::vector<CameraInfo>& cameras) {
    for (std::size_t i = 0; i < cameras.size(); ++i) {
        int number = 1;
        for (std::size_t j = i + 1; j < cameras.size(); ++j)
            if (cameras[j].id == cameras[i].id) cameras[j].id += fmt::format(" #{}", ++number);
    }
}

Result<std::unique_ptr<VideoSource>> open_known(const std::shared_ptr<SystemCalls>& calls,
                                                const CameraInfo& camera, const SourceOptions& options) {
    const HolderLookup holder = [](const std::string& path) { return device_holder(path); };
    auto device = open_v4l2_device(calls, camera.path);
    if (!device) return tl::unexpected(camera_error(camera, device.error(), holder));
    SourceOptions own = options;
    const auto remembered = options.modes.find(camera.id);
    if (!own.mode && remembered != options.modes.end()) own.mode = remembered->second;
    return start_camera(std::move(*device), camera, own, holder);
}

Result<std::unique_ptr<VideoSource>> open_path(const std::shared_ptr<SystemCalls>& calls,
                                               const std::string& path, const SourceOptions& options,
                                               const fs::path& folder) {
    // As the list has it where it does: two nodes of one camera are told apart there.
    for (const CameraInfo& camera : scan_cameras(*calls, folder))
        if (camera.path == path) return open_known(calls, camera, options);
    const auto identity = identify_v4l2_device(*calls, path);
    const CameraInfo camera =
        identity ? info_of(path, *identity) : CameraInfo{.path = path, .id = {}, .name = {}, .driver = {}};
    return open_known(calls, camera, options);
}

/// Infrared cameras for face unlocking list only grey formats. A camera that cannot be asked counts as
/// one with colour: opening it will say why.
bool has_colour(const std::shared_ptr<SystemCalls>& calls, const CameraInfo& camera,
                const SourceOptions& options) {
    const auto device = open_v4l2_device(calls, camera.path);
    if (!device) return true;
    const auto modes = (*device)->modes(options.width, options.height);
    return !modes || std::any_of(modes->begin(), modes->end(),
                                 [](const DeviceMode& mode) { return !is_grey(mode.format); });
}

/// Why there is none: a device that may not be opened is the usual reason.
Error no_camera(SystemCalls& calls, const fs::path& folder) {
    for (const std::string& path : device_nodes(folder)) {
        const auto identity = identify_v4l2_device(calls, path);
        if (!identity && identity.error().fault != DeviceFault::unsupported)
            return camera_error({.path = path, .id = {}, .name = {}, .driver = {}}, identity.error(), {});
    }
    return {ErrorCode::unavailable,
            "No camera is connected: connect one, or give a video file or \"synthetic\" as the source",
            {}};
}

} // namespace

std::vector<CameraInfo> scan_cameras(SystemCalls& calls, const fs::path& folder) {
    std::vector<CameraInfo> cameras;
    for (const std::string& path : device_nodes(folder))
        if (const auto identity = identify_v4l2_device(calls, path))
            cameras.push_back(info_of(path, *identity));
    std::stable_partition(cameras.begin(), cameras.end(), [](const auto& c) { return !is_virtual(c); });
    make_ids_unique(cameras);
    return cameras;
}

void add_modes(const std::shared_ptr<SystemCalls>& calls, std::vector<CameraInfo>& cameras) {
    const SourceOptions usual;
    for (CameraInfo& camera : cameras) {
        const auto device = open_v4l2_device(calls, camera.path);
        if (!device) continue;
        auto modes = (*device)->modes(usual.width, usual.height);
        if (!modes) continue;
        for (const DeviceMode& mode : ranked_modes(std::move(*modes), usual))
            camera.modes.push_back(shown_mode(mode));
    }
}

bool names_camera(const std::string& spec) {
    return spec == "camera" || spec.starts_with("camera:") || spec.starts_with("/dev/video") ||
           spec.starts_with("/dev/v4l/") || all_digits(spec);
}

Result<std::unique_ptr<VideoSource>> open_camera(std::shared_ptr<SystemCalls> calls, const std::string& spec,
                                                 const SourceOptions& options, const fs::path& folder) {
    if (all_digits(spec)) return open_path(calls, (folder / ("video" + spec)).string(), options, folder);
    if (spec.starts_with('/')) return open_path(calls, spec, options, folder);

    const std::vector<CameraInfo> cameras = scan_cameras(*calls, folder);
    if (cameras.empty()) return tl::unexpected(no_camera(*calls, folder));
    if (spec == "camera") {
        // Virtual cameras, which come last, are for those who name them: our own picture may come out of one.
        const auto real_end = std::find_if(cameras.begin(), cameras.end(), is_virtual);
        if (real_end == cameras.begin())
            return fail(ErrorCode::unavailable,
                        "Only a virtual camera is there: connect a real one, or name it: \"camera:{}\"",
                        cameras.front().name);
        const auto first = std::find_if(cameras.begin(), real_end, [&](const CameraInfo& camera) {
            return has_colour(calls, camera, options);
        });
        return open_known(calls, first != real_end ? *first : cameras.front(), options);
    }
    const std::string wanted = spec.substr(std::string_view("camera:").size());
    const auto matches = [&](auto member) {
        return std::find_if(cameras.begin(), cameras.end(),
                            [&](const CameraInfo& camera) { return camera.*member == wanted; });
    };
    for (const auto member : {&CameraInfo::id, &CameraInfo::path, &CameraInfo::name})
        if (const auto found = matches(member); found != cameras.end())
            return open_known(calls, *found, options);
    return fail(ErrorCode::unavailable, "Camera {} is not connected; there is {}", wanted,
                cameras.front().id);
}

} // namespace mien

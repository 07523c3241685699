#include "gui/source_choice.h"

#include <algorithm>

#include <QCoreApplication>

namespace mien::gui {

namespace {

constexpr std::string_view camera_prefix = "camera:";

QString tr(const char* text) {
    return QCoreApplication::translate("SourceMenu", text);
}

bool is_synthetic(const std::string& spec) {
    return spec == "synthetic" || spec.starts_with("synthetic:");
}

const CameraInfo* find_camera(const std::string& spec, const std::vector<CameraInfo>& cameras) {
    const auto found = std::find_if(cameras.begin(), cameras.end(), [&](const CameraInfo& camera) {
        return spec == std::string(camera_prefix) + camera.id || spec == camera.path;
    });
    return found == cameras.end() ? nullptr : &*found;
}

/// None that is virtual: our own picture may come out of one.
const CameraInfo* first_real(const std::vector<CameraInfo>& cameras) {
    const auto found = std::find_if_not(cameras.begin(), cameras.end(), is_virtual);
    return found == cameras.end() ? nullptr : &*found;
}

bool is_there(const std::string& spec, const std::vector<CameraInfo>& cameras) {
    if (is_synthetic(spec) || find_camera(spec, cameras) != nullptr) return true;
    if (spec.starts_with(camera_prefix)) return false;
    if (spec == "camera") return first_real(cameras) != nullptr;
    std::error_code ignored;
    return std::filesystem::exists(spec, ignored);
}

} // namespace

QString source_title(const std::string& spec, const std::vector<CameraInfo>& cameras) {
    if (is_synthetic(spec)) return tr("the synthetic performance");
    if (const CameraInfo* camera = find_camera(spec, cameras)) return QString::fromStdString(camera->name);
    const CameraInfo* first = first_real(cameras);
    if (spec == "camera" && first != nullptr) return QString::fromStdString(first->name);
    if (spec.starts_with(camera_prefix))
        return tr("the camera %1").arg(QString::fromStdString(spec.substr(camera_prefix.size())));
    return QString::fromStdString(std::filesystem::path(spec).filename().string());
}

SourceChoice choose_source(const std::string& last, const std::vector<CameraInfo>& cameras,
                           const std::filesystem::path& sample_clip) {
    if (!last.empty() && is_there(last, cameras)) return {last, {}};
    SourceChoice choice;
    std::error_code ignored;
    if (const CameraInfo* first = first_real(cameras))
        choice.spec = std::string(camera_prefix) + first->id;
    else if (std::filesystem::exists(sample_clip, ignored))
        choice.spec = sample_clip.string();
    if (!last.empty())
        choice.notice = choice.spec.empty()
                            ? tr("%1 is not there.").arg(source_title(last, cameras))
                            : tr("%1 is not there; this is %2.")
                                  .arg(source_title(last, cameras), source_title(choice.spec, cameras));
    return choice;
}

} // namespace mien::gui

#include "app/doctor_cameras.h"

#include <fmt/format.h>

namespace mien {
namespace {

Check check_camera(const CameraInfo& camera, const CameraChoice& choice, const std::string& holder) {
    Check check{"camera", Finding::ok,
                fmt::format("{}  {}  ({}, {})", camera.path, camera.name, camera.driver, camera.id), ""};
    if (is_virtual(camera)) check.detail += "; virtual: opened only by its name";
    if (choice.mode)
        check.detail += fmt::format("; mode {}, as you chose", text_of(*choice.mode));
    else if (!camera.modes.empty())
        check.detail += fmt::format("; mode {}", text_of(camera.modes.front()));
    if (choice.vertical_fov)
        check.detail += fmt::format("; field of view {} degrees, as you chose", *choice.vertical_fov);
    if (!holder.empty()) {
        check.finding = Finding::note;
        check.detail += "; in use by " + holder;
        check.fix = "close it there before mien opens it";
    }
    return check;
}

} // namespace

std::vector<Check> check_cameras(const std::vector<CameraInfo>& cameras, const CameraChoices& choices,
                                 const std::function<std::string(const std::string&)>& holder) {
    std::vector<Check> checks;
    for (const CameraInfo& camera : cameras) {
        const auto choice = choices.find(camera.id);
        checks.push_back(check_camera(camera, choice != choices.end() ? choice->second : CameraChoice(),
                                      holder(camera.path)));
        std::string modes;
        for (const CameraMode& mode : camera.modes) modes += (modes.empty() ? "" : ", ") + text_of(mode);
        if (!modes.empty()) checks.push_back({"its modes", Finding::ok, modes, ""});
    }
    return checks;
}

} // namespace mien

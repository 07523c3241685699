#include "app/doctor.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "app/doctor_cameras.h"
#include "app/version.h"
#include "base/image.h"
#include "capture/source/device_holder.h"
#include "capture/source/video_source.h"
#include "capture/tracker/tracker.h"
#include "live/camera_choices.h"
#include "media/movie_writer.h"
#include "render/gl_context.h"

namespace mien {
namespace {

/// The value of `key` in a file of "key: value" or KEY="value" lines.
std::string value_in(const char* path, std::string_view key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const std::size_t begin = line.find_first_not_of(" \t:=\"", key.size());
        const std::size_t end = line.find_last_not_of(" \t\"");
        if (begin != std::string::npos && end >= begin) return line.substr(begin, end - begin + 1);
    }
    return {};
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

std::string cpu_features() {
    std::string features;
#if defined(__x86_64__)
    const auto add = [&features](bool has, const char* name) {
        if (has) features += (features.empty() ? "" : " ") + std::string(name);
    };
    add(__builtin_cpu_supports("sse4.2") != 0, "sse4.2");
    add(__builtin_cpu_supports("avx") != 0, "avx");
    add(__builtin_cpu_supports("avx2") != 0, "avx2");
    add(__builtin_cpu_supports("fma") != 0, "fma");
    add(__builtin_cpu_supports("avx512f") != 0, "avx512f");
#endif
    return features.empty() ? "no vector extensions known" : features;
}

Check check_system() {
    utsname kernel{};
    ::uname(&kernel);
    std::string system = value_in("/etc/os-release", "PRETTY_NAME");
    if (system.empty()) system = kernel.sysname;
    return {"system", Finding::ok, fmt::format("mien {} on {}, kernel {}", version(), system, kernel.release),
            ""};
}

Check check_cpu() {
    std::string model = value_in("/proc/cpuinfo", "model name");
    if (model.empty()) model = "unknown processor";
    const auto memory_mb =
        static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
    return {"processor", Finding::ok,
            fmt::format("{}, {} cores, {}; {:.0f} MB of memory", model, std::thread::hardware_concurrency(),
                        cpu_features(), memory_mb),
            ""};
}

/// Inside a sandbox devices may be hidden: worth saying when one is missed.
Check check_sandbox() {
    std::error_code ignored;
    std::string kind;
    if (std::filesystem::exists("/.flatpak-info", ignored)) kind = "Flatpak";
    if (!environment("SNAP").empty()) kind = "Snap";
    if (std::filesystem::exists("/.dockerenv", ignored)) kind = "Docker";
    if (std::filesystem::exists("/run/.containerenv", ignored)) kind = "Podman";
    if (kind.empty()) return {"sandbox", Finding::ok, "none", ""};
    return {"sandbox", Finding::note, kind + ": cameras and displays of the machine may be hidden",
            "if a camera is missing, pass its /dev/video device into the sandbox"};
}

/// One tracker, by really loading it.
Check check_tracker(TrackerKind kind, const ModelPaths& models, const std::filesystem::path& place) {
    auto tracker = make_tracker(kind, models);
    const std::string name = fmt::format("tracker {}", name_of(kind));
    if (tracker) return {name, Finding::ok, place.string(), ""};
    // The message ends with what to do, which has a line of its own here.
    const std::string& message = tracker.error().message;
    const std::size_t step = message.find("; ");
    if (step == std::string::npos) return {name, Finding::note, message, ""};
    return {name, Finding::note, message.substr(0, step), message.substr(step + 2)};
}

void check_trackers(const std::filesystem::path& models_override, std::vector<Check>& checks) {
    const ModelPaths models = find_models(models_override);
    Check mesh = check_tracker(TrackerKind::mesh, models, models.directory);
    Check dlib = check_tracker(TrackerKind::dlib68, models, models.dlib_shape);
    if (mesh.finding != Finding::ok && mesh.fix.empty()) mesh.fix = "run models/fetch";
    if (dlib.finding != Finding::ok && dlib.fix.empty()) dlib.fix = "install the package libdlib-data";
    // One of the two is enough to work.
    if (mesh.finding != Finding::ok && dlib.finding != Finding::ok) mesh.finding = Finding::missing;
    checks.push_back(std::move(mesh));
    checks.push_back(std::move(dlib));
    if (models.task.empty())
        checks.push_back({"tracker task", Finding::note,
                          "no face_landmarker.task of your own (not needed); $MIEN_TASK can name one", ""});
    else
        checks.push_back(check_tracker(TrackerKind::task, models, models.task));
}

/// Video devices that are there and may not be opened.
std::vector<std::string> forbidden_devices() {
    std::vector<std::string> paths;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/dev", ignored)) {
        const std::string path = entry.path().string();
        if (path.rfind("/dev/video", 0) == 0 && ::access(path.c_str(), R_OK | W_OK) != 0)
            paths.push_back(path);
    }
    return paths;
}

void look_for_cameras(std::vector<Check>& checks) {
    const auto asked_holder = [](const std::string& path) { return device_holder(path); };
    const std::vector<CameraInfo> cameras = list_cameras();
    const auto choices = load_camera_choices(camera_choices_file());
    for (Check& check : check_cameras(cameras, choices.value_or(CameraChoices()), asked_holder))
        checks.push_back(std::move(check));
    if (!choices) checks.push_back({"camera", Finding::note, choices.error().message, ""});
    for (const std::string& path : forbidden_devices())
        checks.push_back(
            {"camera", Finding::missing, path + ": no permission to open it",
             "add yourself to the group video: sudo usermod -aG video $USER, then log in again"});
    if (cameras.empty() && checks.back().name != "camera")
        checks.push_back({"camera", Finding::note,
                          "none: there is no /dev/video device; films work all the same",
                          "plug in a camera"});
}

Check check_display() {
    const std::string wayland = environment("WAYLAND_DISPLAY");
    const std::string x11 = environment("DISPLAY");
    if (!wayland.empty()) return {"display", Finding::ok, "Wayland " + wayland, ""};
    if (!x11.empty()) return {"display", Finding::ok, "X11 " + x11, ""};
    return {"display", Finding::note, "none: the window needs one, the other commands do not",
            "start mien from a desktop, or use mien track, render and live --headless"};
}

Check check_gl() {
    const auto context = OffscreenContext::create();
    if (!context)
        return {"OpenGL", Finding::missing, context.error().message,
                "install the packages libegl1 and libgl1-mesa-dri"};
    const GlInfo& gl = context->info();
    return {"OpenGL", Finding::ok,
            fmt::format("{} by {}, version {}{}", gl.renderer, gl.vendor, gl.version,
                        gl.software ? " (software: drawing is slow)" : ""),
            ""};
}

/// Encodes a few pictures: whether a film comes out depends on how libav was built.
Check check_film() {
    std::string folder = (std::filesystem::temp_directory_path() / "mien-doctor-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr)
        return {"films", Finding::note, "not examined: no folder for temporary files can be made", ""};
    const auto encode = [&folder]() -> Result<void> {
        auto writer =
            MovieWriter::open(std::filesystem::path(folder) / "film.mp4", {.width = 64, .height = 64});
        if (!writer) return pass_on(writer);
        for (int i = 0; i < 3; ++i)
            if (auto added =
                    writer->add(Image(64, 64, PixelFormat::rgb8), Timestamp{} + Duration::from_ms(40 * i));
                !added)
                return added;
        return writer->finish();
    };
    const Result<void> encoded = encode();
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    if (!encoded)
        return {"films", Finding::missing, encoded.error().message,
                "install the package libavcodec59 of Debian"};
    return {"films", Finding::ok, "MP4 can be written", ""};
}

} // namespace

std::vector<Check> examine_machine(const std::filesystem::path& models_override) {
    std::vector<Check> checks = {check_system(), check_cpu(), check_sandbox()};
    check_trackers(models_override, checks);
    look_for_cameras(checks);
    checks.push_back(check_display());
    checks.push_back(check_gl());
    checks.push_back(check_film());
    return checks;
}

} // namespace mien

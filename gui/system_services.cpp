#include "gui/system_services.h"

#include <QStandardPaths>
#include <fmt/format.h>

#include "models/bundled.h"
#include "rig/import/import.h"

namespace mien::gui {

namespace {

class SystemPipeline : public LivePipeline {
public:
    SystemPipeline(PipelineOptions options, std::function<void()> on_frame) : pipeline_(std::move(options)) {
        pipeline_.on_frame(std::move(on_frame));
    }
    void start() override { pipeline_.start(); }
    std::optional<PipelineFrame> newest() override { return pipeline_.newest(); }
    [[nodiscard]] PipelineStatus status() const override { return pipeline_.status(); }
    void capture_neutral() override { pipeline_.capture_neutral(); }
    void set_calm(const Calm& calm) override { pipeline_.set_calm(calm); }
    void set_optics(const Optics& optics) override { pipeline_.set_optics(optics); }
    void choose_face(float x, float y) override { pipeline_.choose_face(x, y); }
    Result<void> start_recording(const std::filesystem::path& path) override {
        return pipeline_.start_recording(path);
    }
    Result<void> stop_recording() override { return pipeline_.stop_recording(); }
    [[nodiscard]] bool recording() const override { return pipeline_.recording(); }

private:
    Pipeline pipeline_;
};

Result<Rig> import_bundled(const std::string& name) {
    const auto names = bundled_rig_names();
    const std::string_view wanted = name.empty() && !names.empty() ? names.front() : std::string_view(name);
    const auto bytes = bundled_rig(wanted);
    if (bytes.empty()) return fail(ErrorCode::usage, "There is no bundled rig \"{}\"", wanted);
    return import_gltf(bytes, fmt::format("the bundled rig {}", wanted), {});
}

std::filesystem::path folder(QStandardPaths::StandardLocation location) {
    return QStandardPaths::writableLocation(location).toStdString();
}

} // namespace

Services system_services(const WindowOptions& options) {
    Services services;
    services.make_pipeline = [](PipelineOptions wanted, std::function<void()> on_frame) {
        return std::make_unique<SystemPipeline>(std::move(wanted), std::move(on_frame));
    };
    services.list_cameras = list_cameras;
    services.import_rig = [](const std::filesystem::path& path) { return import_rig(path); };
    services.bundled_rig = import_bundled;
    services.settings_file = options.settings_file.empty()
                                 ? folder(QStandardPaths::AppConfigLocation) / "window.json"
                                 : options.settings_file;
    services.cameras_file = options.settings_file.empty()
                                ? camera_choices_file()
                                : options.settings_file.parent_path() / "cameras.json";
    services.takes_folder = options.takes_folder.empty() ? folder(QStandardPaths::AppDataLocation) / "takes"
                                                         : options.takes_folder;
    services.models = find_models(options.models);
    services.sample_clip = services.models.directory / "franck.mp4";
    return services;
}

} // namespace mien::gui

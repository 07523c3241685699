// Everything outside the window that it uses, handed in, so that tests can put fakes in its place.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "capture/source/video_source.h"
#include "live/pipeline.h"
#include "rig/rig.h"

namespace mien::gui {

/// The part of Pipeline (live/pipeline.h) that the window uses; the same promises.
class LivePipeline {
public:
    virtual ~LivePipeline() = default; ///< stops and joins within 0.5 s
    virtual void start() = 0;
    [[nodiscard]] virtual std::optional<PipelineFrame> newest() = 0;
    [[nodiscard]] virtual PipelineStatus status() const = 0;
    virtual void capture_neutral() = 0;
    virtual void set_calm(const Calm& calm) = 0;
    virtual void set_optics(const Optics& optics) = 0;
    virtual void choose_face(float x, float y) = 0;
    [[nodiscard]] virtual Result<void> start_recording(const std::filesystem::path& path) = 0;
    [[nodiscard]] virtual Result<void> stop_recording() = 0;
    [[nodiscard]] virtual bool recording() const = 0;
};

struct Services {
    /// `on_frame` is called on the pipeline's thread after each frame.
    std::function<std::unique_ptr<LivePipeline>(PipelineOptions, std::function<void()> on_frame)>
        make_pipeline;
    std::function<std::vector<CameraInfo>()> list_cameras;
    std::function<Result<Rig>(const std::filesystem::path&)> import_rig; ///< any thread
    std::function<Result<Rig>(const std::string& name)> bundled_rig; ///< any thread; empty: the default one
    std::filesystem::path settings_file;
    std::filesystem::path cameras_file; ///< live/camera_choices.h
    std::filesystem::path takes_folder; ///< made when first needed
    ModelPaths models;
    std::filesystem::path sample_clip; ///< may not exist
};

} // namespace mien::gui

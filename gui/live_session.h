// The window's end of the running pipeline: opens one, replaces it, closes it, and turns what happens on its
// threads into signals on the window's. Never waits for it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include "gui/background.h"
#include "gui/services.h"

namespace mien::gui {

class FrameBell;

/// The window's thread only.
class LiveSession : public QObject {
    Q_OBJECT
public:
    LiveSession(const Services& services, Background& background, QObject* parent = nullptr);
    ~LiveSession() override; ///< closes; the pipeline's threads end in the background

    /// Opens a source in place of the present one, once that has let go of its device.
    void open(PipelineOptions options);
    void close();
    [[nodiscard]] bool is_open() const { return wanted_.has_value() || pipeline_ != nullptr; }
    [[nodiscard]] const PipelineStatus& status() const { return status_; }

    void capture_neutral();
    void set_calm(const Calm& calm);
    void set_optics(const Optics& optics);
    void choose_face(float x, float y);
    void start_recording(const std::filesystem::path& path);
    void stop_recording();
    [[nodiscard]] bool recording() const { return recording_.has_value(); }
    /// Seconds since the recording began, 0 without one.
    [[nodiscard]] double recorded_seconds() const;

signals:
    void frame_arrived(const mien::PipelineFrame& frame);
    void status_changed(const mien::PipelineStatus& status);
    void recording_changed(bool recording);
    void recording_finished(const std::filesystem::path& path);
    void recording_failed(const QString& message);

private:
    void take_frame();
    void poll();
    void set_status(PipelineStatus status);
    void start_wanted();
    void recording_started(const Result<void>& started, const std::filesystem::path& path);
    void end_recording(const Result<void>& result, const std::filesystem::path& path);

    /// Starting and stopping happen in the background, as both write to a disk that may be slow.
    struct Recording {
        std::filesystem::path path;
        std::shared_ptr<LivePipeline> pipeline;
        QElapsedTimer since;
        bool settled = false;     ///< neither start nor stop is under way
        bool stop_wanted = false; ///< asked for while the start was under way
    };

    const Services& services_;
    Background& background_;
    std::shared_ptr<FrameBell> bell_;
    std::shared_ptr<LivePipeline> pipeline_;
    std::optional<PipelineOptions> wanted_; ///< opens when `closing_` is 0
    int closing_ = 0;                       ///< pipelines that still hold their device
    PipelineStatus status_;
    std::optional<Recording> recording_;
    QTimer poll_;
};

} // namespace mien::gui

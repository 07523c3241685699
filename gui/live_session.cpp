#include "gui/live_session.h"

#include <atomic>
#include <mutex>

namespace mien::gui {

namespace {
// How often the status line is asked for: a lost camera must be seen within 2 s, an eye sees no difference
// below a fifth of a second.
constexpr int poll_interval_ms = 150;

PipelineStatus status_of(PipelineStatus::Kind kind) {
    PipelineStatus status;
    status.kind = kind;
    return status;
}
} // namespace

/// Wakes the window from the pipeline's thread, at most once for any number of frames that it has not looked
/// at, and no more once the session is gone.
class FrameBell {
public:
    explicit FrameBell(LiveSession* session) : session_(session) {}
    void ring(void (LiveSession::*slot)()) {
        const std::lock_guard lock(mutex_);
        if (session_ == nullptr || rung_.exchange(true)) return;
        QMetaObject::invokeMethod(
            session_, [session = session_, slot] { (session->*slot)(); }, Qt::QueuedConnection);
    }
    void answered() { rung_ = false; }
    void take_down() {
        const std::lock_guard lock(mutex_);
        session_ = nullptr;
    }

private:
    std::mutex mutex_;
    LiveSession* session_;
    std::atomic<bool> rung_ = false;
};

LiveSession::LiveSession(const Services& services, Background& background, QObject* parent)
    : QObject(parent), services_(services), background_(background), bell_(std::make_shared<FrameBell>(this)),
      status_(status_of(PipelineStatus::Kind::stopped)) {
    poll_.setInterval(poll_interval_ms);
    connect(&poll_, &QTimer::timeout, this, &LiveSession::poll);
}

LiveSession::~LiveSession() {
    blockSignals(true);
    close();
    bell_->take_down();
}

void LiveSession::open(PipelineOptions options) {
    close();
    wanted_ = std::move(options);
    set_status(status_of(PipelineStatus::Kind::starting));
    start_wanted();
}

void LiveSession::close() {
    wanted_.reset();
    poll_.stop();
    if (!pipeline_) return;
    auto recording = std::exchange(recording_, std::nullopt);
    if (recording) {
        recording->pipeline = nullptr; // it must end in the background, not here
        emit recording_changed(false);
    }
    struct Closed {
        Result<void> recorded;
    };
    ++closing_;
    background_.run(
        Background::AtExit::wait, this,
        [old = std::exchange(pipeline_, nullptr), recorded = recording.has_value()]() mutable {
            Closed closed{recorded ? old->stop_recording() : Result<void>()};
            old.reset();
            return closed;
        },
        [this, path = recording ? recording->path : std::filesystem::path()](const Closed& closed) {
            --closing_;
            if (!closed.recorded)
                emit recording_failed(QString::fromStdString(closed.recorded.error().message));
            else if (!path.empty())
                emit recording_finished(path);
            start_wanted();
        });
    set_status(status_of(PipelineStatus::Kind::stopped));
}

void LiveSession::start_wanted() {
    if (!wanted_ || closing_ > 0) return;
    pipeline_ = services_.make_pipeline(*std::exchange(wanted_, std::nullopt),
                                        [bell = bell_] { bell->ring(&LiveSession::take_frame); });
    pipeline_->start();
    poll_.start();
}

void LiveSession::take_frame() {
    bell_->answered();
    if (!pipeline_) return;
    if (const auto frame = pipeline_->newest()) emit frame_arrived(*frame);
}

void LiveSession::poll() {
    if (!pipeline_) return;
    set_status(pipeline_->status());
    if (recording_ && recording_->settled && !pipeline_->recording())
        end_recording(fail(ErrorCode::unavailable, "The recording ended: {}",
                           status_.message.empty() ? "it could not be written any further" : status_.message),
                      recording_->path);
}

void LiveSession::set_status(PipelineStatus status) {
    if (status.kind == status_.kind && status.message == status_.message &&
        status.source_name == status_.source_name && status.tracker_name == status_.tracker_name &&
        status.source == status_.source)
        return;
    status_ = std::move(status);
    emit status_changed(status_);
}

void LiveSession::capture_neutral() {
    if (pipeline_) pipeline_->capture_neutral();
}

void LiveSession::set_calm(const Calm& calm) {
    if (wanted_) wanted_->solver.calm = calm;
    if (pipeline_) pipeline_->set_calm(calm);
}

void LiveSession::set_optics(const Optics& optics) {
    if (wanted_) {
        wanted_->solver.vertical_fov = optics.vertical_fov;
        wanted_->solver.pupil_distance = optics.pupil_distance;
        wanted_->fov_given = true;
    }
    if (pipeline_) pipeline_->set_optics(optics);
}

void LiveSession::choose_face(float x, float y) {
    if (pipeline_) pipeline_->choose_face(x, y);
}

double LiveSession::recorded_seconds() const {
    return recording_ ? static_cast<double>(recording_->since.elapsed()) * 1e-3 : 0.0;
}

void LiveSession::start_recording(const std::filesystem::path& path) {
    if (!pipeline_ || recording_) return;
    recording_ = {.path = path, .pipeline = pipeline_, .since = {}};
    recording_->since.start();
    emit recording_changed(true);
    background_.run(
        Background::AtExit::wait, this,
        [pipeline = pipeline_, path]() -> Result<void> {
            std::error_code failed;
            std::filesystem::create_directories(path.parent_path(), failed);
            if (failed)
                return fail(ErrorCode::unavailable, "Cannot make the folder for takes, {}: {}",
                            path.parent_path().string(), failed.message());
            return pipeline->start_recording(path);
        },
        [this, path](const Result<void>& started) { recording_started(started, path); });
}

void LiveSession::recording_started(const Result<void>& started, const std::filesystem::path& path) {
    if (!recording_ || recording_->path != path) return;
    if (!started) return end_recording(started, path);
    recording_->settled = true;
    if (recording_->stop_wanted) stop_recording();
}

void LiveSession::stop_recording() {
    if (!recording_) return;
    if (!std::exchange(recording_->settled, false)) {
        recording_->stop_wanted = true;
        return;
    }
    background_.run(
        Background::AtExit::wait, this,
        [pipeline = recording_->pipeline] { return pipeline->stop_recording(); },
        [this, path = recording_->path](const Result<void>& stopped) { end_recording(stopped, path); });
}

void LiveSession::end_recording(const Result<void>& result, const std::filesystem::path& path) {
    if (!recording_ || recording_->path != path) return;
    recording_.reset();
    emit recording_changed(false);
    if (result)
        emit recording_finished(path);
    else
        emit recording_failed(QString::fromStdString(result.error().message));
}

} // namespace mien::gui

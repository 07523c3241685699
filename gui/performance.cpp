#include "gui/performance.h"

#include "base/time.h"
#include "gui/source_choice.h"
#include "gui/take_store.h"

namespace mien::gui {

namespace {

// A source that sends nothing for this long is stalled: the avatar must not freeze in mid-word.
constexpr qint64 stalled_after_ms = 400;
// The person is told a little later: a file that starts again takes a moment too.
constexpr qint64 silent_after_ms = 1000;
constexpr int watch_interval_ms = 33;
constexpr int animation_interval_ms = 16;

QString name_of_file(const std::filesystem::path& file) {
    return QString::fromStdString(file.filename().string());
}

/// CameraInfo::id where the spec has it.
std::string named_camera(const std::string& spec) {
    constexpr std::string_view prefix = "camera:";
    return spec.starts_with(prefix) ? spec.substr(prefix.size()) : std::string();
}

} // namespace

Performance::Performance(const Services& services, Background& background, QObject* parent)
    : QObject(parent), services_(services), background_(background), session_(services, background) {
    connect(&session_, &LiveSession::frame_arrived, this, &Performance::live_frame);
    connect(&session_, &LiveSession::status_changed, this, &Performance::live_status);
    connect(&player_, &TakePlayer::frame_shown, this, &Performance::take_frame);
    watch_.setInterval(watch_interval_ms);
    connect(&watch_, &QTimer::timeout, this, &Performance::watch);
    connect(&player_, &TakePlayer::playing_changed, this, [this](bool playing) {
        if (playing) stop_animation();
    });
    animation_clock_.setInterval(animation_interval_ms);
    animation_clock_.setTimerType(Qt::PreciseTimer);
    connect(&animation_clock_, &QTimer::timeout, this,
            [this] { emit animation_posed(animation_->pose(monotonic_now())); });
}

PipelineOptions Performance::pipeline_options() const {
    PipelineOptions options;
    options.source = source_;
    options.tracker = tracker_;
    options.models = services_.models;
    options.cameras = cameras_;
    options.source_options.mode = wished_mode_;
    options.solver.calm = calm_;
    options.solver.vertical_fov = optics_.vertical_fov;
    options.solver.pupil_distance = optics_.pupil_distance;
    options.fov_given = wished_fov_.has_value();
    return options;
}

std::string Performance::camera_id() const {
    const std::string& running = session_.status().source.camera_id;
    return running.empty() ? named_camera(source_) : running;
}

void Performance::use_optics_of(const std::string& id) {
    const auto choice = cameras_.find(id);
    const bool known = choice != cameras_.end() && choice->second.vertical_fov;
    optics_of_ = id;
    optics_.vertical_fov = wished_fov_ ? *wished_fov_
                           : known     ? *choice->second.vertical_fov
                                       : Optics{}.vertical_fov;
    emit optics_changed(optics_);
}

void Performance::set_cameras(CameraChoices cameras) {
    cameras_ = std::move(cameras);
}

void Performance::set_first_wishes(const std::optional<CameraMode>& mode, std::optional<float> vertical_fov) {
    wished_mode_ = mode;
    wished_fov_ = vertical_fov;
}

void Performance::set_camera_mode(const std::string& id, const std::optional<CameraMode>& mode) {
    cameras_[id].mode = mode;
    wished_mode_.reset();
    emit cameras_changed();
    if (!session_.is_open() || camera_id() != id) return;
    state_.neutral_taken = false; // it goes with the pipeline's solver
    session_.open(pipeline_options());
}

void Performance::set_calm(const Calm& calm) {
    calm_ = calm;
    session_.set_calm(calm);
}

void Performance::set_optics(const Optics& optics) {
    const bool other_lens = optics.vertical_fov != optics_.vertical_fov;
    optics_ = optics;
    session_.set_optics(optics);
    if (other_lens) {
        wished_fov_ = optics.vertical_fov;
        if (const std::string id = camera_id(); !id.empty()) {
            cameras_[id].vertical_fov = optics.vertical_fov;
            wished_fov_.reset();
            emit cameras_changed();
        }
    }
    emit optics_changed(optics_);
}

void Performance::choose_face(float x, float y) {
    session_.choose_face(x, y);
}

void Performance::open_source(const std::string& spec) {
    close_take();
    start_source(spec);
}

void Performance::start_source(const std::string& spec) {
    ++source_request_;
    if (!source_.empty()) set_first_wishes({}, {}); // they were for the first source alone
    source_ = spec;
    live_centre_.reset();
    if (!take_open()) use_live_centre();
    easing_ = LossEasing();
    state_.neutral_taken = false;
    since_frame_.invalidate();
    use_optics_of(named_camera(spec));
    session_.open(pipeline_options());
    watch_.start();
    emit source_opened(spec);
    update_state();
}

void Performance::open_last_source(const std::string& last) {
    const int request = ++source_request_;
    background_.run(
        Background::AtExit::abandon, this,
        [last, list = services_.list_cameras, clip = services_.sample_clip] {
            return choose_source(last, list(), clip);
        },
        [this, request](const SourceChoice& choice) {
            if (request != source_request_) return;
            if (!choice.spec.empty()) start_source(choice.spec);
            update_state();
            if (!choice.notice.isEmpty()) emit source_replaced(choice.notice);
        });
}

void Performance::set_tracker(TrackerKind tracker) {
    if (tracker == tracker_) return;
    tracker_ = tracker;
    if (!session_.is_open()) return;
    state_.neutral_taken = false; // it went with the old tracker's solver
    session_.open(pipeline_options());
}

void Performance::open_rig(const std::filesystem::path& file) {
    const int request = ++rig_request_;
    emit rig_loading(file.empty() ? tr("the bundled head") : name_of_file(file));
    background_.run(
        Background::AtExit::abandon, this, [&services = services_, file] { return load_rig(services, file); },
        [this, request, file](Result<std::shared_ptr<const LoadedRig>> loaded) {
            if (request != rig_request_) return;
            if (loaded)
                use_rig(std::move(*loaded), file);
            else
                rig_cannot_be_used(QString::fromStdString(loaded.error().message), file);
        });
}

void Performance::use_rig(std::shared_ptr<const LoadedRig> rig, const std::filesystem::path& file) {
    stop_animation();
    rig_ = std::move(rig);
    rig_file_ = file;
    driver_.set_rig(rig_);
    emit rig_opened(rig_);
    if (!rig_apology_.isEmpty()) emit rig_replaced(std::exchange(rig_apology_, {}));
    drive(shown_);
}

void Performance::set_face_groups(FaceGroups groups) {
    if (rig_) change_rig(with_groups(*rig_, std::move(groups)));
}

void Performance::set_mapping(Mapping mapping) {
    if (rig_) change_rig(with_mapping(*rig_, std::move(mapping)));
}

void Performance::change_rig(std::shared_ptr<const LoadedRig> rig) {
    rig_ = std::move(rig);
    driver_.set_rig(rig_);
    emit rig_changed(rig_);
    drive(shown_);
}

void Performance::copy_face_groups(const std::filesystem::path& from) {
    if (!rig_) return;
    background_.run(
        Background::AtExit::abandon, this,
        [&services = services_, from, to = rig_] { return groups_for(services, from, to->rig); },
        [this, from, to = rig_](const Result<ClonedGroups>& copied) {
            if (!rig_ || rig_->owner != to->owner) return; // another rig was opened meanwhile
            if (copied)
                emit groups_copied(*copied, name_of_file(from));
            else
                emit copy_failed(QString::fromStdString(copied.error().message));
        });
}

void Performance::rig_cannot_be_used(const QString& message, const std::filesystem::path& file) {
    if (rig_ || file.empty()) {
        emit rig_failed(message);
        return;
    }
    rig_apology_ = tr("%1. The bundled head is shown in its place.").arg(message);
    open_rig({});
}

void Performance::play_animation(std::size_t index) {
    if (!rig_ || index >= rig_->rig.animations.size()) return;
    animation_.emplace(rig_->owner, index, monotonic_now());
    animation_clock_.start();
    emit animation_changed();
}

void Performance::stop_animation() {
    if (!animation_) return;
    animation_clock_.stop();
    animation_.reset();
    emit animation_changed();
}

std::optional<std::size_t> Performance::animation() const {
    return animation_ ? std::optional(animation_->animation()) : std::nullopt;
}

void Performance::open_take(const std::filesystem::path& file) {
    const int request = ++take_request_;
    background_.run(
        Background::AtExit::abandon, this, [file] { return read_take(file); },
        [this, request, file](Result<Take> read) {
            if (request != take_request_) return;
            if (!read) {
                emit take_failed(QString::fromStdString(read.error().message));
                return;
            }
            if (read->frames.empty()) {
                emit take_failed(tr("The take %1 has no frames.").arg(name_of_file(file)));
                return;
            }
            const auto take = std::make_shared<const Take>(std::move(*read));
            stop_animation();
            driver_.forget_centre();
            player_.set_take(take);
            emit readings_changed({});
            emit take_changed(take, QString::fromStdString(file.stem().string()));
            update_state();
            player_.play();
        });
}

void Performance::close_take() {
    ++take_request_;
    if (!take_open()) return;
    player_.set_take(nullptr);
    use_live_centre();
    emit take_changed(nullptr, {});
    update_state();
}

void Performance::use_live_centre() {
    if (live_centre_)
        driver_.set_centre(*live_centre_);
    else
        driver_.forget_centre();
}

void Performance::start_recording() {
    close_take();
    stop_animation();
    session_.start_recording(new_take_path(services_.takes_folder, QDateTime::currentDateTime()));
}

void Performance::set_mirror(bool mirror) {
    driver_.set_mirror(mirror);
    drive(shown_);
}

void Performance::centre() {
    driver_.set_centre(shown_.head);
    if (!take_open()) {
        live_centre_ = shown_.head;
        easing_.rest_at(shown_.head);
    }
    drive(shown_);
}

void Performance::capture_neutral() {
    session_.capture_neutral();
    state_.neutral_taken = true;
    update_state();
}

void Performance::hold_expression(std::size_t index, std::optional<float> value) {
    if (value) stop_animation();
    driver_.hold_expression(index, value);
    drive(shown_);
}

void Performance::hold_slider(std::size_t index, std::optional<float> value) {
    if (value) stop_animation();
    driver_.hold_slider(index, value);
    drive(shown_);
}

void Performance::shut_down() {
    player_.set_take(nullptr);
    animation_clock_.stop();
    watch_.stop();
    session_.close();
}

void Performance::live_frame(const PipelineFrame& frame) {
    since_frame_.start();
    state_.tracked = frame.landmarks.tracked;
    state_.quality = frame.landmarks.quality;
    if (take_open()) return;
    emit readings_changed(
        {frame.frames_per_second, frame.latency_ms, frame.dropped, frame.source_rate, true});
    const FaceState shown = ease(frame.solved.calibrated);
    show({.picture = &frame.frame,
          .landmarks = frame.landmarks,
          .face = frame.solved.calibrated,
          .stages = {frame.solved.raw.weights, frame.solved.calibrated.weights, shown.weights}},
         shown);
    update_state();
}

FaceState Performance::ease(FaceState state) {
    state.t = monotonic_now();
    const FaceState shown = easing_.apply(state);
    state_.tracking = easing_.tracking_state();
    return shown;
}

void Performance::live_status(const PipelineStatus& status) {
    state_.pipeline = status.kind;
    state_.failed = status.error.has_value();
    // "camera" turns out to be this one or that.
    if (status.kind == PipelineStatus::Kind::running && camera_id() != optics_of_) {
        use_optics_of(camera_id());
        session_.set_optics(optics_);
    }
    emit source_message(QString::fromStdString(status.message));
    if (status.kind == PipelineStatus::Kind::stopped) emit readings_changed({});
    update_state();
}

void Performance::take_frame(const TakeFrame& frame, const FaceState& shown, TrackingState) {
    show({.picture = nullptr,
          .landmarks = frame.landmarks,
          .face = frame.calibrated,
          .stages = {frame.raw.weights, frame.calibrated.weights, shown.weights}},
         shown);
}

void Performance::show(const ShownFrame& frame, const FaceState& shown) {
    drive(shown);
    emit frame_shown(frame);
}

void Performance::drive(const FaceState& shown) {
    shown_ = shown;
    const RigControls controls = driver_.controls(shown);
    emit controls_changed(controls, driver_.performer());
}

bool Performance::frames_arrive() const {
    return since_frame_.isValid() && since_frame_.elapsed() < silent_after_ms;
}

void Performance::watch() {
    const bool stalled =
        session_.is_open() && since_frame_.isValid() && since_frame_.elapsed() > stalled_after_ms;
    if (stalled && !take_open()) {
        drive(ease({}));
        if (!frames_arrive()) emit readings_changed({});
    }
    update_state();
}

void Performance::update_state() {
    state_.take_open = take_open();
    state_.frames_arrive = frames_arrive();
    const StateText now = describe_state(state_);
    if (now == told_) return;
    told_ = now;
    emit state_changed(told_);
}

} // namespace mien::gui

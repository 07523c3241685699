// What goes on in the window, without its widgets: which source, rig and take are open, what the avatar gets
// from them, and what the person is told. The widgets show what it signals and call what it offers.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "gui/animation_loop.h"
#include "gui/avatar_driver.h"
#include "gui/background.h"
#include "gui/channels_model.h"
#include "gui/live_session.h"
#include "gui/loaded_rig.h"
#include "gui/services.h"
#include "gui/state_text.h"
#include "gui/take_player.h"
#include "rig/clone_groups.h"

namespace mien::gui {

/// What the panels show of one moment; valid during the signal only.
struct ShownFrame {
    const VideoFrame* picture = nullptr; ///< nullptr: a take has none
    const LandmarkFrame& landmarks;
    const FaceState& face; ///< calibrated, as it was measured: nothing held
    ChannelStages stages;
};

/// Numbers beside the state.
struct Readings {
    double frames_per_second = 0;
    double latency_ms = 0;
    quint64 dropped = 0;
    double source_rate = 0; ///< pictures a second that a camera really gives; 0 not known
    bool valid = false;     ///< false: nothing runs
};

/// The window's thread only.
class Performance : public QObject {
    Q_OBJECT
public:
    Performance(const Services& services, Background& background, QObject* parent = nullptr);

    // Sources.
    /// Opens what open_source() takes, in place of the present source; closes an open take.
    void open_source(const std::string& spec);
    /// Looks (in the background) whether `last` is there, and opens it or the best there is. A take that is
    /// open stays so.
    void open_last_source(const std::string& last);
    void set_tracker(TrackerKind tracker);
    /// What the person set for each camera; before the first source is opened.
    void set_cameras(CameraChoices cameras);
    [[nodiscard]] const CameraChoices& cameras() const { return cameras_; }
    /// Nothing: the best there is. Opens the camera again where it is the present one.
    void set_camera_mode(const std::string& id, const std::optional<CameraMode>& mode);
    /// What the command line says, in place of what is remembered: a mode for whichever camera it is, and a
    /// field of view for the first source.
    void set_first_wishes(const std::optional<CameraMode>& mode, std::optional<float> vertical_fov);
    void set_calm(const Calm& calm);
    /// Of the present source; remembered where it is a camera.
    void set_optics(const Optics& optics);
    [[nodiscard]] const Optics& optics() const { return optics_; }
    /// Follows the face at this point of the source's picture.
    void choose_face(float x, float y);
    [[nodiscard]] const std::string& source() const { return source_; }
    [[nodiscard]] LiveSession& session() { return session_; }

    // Rigs.
    /// Imports in the background; empty: the bundled one. The present rig stays until then, and where the
    /// import fails.
    void open_rig(const std::filesystem::path& file);
    [[nodiscard]] const std::shared_ptr<const LoadedRig>& rig() const { return rig_; }
    /// Other face groups for the present rig, at once.
    void set_face_groups(FaceGroups groups);
    /// Another mapping for the present rig, at once.
    void set_mapping(Mapping mapping);
    /// Reads the groups of another rig, or of a file of settings, in the background.
    void copy_face_groups(const std::filesystem::path& from);
    [[nodiscard]] const std::filesystem::path& rig_file() const { return rig_file_; }

    // Animations of the present rig's file.
    /// Plays one of Rig::animations over and over, in place of the face, which goes on underneath: until it
    /// is stopped, or a rig, a take, a recording or a slider wants the avatar.
    void play_animation(std::size_t index);
    void stop_animation();
    /// The one that plays.
    [[nodiscard]] std::optional<std::size_t> animation() const;

    // Takes.
    void open_take(const std::filesystem::path& file);
    void close_take();
    [[nodiscard]] bool take_open() const { return player_.take() != nullptr; }
    [[nodiscard]] TakePlayer& player() { return player_; }
    void start_recording();
    void stop_recording() { session_.stop_recording(); }

    // The performer and the avatar.
    void set_mirror(bool mirror);
    /// Where the head is now becomes the middle, until another source is opened.
    void centre();
    void capture_neutral();
    void hold_expression(std::size_t index, std::optional<float> value);
    void hold_slider(std::size_t index, std::optional<float> value);

    /// Ends everything that runs; the window is closing.
    void shut_down();

signals:
    void frame_shown(const mien::gui::ShownFrame& frame);
    /// What the avatar shows, and what of it the performer alone would make: nothing held.
    void controls_changed(const mien::RigControls& shown, const mien::RigControls& performer);
    void state_changed(const mien::gui::StateText& state);
    void readings_changed(const mien::gui::Readings& readings);
    /// A source was opened; its spec. Emitted also for one that the window chose by itself.
    void source_opened(const std::string& spec);
    /// Another lens counts: that of another source, or as the person set it.
    void optics_changed(const mien::Optics& optics);
    /// What is remembered of the cameras has changed.
    void cameras_changed();
    /// One line about the source or the tracker; empty: all is well.
    void source_message(const QString& message);
    /// The source of last time is not there.
    void source_replaced(const QString& notice);
    void rig_loading(const QString& name);
    void rig_opened(const std::shared_ptr<const mien::gui::LoadedRig>& rig);
    /// The same rig, set up otherwise.
    void rig_changed(const std::shared_ptr<const mien::gui::LoadedRig>& rig);
    /// Groups of another rig, with the present one's bones where it has them.
    void groups_copied(const mien::ClonedGroups& copied, const QString& from);
    void copy_failed(const QString& message);
    /// Another animation plays, or none: animation().
    void animation_changed();
    /// What the avatar shows instead of the controls, while an animation plays.
    void animation_posed(const mien::PosedRig& pose);
    void rig_failed(const QString& message);
    /// The wanted rig failed and there was none before: the bundled one was opened in its place.
    void rig_replaced(const QString& message);
    /// A take is open (its frames and its name), or none (nullptr).
    void take_changed(const std::shared_ptr<const mien::Take>& take, const QString& name);
    void take_failed(const QString& message);

private:
    void start_source(const std::string& spec);
    /// CameraInfo::id of the present source; empty where it is none, or not known yet.
    [[nodiscard]] std::string camera_id() const;
    void use_optics_of(const std::string& id);
    void use_rig(std::shared_ptr<const LoadedRig> rig, const std::filesystem::path& file);
    /// The same rig, set up otherwise.
    void change_rig(std::shared_ptr<const LoadedRig> rig);
    void rig_cannot_be_used(const QString& message, const std::filesystem::path& file);
    void use_live_centre();
    void live_frame(const PipelineFrame& frame);
    void live_status(const PipelineStatus& status);
    void take_frame(const TakeFrame& frame, const FaceState& shown, TrackingState tracking);
    /// What is shown for a live state, or for none: held and eased by the time of its arrival.
    [[nodiscard]] FaceState ease(FaceState state);
    void show(const ShownFrame& frame, const FaceState& shown);
    void drive(const FaceState& shown);
    void watch();
    void update_state();
    [[nodiscard]] bool frames_arrive() const;
    [[nodiscard]] PipelineOptions pipeline_options() const;

    const Services& services_;
    Background& background_;
    LiveSession session_;
    TakePlayer player_;
    AvatarDriver driver_;
    std::optional<AnimationLoop> animation_;
    QTimer animation_clock_;

    std::string source_;
    TrackerKind tracker_ = TrackerKind::automatic;
    CameraChoices cameras_;
    std::optional<CameraMode> wished_mode_;
    std::optional<float> wished_fov_;
    std::string optics_of_; ///< the camera whose lens `optics_` has
    Optics optics_;
    Calm calm_;
    std::shared_ptr<const LoadedRig> rig_;
    std::filesystem::path rig_file_;
    int rig_request_ = 0; ///< the newest; answers to older ones are thrown away
    int take_request_ = 0;
    int source_request_ = 0;

    QString rig_apology_;                 ///< why the bundled rig is being loaded in another's place
    std::optional<HeadPose> live_centre_; ///< as the person set it; a take has none

    FaceState shown_; ///< what the avatar got last
    StateInput state_;
    StateText told_; ///< what state_changed() said last
    /// The window's own, not the pipeline's: it also knows the centre, and the time when a source sends
    /// nothing at all.
    LossEasing easing_;
    QElapsedTimer since_frame_;
    QTimer watch_;
};

} // namespace mien::gui

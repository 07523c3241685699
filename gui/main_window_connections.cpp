// What the window's parts tell each other.
#include <QDockWidget>

#include "gui/avatar_area.h"
#include "gui/avatar_view.h"
#include "gui/camera_view.h"
#include "gui/channels_panel.h"
#include "gui/face_bones_panel.h"
#include "gui/head_box.h"
#include "gui/keys_window.h"
#include "gui/main_window.h"
#include "gui/mapping_panel.h"
#include "gui/notice_bar.h"
#include "gui/quality_box.h"
#include "gui/readout.h"
#include "gui/sliders_panel.h"
#include "gui/source_menu.h"
#include "gui/state_box.h"
#include "gui/takes_panel.h"
#include "gui/timeline_panel.h"

namespace mien::gui {

namespace {

constexpr int passing_notice_ms = 8000;
constexpr int short_notice_ms = 3000;

QString topic(const char* name) {
    return QLatin1String(name);
}

} // namespace

void MainWindow::connect_actions() {
    const auto on = [this](QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    const auto frame = [this](Framing framing) {
        return [this, framing] {
            if (avatar_->view() != nullptr) avatar_->view()->frame(framing);
        };
    };
    on(actions_.open_rig, [this] { ask_for_rig(); });
    on(actions_.bundled_rig, [this] { performance_.open_rig({}); });
    on(actions_.stop_animation, [this] { performance_.stop_animation(); });
    on(actions_.frame_head, frame(Framing::face));
    on(actions_.frame_bust, frame(Framing::bust));
    on(actions_.frame_whole, frame(Framing::full));
    on(actions_.neutral, [this] {
        performance_.capture_neutral();
        say(tr("Hold still: your face of the next half second becomes the neutral."));
    });
    on(actions_.centre, [this] {
        performance_.centre();
        say(tr("The way you look now is straight ahead."));
    });
    on(actions_.let_go, [this] {
        sliders_->let_go_of_all();
        face_bones_->let_go_of_all();
    });
    on(actions_.record,
       [this](bool start) { start ? performance_.start_recording() : performance_.stop_recording(); });
    on(actions_.play, [this] { play_or_pause(); });
    on(actions_.open_take, [this] { ask_for_take(); });
    on(actions_.close_take, [this] { escape(); });
    on(actions_.keys, [this] { (new KeysWindow(this))->show(); });
    on(actions_.quit, [this] { close(); });
    on(actions_.full_screen, [this](bool full) { set_full_screen(full); });
    connect(actions_.mirror, &QAction::toggled, this, [this](bool mirror) {
        performance_.set_mirror(mirror);
        camera_->set_mirror(mirror);
        keep_settings();
    });
    connect(actions_.camera_shown, &QAction::toggled, this, [this](bool shown) {
        camera_->setVisible(shown);
        keep_settings();
    });
    connect(actions_.panels_locked, &QAction::toggled, this, [this](bool locked) {
        lock_panels(locked);
        keep_settings();
    });
}

void MainWindow::connect_performance() {
    connect(&performance_, &Performance::frame_shown, this, [this](const ShownFrame& frame) {
        if (camera_->isVisible()) {
            if (frame.picture != nullptr)
                camera_->show_frame(*frame.picture, frame.landmarks);
            else
                camera_->show_landmarks(frame.landmarks);
        }
        head_->show_head(frame.face);
        quality_->show_quality(frame.landmarks);
        channels_->show_stages(frame.stages, frame.landmarks.scheme);
        mapping_->show_weights(frame.stages.sent, actions_.mirror->isChecked());
    });
    connect(&performance_, &Performance::controls_changed, this,
            [this](const RigControls& shown, const RigControls& performer) {
                if (avatar_->view() != nullptr) avatar_->view()->set_controls(shown);
                sliders_->follow(performer);
                face_bones_->follow(shown, performer);
            });
    connect(&performance_, &Performance::state_changed, this, [this](const StateText& state) {
        state_->show_state(state);
        readout_->show_state(state);
        const bool no_pictures = state.state == ShownState::waiting || state.state == ShownState::failed ||
                                 state.state == ShownState::no_source;
        if (no_pictures) {
            camera_->clear(); // the last picture of a lost camera would pass for a live one
            head_->show_head({});
            quality_->show_quality({});
        }
        camera_->set_empty_text(state.word);
        update_actions();
    });
    connect(&performance_, &Performance::readings_changed, readout_, &Readout::show_readings);
    connect(&performance_, &Performance::source_opened, this, [this](const std::string& spec) {
        source_menu_->set_current(spec);
        source_notices_->clear(topic("replaced"));
        camera_->clear();
    });
    connect(&performance_, &Performance::source_message, this, &MainWindow::show_source_message);
    connect(&performance_, &Performance::source_replaced, this, [this](const QString& text) {
        source_notices_->show_notice(
            {.topic = topic("replaced"), .kind = NoticeBar::Kind::note, .text = text});
    });
    connect(&performance_, &Performance::rig_loading, avatar_, &AvatarArea::show_loading);
    connect(&performance_, &Performance::rig_opened, this, &MainWindow::show_rig);
    connect(&performance_, &Performance::rig_changed, this, [this](const auto& rig) {
        if (avatar_->view() != nullptr) avatar_->view()->set_rig(rig);
        mapping_->set_rig(rig);
        sliders_->show_summary(*rig);
    });
    connect(&performance_, &Performance::rig_failed, this, [this](const QString& message) {
        avatar_->show_loading({});
        avatar_->show_empty(!performance_.rig());
        avatar_->notices().show_notice(
            {.topic = topic("rig"), .kind = NoticeBar::Kind::error, .text = message});
    });
    connect(&performance_, &Performance::rig_replaced, this, [this](const QString& message) {
        avatar_->notices().show_notice(
            {.topic = topic("rig"), .kind = NoticeBar::Kind::warning, .text = message});
    });
    connect(&performance_, &Performance::animation_changed, this, &MainWindow::show_animation);
    connect(&performance_, &Performance::animation_posed, this, [this](const PosedRig& pose) {
        if (avatar_->view() != nullptr) avatar_->view()->set_pose(pose);
    });
    connect(&performance_, &Performance::take_changed, this, &MainWindow::show_take);
    connect(&performance_, &Performance::take_failed, this, [this](const QString& message) {
        takes_->notices().show_notice(
            {.topic = topic("take"), .kind = NoticeBar::Kind::error, .text = message});
    });
    auto& session = performance_.session();
    connect(&session, &LiveSession::recording_changed, this, [this](bool recording) {
        if (recording)
            recording_clock_.start();
        else
            recording_clock_.stop();
        update_actions();
        show_recording();
    });
    connect(&session, &LiveSession::recording_finished, this, [this](const std::filesystem::path& path) {
        takes_->refresh();
        takes_->select(path);
        avatar_->notices().show_notice(
            {.topic = topic("record"),
             .kind = NoticeBar::Kind::note,
             .text = tr("Recorded “%1”.").arg(QString::fromStdString(path.stem().string())),
             .action_text = tr("Play"),
             .action = [this, path] { performance_.open_take(path); },
             .lasts_ms = passing_notice_ms});
    });
    connect(&session, &LiveSession::recording_failed, this, [this](const QString& message) {
        avatar_->notices().show_notice(
            {.topic = topic("record"), .kind = NoticeBar::Kind::error, .text = message});
    });
    connect(&performance_.player(), &TakePlayer::playing_changed, this, &MainWindow::show_playing);
}

void MainWindow::connect_panels() {
    connect(source_menu_, &SourceMenu::chosen, this, &MainWindow::choose_source);
    connect(avatar_, &AvatarArea::open_rig_wanted, this, &MainWindow::ask_for_rig);
    connect(state_, &StateBox::help_wanted, source_menu_, &SourceMenu::ask_for_video);
    if (AvatarView* view = avatar_->view()) {
        connect(view, &AvatarView::failed, this, [this](const QString& message) {
            avatar_->notices().show_notice(
                {.topic = topic("draw"), .kind = NoticeBar::Kind::error, .text = message});
        });
        connect(view, &AvatarView::frameSwapped, readout_, &Readout::count_drawn);
    }
    connect(sliders_, &SlidersPanel::expression_held, &performance_, &Performance::hold_expression);
    connect(mapping_, &MappingPanel::mapping_changed, &performance_, &Performance::set_mapping);
    connect_face_bones();
    connect(takes_, &TakesPanel::refreshed, this, &MainWindow::update_actions);
    connect(takes_, &TakesPanel::open_wanted, &performance_, &Performance::open_take);
    for (QDockWidget* dock : docks_) {
        connect(dock, &QDockWidget::topLevelChanged, this, &MainWindow::keep_settings);
        connect(dock, &QDockWidget::dockLocationChanged, this, &MainWindow::keep_settings);
    }
}

void MainWindow::connect_face_bones() {
    connect(face_bones_, &FaceBonesPanel::groups_changed, &performance_, &Performance::set_face_groups);
    connect(face_bones_, &FaceBonesPanel::slider_held, &performance_, &Performance::hold_slider);
    connect(face_bones_, &FaceBonesPanel::copy_wanted, this, &MainWindow::ask_for_groups);
    connect(&performance_, &Performance::groups_copied, face_bones_, &FaceBonesPanel::take_copied);
    connect(&performance_, &Performance::copy_failed, this, [this](const QString& message) {
        face_bones_->notices().show_notice(
            {.topic = topic("copy"), .kind = NoticeBar::Kind::error, .text = message});
    });
}

void MainWindow::say(const QString& text) {
    avatar_->notices().show_notice({.topic = topic("said"),
                                    .kind = NoticeBar::Kind::note,
                                    .text = text,
                                    .action_text = {},
                                    .action = {},
                                    .lasts_ms = short_notice_ms});
}

void MainWindow::show_source_message(const QString& message) {
    const PipelineStatus& status = performance_.session().status();
    const bool ended = status.kind == PipelineStatus::Kind::stopped;
    source_notices_->show_notice({.topic = topic("source"),
                                  .kind = ended ? NoticeBar::Kind::error : NoticeBar::Kind::warning,
                                  .text = message});
    if (message.isEmpty()) source_notices_->clear(topic("source"));
    show_details();
}

void MainWindow::show_rig(const std::shared_ptr<const LoadedRig>& rig) {
    avatar_->show_loading({});
    avatar_->show_empty(false);
    avatar_->notices().clear(topic("rig"));
    if (!rig->notice.empty())
        avatar_->notices().show_notice({.topic = topic("rig"),
                                        .kind = NoticeBar::Kind::warning,
                                        .text = QString::fromStdString(rig->notice)});
    if (avatar_->view() != nullptr) avatar_->view()->set_rig(rig);
    sliders_->set_rig(rig);
    mapping_->set_rig(rig);
    face_bones_->set_rig(rig);
    settings_.rig = performance_.rig_file().string();
    remember_rig(performance_.rig_file());
    update_actions();
    setWindowTitle(tr("%1 – mien").arg(QString::fromStdString(rig->rig.name)));
    keep_settings();
}

void MainWindow::show_animation() {
    const auto playing = performance_.animation();
    if (playing) {
        avatar_->notices().show_notice(
            {.topic = topic("animation"),
             .kind = NoticeBar::Kind::note,
             .text = tr("The animation “%1” plays; Esc ends it.").arg(animation_title(*playing)),
             .action_text = tr("Stop"),
             .action = [this] { performance_.stop_animation(); }});
    } else {
        avatar_->notices().clear(topic("animation"));
        if (avatar_->view() != nullptr) avatar_->view()->set_pose(std::nullopt);
    }
    update_actions();
}

QString MainWindow::animation_title(std::size_t index) const {
    const std::string& name = performance_.rig()->rig.animations[index].name;
    return name.empty() ? tr("Animation %1").arg(index + 1) : QString::fromStdString(name);
}

void MainWindow::show_take(const std::shared_ptr<const Take>& take, const QString& name) {
    takes_->notices().clear(topic("take"));
    avatar_->notices().clear(topic("record"));
    timeline_->set_take(take, name);
    timeline_dock_->setVisible(take != nullptr);
    if (take == nullptr) camera_->clear();
    update_actions();
}

} // namespace mien::gui

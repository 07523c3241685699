#include "gui/main_window.h"

#include <algorithm>
#include <array>

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QMimeData>
#include <QToolBar>
#include <QUrl>

#include "gui/avatar_area.h"
#include "gui/avatar_view.h"
#include "gui/camera_view.h"
#include "gui/channels_panel.h"
#include "gui/icons.h"
#include "gui/notice_bar.h"
#include "gui/readout.h"
#include "gui/sliders_panel.h"
#include "gui/source_menu.h"
#include "gui/state_box.h"
#include "gui/takes_panel.h"
#include "gui/timeline_panel.h"

namespace mien::gui {

namespace {

constexpr int save_after_ms = 800;
constexpr int passing_notice_ms = 8000;

QString topic(const char* name) {
    return QLatin1String(name);
}

std::string lower_extension(const std::filesystem::path& file) {
    return QString::fromStdString(file.extension().string()).toLower().toStdString();
}

bool is_rig_file(const std::filesystem::path& file) {
    constexpr std::array<std::string_view, 3> extensions = {".glb", ".gltf", ".vrm"};
    return std::find(extensions.begin(), extensions.end(), lower_extension(file)) != extensions.end();
}

std::filesystem::path first_file(const QMimeData* data) {
    for (const QUrl& url : data->urls())
        if (url.isLocalFile()) return url.toLocalFile().toStdString();
    return {};
}

} // namespace

MainWindow::MainWindow(const Services& services, Background& background, const GlProbe& gl)
    : services_(services), performance_(services, background), actions_(make_actions(this)),
      avatar_(new AvatarArea(gl, this)), camera_(new CameraView(this)), state_(new StateBox(this)),
      source_notices_(new NoticeBar(this)), channels_(new ChannelsPanel(this)),
      sliders_(new SlidersPanel(this)), takes_(new TakesPanel(services.takes_folder, this)),
      timeline_(new TimelinePanel(performance_.player(), actions_.play, actions_.close_take, this)),
      readout_(new Readout(this)), source_menu_(new SourceMenu(services, background, this)) {
    setWindowTitle(tr("mien"));
    setAcceptDrops(true);
    setCentralWidget(avatar_);
    LoadedSettings loaded = load_settings(services_.settings_file);
    settings_ = std::move(loaded.settings);
    make_docks();
    make_toolbar();
    lock_panels(settings_.panels_locked);
    restore_layout();
    connect_actions();
    connect_performance();
    connect_panels();

    actions_.mirror->setChecked(settings_.mirror);
    actions_.camera_shown->setChecked(settings_.camera_shown);
    actions_.panels_locked->setChecked(settings_.panels_locked);
    performance_.set_mirror(settings_.mirror);
    camera_->set_mirror(settings_.mirror);
    camera_->setVisible(settings_.camera_shown);
    performance_.set_tracker(tracker_kind_from_name(settings_.tracker).value_or(TrackerKind::automatic));
    appearance_.set(settings_.appearance);
    follow_palette();
    if (!loaded.notice.isEmpty())
        avatar_->notices().show_notice(
            {.topic = topic("settings"), .kind = NoticeBar::Kind::warning, .text = loaded.notice});

    save_.setSingleShot(true);
    save_.setInterval(save_after_ms);
    connect(&save_, &QTimer::timeout, this, &MainWindow::save_settings_now);
    connect(&recording_clock_, &QTimer::timeout, this, &MainWindow::update_actions);
    recording_clock_.setInterval(500);
    qApp->installEventFilter(this);
    if (avatar_->view() != nullptr) avatar_->view()->setFocus();
    update_actions();
}

MainWindow::~MainWindow() {
    performance_.shut_down();
}

void MainWindow::start(const WindowStart& begin) {
    if (begin.source.empty())
        performance_.open_last_source(settings_.source);
    else
        performance_.open_source(begin.source);
    const std::filesystem::path last = settings_.rig;
    std::error_code ignored;
    performance_.open_rig(!begin.rig.empty()                       ? begin.rig
                          : std::filesystem::exists(last, ignored) ? last
                                                                   : std::filesystem::path());
    if (!begin.take.empty()) performance_.open_take(begin.take);
}

void MainWindow::connect_actions() {
    const auto on = [this](QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    const auto frame = [this](Framing framing) {
        return [this, framing] {
            if (avatar_->view() != nullptr) avatar_->view()->frame(framing);
        };
    };
    on(actions_.open_rig, [this] { ask_for_rig(); });
    on(actions_.bundled_rig, [this] { performance_.open_rig({}); });
    on(actions_.frame_head, frame(Framing::face));
    on(actions_.frame_bust, frame(Framing::bust));
    on(actions_.frame_whole, frame(Framing::full));
    on(actions_.neutral, [this] { performance_.capture_neutral(); });
    on(actions_.centre, [this] { performance_.centre(); });
    on(actions_.let_go, [this] { sliders_->let_go_of_all(); });
    on(actions_.record,
       [this](bool start) { start ? performance_.start_recording() : performance_.stop_recording(); });
    on(actions_.play, [this] { play_or_pause(); });
    on(actions_.open_take, [this] { ask_for_take(); });
    on(actions_.close_take, [this] { escape(); });
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
        channels_->show_stages(frame.stages, frame.landmarks.scheme);
    });
    connect(&performance_, &Performance::controls_changed, this, [this](const RigControls& controls) {
        if (avatar_->view() != nullptr) avatar_->view()->set_controls(controls);
        sliders_->follow(controls);
    });
    connect(&performance_, &Performance::state_changed, this, [this](const StateText& state) {
        state_->show_state(state);
        readout_->show_state(state);
        update_actions();
    });
    connect(&performance_, &Performance::readings_changed, readout_, &Readout::show_readings);
    connect(&performance_, &Performance::source_opened, this, [this](const std::string& spec) {
        source_menu_->set_current(spec);
        source_notices_->clear(topic("replaced"));
        camera_->clear();
        camera_->set_empty_text(tr("The source is being opened."));
    });
    connect(&performance_, &Performance::source_closed, this, [this] {
        camera_->set_empty_text(tr("No camera is connected and the sample clip is not there."));
    });
    connect(&performance_, &Performance::source_message, this, &MainWindow::show_source_message);
    connect(&performance_, &Performance::source_replaced, this, [this](const QString& text) {
        source_notices_->show_notice(
            {.topic = topic("replaced"), .kind = NoticeBar::Kind::note, .text = text});
    });
    connect(&performance_, &Performance::rig_loading, avatar_, &AvatarArea::show_loading);
    connect(&performance_, &Performance::rig_opened, this, &MainWindow::show_rig);
    connect(&performance_, &Performance::rig_failed, this, [this](const QString& message) {
        avatar_->show_loading({});
        avatar_->show_empty(!performance_.rig());
        avatar_->notices().show_notice(
            {.topic = topic("rig"), .kind = NoticeBar::Kind::error, .text = message});
    });
    connect(&performance_, &Performance::take_changed, this, &MainWindow::show_take);
    connect(&performance_, &Performance::take_failed, this, [this](const QString& message) {
        takes_->notices().show_notice(
            {.topic = topic("take"), .kind = NoticeBar::Kind::error, .text = message});
    });
    auto& session = performance_.session();
    connect(&session, &LiveSession::recording_changed, this, [this](bool recording) {
        recording ? recording_clock_.start() : recording_clock_.stop();
        update_actions();
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
    connect(&performance_.player(), &TakePlayer::playing_changed, this, &MainWindow::update_actions);
}

void MainWindow::connect_panels() {
    connect(source_menu_, &SourceMenu::chosen, this, &MainWindow::choose_source);
    connect(avatar_, &AvatarArea::open_rig_wanted, this, &MainWindow::ask_for_rig);
    connect(state_, &StateBox::help_wanted, source_menu_, &SourceMenu::ask_for_video);
    if (AvatarView* view = avatar_->view())
        connect(view, &AvatarView::failed, this, [this](const QString& message) {
            avatar_->notices().show_notice(
                {.topic = topic("draw"), .kind = NoticeBar::Kind::error, .text = message});
        });
    connect(sliders_, &SlidersPanel::expression_held, &performance_, &Performance::hold_expression);
    connect(sliders_, &SlidersPanel::slider_held, &performance_, &Performance::hold_slider);
    connect(takes_, &TakesPanel::open_wanted, &performance_, &Performance::open_take);
    for (QDockWidget* dock : docks_) {
        connect(dock, &QDockWidget::topLevelChanged, this, &MainWindow::keep_settings);
        connect(dock, &QDockWidget::dockLocationChanged, this, &MainWindow::keep_settings);
    }
}

void MainWindow::show_source_message(const QString& message) {
    const PipelineStatus& status = performance_.session().status();
    const bool ended = status.kind == PipelineStatus::Kind::stopped;
    source_notices_->show_notice({.topic = topic("source"),
                                  .kind = ended ? NoticeBar::Kind::error : NoticeBar::Kind::warning,
                                  .text = message});
    if (message.isEmpty()) source_notices_->clear(topic("source"));
    QStringList parts;
    for (const std::string& part : {status.source_name, status.tracker_name})
        if (!part.empty()) parts << QString::fromStdString(part);
    state_->show_details(parts.join(QStringLiteral(" · ")));
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
    settings_.rig = performance_.rig_file().string();
    setWindowTitle(tr("%1 – mien").arg(QString::fromStdString(rig->rig.name)));
    keep_settings();
}

void MainWindow::show_take(const std::shared_ptr<const Take>& take, const QString& name) {
    takes_->notices().clear(topic("take"));
    timeline_->set_take(take, name);
    timeline_dock_->setVisible(take != nullptr);
    if (take == nullptr) camera_->clear();
    update_actions();
}

void MainWindow::play_or_pause() {
    TakePlayer& player = performance_.player();
    if (performance_.take_open())
        player.playing() ? player.pause() : player.play();
    else if (const auto newest = takes_->newest(); !newest.empty())
        performance_.open_take(newest);
}

void MainWindow::ask_for_rig() {
    auto* dialog = new QFileDialog(this, tr("Open a rig"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Rigs (*.glb *.gltf *.vrm)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { performance_.open_rig(file.toStdString()); });
    dialog->show();
}

void MainWindow::ask_for_take() {
    auto* dialog = new QFileDialog(this, tr("Open a take"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Takes (*.mien)"), tr("All files (*)")});
    dialog->setDirectory(QString::fromStdString(services_.takes_folder.string()));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { performance_.open_take(file.toStdString()); });
    dialog->show();
}

void MainWindow::open_file(const std::filesystem::path& file) {
    if (is_rig_file(file))
        performance_.open_rig(file);
    else if (looks_like_take(file))
        performance_.open_take(file);
    else
        choose_source(file.string());
}

void MainWindow::choose_source(const std::string& spec) {
    settings_.source = spec;
    keep_settings();
    performance_.open_source(spec);
}

void MainWindow::set_full_screen(bool full) {
    if (full) {
        hidden_for_full_screen_.clear();
        for (QDockWidget* dock : docks_)
            if (!dock->isHidden()) hidden_for_full_screen_.push_back(dock);
    }
    for (QDockWidget* dock : hidden_for_full_screen_) dock->setVisible(!full);
    toolbar_->setVisible(!full);
    full ? showFullScreen() : showNormal();
    actions_.full_screen->setChecked(full);
    update_actions();
}

void MainWindow::escape() {
    if (actions_.full_screen->isChecked())
        set_full_screen(false);
    else
        performance_.close_take();
}

void MainWindow::set_tracker(TrackerKind tracker) {
    settings_.tracker = std::string(name_of(tracker));
    keep_settings();
    performance_.set_tracker(tracker);
    if (tracker == TrackerKind::dlib68)
        source_notices_->show_notice({.topic = topic("licence"),
                                      .kind = NoticeBar::Kind::note,
                                      .text = QString::fromUtf8(dlib68_licence_notice().data())});
    else
        source_notices_->clear(topic("licence"));
}

void MainWindow::set_appearance(Appearance appearance) {
    settings_.appearance = appearance;
    appearance_.set(appearance);
    keep_settings();
}

void MainWindow::update_actions() {
    LiveSession& session = performance_.session();
    const bool live = session.is_open() && session.status().kind == PipelineStatus::Kind::running;
    const bool take = performance_.take_open();
    const bool recording = session.recording();
    set_available(actions_.neutral, live && !take, QT_TR_NOOP("Needs a running source."));
    set_available(actions_.record, live || recording, QT_TR_NOOP("Recording needs a running source."));
    set_available(actions_.play, take || takes_->count() > 0,
                  QT_TR_NOOP("There is no take yet; record one with R."));
    set_available(actions_.close_take, take || actions_.full_screen->isChecked(),
                  QT_TR_NOOP("No take is open."));
    actions_.record->setChecked(recording);
    const auto seconds = static_cast<int>(session.recorded_seconds());
    actions_.record->setText(
        recording ? tr("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0')) : tr("&Record"));
    actions_.record->setIcon(icon(recording ? Icon::stop : Icon::record, palette()));
    const bool playing = performance_.player().playing();
    actions_.play->setIcon(icon(playing ? Icon::pause : Icon::play, palette()));
    actions_.play->setText(playing ? tr("&Stop") : tr("&Play"));
}

void MainWindow::follow_palette() {
    if (avatar_->view() != nullptr) avatar_->view()->set_background(avatar_ground(palette()));
}

void MainWindow::keep_settings() {
    save_.start();
}

void MainWindow::save_settings_now() {
    settings_.mirror = actions_.mirror->isChecked();
    settings_.camera_shown = actions_.camera_shown->isChecked();
    settings_.panels_locked = actions_.panels_locked->isChecked();
    if (!actions_.full_screen->isChecked()) {
        settings_.geometry = saveGeometry();
        settings_.layout = saveState();
    }
    const auto saved = save_settings(services_.settings_file, settings_);
    if (saved)
        avatar_->notices().clear(topic("save"));
    else
        avatar_->notices().show_notice({.topic = topic("save"),
                                        .kind = NoticeBar::Kind::warning,
                                        .text = QString::fromStdString(saved.error().message)});
}

void MainWindow::closeEvent(QCloseEvent* event) {
    save_.stop();
    save_settings_now();
    performance_.shut_down();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (first_file(event->mimeData()).empty()) return;
    event->acceptProposedAction();
    avatar_->show_drop_hint(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    avatar_->show_drop_hint(false);
}

void MainWindow::dropEvent(QDropEvent* event) {
    avatar_->show_drop_hint(false);
    const auto file = first_file(event->mimeData());
    if (file.empty()) return;
    event->acceptProposedAction();
    open_file(file);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        follow_palette();
        update_actions();
    }
    QMainWindow::changeEvent(event);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    // Space is a shortcut of the window, but a button with the focus must still be pressed by it.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier &&
            (qobject_cast<QAbstractButton*>(watched) != nullptr ||
             qobject_cast<QComboBox*>(watched) != nullptr))
            event->accept();
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace mien::gui

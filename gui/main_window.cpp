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
#include "gui/face_bones_panel.h"
#include "gui/head_box.h"
#include "gui/icons.h"
#include "gui/mapping_panel.h"
#include "gui/notice_bar.h"
#include "gui/quality_box.h"
#include "gui/readout.h"
#include "gui/sliders_panel.h"
#include "gui/source_menu.h"
#include "gui/state_box.h"
#include "gui/takes_panel.h"
#include "gui/timeline_panel.h"
#include "gui/tracking_panel.h"

namespace mien::gui {

namespace {

constexpr int save_after_ms = 800;
constexpr std::size_t most_recent_rigs = 8;

QString topic(const char* name) {
    return QLatin1String(name);
}

std::string lower_extension(const std::filesystem::path& file) {
    return QString::fromStdString(file.extension().string()).toLower().toStdString();
}

bool is_rig_file(const std::filesystem::path& file) {
    constexpr std::array<std::string_view, 7> extensions = {".glb", ".gltf", ".vrm", ".fbx",
                                                            ".dae", ".obj",  ".zip"};
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
      head_(new HeadBox(this)), quality_(new QualityBox(this)), source_notices_(new NoticeBar(this)),
      channels_(new ChannelsPanel(this)), sliders_(new SlidersPanel(this)),
      face_bones_(new FaceBonesPanel(this)), mapping_(new MappingPanel(this)),
      tracking_(new TrackingPanel(this)), takes_(new TakesPanel(services.takes_folder, this)),
      timeline_(new TimelinePanel(performance_.player(), actions_.play, actions_.close_take, this)),
      readout_(new Readout(this)), source_menu_(new SourceMenu(services, background, this)) {
    setWindowTitle(tr("mien"));
    setAcceptDrops(true);
    setCentralWidget(avatar_);
    LoadedSettings loaded = load_settings(services_.settings_file);
    settings_ = std::move(loaded.settings);
    readout_->set_drawn_with(gl.description);
    make_docks();
    make_toolbar();
    lock_panels(settings_.panels_locked);
    restore_layout();
    connect_actions();
    connect_performance();
    connect_panels();
    connect_tracking();

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
    connect(&recording_clock_, &QTimer::timeout, this, &MainWindow::show_recording);
    recording_clock_.setInterval(500);
    qApp->installEventFilter(this);
    if (avatar_->view() != nullptr) avatar_->view()->setFocus();
    update_actions();
    show_recording();
    show_playing();
}

MainWindow::~MainWindow() {
    performance_.shut_down();
}

void MainWindow::start(const WindowStart& begin) {
    if (begin.tracker) performance_.set_tracker(*begin.tracker);
    performance_.set_first_wishes(begin.mode, begin.vertical_fov);
    if (begin.pupil_distance)
        performance_.set_optics(
            {.vertical_fov = performance_.optics().vertical_fov, .pupil_distance = *begin.pupil_distance});
    const bool source_is_take = !begin.source.empty() && looks_like_take(begin.source);
    if (begin.source.empty() || source_is_take)
        performance_.open_last_source(settings_.source);
    else
        performance_.open_source(begin.source);
    const std::filesystem::path last = settings_.rig;
    std::error_code ignored;
    performance_.open_rig(!begin.rig.empty()                       ? begin.rig
                          : std::filesystem::exists(last, ignored) ? last
                                                                   : std::filesystem::path());
    if (!begin.take.empty())
        performance_.open_take(begin.take);
    else if (source_is_take)
        performance_.open_take(begin.source);
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
    dialog->setNameFilters({tr("Rigs (*.glb *.gltf *.vrm *.fbx *.dae *.obj *.zip)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { performance_.open_rig(file.toStdString()); });
    dialog->open();
}

void MainWindow::ask_for_groups() {
    auto* dialog = new QFileDialog(this, tr("Copy the face bones of another rig"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Rigs and their settings (*.glb *.gltf *.vrm *.fbx *.mien.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { performance_.copy_face_groups(file.toStdString()); });
    dialog->open();
}

void MainWindow::ask_for_take() {
    auto* dialog = new QFileDialog(this, tr("Open a take"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Takes (*.mien)"), tr("All files (*)")});
    dialog->setDirectory(QString::fromStdString(services_.takes_folder.string()));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { performance_.open_take(file.toStdString()); });
    dialog->open();
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
    else if (performance_.animation())
        performance_.stop_animation();
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
    const bool animation = performance_.animation().has_value();
    set_available(actions_.close_take, take || animation || actions_.full_screen->isChecked(),
                  QT_TR_NOOP("No take is open."));
    set_available(actions_.stop_animation, animation, QT_TR_NOOP("No animation plays."));
    const bool animated = performance_.rig() && !performance_.rig()->rig.animations.empty();
    animations_->setEnabled(animated);
    animations_->menuAction()->setToolTip(animated ? tr("Play an animation of the rig's file, over and over.")
                                                   : tr("The rig's file has no animation."));
}

void MainWindow::show_recording() {
    const LiveSession& session = performance_.session();
    const bool recording = session.recording();
    const auto seconds = static_cast<int>(session.recorded_seconds());
    actions_.record->setChecked(recording);
    actions_.record->setText(
        recording ? tr("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0')) : tr("&Record"));
    actions_.record->setIcon(icon(recording ? Icon::stop : Icon::record));
}

void MainWindow::show_playing() {
    const bool playing = performance_.player().playing();
    actions_.play->setIcon(icon(playing ? Icon::pause : Icon::play));
    actions_.play->setText(playing ? tr("&Stop") : tr("&Play"));
}

void MainWindow::remember_rig(const std::filesystem::path& file) {
    if (file.empty()) return;
    auto& recent = settings_.recent_rigs;
    std::erase(recent, file.string());
    recent.insert(recent.begin(), file.string());
    if (recent.size() > most_recent_rigs) recent.resize(most_recent_rigs);
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
        settings_.layout = saveState(layout_version);
    }
    auto saved = save_settings(services_.settings_file, settings_);
    if (saved && cameras_changed_) {
        saved = save_camera_choices(services_.cameras_file, performance_.cameras());
        cameras_changed_ = !saved;
    }
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
    mapping_->save_now();
    face_bones_->editor().save_now();
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
        show_recording();
        show_playing();
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

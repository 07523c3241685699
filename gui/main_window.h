// The window: places the panels, and ties them and the actions to the performance.
#pragma once

#include <filesystem>

#include <QMainWindow>
#include <QTimer>

#include "gui/actions.h"
#include "gui/appearance.h"
#include "gui/background.h"
#include "gui/gl_format.h"
#include "gui/performance.h"
#include "gui/services.h"
#include "gui/settings.h"

class QActionGroup;
class QToolBar;

namespace mien::gui {

class AvatarArea;
class CameraView;
class ChannelsPanel;
class FaceBonesPanel;
class HeadBox;
class MappingPanel;
class NoticeBar;
class QualityBox;
class Readout;
class SlidersPanel;
class SourceMenu;
class StateBox;
class TakesPanel;
class TimelinePanel;
class TrackingPanel;

/// What to begin with, where it is not what was there last time. Empty: as last time.
struct WindowStart {
    std::string source;
    std::filesystem::path rig;
    std::filesystem::path take;
    std::optional<TrackerKind> tracker;
    std::optional<CameraMode> mode{};
    std::optional<float> vertical_fov{};
    std::optional<float> pupil_distance{};
};

/// The window's thread only. `services` and `background` must outlive it.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(const Services& services, Background& background, const GlProbe& gl);
    ~MainWindow() override;

    /// Opens the source, the rig and the take to begin with. Call once, after show().
    void start(const WindowStart& begin);

    [[nodiscard]] const Actions& actions() const { return actions_; }
    [[nodiscard]] Performance& performance() { return performance_; }
    [[nodiscard]] AvatarArea& avatar_area() { return *avatar_; }
    /// Opens a file by what it is: a rig, a take, else a source.
    void open_file(const std::filesystem::path& file);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    void childEvent(QChildEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // main_window_layout.cpp
    void make_docks();
    void make_toolbar();
    QMenu* make_rig_menu();
    void list_recent_rigs(QMenu* menu);
    void list_animations();
    QMenu* make_performer_menu();
    QMenu* make_take_menu();
    QMenu* make_view_menu();
    QDockWidget* add_dock(const QString& title, const char* name, QWidget* panel, Qt::DockWidgetArea area);
    void lock_panels(bool locked);
    /// Another number where the panels stand otherwise: layouts that were saved before are left alone.
    static constexpr int layout_version = 1;
    void restore_layout();

    // main_window_connections.cpp
    void connect_actions();
    void connect_performance();
    void connect_panels();
    void connect_face_bones();
    void connect_tracking();
    /// Of the source and the tracker, and of a camera its mode and its rates.
    void show_details();
    /// A word that goes by itself.
    void say(const QString& text);
    void show_source_message(const QString& message);
    void show_rig(const std::shared_ptr<const LoadedRig>& rig);
    void show_animation();
    /// Of one of the rig's animations: its name, or its number where it has none.
    [[nodiscard]] QString animation_title(std::size_t index) const;
    void show_take(const std::shared_ptr<const Take>& take, const QString& name);

    // main_window.cpp
    void choose_source(const std::string& spec);
    void play_or_pause();
    void ask_for_rig();
    void ask_for_groups();
    void ask_for_take();
    void set_full_screen(bool full);
    void escape();
    void set_tracker(TrackerKind tracker);
    void set_appearance(Appearance appearance);
    void update_actions();
    void show_recording();
    void show_playing();
    void remember_rig(const std::filesystem::path& file);
    void follow_palette();
    void keep_settings();
    void save_settings_now();

    const Services& services_;
    Settings settings_;
    AppearanceKeeper appearance_;
    Performance performance_;
    Actions actions_;

    AvatarArea* avatar_;
    CameraView* camera_;
    StateBox* state_;
    HeadBox* head_;
    QualityBox* quality_;
    NoticeBar* source_notices_;
    ChannelsPanel* channels_;
    SlidersPanel* sliders_;
    FaceBonesPanel* face_bones_;
    MappingPanel* mapping_;
    TrackingPanel* tracking_;
    TakesPanel* takes_;
    TimelinePanel* timeline_;
    Readout* readout_;
    SourceMenu* source_menu_;
    QToolBar* toolbar_ = nullptr;
    QMenu* animations_ = nullptr; ///< of the rig
    QDockWidget* timeline_dock_ = nullptr;
    std::vector<QDockWidget*> docks_;
    std::vector<QDockWidget*> hidden_for_full_screen_;
    bool cameras_changed_ = false; ///< since they were saved
    double source_rate_ = 0;
    QTimer save_;
    QTimer recording_clock_;
};

} // namespace mien::gui

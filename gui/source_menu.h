// Where pictures come from: the cameras that are there now, a video, the sample clip, a synthetic face.
#pragma once

#include <string>

#include <QMenu>

#include "gui/background.h"
#include "gui/services.h"

class QActionGroup;

namespace mien::gui {

/// Refreshed, off the window's thread, whenever it opens. The window's thread only.
class SourceMenu : public QMenu {
    Q_OBJECT
public:
    SourceMenu(const Services& services, Background& background, QWidget* parent);

    /// Marks the source that is open.
    void set_current(const std::string& spec);
    /// Marks the modes that are chosen, by CameraInfo::id.
    void set_camera_choices(const CameraChoices& choices) { choices_ = choices; }
    /// Asks for a video file, a picture or a take of pictures, without stopping anything.
    void ask_for_video();

signals:
    void chosen(const std::string& spec);
    /// A mode of a camera; nothing: the best it has.
    void mode_chosen(const std::string& id, const std::optional<mien::CameraMode>& mode);

private:
    void look_for_cameras();
    void show_cameras(const std::vector<CameraInfo>& cameras);
    /// "Camera mode", with a menu for each camera where there are several.
    void list_modes(const std::vector<CameraInfo>& cameras);
    void add_modes(QMenu* menu, const CameraInfo& camera);
    QAction* add_source(const QString& text, const std::string& spec);

    const Services& services_;
    Background& background_;
    QActionGroup* group_;
    QAction* cameras_end_; ///< cameras stand above it
    QAction* looking_;
    QMenu* modes_;
    CameraChoices choices_;
    std::vector<QAction*> cameras_;
    std::string current_;
};

} // namespace mien::gui

// What the window remembers from one time to the next. A plain value in a JSON file; written as it changes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <QByteArray>
#include <QString>

#include "base/result.h"
#include "solver/solver.h"

namespace mien::gui {

enum class Appearance : std::uint8_t { desktop, light, dark };

struct Settings {
    std::string source;                   ///< as open_source(); empty: none chosen yet
    std::string rig;                      ///< a file; empty: the bundled head
    std::vector<std::string> recent_rigs; ///< files, the newest first
    std::string tracker = "auto";
    Calm calm;                                             ///< of each part of the face
    float pupil_distance = SolverOptions{}.pupil_distance; ///< the performer's, millimetres
    bool mirror = true;
    bool camera_shown = true;
    bool panels_locked = true;
    Appearance appearance = Appearance::desktop;
    QByteArray geometry; ///< QWidget::saveGeometry
    QByteArray layout;   ///< QMainWindow::saveState
    bool operator==(const Settings&) const = default;
};

struct LoadedSettings {
    Settings settings;
    QString notice; ///< empty, or one line: the file was damaged and where it was put
};

/// Reads the file, else its backup. A damaged file is set aside (NAME.damaged) and defaults take its place,
/// field by field where single values are wrong. A missing file is a first start: defaults, no notice.
[[nodiscard]] LoadedSettings load_settings(const std::filesystem::path& file);

/// Writes atomically, making the folder where needed; the file before becomes the backup (NAME.bak). Errors:
/// unavailable.
[[nodiscard]] Result<void> save_settings(const std::filesystem::path& file, const Settings& settings);

} // namespace mien::gui

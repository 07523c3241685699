// Which OpenGL context the avatar is drawn in.
#pragma once

#include <optional>

#include <QString>
#include <QSurfaceFormat>

namespace mien::gui {

/// What a probe of this machine's OpenGL found.
struct GlProbe {
    bool usable = false;   ///< 3.3 core or newer
    bool software = false; ///< drawn by the processor: multisampling would cost more than it shows
    QString description;   ///< renderer and version, or why there is none
};

/// 3.3 core with depth; no alpha, as the window is opaque. Set it as the default before the application
/// object is made.
[[nodiscard]] QSurfaceFormat avatar_format();

/// Makes a context and throws it away. After the application object.
[[nodiscard]] GlProbe probe_gl();

} // namespace mien::gui

// Which source the window opens by itself, so that the avatar moves within seconds with no question asked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <QString>

#include "capture/source/video_source.h"

namespace mien::gui {

struct SourceChoice {
    std::string spec; ///< as open_source(); empty: nothing to open
    QString notice;   ///< empty, or one line: why it is not the one of last time
};

/// `last` (as open_source(); may be empty) where it is still there, else the first real camera, else the
/// sample clip, else nothing.
[[nodiscard]] SourceChoice choose_source(const std::string& last, const std::vector<CameraInfo>& cameras,
                                         const std::filesystem::path& sample_clip);

/// A source's name for people: "Camera NAME", a file's name.
[[nodiscard]] QString source_title(const std::string& spec, const std::vector<CameraInfo>& cameras);

} // namespace mien::gui

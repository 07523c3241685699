// From the texts of the other folders to Qt's.
#pragma once

#include <string_view>

#include <QString>

namespace mien::gui {

[[nodiscard]] inline QString text_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace mien::gui

// The head's pose in numbers.
#pragma once

#include <array>

#include <QWidget>

#include "solver/face_state.h"

class QLabel;

namespace mien::gui {

/// The window's thread only.
class HeadBox : public QWidget {
    Q_OBJECT
public:
    explicit HeadBox(QWidget* parent = nullptr);
    /// Dashes where the face is not tracked.
    void show_head(const FaceState& state);

private:
    std::array<QLabel*, 4> values_{};
};

} // namespace mien::gui

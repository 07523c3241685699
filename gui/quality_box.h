// How far each part of the face can be trusted, as three meters.
#pragma once

#include <array>

#include <QWidget>

#include "capture/landmark_frame.h"

namespace mien::gui {

/// The window's thread only.
class QualityBox : public QWidget {
    Q_OBJECT
public:
    explicit QualityBox(QWidget* parent = nullptr);
    /// Empty meters where the face is not tracked.
    void show_quality(const LandmarkFrame& frame);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::array<int, 3> percent_{-1, -1, -1}; ///< eyes, brows, mouth; -1: no face
};

} // namespace mien::gui

// A take along its time: where the face was tracked, a few curves, and the position, which can be dragged.
#pragma once

#include <memory>
#include <vector>

#include <QAbstractSlider>
#include <QPixmap>

#include "takes/take.h"

namespace mien::gui {

/// A slider over milliseconds from the take's first frame. The window's thread only.
class TimelineStrip : public QAbstractSlider {
    Q_OBJECT
public:
    explicit TimelineStrip(QWidget* parent = nullptr);

    void set_take(std::shared_ptr<const Take> take);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QRectF track() const;
    [[nodiscard]] double x_of(int ms) const;
    [[nodiscard]] int ms_at(double x) const;
    void draw_take(QPainter& painter) const;

    std::shared_ptr<const Take> take_;
    QPixmap drawn_; ///< the take without the position; empty: draw it anew
};

} // namespace mien::gui

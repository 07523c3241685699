// The camera's picture with the landmarks over it, or a take's landmarks alone.
#pragma once

#include <optional>

#include <QImage>
#include <QWidget>

#include "capture/landmark_frame.h"
#include "capture/video_frame.h"

namespace mien::gui {

/// The window's thread only.
class CameraView : public QWidget {
    Q_OBJECT
public:
    explicit CameraView(QWidget* parent = nullptr);

    void show_frame(const VideoFrame& frame, const LandmarkFrame& landmarks);
    /// Landmarks on a dark ground of the picture's size: a take has no picture.
    void show_landmarks(const LandmarkFrame& landmarks);
    void clear();
    /// Shows the performer as a mirror would. The only place where a picture is mirrored.
    void set_mirror(bool mirror);
    /// What stands in the empty view.
    void set_empty_text(const QString& text);

    /// Where a point of the widget lies in the source's picture, in its pixels; nothing beside it.
    [[nodiscard]] std::optional<QPointF> in_picture(const QPointF& point) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// As high as the picture needs at this width; never higher, but lower where the room is wanted for
    /// words.
    [[nodiscard]] int heightForWidth(int width) const override;

signals:
    /// A person pointed at this pixel of a live picture.
    void face_chosen(const QPointF& pixel);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QRectF place() const; ///< of the picture in the widget, unmirrored
    void set_live(bool live);
    void set_picture(Image picture, const LandmarkFrame& landmarks);

    Image pixels_;
    QImage picture_; ///< looks into pixels_
    bool mirror_ = true;
    bool live_ = false; ///< a picture, in which a face can be chosen
    QString empty_text_;
};

} // namespace mien::gui

#include "gui/camera_view.h"

#include <algorithm>

#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>

#include "capture/overlay.h"

namespace mien::gui {

namespace {
constexpr double usual_aspect = 4.0 / 3.0;
constexpr std::uint8_t ground = 24;
constexpr int largest_side = 8192; // of a take's picture size, which comes out of a file
} // namespace

CameraView::CameraView(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Camera picture"));
    setAccessibleDescription(tr("The picture of the source with the landmarks that were found."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

QSize CameraView::sizeHint() const {
    const int width = fontMetrics().height() * 15;
    return {width, heightForWidth(width)};
}

QSize CameraView::minimumSizeHint() const {
    const int width = fontMetrics().height() * 8;
    return {width, fontMetrics().height() * 5};
}

int CameraView::heightForWidth(int width) const {
    const double aspect =
        picture_.isNull() ? usual_aspect : static_cast<double>(picture_.width()) / picture_.height();
    // A portrait picture of a phone must not push the state below it out of the window.
    return static_cast<int>(width / std::clamp(aspect, 1.0, 2.4));
}

void CameraView::show_frame(const VideoFrame& frame, const LandmarkFrame& landmarks) {
    set_picture(convert(frame.picture, PixelFormat::rgb8), landmarks);
    set_live(true);
}

void CameraView::show_landmarks(const LandmarkFrame& landmarks) {
    const auto possible = [](int side) { return side > 0 && side <= largest_side; };
    if (!possible(landmarks.image_width) || !possible(landmarks.image_height)) return clear();
    Image plain(landmarks.image_width, landmarks.image_height, PixelFormat::rgb8);
    std::fill(plain.pixels.begin(), plain.pixels.end(), ground);
    set_picture(std::move(plain), landmarks);
    set_live(false);
}

void CameraView::set_live(bool live) {
    if (live_ == live) return;
    live_ = live;
    setToolTip(live ? tr("The face with the points is followed. Click another one to follow it.")
                    : QString());
    if (live)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
}

void CameraView::set_picture(Image picture, const LandmarkFrame& landmarks) {
    const bool resized = picture.width != pixels_.width || picture.height != pixels_.height;
    pixels_ = std::move(picture);
    draw_landmarks(pixels_, landmarks);
    picture_ = QImage(pixels_.pixels.data(), pixels_.width, pixels_.height,
                      static_cast<qsizetype>(pixels_.stride()), QImage::Format_RGB888);
    if (resized) setMaximumHeight(heightForWidth(width()));
    update();
}

void CameraView::clear() {
    picture_ = {};
    pixels_ = {};
    set_live(false);
    update();
}

void CameraView::set_mirror(bool mirror) {
    mirror_ = mirror;
    update();
}

void CameraView::set_empty_text(const QString& text) {
    empty_text_ = text;
    update();
}

QRectF CameraView::place() const {
    const QSizeF fitted = QSizeF(picture_.size()).scaled(QSizeF(size()), Qt::KeepAspectRatio);
    return {QPointF((width() - fitted.width()) / 2, (height() - fitted.height()) / 2), fitted};
}

std::optional<QPointF> CameraView::in_picture(const QPointF& point) const {
    if (picture_.isNull()) return {};
    const QRectF area = place();
    const QPointF at(mirror_ ? width() - point.x() : point.x(), point.y());
    if (!area.contains(at)) return {};
    return QPointF((at.x() - area.left()) * picture_.width() / area.width(),
                   (at.y() - area.top()) * picture_.height() / area.height());
}

void CameraView::mousePressEvent(QMouseEvent* event) {
    const auto pixel = in_picture(event->position());
    if (live_ && pixel && event->button() == Qt::LeftButton)
        emit face_chosen(*pixel);
    else
        QWidget::mousePressEvent(event);
}

void CameraView::resizeEvent(QResizeEvent* event) {
    setMaximumHeight(heightForWidth(width()));
    QWidget::resizeEvent(event);
}

void CameraView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), QColor(ground, ground, ground));
    if (picture_.isNull()) {
        painter.setPen(QColor(170, 170, 170));
        const int margin = fontMetrics().height() / 2;
        painter.drawText(rect().adjusted(margin, margin, -margin, -margin),
                         Qt::AlignCenter | Qt::TextWordWrap, empty_text_);
        return;
    }
    if (mirror_) {
        painter.translate(width(), 0);
        painter.scale(-1, 1);
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place(), picture_);
}

} // namespace mien::gui

#include "gui/camera_view.h"

#include <algorithm>

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
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
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
}

void CameraView::show_landmarks(const LandmarkFrame& landmarks) {
    const auto possible = [](int side) { return side > 0 && side <= largest_side; };
    if (!possible(landmarks.image_width) || !possible(landmarks.image_height)) return clear();
    Image plain(landmarks.image_width, landmarks.image_height, PixelFormat::rgb8);
    std::fill(plain.pixels.begin(), plain.pixels.end(), ground);
    set_picture(std::move(plain), landmarks);
}

void CameraView::set_picture(Image picture, const LandmarkFrame& landmarks) {
    const bool resized = picture.width != pixels_.width || picture.height != pixels_.height;
    pixels_ = std::move(picture);
    draw_landmarks(pixels_, landmarks);
    picture_ = QImage(pixels_.pixels.data(), pixels_.width, pixels_.height,
                      static_cast<qsizetype>(pixels_.stride()), QImage::Format_RGB888);
    if (resized) updateGeometry();
    update();
}

void CameraView::clear() {
    picture_ = {};
    pixels_ = {};
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
    const QSizeF fitted = QSizeF(picture_.size()).scaled(QSizeF(size()), Qt::KeepAspectRatio);
    const QRectF place(QPointF((width() - fitted.width()) / 2, (height() - fitted.height()) / 2), fitted);
    if (mirror_) {
        painter.translate(width(), 0);
        painter.scale(-1, 1);
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, picture_);
}

} // namespace mien::gui

#include "gui/timeline_strip.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>

#include "rig/arkit.h"

namespace mien::gui {

namespace {

/// The channels that tell most about a performance at a glance: speech, blinks, smiles.
struct Curve {
    ChannelIndex channel;
    QColor colour;
};
const std::array<Curve, 3>& curves() {
    static const std::array<Curve, 3> all = {{{channel("jawOpen"), QColor(90, 160, 230)},
                                              {channel("eyeBlinkLeft"), QColor(220, 170, 60)},
                                              {channel("mouthSmileLeft"), QColor(110, 190, 110)}}};
    return all;
}

} // namespace

TimelineStrip::TimelineStrip(QWidget* parent) : QAbstractSlider(parent) {
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Position in the take, milliseconds"));
    setToolTip(tr("Drag to move through the take. Blue: jaw open. Yellow: left blink. Green: left smile. "
                  "Red below: the face was lost."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setSingleStep(40);
    setPageStep(1000);
}

QSize TimelineStrip::sizeHint() const {
    return {fontMetrics().height() * 20, fontMetrics().height() * 3};
}

QSize TimelineStrip::minimumSizeHint() const {
    return {fontMetrics().height() * 6, fontMetrics().height() * 2};
}

void TimelineStrip::set_take(std::shared_ptr<const Take> take) {
    take_ = std::move(take);
    const bool any = take_ && !take_->frames.empty();
    const Duration length =
        any ? take_->frames.back().landmarks.t - take_->frames.front().landmarks.t : Duration{};
    setRange(0, static_cast<int>(std::clamp(length.ms(), 0.0, 2e9)));
    drawn_ = {};
    update();
}

QRectF TimelineStrip::track() const {
    const double margin = fontMetrics().height() / 3.0;
    return QRectF(rect()).adjusted(margin, 1, -margin, -1);
}

double TimelineStrip::x_of(int ms) const {
    return track().left() + track().width() * ms / std::max(1, maximum());
}

int TimelineStrip::ms_at(double x) const {
    return static_cast<int>(std::lround((x - track().left()) / std::max(1.0, track().width()) * maximum()));
}

void TimelineStrip::draw_take(QPainter& painter) const {
    const QRectF area = track();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().base());
    painter.drawRoundedRect(area, 2, 2);
    if (!take_ || take_->frames.empty()) return;
    const Timestamp first = take_->frames.front().landmarks.t;
    const auto x = [&](const TakeFrame& frame) {
        return area.left() + area.width() * (frame.landmarks.t - first).ms() / std::max(1, maximum());
    };
    const double band = area.height() / 8;
    for (std::size_t i = 0; i + 1 < take_->frames.size(); ++i)
        if (!take_->frames[i].calibrated.tracked)
            painter.fillRect(QRectF(x(take_->frames[i]), area.bottom() - band,
                                    x(take_->frames[i + 1]) - x(take_->frames[i]), band),
                             QColor(215, 85, 70));

    const QRectF plot = area.adjusted(0, band, 0, -1.5 * band);
    // Several frames fall onto one pixel of a long take: the largest counts, so that no blink is lost.
    for (const Curve& curve : curves()) {
        QPolygonF line;
        double largest = 0;
        double column = -1;
        const auto add = [&] {
            line << QPointF(column, plot.bottom() - plot.height() * std::clamp(largest, 0.0, 1.0));
        };
        for (const TakeFrame& frame : take_->frames) {
            const double at = std::floor(x(frame));
            if (at != column && column >= 0) {
                add();
                largest = 0;
            }
            column = at;
            largest = std::max(largest, static_cast<double>(frame.calibrated.weights[curve.channel]));
        }
        add();
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(curve.colour, 1.2));
        painter.drawPolyline(line);
    }
}

void TimelineStrip::paintEvent(QPaintEvent*) {
    if (drawn_.isNull()) {
        drawn_ = QPixmap(size() * devicePixelRatio());
        drawn_.setDevicePixelRatio(devicePixelRatio());
        drawn_.fill(Qt::transparent);
        QPainter painter(&drawn_);
        draw_take(painter);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, drawn_);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = palette().color(hasFocus() ? QPalette::Highlight : QPalette::Text);
    const double x = x_of(value());
    const double half = fontMetrics().height() / 4.0;
    painter.setPen(QPen(colour, 1.6));
    painter.drawLine(QPointF(x, track().top()), QPointF(x, track().bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const QPointF grip[] = {
        {x - half, track().top()}, {x + half, track().top()}, {x, track().top() + half * 1.4}};
    painter.drawPolygon(grip, 3);
}

void TimelineStrip::resizeEvent(QResizeEvent*) {
    drawn_ = {};
}

void TimelineStrip::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) drawn_ = {};
    QAbstractSlider::changeEvent(event);
}

void TimelineStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    setSliderDown(true);
    setSliderPosition(ms_at(event->position().x()));
}

void TimelineStrip::mouseMoveEvent(QMouseEvent* event) {
    if (isSliderDown()) setSliderPosition(ms_at(event->position().x()));
}

void TimelineStrip::mouseReleaseEvent(QMouseEvent*) {
    setSliderDown(false);
}

} // namespace mien::gui

#include "gui/quality_box.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "gui/state_box.h"

namespace mien::gui {

namespace {
// Below this the solver begins to hold what it had (solver/region_hold.cpp).
constexpr int poor_percent = 35;

std::array<QString, 3> names() {
    return {QualityBox::tr("Eyes"), QualityBox::tr("Brows"), QualityBox::tr("Mouth")};
}
} // namespace

QualityBox::QualityBox(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Quality"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    show_quality({});
}

QSize QualityBox::sizeHint() const {
    const int line = fontMetrics().height();
    return {line * 11, line * 2};
}

void QualityBox::show_quality(const LandmarkFrame& frame) {
    const std::array<float, 3> parts = {frame.regions.eyes, frame.regions.brows, frame.regions.mouth};
    std::array<int, 3> now{-1, -1, -1};
    for (std::size_t i = 0; frame.tracked && i < now.size(); ++i)
        now[i] = static_cast<int>(std::lround(std::clamp(parts[i], 0.0F, 1.0F) * 100));
    if (now == percent_ && !toolTip().isEmpty()) return;
    percent_ = now;
    QStringList words;
    for (std::size_t i = 0; i < now.size(); ++i)
        words << (now[i] < 0 ? tr("%1: –").arg(names()[i]) : tr("%1: %2 %").arg(names()[i]).arg(now[i]));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    setToolTip(tr("How far each part of the face can be trusted.\n%1\nWhat is hidden keeps its last "
                  "expression, then goes to rest.")
                   .arg(words.join(QStringLiteral("   "))));
    update();
}

void QualityBox::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int line = fontMetrics().height();
    const double gap = line / 2.0;
    const double width = (rect().width() - 4 * gap) / 3;
    for (std::size_t i = 0; i < percent_.size(); ++i) {
        const double left = gap + static_cast<double>(i) * (width + gap);
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QRectF(left, 0, width, line), Qt::AlignLeft | Qt::AlignVCenter, names()[i]);
        QColor ground = palette().color(QPalette::WindowText);
        ground.setAlphaF(0.12f);
        const double thick = line / 4.0;
        const QRectF bar(left, line * 1.25, width, thick);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRoundedRect(bar, thick / 2, thick / 2);
        if (percent_[i] <= 0) continue;
        QRectF filled = bar;
        filled.setWidth(std::max(thick, bar.width() * percent_[i] / 100));
        painter.setBrush(lamp_colour(percent_[i] < poor_percent ? ShownState::poor : ShownState::ok));
        painter.drawRoundedRect(filled, thick / 2, thick / 2);
    }
}

} // namespace mien::gui

#include "gui/readout.h"

#include <QPainter>

#include "gui/state_box.h"

namespace mien::gui {

namespace {
QString numbers(const Readings& readings) {
    if (!readings.valid) return {};
    return Readout::tr("%1 fps  %2 ms")
        .arg(readings.frames_per_second, 0, 'f', 1)
        .arg(readings.latency_ms, 0, 'f', 0);
}
} // namespace

Readout::Readout(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("State and speed"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    describe();
}

QSize Readout::sizeHint() const {
    // Room for the longest, so that nothing moves while the numbers change.
    const QFontMetrics metrics = fontMetrics();
    const int width =
        metrics.horizontalAdvance(tr("Tracking poorly")) +
        metrics.horizontalAdvance(numbers({.frames_per_second = 120, .latency_ms = 1000, .valid = true}));
    return {width + metrics.height() * 3, metrics.height() * 3 / 2};
}

void Readout::show_state(const StateText& state) {
    if (state.word == state_.word) return;
    state_ = state;
    describe();
}

void Readout::show_readings(const Readings& readings) {
    readings_ = readings;
    const QString text = numbers(readings);
    if (text == numbers_) return;
    numbers_ = text;
    describe();
}

void Readout::set_drawn_with(const QString& description) {
    drawn_with_ = description;
    describe();
}

void Readout::count_drawn() {
    ++drawn_;
    if (!since_drawn_.isValid()) since_drawn_.start();
    if (since_drawn_.elapsed() < 1000) return;
    drawn_per_second_ = static_cast<int>(drawn_ * 1000 / since_drawn_.restart());
    drawn_ = 0;
    describe();
}

void Readout::describe() {
    setAccessibleDescription(state_.word + QStringLiteral(", ") + numbers_);
    setToolTip(
        tr("%1\nFrames a second that are tracked, and the time from a frame's exposure to its weights.\n"
           "Dropped so far: %2. Pictures of the avatar a second: %3, drawn with %4.")
            .arg(state_.advice)
            .arg(readings_.dropped)
            .arg(drawn_per_second_)
            .arg(drawn_with_));
    update();
}

void Readout::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetrics metrics = fontMetrics();
    const double lamp = metrics.ascent() * 0.8;
    const QRectF area = QRectF(rect()).adjusted(0, 0, -metrics.height() / 2.0, 0);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, numbers_);
    const double numbers_width =
        metrics.horizontalAdvance(numbers({.frames_per_second = 120, .latency_ms = 1000, .valid = true}));
    const QRectF left = area.adjusted(0, 0, -numbers_width - metrics.height() / 2.0, 0);
    painter.drawText(left, Qt::AlignRight | Qt::AlignVCenter, state_.word);
    painter.setPen(Qt::NoPen);
    painter.setBrush(lamp_colour(state_.state));
    const double x = left.right() - metrics.horizontalAdvance(state_.word) - lamp - metrics.height() / 2.0;
    painter.drawEllipse(QRectF(x, (height() - lamp) / 2, lamp, lamp));
}

} // namespace mien::gui

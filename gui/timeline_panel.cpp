#include "gui/timeline_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/icons.h"
#include "gui/timeline_strip.h"

namespace mien::gui {

namespace {

/// "1:02.45"
QString clock_text(double seconds) {
    const auto hundredths = static_cast<qint64>(seconds * 100 + 0.5);
    return QStringLiteral("%1:%2.%3")
        .arg(hundredths / 6000)
        .arg(hundredths / 100 % 60, 2, 10, QLatin1Char('0'))
        .arg(hundredths % 100, 2, 10, QLatin1Char('0'));
}

} // namespace

TimelinePanel::TimelinePanel(TakePlayer& player, QAction* play, QAction* close, QWidget* parent)
    : QWidget(parent), player_(player), name_(new QLabel(this)), time_(new QLabel(this)),
      loop_(new QToolButton(this)), strip_(new TimelineStrip(this)) {
    setAccessibleName(tr("Timeline"));
    const auto button = [this](QAction* action) {
        auto* made = new QToolButton(this);
        made->setAutoRaise(true);
        made->setDefaultAction(action);
        return made;
    };
    const auto step = [this](Icon which, const QString& text, int frames) {
        auto* made = new QToolButton(this);
        made->setAutoRaise(true);
        made->setIcon(icon(which));
        made->setToolTip(text);
        made->setAccessibleName(text);
        connect(made, &QToolButton::clicked, this, [this, frames] { player_.step(frames); });
        return made;
    };
    loop_->setAutoRaise(true);
    loop_->setCheckable(true);
    loop_->setIcon(icon(Icon::loop));
    loop_->setToolTip(tr("Play over and over"));
    loop_->setAccessibleName(tr("Play over and over"));
    connect(loop_, &QToolButton::toggled, this, [this](bool on) { player_.set_loop(on); });
    auto* close_button = new QToolButton(this);
    close_button->setDefaultAction(close);
    close_button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    name_->setTextFormat(Qt::PlainText);
    name_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto* transport = new QHBoxLayout;
    transport->addWidget(step(Icon::step_back, tr("One frame back"), -1));
    transport->addWidget(button(play));
    transport->addWidget(step(Icon::step_on, tr("One frame on"), 1));
    transport->addWidget(loop_);
    transport->addWidget(time_);
    transport->addSpacing(fontMetrics().height());
    transport->addWidget(name_, 1);
    transport->addWidget(close_button);
    auto* layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height() / 4;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);
    layout->addLayout(transport);
    layout->addWidget(strip_, 1);

    connect(&player_, &TakePlayer::position_changed, this, &TimelinePanel::show_position);
    connect(strip_, &TimelineStrip::valueChanged, this, [this](int ms) { player_.seek(ms * 1e-3); });
    show_position(0);
}

void TimelinePanel::set_take(std::shared_ptr<const Take> take, const QString& name) {
    {
        const QSignalBlocker quiet(strip_);
        strip_->set_take(std::move(take));
    }
    name_->setText(name);
    show_position(player_.position());
}

void TimelinePanel::show_position(double position) {
    const QSignalBlocker quiet(strip_);
    strip_->setValue(static_cast<int>(position * 1e3));
    strip_->update();
    time_->setText(QStringLiteral("%1 / %2").arg(clock_text(position), clock_text(player_.duration())));
}

} // namespace mien::gui

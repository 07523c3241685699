#include "gui/slider_row.h"

#include <QHBoxLayout>
#include <QLabel>

#include "gui/held_slider.h"

namespace mien::gui {

SliderRow::SliderRow(const QString& name, QWidget* parent)
    : QWidget(parent), name_(name), label_(new QLabel(this)), slider_(new HeldSlider(name, this)) {
    const QFontMetrics metrics = fontMetrics();
    label_->setTextFormat(Qt::PlainText);
    label_->setFixedWidth(metrics.averageCharWidth() * 20);
    label_->setText(metrics.elidedText(name, Qt::ElideMiddle, label_->width()));
    label_->setToolTip(name);
    connect(slider_, &HeldSlider::held_changed, this, &SliderRow::show_held);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(metrics.averageCharWidth() / 2);
    layout->addWidget(label_);
    layout->addWidget(slider_, 1);
}

bool SliderRow::held() const {
    return slider_->held().has_value();
}

void SliderRow::follow(float value) {
    slider_->follow(value);
}

void SliderRow::let_go() {
    slider_->let_go();
}

void SliderRow::show_held(std::optional<float> value) {
    QFont font = label_->font();
    font.setBold(value.has_value());
    label_->setFont(font);
    emit held_changed(value);
}

} // namespace mien::gui

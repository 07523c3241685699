#include "gui/head_box.h"

#include <cmath>

#include <QGridLayout>
#include <QLabel>

namespace mien::gui {

namespace {
const auto dash = QStringLiteral("–");
} // namespace

HeadBox::HeadBox(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Head"));
    auto* grid = new QGridLayout(this);
    const int line = fontMetrics().height();
    grid->setContentsMargins(line / 2, line / 4, line / 2, line / 2);
    grid->setHorizontalSpacing(line / 2);
    grid->setVerticalSpacing(line / 8);
    const std::array<QString, 4> names = {tr("Yaw"), tr("Pitch"), tr("Roll"), tr("Distance")};
    const std::array<QString, 4> tips = {
        tr("Degrees; + turns the head to the performer's left."), tr("Degrees; + looks down."),
        tr("Degrees; + tips the head to the performer's right shoulder."),
        tr("From the camera to the eyes, in metres, as far as the lens is known.")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto* name = new QLabel(names[i], this);
        name->setForegroundRole(QPalette::PlaceholderText);
        values_[i] = new QLabel(dash, this);
        values_[i]->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        values_[i]->setAccessibleName(names[i]);
        for (QLabel* label : {name, values_[i]}) label->setToolTip(tips[i]);
        const int row = static_cast<int>(i) / 2;
        const int column = static_cast<int>(i) % 2 * 3;
        grid->addWidget(name, row, column);
        grid->addWidget(values_[i], row, column + 1);
    }
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(4, 1);
    grid->setColumnMinimumWidth(2, line / 2);
}

void HeadBox::show_head(const FaceState& state) {
    const auto degrees = [](float value) { return QStringLiteral("%1°").arg(std::lround(value)); };
    const HeadPose& head = state.head;
    const std::array<QString, 4> texts = {degrees(head.yaw), degrees(head.pitch), degrees(head.roll),
                                          tr("%1 m").arg(-static_cast<double>(head.z), 0, 'f', 2)};
    for (std::size_t i = 0; i < texts.size(); ++i) values_[i]->setText(state.tracked ? texts[i] : dash);
}

} // namespace mien::gui

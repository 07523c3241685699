#include "gui/mapping_delegates.h"

#include <algorithm>
#include <cmath>

#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPainter>

#include "gui/mapping_model.h"

namespace mien::gui {

namespace {

const MappingModel* model_of(const QModelIndex& index) {
    return qobject_cast<const MappingModel*>(index.model());
}

QString header_of(const QModelIndex& index) {
    return index.model()->headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString();
}

} // namespace

QWidget* ChoiceDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                      const QModelIndex& index) const {
    constexpr int entries_shown = 20;
    auto* box = new QComboBox(parent);
    box->setAccessibleName(header_of(index));
    box->setMaxVisibleItems(entries_shown);
    if (const MappingModel* model = model_of(index)) box->addItems(model->choices(index.column()));
    box->view()->setMinimumWidth(box->view()->sizeHintForColumn(0) + box->fontMetrics().height() * 2);
    auto* self = const_cast<ChoiceDelegate*>(this); // Qt asks for editors of a const delegate
    connect(box, &QComboBox::activated, self, [self, box] {
        emit self->commitData(box);
        emit self->closeEditor(box);
    });
    return box;
}

void ChoiceDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    const MappingModel* model = model_of(index);
    auto* box = qobject_cast<QComboBox*>(editor);
    if (model != nullptr && box != nullptr) box->setCurrentIndex(model->choice_of(index));
}

void ChoiceDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                  const QModelIndex& index) const {
    auto* mapping = qobject_cast<MappingModel*>(model);
    const auto* box = qobject_cast<QComboBox*>(editor);
    if (mapping != nullptr && box != nullptr) mapping->choose(index, box->currentIndex());
}

QWidget* NumberDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                      const QModelIndex& index) const {
    auto* box = new QDoubleSpinBox(parent);
    box->setAccessibleName(header_of(index));
    box->setFrame(false);
    box->setDecimals(3);
    box->setSingleStep(0.05);
    box->setRange(smallest_, largest_);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons); // the cell is narrow; arrow keys and wheel step
    return box;
}

void ValueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const double value = std::clamp(index.data(MappingModel::value_role).toDouble(), -1.0, 1.0);
    const double unit = option.fontMetrics.height() / 16.0;
    const QRectF bar = QRectF(option.rect).adjusted(3 * unit, 4 * unit, -3 * unit, -4 * unit);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    QColor ground = option.palette.color(QPalette::Text);
    ground.setAlphaF(0.12f);
    painter->setBrush(ground);
    painter->drawRoundedRect(bar, unit, unit);
    QRectF filled = bar;
    filled.setWidth(bar.width() * std::abs(value));
    if (value < 0) filled.moveRight(bar.right());
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    QColor colour = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Highlight);
    if (value < 0) colour.setAlphaF(0.5f);
    painter->setBrush(colour);
    if (value != 0) painter->drawRoundedRect(filled, unit, unit);
    painter->restore();
}

} // namespace mien::gui

// The editors of the mapping's table, and its meter.
#pragma once

#include <QStyledItemDelegate>

namespace mien::gui {

/// A list to choose from, by MappingModel::choices(). A choice is taken at once.
class ChoiceDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

/// A number with three digits behind the point, between `smallest` and `largest`.
class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    NumberDelegate(double smallest, double largest, QObject* parent)
        : QStyledItemDelegate(parent), smallest_(smallest), largest_(largest) {}
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;

private:
    double smallest_;
    double largest_;
};

/// A bar for MappingModel::value_role: to the right from 0, and in another shade to the left below it.
class ValueDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace mien::gui

// Editors inside the table of a part's bones: a list of channels, and a number with its unit that takes
// effect with every step.
#pragma once

#include <QStyledItemDelegate>

#include "gui/face_bones_model.h"

namespace mien::gui {

/// The window's thread only.
class FaceBonesDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    FaceBonesDelegate(const FaceBonesModel& model, QObject* parent);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

signals:
    /// A start (0) or an end (1) is being edited.
    void range_end_opened(float slider) const;
    void range_end_closed() const;

private:
    [[nodiscard]] QWidget* channel_editor(QWidget* parent) const;
    [[nodiscard]] QWidget* number_editor(QWidget* parent, const QModelIndex& index) const;
    void commit(QWidget* editor) const;

    const FaceBonesModel& model_;
};

} // namespace mien::gui

#include "gui/face_bones_delegate.h"

#include <cmath>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalBlocker>

namespace mien::gui {

FaceBonesDelegate::FaceBonesDelegate(const FaceBonesModel& model, QObject* parent)
    : QStyledItemDelegate(parent), model_(model) {}

void FaceBonesDelegate::commit(QWidget* editor) const {
    emit const_cast<FaceBonesDelegate*>(this)->commitData(editor); // Qt's signal is not const, its makers are
}

QWidget* FaceBonesDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                         const QModelIndex& index) const {
    return index.column() == FaceBonesModel::channel_column ? channel_editor(parent)
                                                            : number_editor(parent, index);
}

QWidget* FaceBonesDelegate::channel_editor(QWidget* parent) const {
    auto* box = new QComboBox(parent);
    box->setAccessibleName(tr("Channel"));
    for (int i = 0; i < bone_channel_count; ++i) box->addItem(channel_title(static_cast<BoneChannel>(i)));
    connect(box, &QComboBox::activated, this, [this, box] { commit(box); });
    return box;
}

QWidget* FaceBonesDelegate::number_editor(QWidget* parent, const QModelIndex& index) const {
    const FaceBone& bone = *model_.bone(index.row());
    auto* box = new QDoubleSpinBox(parent);
    const bool start = index.column() == FaceBonesModel::start_column;
    box->setAccessibleName((start ? tr("Start of %1") : tr("End of %1")).arg(short_bone_name(bone)));
    box->setFrame(false);
    if (bone.channel >= BoneChannel::scale_x) {
        box->setPrefix(QStringLiteral("×"));
        box->setDecimals(3);
        box->setRange(0, 100);
        box->setSingleStep(0.01);
    } else if (bone.channel >= BoneChannel::rotation_x) {
        box->setSuffix(QStringLiteral("°"));
        box->setDecimals(1);
        box->setRange(-360, 360);
        box->setSingleStep(1);
    } else {
        box->setSuffix(QLatin1Char(' ') + model_.place_unit(bone));
        box->setDecimals(4);
        box->setRange(-1000, 1000);
        box->setSingleStep(0.0005);
        if (!model_.counts_metres(bone)) box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    }
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, box] { commit(box); });
    connect(box, &QObject::destroyed, this, [this] { emit range_end_closed(); });
    emit range_end_opened(start ? 0.0f : 1.0f);
    return box;
}

void FaceBonesDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        box->setCurrentIndex(index.data(Qt::EditRole).toInt());
    } else if (auto* number = qobject_cast<QDoubleSpinBox*>(editor)) {
        const QSignalBlocker quiet(number);
        // What shows the value already is left alone: what is being typed would be completed under the hands.
        const double value = index.data(Qt::EditRole).toDouble();
        if (number->hasFocus() && std::abs(number->value() - value) < 0.5 * std::pow(10, -number->decimals()))
            return;
        number->setValue(value);
    }
}

void FaceBonesDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                     const QModelIndex& index) const {
    if (const auto* box = qobject_cast<QComboBox*>(editor)) {
        model->setData(index, box->currentIndex(), Qt::EditRole);
    } else if (const auto* number = qobject_cast<QDoubleSpinBox*>(editor)) {
        // What was not touched stays as it is in the file, with all its digits.
        const double shown =
            std::round(index.data(Qt::EditRole).toDouble() * std::pow(10, number->decimals())) /
            std::pow(10, number->decimals());
        if (!qFuzzyCompare(1 + shown, 1 + number->value()))
            model->setData(index, number->value(), Qt::EditRole);
    }
}

} // namespace mien::gui

#include "gui/face_bones_model.h"

#include <cmath>

#include <QGuiApplication>
#include <QLocale>
#include <QPalette>
#include <glm/matrix.hpp>

namespace mien::gui {

namespace {

const char* axis_name(int axis) {
    return axis == 0 ? "x" : axis == 1 ? "y" : "z";
}

} // namespace

QString channel_title(BoneChannel channel) {
    const QString axis = QLatin1String(axis_name(axis_of(channel)));
    if (channel >= BoneChannel::scale_x) return FaceBonesModel::tr("Scale %1").arg(axis);
    if (channel >= BoneChannel::rotation_x) return FaceBonesModel::tr("Turn %1").arg(axis);
    return FaceBonesModel::tr("Move %1").arg(axis);
}

QString short_bone_name(const FaceBone& bone) {
    return QString::fromStdString(bone.path.substr(bone.path.find_last_of('/') + 1));
}

FaceBonesModel::FaceBonesModel(FaceGroupsEditor& editor, QObject* parent)
    : QAbstractTableModel(parent), editor_(editor) {}

void FaceBonesModel::set_part(std::optional<PartAddress> at) {
    beginResetModel();
    at_ = at;
    endResetModel();
}

void FaceBonesModel::refresh() {
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

const FacePart* FaceBonesModel::part() const {
    const auto& groups = editor_.groups().groups;
    if (!at_ || at_->group >= groups.size() || at_->part >= groups[at_->group].parts.size()) return nullptr;
    return &groups[at_->group].parts[at_->part];
}

const FaceBone* FaceBonesModel::bone(int row) const {
    const FacePart* shown = part();
    if (shown == nullptr || row < 0 || row >= static_cast<int>(shown->bones.size())) return nullptr;
    return &shown->bones[static_cast<std::size_t>(row)];
}

bool FaceBonesModel::counts_metres(const FaceBone& bone) const {
    if (editor_.rig() == nullptr || bone.node == no_index) return false;
    float scale = 1;
    const auto& nodes = editor_.rig()->nodes;
    for (int at = nodes[static_cast<std::size_t>(bone.node)].parent; at != no_index;
         at = nodes[static_cast<std::size_t>(at)].parent) {
        const Node& node = nodes[static_cast<std::size_t>(at)];
        scale *= node.matrix ? std::cbrt(std::abs(glm::determinant(glm::mat3(*node.matrix))))
                             : std::cbrt(std::abs(node.scale.x * node.scale.y * node.scale.z));
    }
    return std::abs(scale - 1) < 0.01f;
}

QString FaceBonesModel::place_unit(const FaceBone& bone) const {
    return counts_metres(bone) ? tr("m") : tr("units");
}

QString FaceBonesModel::number_text(const FaceBone& bone, float value) const {
    const QLocale locale;
    if (bone.channel >= BoneChannel::scale_x)
        return QStringLiteral("×%1").arg(locale.toString(value, 'f', 3));
    if (bone.channel >= BoneChannel::rotation_x)
        return QStringLiteral("%1°").arg(locale.toString(value, 'f', 1));
    return QStringLiteral("%1 %2").arg(locale.toString(value, 'f', 4), place_unit(bone));
}

int FaceBonesModel::rowCount(const QModelIndex& parent) const {
    const FacePart* shown = part();
    return parent.isValid() || shown == nullptr ? 0 : static_cast<int>(shown->bones.size());
}

int FaceBonesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant FaceBonesModel::data(const QModelIndex& index, int role) const {
    const FaceBone* bone = this->bone(index.row());
    if (bone == nullptr) return {};
    const bool number = index.column() >= start_column;
    const float value = index.column() == start_column ? bone->start : bone->end;
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == bone_column) return short_bone_name(*bone);
        if (index.column() == channel_column) return channel_title(bone->channel);
        return number_text(*bone, value);
    case Qt::EditRole:
        return number ? QVariant(value) : QVariant(static_cast<int>(bone->channel));
    case Qt::ToolTipRole:
        if (bone->node == no_index)
            return tr("This rig has no bone %1. The entry is kept.").arg(QString::fromStdString(bone->path));
        if (index.column() == start_column) return tr("Where the bone is, against rest, at slider 0");
        if (index.column() == end_column) return tr("Where the bone is, against rest, at slider 1");
        return QString::fromStdString(bone->path);
    case Qt::TextAlignmentRole:
        return number ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ForegroundRole:
        return bone->node == no_index ? QVariant(QGuiApplication::palette().placeholderText()) : QVariant();
    case Qt::AccessibleTextRole:
        return tr("%1, %2: %3")
            .arg(short_bone_name(*bone),
                 headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
                 data(index, Qt::DisplayRole).toString());
    default:
        return {};
    }
}

QVariant FaceBonesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case bone_column:
        return tr("Bone");
    case channel_column:
        return tr("Channel");
    case start_column:
        return tr("Start");
    default:
        return tr("End");
    }
}

Qt::ItemFlags FaceBonesModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() != bone_column) flags |= Qt::ItemIsEditable;
    return flags;
}

bool FaceBonesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || bone(index.row()) == nullptr) return false;
    FaceGroups groups = editor_.groups();
    FaceBone& bone = groups.groups[at_->group].parts[at_->part].bones[static_cast<std::size_t>(index.row())];
    const QString name = short_bone_name(bone);
    const QString merge =
        QStringLiteral("%1/%2/%3/%4").arg(at_->group).arg(at_->part).arg(index.row()).arg(index.column());
    switch (index.column()) {
    case channel_column:
        set_channel(bone, static_cast<BoneChannel>(value.toInt()));
        editor_.change(tr("channel of “%1”").arg(name), std::move(groups));
        return true;
    case start_column:
        bone.start = value.toFloat();
        editor_.change(tr("start of “%1”").arg(name), std::move(groups), merge);
        return true;
    case end_column:
        bone.end = value.toFloat();
        editor_.change(tr("end of “%1”").arg(name), std::move(groups), merge);
        return true;
    default:
        return false;
    }
}

} // namespace mien::gui

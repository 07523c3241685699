#include "gui/channels_model.h"

#include <cmath>

namespace mien::gui {

ChannelsModel::ChannelsModel(QObject* parent) : QAbstractTableModel(parent) {
    support_.fill(ChannelSupport::measured);
}

void ChannelsModel::set_stages(const ChannelStages& stages) {
    stages_ = stages;
    emit dataChanged(index(0, meter_column), index(rowCount() - 1, sent_column));
}

void ChannelsModel::set_scheme(Scheme scheme) {
    if (scheme == scheme_) return;
    scheme_ = scheme;
    for (ChannelIndex i = 0; i < channel_count; ++i)
        support_[i] = scheme == Scheme::none ? ChannelSupport::measured : Solver::support(scheme, i);
    emit dataChanged(index(0, 0), index(rowCount() - 1, sent_column));
}

int ChannelsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(channel_count);
}

int ChannelsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant ChannelsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto channel = static_cast<ChannelIndex>(index.row());
    const auto number = [](float weight) { return QString::number(static_cast<double>(weight), 'f', 2); };
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case name_column:
            return QString::fromLatin1(channel_names[channel].data());
        case raw_column:
            return number(stages_.raw[channel]);
        case calibrated_column:
            return number(stages_.calibrated[channel]);
        case sent_column:
            return number(stages_.sent[channel]);
        default:
            return {};
        }
    case Qt::TextAlignmentRole:
        if (index.column() >= raw_column) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return tool_tip(channel);
    case still_role:
        return std::abs(data(index, Qt::DisplayRole).toDouble()) < 0.005;
    case Qt::AccessibleTextRole:
        if (index.column() == meter_column) return number(stages_.sent[channel]);
        return {};
    case raw_role:
        return static_cast<double>(stages_.raw[channel]);
    case calibrated_role:
        return static_cast<double>(stages_.calibrated[channel]);
    case sent_role:
        return static_cast<double>(stages_.sent[channel]);
    default:
        return {};
    }
}

QString ChannelsModel::tool_tip(ChannelIndex channel) const {
    const QString name = QString::fromLatin1(channel_names[channel].data());
    switch (support_[channel]) {
    case ChannelSupport::none:
        return tr("%1: this tracker cannot see it, so it stays at 0.").arg(name);
    case ChannelSupport::weak:
        return tr("%1: this tracker sees it only weakly.").arg(name);
    case ChannelSupport::measured:
        break;
    }
    return tr("%1. Left and right are the performer's own.").arg(name);
}

QVariant ChannelsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section >= raw_column ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::DisplayRole) {
        switch (section) {
        case name_column:
            return tr("Channel");
        case raw_column:
            return tr("Raw");
        case calibrated_column:
            return tr("Cal.");
        case sent_column:
            return tr("Sent");
        default:
            return {};
        }
    }
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case meter_column:
            return tr("Bar: sent. Tick: calibrated. Thin line: raw.");
        case raw_column:
            return tr("What the landmarks say.");
        case calibrated_column:
            return tr("With the neutral, the filter and the rules applied.");
        case sent_column:
            return tr("What the avatar gets: held and eased while the face is lost.");
        default:
            return {};
        }
    }
    return {};
}

Qt::ItemFlags ChannelsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    // Not enabled is drawn grey: what the tracker cannot see.
    if (support_[static_cast<ChannelIndex>(index.row())] == ChannelSupport::none)
        return Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace mien::gui

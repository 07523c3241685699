#include "gui/mapping_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "gui/text.h"

namespace mien::gui {

namespace {

struct Source {
    ChannelIndex channel;
    bool both;
};

/// All channels, then the pairs, by the left one.
const std::vector<Source>& all_sources() {
    static const std::vector<Source> sources = [] {
        std::vector<Source> list;
        for (ChannelIndex c = 0; c < channel_count; ++c) list.push_back({c, false});
        for (ChannelIndex c = 0; c < channel_count; ++c)
            if (mirrored_channel(c) > c) list.push_back({c, true});
        return list;
    }();
    return sources;
}

QStringList curve_names() {
    return {MappingModel::tr("straight"), MappingModel::tr("slow start"), MappingModel::tr("quick start"),
            MappingModel::tr("slow ends")};
}

QStringList combine_names() {
    return {MappingModel::tr("adds"), MappingModel::tr("at least"), MappingModel::tr("scales")};
}

QString number_text(float value) {
    QString text = QString::number(static_cast<double>(value), 'f', 3);
    while (text.endsWith(QLatin1Char('0')) && !text.endsWith(QLatin1String(".0"))) text.chop(1);
    return text;
}

/// Where a part's name does not say enough. It stands first: the column is narrow.
QString slider_name(const std::string& group, const std::string& part) {
    return MappingModel::tr("%1 (%2)").arg(QString::fromStdString(part), QString::fromStdString(group));
}

/// In the order of the flat slider numbers.
QStringList slider_names(const FaceGroups& groups) {
    QStringList parts;
    QStringList full;
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts) {
            parts << QString::fromStdString(part.name);
            full << slider_name(group.name, part.name);
        }
    QStringList names;
    for (qsizetype i = 0; i < parts.size(); ++i) names << (parts.count(parts[i]) > 1 ? full[i] : parts[i]);
    return names;
}

} // namespace

QString source_name(ChannelIndex source, bool both) {
    QString name = text_of(channel_names[source]);
    if (!both) return name;
    if (name.endsWith(QLatin1String("Left"))) name.chop(4);
    return MappingModel::tr("%1 (both)").arg(name);
}

MappingModel::MappingModel(QObject* parent) : QAbstractTableModel(parent) {}

void MappingModel::set_rig(std::shared_ptr<const LoadedRig> rig) {
    // Ranges of face bones change while a person drags them; the table need not know.
    if (rig_ && rig && rig_->owner == rig->owner && rig->mapping.rows == mapping_.rows &&
        slider_names(rig_->groups) == slider_names(rig->groups)) {
        rig_ = std::move(rig);
        mapping_ = rig_->mapping;
        return;
    }
    beginResetModel();
    rig_ = std::move(rig);
    mapping_ = rig_ ? rig_->mapping : Mapping();
    targets_.clear();
    target_names_.clear();
    if (rig_) {
        for (std::size_t i = 0; i < rig_->rig.expressions.size(); ++i) {
            targets_.push_back({MappingTarget::Kind::expression, static_cast<int>(i)});
            target_names_ << QString::fromStdString(rig_->rig.expressions[i].name);
        }
        const QStringList sliders = slider_names(rig_->groups);
        for (qsizetype i = 0; i < sliders.size(); ++i)
            targets_.push_back({MappingTarget::Kind::slider, static_cast<int>(i)});
        target_names_ += sliders;
    }
    endResetModel();
}

void MappingModel::set_mapping(Mapping mapping) {
    if (mapping.rows.size() == mapping_.rows.size()) {
        mapping_ = std::move(mapping);
        if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
        return;
    }
    beginResetModel();
    mapping_ = std::move(mapping);
    endResetModel();
}

void MappingModel::set_weights(const Weights& weights) {
    weights_ = weights;
    if (rowCount() > 0) emit dataChanged(index(0, meter_column), index(rowCount() - 1, meter_column));
}

int MappingModel::add_row(const MappingRow& row) {
    const int number = rowCount();
    beginInsertRows({}, number, number);
    mapping_.rows.push_back(row);
    endInsertRows();
    finish_edit(number);
    return number;
}

void MappingModel::remove_rows(std::vector<int> rows) {
    if (rows.empty()) return;
    std::ranges::sort(rows, std::greater<>());
    for (const int row : rows) {
        beginRemoveRows({}, row, row);
        mapping_.rows.erase(mapping_.rows.begin() + row);
        endRemoveRows();
    }
    finish_edit(-1);
}

QStringList MappingModel::choices(int column) const {
    QStringList names;
    switch (column) {
    case source_column:
        for (const Source& source : all_sources()) names << source_name(source.channel, source.both);
        return names;
    case target_column:
        return target_names_;
    case curve_column:
        return curve_names();
    case combine_column:
        return combine_names();
    default:
        return {};
    }
}

int MappingModel::choice_of(const QModelIndex& index) const {
    const MappingRow& row = mapping_.rows[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case source_column: {
        const auto found = std::ranges::find_if(all_sources(), [&](const Source& source) {
            return source.channel == row.source && source.both == row.both;
        });
        return found == all_sources().end() ? -1 : static_cast<int>(found - all_sources().begin());
    }
    case target_column: {
        const auto found = std::ranges::find(targets_, MappingTarget{row.kind, row.target});
        return found == targets_.end() ? -1 : static_cast<int>(found - targets_.begin());
    }
    case curve_column:
        return static_cast<int>(row.curve.shape);
    case combine_column:
        return static_cast<int>(row.combine);
    default:
        return -1;
    }
}

void MappingModel::choose(const QModelIndex& index, int choice) {
    if (choice < 0 || choice >= choices(index.column()).size() || choice == choice_of(index)) return;
    MappingRow& row = mapping_.rows[static_cast<std::size_t>(index.row())];
    const auto number = static_cast<std::size_t>(choice);
    switch (index.column()) {
    case source_column:
        row.source = all_sources()[number].channel;
        row.both = all_sources()[number].both;
        break;
    case target_column:
        row.kind = targets_[number].kind;
        row.target = targets_[number].index;
        row.lost_name.clear();
        row.lost_group.clear();
        break;
    case curve_column:
        row.curve.shape = static_cast<CurveShape>(choice);
        break;
    default:
        row.combine = static_cast<Combine>(choice);
        break;
    }
    finish_edit(index.row());
}

int MappingModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(mapping_.rows.size());
}

int MappingModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString MappingModel::target_text(const MappingRow& row) const {
    const auto found = std::ranges::find(targets_, MappingTarget{row.kind, row.target});
    if (found != targets_.end()) return target_names_[found - targets_.begin()];
    return row.lost_group.empty() ? QString::fromStdString(row.lost_name)
                                  : slider_name(row.lost_group, row.lost_name);
}

QVariant MappingModel::number_of(const MappingRow& row, int column) const {
    switch (column) {
    case gain_column:
        return row.gain;
    case exponent_column:
        return row.curve.exponent;
    case offset_column:
        return row.offset;
    case low_column:
        return row.low;
    case high_column:
        return row.high;
    default:
        return {};
    }
}

QString MappingModel::text_of(const MappingRow& row, int column) const {
    switch (column) {
    case source_column:
        return source_name(row.source, row.both);
    case target_column:
        return target_text(row);
    case curve_column:
        return curve_names()[static_cast<qsizetype>(row.curve.shape)];
    case combine_column:
        return combine_names()[static_cast<qsizetype>(row.combine)];
    case exponent_column:
        if (row.curve.shape == CurveShape::linear) return {};
        [[fallthrough]];
    default: {
        const QVariant number = number_of(row, column);
        return number.isValid() ? number_text(number.toFloat()) : QString();
    }
    }
}

QString MappingModel::tool_tip(const MappingRow& row, int column) const {
    if (row.target == no_index)
        return tr("This rig has no “%1”. The row is kept, in case it comes back.").arg(target_text(row));
    switch (column) {
    case source_column:
        return tr("Unticked rows do nothing. Left and right are the performer's own.");
    case combine_column:
        return tr("How it joins other rows onto the same target: it adds to their sum, it is the least that "
                  "the target gets, or it multiplies what the others make.");
    default:
        return text_of(row, column);
    }
}

QVariant MappingModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const MappingRow& row = mapping_.rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text_of(row, column);
    case Qt::EditRole:
        return number_of(row, column);
    case Qt::CheckStateRole:
        if (column == source_column) return static_cast<int>(row.on ? Qt::Checked : Qt::Unchecked);
        return {};
    case Qt::TextAlignmentRole:
        return static_cast<int>((number_of(row, column).isValid() ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return tool_tip(row, column);
    case Qt::FontRole:
        if (row.target == no_index) {
            QFont font;
            font.setItalic(true);
            return font;
        }
        return {};
    case Qt::ForegroundRole:
        if (row.target == no_index || !row.on) return QGuiApplication::palette().placeholderText();
        return {};
    case Qt::AccessibleTextRole:
        if (column == meter_column) return number_text(row_value(row, weights_));
        if (row.target == no_index && column == target_column)
            return tr("%1, not in this rig").arg(target_text(row));
        return text_of(row, column);
    case value_role:
        return row.on && row.target != no_index ? static_cast<double>(row_value(row, weights_)) : 0.0;
    default:
        return {};
    }
}

QVariant MappingModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= column_count) return {};
    const std::array<QString, column_count> titles = {tr("Channel"), tr("Now"),   tr("Drives"), tr("Gain"),
                                                      tr("Curve"),   tr("Power"), tr("Offset"), tr("Low"),
                                                      tr("High"),    tr("Joins")};
    const std::array<QString, column_count> tips = {
        tr("What the performer's face does."),
        tr("What the row makes of the face now."),
        tr("The expression, or the slider of the face bones, that it drives."),
        tr("Multiplies the channel."),
        tr("The way from 0 to 1: straight, slow at its start (calms what trembles at rest), quick at its "
           "start (brings out what stays small), or slow at both ends."),
        tr("How far the curve is bent, 1 to 8; a straight one has none."),
        tr("Added after the gain."),
        tr("The least that the row gives."),
        tr("The most that the row gives."),
        tr("How the row joins others that drive the same.")};
    if (role == Qt::DisplayRole) return titles[static_cast<std::size_t>(section)];
    if (role == Qt::ToolTipRole) return tips[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

Qt::ItemFlags MappingModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (index.column() == source_column) flags |= Qt::ItemIsUserCheckable;
    const MappingRow& row = mapping_.rows[static_cast<std::size_t>(index.row())];
    const bool straight = index.column() == exponent_column && row.curve.shape == CurveShape::linear;
    if (index.column() != meter_column && !straight) flags |= Qt::ItemIsEditable;
    return flags;
}

bool MappingModel::set_number(MappingRow& row, int column, float value) {
    if (!std::isfinite(value)) return false;
    switch (column) {
    case gain_column:
        row.gain = value;
        return true;
    case exponent_column:
        row.curve.exponent = std::clamp(value, smallest_exponent, largest_exponent);
        return true;
    case offset_column:
        row.offset = value;
        return true;
    case low_column:
        row.low = value;
        row.high = std::max(row.high, value);
        return true;
    case high_column:
        row.high = value;
        row.low = std::min(row.low, value);
        return true;
    default:
        return false;
    }
}

bool MappingModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid()) return false;
    MappingRow& row = mapping_.rows[static_cast<std::size_t>(index.row())];
    const MappingRow before = row;
    if (role == Qt::CheckStateRole && index.column() == source_column)
        row.on = value.toInt() == Qt::Checked;
    else if (role != Qt::EditRole || !set_number(row, index.column(), value.toFloat()))
        return false;
    if (row == before) return true;
    finish_edit(index.row());
    return true;
}

void MappingModel::finish_edit(int row) {
    mapping_.users_own = true;
    find_unmatched(mapping_);
    if (row >= 0) emit dataChanged(index(row, 0), index(row, column_count - 1));
    emit edited();
}

} // namespace mien::gui

// The 52 channels as a table: raw, calibrated and sent side by side.
#pragma once

#include <array>

#include <QAbstractTableModel>

#include "capture/landmark_frame.h"
#include "solver/face_state.h"
#include "solver/solver.h"

namespace mien::gui {

/// The three stages of one frame.
struct ChannelStages {
    Weights raw{};
    Weights calibrated{};
    Weights sent{};
};

/// The window's thread only.
class ChannelsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : int { name_column, meter_column, raw_column, calibrated_column, sent_column, column_count };
    /// Of the meter column: raw, calibrated and sent as doubles. Of the number columns: whether it shows 0.
    enum Role : int { raw_role = Qt::UserRole, calibrated_role, sent_role, still_role };

    explicit ChannelsModel(QObject* parent = nullptr);

    void set_stages(const ChannelStages& stages);
    /// Which channels can be seen at all depends on the tracker's scheme.
    void set_scheme(Scheme scheme);
    [[nodiscard]] ChannelSupport support(ChannelIndex channel) const { return support_[channel]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    [[nodiscard]] QString tool_tip(ChannelIndex channel) const;

    ChannelStages stages_;
    Scheme scheme_ = Scheme::none;
    std::array<ChannelSupport, channel_count> support_{};
};

} // namespace mien::gui

// The rows of a rig's mapping as a table that can be edited.
#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>
#include <QStringList>

#include "gui/loaded_rig.h"
#include "solver/face_state.h"
#include "solver/mapping.h"

namespace mien::gui {

/// The window's thread only.
class MappingModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : int {
        source_column, ///< can be checked: whether the row is on
        meter_column,
        target_column,
        gain_column,
        curve_column,
        exponent_column,
        offset_column,
        low_column,
        high_column,
        combine_column,
        column_count
    };
    /// Of the meter column: what the row makes of the present face, as a double.
    enum Role : int { value_role = Qt::UserRole };

    explicit MappingModel(QObject* parent = nullptr);

    /// Another rig, or the same with other targets or rows. Where rows and targets are the same, nothing of
    /// the table changes.
    void set_rig(std::shared_ptr<const LoadedRig> rig);
    [[nodiscard]] const std::shared_ptr<const LoadedRig>& rig() const { return rig_; }
    [[nodiscard]] const Mapping& mapping() const { return mapping_; }
    /// Takes another mapping of the same rig; where it has as many rows, selections stay.
    void set_mapping(Mapping mapping);
    /// For the meters; as the avatar gets them.
    void set_weights(const Weights& weights);
    /// Whether the rig has anything that a row could drive.
    [[nodiscard]] bool has_targets() const { return !targets_.empty(); }

    /// Adds a row at the end and returns its number.
    int add_row(const MappingRow& row);
    void remove_rows(std::vector<int> rows);

    /// What a cell of the source, target, curve and combine columns can be.
    [[nodiscard]] QStringList choices(int column) const;
    /// Which of them it is, -1 for none of them.
    [[nodiscard]] int choice_of(const QModelIndex& index) const;
    void choose(const QModelIndex& index, int choice);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    /// By a person, through the table or the functions above.
    void edited();

private:
    [[nodiscard]] QString target_text(const MappingRow& row) const;
    [[nodiscard]] QString text_of(const MappingRow& row, int column) const;
    [[nodiscard]] QString tool_tip(const MappingRow& row, int column) const;
    [[nodiscard]] QVariant number_of(const MappingRow& row, int column) const;
    bool set_number(MappingRow& row, int column, float value);
    void finish_edit(int row);

    std::shared_ptr<const LoadedRig> rig_;
    Mapping mapping_;
    std::vector<MappingTarget> targets_; ///< all that the rig has, in the order of choices()
    QStringList target_names_;
    Weights weights_{};
};

/// "jawOpen", or "eyeBlink (both)" for the mean of two sides.
[[nodiscard]] QString source_name(ChannelIndex source, bool both);

} // namespace mien::gui

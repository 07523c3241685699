// The bones of one part as a table: bone, channel, start, end. Edits go through a FaceGroupsEditor.
#pragma once

#include <optional>

#include <QAbstractTableModel>

#include "gui/face_groups_editor.h"

namespace mien::gui {

/// The window's thread only.
class FaceBonesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : int { bone_column, channel_column, start_column, end_column, column_count };

    FaceBonesModel(FaceGroupsEditor& editor, QObject* parent);

    /// Which part is shown; nothing: none.
    void set_part(std::optional<PartAddress> at);
    /// Numbers have changed.
    void refresh();
    [[nodiscard]] const FaceBone* bone(int row) const;
    /// Whether a bone's place counts in metres: files from other programs often scale what is above it.
    [[nodiscard]] bool counts_metres(const FaceBone& bone) const;
    /// Of a bone's place: "m", else "units".
    [[nodiscard]] QString place_unit(const FaceBone& bone) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

private:
    [[nodiscard]] const FacePart* part() const;
    [[nodiscard]] QString number_text(const FaceBone& bone, float value) const;

    FaceGroupsEditor& editor_;
    std::optional<PartAddress> at_;
};

inline constexpr int bone_channel_count = static_cast<int>(BoneChannel::scale_z) + 1;

/// "Turn x", "Move y", "Scale z".
[[nodiscard]] QString channel_title(BoneChannel channel);
/// The last name of a bone's path.
[[nodiscard]] QString short_bone_name(const FaceBone& bone);

} // namespace mien::gui

// Groups and parts as a tree, each part with its slider.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QTreeWidget>

#include "rig/face_group_edit.h"

namespace mien::gui {

class HeldSlider;

/// The window's thread only.
class FaceGroupsTree : public QTreeWidget {
    Q_OBJECT
public:
    explicit FaceGroupsTree(QWidget* parent = nullptr);

    /// Shows groups in place of the present ones. What is selected, folded and held stays where its part
    /// stays.
    void set_groups(const FaceGroups& groups);
    /// The same for a new rig: nothing is kept.
    void start_anew(const FaceGroups& groups);

    /// The group of the current line, whether it is the group's own or one of its parts; nothing without one.
    [[nodiscard]] std::optional<std::size_t> current_group() const;
    [[nodiscard]] std::optional<PartAddress> current_part() const;
    void select_group(std::size_t group);
    void select_part(PartAddress at);
    /// Opens the name of the current line for typing.
    void rename_current();
    void show_only(const QString& filter);

    /// The slider of a flat number; nullptr beyond the end.
    [[nodiscard]] HeldSlider* slider(std::size_t index);
    [[nodiscard]] std::size_t slider_count() const { return sliders_.size(); }
    [[nodiscard]] bool any_held() const;
    /// Shows what the performer makes of every part.
    void follow(const std::vector<float>& performer);
    void let_go_of_all();

signals:
    /// `index` is the flat slider number.
    void held(std::size_t index, std::optional<float> value);
    /// Another line is the current one.
    void current_changed();
    void group_renamed(std::size_t group, const QString& name);
    void part_renamed(mien::PartAddress at, const QString& name);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void fit_names();
    void add_part(QTreeWidgetItem* group_item, PartAddress at);
    void show_held(std::size_t index, std::optional<float> value);
    void take_name(QTreeWidgetItem* item, int column);
    [[nodiscard]] QTreeWidgetItem* item_of(PartAddress at) const;

    FaceGroups groups_;
    std::vector<HeldSlider*> sliders_; ///< by flat number; children of the tree
    bool building_ = false;
};

} // namespace mien::gui

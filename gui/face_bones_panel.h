// The rig calibrator's panel: groups and parts of face bones with a slider each, and the bones of one part
// with the ranges that its slider goes through. The avatar shows every change at once.
#pragma once

#include <optional>

#include <QVariantAnimation>
#include <QWidget>

#include "gui/face_groups_editor.h"
#include "gui/follow_pace.h"
#include "gui/loaded_rig.h"
#include "rig/rig_controls.h"

class QLabel;
class QMenu;
class QPushButton;
class QTableView;
class QToolButton;

namespace mien::gui {

class FaceBonesModel;
class FaceGroupsTree;
class HeldSlider;
class NoticeBar;

/// The window's thread only.
class FaceBonesPanel : public QWidget {
    Q_OBJECT
public:
    explicit FaceBonesPanel(QWidget* parent = nullptr);

    void set_rig(const std::shared_ptr<const LoadedRig>& rig);
    /// Shows the performer's values, and remembers what the avatar shows, for "set from current".
    void follow(const RigControls& shown, const RigControls& performer);
    void let_go_of_all();
    /// Groups of another rig take the place of the present ones.
    void take_copied(const ClonedGroups& copied, const QString& from);
    [[nodiscard]] FaceGroupsEditor& editor() { return editor_; }
    [[nodiscard]] NoticeBar& notices() { return *notices_; }
    [[nodiscard]] FaceGroupsTree& tree() { return *tree_; }

signals:
    void groups_changed(const mien::FaceGroups& groups);
    /// A value to hold, or nothing where it was let go; `index` is the flat slider number.
    void slider_held(std::size_t index, std::optional<float> value);
    /// The person wants to choose another rig to copy from.
    void copy_wanted();

private:
    // face_bones_panel.cpp
    [[nodiscard]] QMenu* make_add_menu();
    [[nodiscard]] QMenu* make_edit_menu();
    [[nodiscard]] QWidget* make_part_box();
    QAction* add_action(QMenu* menu, const QString& text, const QString& tip, void (FaceBonesPanel::*act)());
    void show_groups(const FaceGroups& groups, bool structure);
    void show_part();
    void show_saved(const QString& file);
    void update_actions();

    // face_bones_panel_edits.cpp
    void add_group();
    void add_part();
    void add_bone();
    void add_bone_at(int node);
    void remove_current();
    void remove_bone();
    void move_current(int by);
    void move_up() { move_current(-1); }
    void move_down() { move_current(1); }
    void rename_current();
    void rename_group(std::size_t group, const QString& name);
    void rename_part(PartAddress at, const QString& name);
    void mirror();
    void set_start() { set_range_end(RangeEnd::start); }
    void set_end() { set_range_end(RangeEnd::end); }
    void set_range_end(RangeEnd end);
    void reset_bone();
    void reset_part();
    void reset_group();
    void reset_all();
    void guess_anew();
    void play_range(bool on);
    void show_range_end(float slider);
    void end_showing();
    [[nodiscard]] HeldSlider* current_slider();
    /// The rows of the table that are selected, last first.
    [[nodiscard]] std::vector<std::size_t> selected_bones() const;

    FaceGroupsEditor editor_;
    FaceGroupsTree* tree_;
    FaceBonesModel* bones_;
    QTableView* table_;
    NoticeBar* notices_;
    QLabel* empty_;
    QLabel* part_title_;
    QLabel* saved_;
    QToolButton* add_;
    QPushButton* play_;
    QAction* undo_;
    QAction* redo_;
    std::vector<QAction*> need_part_;
    std::vector<QAction*> need_bone_;
    std::vector<QAction*> need_line_; ///< a group or a part
    std::vector<QAction*> need_rig_;
    std::vector<QPushButton*> part_buttons_;

    RigControls shown_;
    FollowPace pace_;
    QVariantAnimation sweep_;
    /// What a slider held before an end of its range was shown or played; outer nothing: none is shown.
    std::optional<std::optional<float>> before_showing_;
    std::size_t showing_ = 0; ///< its flat number
};

} // namespace mien::gui

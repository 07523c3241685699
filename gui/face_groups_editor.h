// The face groups of the rig in the window while a person edits them: every change can be undone, is shown on
// the avatar at once, and is saved by itself a moment later.
#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include "gui/loaded_rig.h"
#include "rig/face_group_edit.h"

namespace mien::gui {

/// The window's thread only.
class FaceGroupsEditor : public QObject {
    Q_OBJECT
public:
    explicit FaceGroupsEditor(QObject* parent = nullptr);
    ~FaceGroupsEditor() override;

    /// Saves what is not saved yet and begins anew: nothing to undo.
    void set_rig(std::shared_ptr<const LoadedRig> rig);
    [[nodiscard]] const Rig* rig() const { return rig_ ? &rig_->rig : nullptr; }
    [[nodiscard]] const FaceGroups& groups() const { return groups_; }
    [[nodiscard]] QUndoStack& history() { return history_; }

    /// Exchanges the groups. `what` is for the menu: "rename “Smile”". Changes in a row with the same `merge`
    /// (not empty) are undone as one.
    void change(const QString& what, FaceGroups groups, const QString& merge = {});
    /// Writes now what would be written in a moment.
    void save_now();

signals:
    /// `structure`: groups, parts, bones or names are others; else only numbers.
    void changed(const mien::FaceGroups& groups, bool structure);
    void saved(const QString& file);
    void save_failed(const QString& message);

private:
    void apply(const FaceGroups& groups);

    std::shared_ptr<const LoadedRig> rig_;
    FaceGroups groups_;
    QUndoStack history_;
    QTimer save_;
    bool unsaved_ = false;
};

} // namespace mien::gui

// Which channel of the performer drives what of the rig: seen, edited in place, undone and saved beside the
// rig as it changes.
#pragma once

#include <QTimer>
#include <QUndoStack>
#include <QWidget>
#include <memory>

#include "gui/mapping_model.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace mien::gui {

/// The window's thread only.
class MappingPanel : public QWidget {
    Q_OBJECT
public:
    explicit MappingPanel(QWidget* parent = nullptr);
    ~MappingPanel() override;

    /// Another rig, or the same set up otherwise: what was undone belongs to a rig and goes with it.
    void set_rig(const std::shared_ptr<const LoadedRig>& rig);
    /// Moves the meters at the next repaint, at most `repaints_per_second` times a second. `mirror`: the
    /// avatar gets the face mirrored.
    void show_weights(const Weights& weights, bool mirror);
    /// Writes what has changed and is not written yet.
    void save_now();
    [[nodiscard]] const MappingModel& model() const { return *model_; }

signals:
    /// A person changed it; to be used from now on.
    void mapping_changed(const mien::Mapping& mapping);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void make_table();
    [[nodiscard]] QToolButton* add_button(const QString& text, const QString& tip,
                                          const QKeySequence& shortcut, void (MappingPanel::*slot)());
    void add();
    void add_row(const MappingRow& row, MappingModel::Column edit_next);
    void remove();
    void undo();
    void reset();
    void set_gaze(int choice);
    /// A step that can be undone, already made in the model or not.
    void change(const Mapping& mapping);
    /// Shows a mapping and hands it out, without a step to undo.
    void use(const Mapping& mapping);
    void save_soon();
    void take_leftover(QTreeWidgetItem* item);
    void show_report();
    void show_leftovers(const MappingReport& report);
    void show_saved(const QString& text, const QString& tip);
    void update_buttons();
    void filter();
    void fit_columns();
    void flush();

    MappingModel* model_;
    QTableView* table_;
    QLabel* summary_; ///< how much of the 52 the rig takes
    QLineEdit* filter_;
    QComboBox* gaze_;
    QTreeWidget* leftovers_;
    QLabel* saved_; ///< where it is kept, or why it could not be
    QToolButton* add_;
    QToolButton* remove_;
    QToolButton* undo_;
    QToolButton* reset_;
    QUndoStack history_;
    Mapping before_; ///< as it is now: what the next edit begins from
    bool unsaved_ = false;
    QTimer save_;
    QTimer flush_;
    Weights newest_{};
};

} // namespace mien::gui

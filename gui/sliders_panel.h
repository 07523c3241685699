// A slider for every expression of the rig. A slider that is moved by hand holds its value, whatever the
// performer does, until it is let go. (The parts of face bones have a panel of their own.)
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "gui/follow_pace.h"
#include "gui/loaded_rig.h"
#include "rig/rig_controls.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace mien::gui {

class SliderRow;

/// The window's thread only.
class SlidersPanel : public QWidget {
    Q_OBJECT
public:
    explicit SlidersPanel(QWidget* parent = nullptr);

    void set_rig(std::shared_ptr<const LoadedRig> rig);
    /// What is told about the rig, after something beside it has changed.
    void show_summary(const LoadedRig& rig);
    /// Moves the sliders that are not held to what the performer makes of them.
    void follow(const RigControls& performer);
    void let_go_of_all();

signals:
    /// A value to hold, or nothing where it was let go. `index` into Rig::expressions.
    void expression_held(std::size_t index, std::optional<float> value);

private:
    void filter(const QString& text);
    void count_held();

    QLabel* summary_; ///< what the rig can do, and what of the performer it does not take
    std::vector<SliderRow*> expressions_;
    QLineEdit* filter_;
    QPushButton* let_go_;
    QScrollArea* scroll_;
    FollowPace pace_;
};

} // namespace mien::gui

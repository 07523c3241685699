// A slider for every expression of the rig and every part of its face groups. A slider that is moved by hand
// holds its value, whatever the performer does, until it is let go.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QWidget>

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
    /// Moves the sliders that are not held to what the avatar shows.
    void follow(const RigControls& controls);
    void let_go_of_all();

signals:
    /// A value to hold, or nothing where it was let go. `index` into Rig::expressions.
    void expression_held(std::size_t index, std::optional<float> value);
    /// The same; `index` is the flat slider number.
    void slider_held(std::size_t index, std::optional<float> value);

private:
    void filter(const QString& text);
    void count_held();
    SliderRow* add_row(QWidget* content, const QString& name);

    QLabel* summary_; ///< what the rig can do, and what of the performer it does not take
    std::vector<SliderRow*> expressions_;
    std::vector<SliderRow*> sliders_;
    std::vector<float> slider_rests_;
    std::vector<QLabel*> titles_;
    QLineEdit* filter_;
    QPushButton* let_go_;
    QScrollArea* scroll_;
    QElapsedTimer since_follow_;
};

} // namespace mien::gui

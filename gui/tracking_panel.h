// How the performer is seen: what each part of the face is calmed, and what the lens and the head measure.
#pragma once

#include <array>

#include <QWidget>

#include "live/pipeline.h"
#include "solver/calm.h"

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSlider;

namespace mien::gui {

/// The window's thread only. What set_...() shows is not signalled back.
class TrackingPanel : public QWidget {
    Q_OBJECT
public:
    explicit TrackingPanel(QWidget* parent = nullptr);

    void set_calm(const Calm& calm);
    void set_optics(const Optics& optics);
    /// The camera or film whose lens it is, for people; empty: none yet.
    void show_source(const QString& name);
    [[nodiscard]] const Calm& calm() const { return calm_; }

signals:
    void calm_changed(const mien::Calm& calm);
    void optics_changed(const mien::Optics& optics);

private:
    QWidget* make_calm();
    QWidget* make_optics();
    void show_calm();
    void show_optics();
    void calm_moved(std::size_t group, int value);
    void optics_typed();

    Calm calm_;
    Optics optics_;
    std::array<QSlider*, calm_groups.size()> sliders_{};
    std::array<QLabel*, calm_groups.size()> amounts_{};
    QPushButton* calm_reset_ = nullptr;
    QDoubleSpinBox* fov_ = nullptr;
    QDoubleSpinBox* pupils_ = nullptr;
    QLabel* whose_ = nullptr;
    QPushButton* optics_reset_ = nullptr;
};

} // namespace mien::gui

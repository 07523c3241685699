// The short state at the end of the toolbar: lamp, word, frames a second and latency.
#pragma once

#include <QLabel>
#include <QWidget>

#include "gui/performance.h"

namespace mien::gui {

/// The window's thread only.
class Readout : public QWidget {
    Q_OBJECT
public:
    explicit Readout(QWidget* parent = nullptr);
    void show_state(const StateText& state);
    void show_readings(const Readings& readings);

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

private:
    void describe();

    StateText state_;
    Readings readings_;
    QString numbers_;
};

} // namespace mien::gui

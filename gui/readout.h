// The short state at the end of the toolbar: lamp, word, frames a second and latency.
#pragma once

#include <QElapsedTimer>
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
    /// What draws the avatar; for the tooltip.
    void set_drawn_with(const QString& description);
    /// A picture of the avatar has gone to the screen.
    void count_drawn();

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

private:
    void describe();

    StateText state_;
    Readings readings_;
    QString numbers_;
    QString drawn_with_;
    int drawn_ = 0; ///< since `since_drawn_` began
    int drawn_per_second_ = 0;
    QElapsedTimer since_drawn_;
};

} // namespace mien::gui

// A slider from 0 to 1 that follows the performer until a hand moves it; then it holds, and a button lets go.
#pragma once

#include <optional>

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace mien::gui {

class MarkedSlider;

/// Slider, value and button. While it is held, a thin mark on the slider still shows the performer's value.
class HeldSlider : public QWidget {
    Q_OBJECT
public:
    HeldSlider(const QString& name, QWidget* parent);

    void set_name(const QString& name);
    [[nodiscard]] std::optional<float> held() const;
    /// What the performer makes of it; the slider goes there unless it is held.
    void follow(float value);
    /// Holds a value as if a hand had moved it there.
    void hold(float value);
    /// The slider stays where it is until the next follow().
    void let_go();
    [[nodiscard]] QSlider* slider();

signals:
    void held_changed(std::optional<float> value);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void moved();
    void show_state();

    MarkedSlider* slider_;
    QLabel* value_;
    QToolButton* release_;
    bool held_ = false;
};

} // namespace mien::gui

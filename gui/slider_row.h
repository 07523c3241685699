// One line of the sliders panel: name, slider, value, and a button that lets go.
#pragma once

#include <optional>

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace mien::gui {

class SliderRow : public QWidget {
    Q_OBJECT
public:
    SliderRow(const QString& name, QWidget* parent);

    [[nodiscard]] const QString& name() const { return name_; }
    [[nodiscard]] bool held() const { return held_; }
    /// Shows the performer's value; nothing happens while the row is held.
    void follow(float value);
    /// The slider stays where it is until the next follow().
    void let_go();

signals:
    void held_changed(std::optional<float> value);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void hold(int position);
    void show_state();

    QString name_;
    QLabel* label_;
    QSlider* slider_;
    QLabel* value_;
    QToolButton* release_;
    bool held_ = false;
};

} // namespace mien::gui

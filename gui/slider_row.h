// One line of the sliders panel: a name and its slider.
#pragma once

#include <optional>

#include <QWidget>

class QLabel;

namespace mien::gui {

class HeldSlider;

class SliderRow : public QWidget {
    Q_OBJECT
public:
    SliderRow(const QString& name, QWidget* parent);

    [[nodiscard]] const QString& name() const { return name_; }
    [[nodiscard]] bool held() const;
    /// Shows the performer's value.
    void follow(float value);
    void let_go();

signals:
    void held_changed(std::optional<float> value);

private:
    void show_held(std::optional<float> value);

    QString name_;
    QLabel* label_;
    HeldSlider* slider_;
};

} // namespace mien::gui

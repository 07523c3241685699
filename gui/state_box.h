// How the performer is tracked, in a word, and what to do now.
#pragma once

#include <QFrame>

#include "gui/state_text.h"

class QLabel;
class QPushButton;

namespace mien::gui {

class StateBox : public QFrame {
    Q_OBJECT
public:
    explicit StateBox(QWidget* parent = nullptr);
    void show_state(const StateText& text);
    /// The source's and the tracker's name and what was dropped; empty hides the line.
    void show_details(const QString& text);
    [[nodiscard]] ShownState state() const { return shown_.state; }

signals:
    /// The button that helps where there is no source.
    void help_wanted();

private:
    StateText shown_;
    QLabel* lamp_;
    QLabel* word_;
    QLabel* advice_;
    QLabel* details_;
    QPushButton* help_;
};

/// The colour of a state's lamp; the word says the same for those who cannot tell colours.
[[nodiscard]] QColor lamp_colour(ShownState state);

} // namespace mien::gui

#include "gui/keys_window.h"

#include <utility>
#include <vector>

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace mien::gui {

namespace {

using Line = std::pair<QString, QString>; // what to press, what it does

std::vector<Line> mouse_lines() {
    return {{KeysWindow::tr("Drag, arrow keys"), KeysWindow::tr("Orbit around the avatar")},
            {KeysWindow::tr("Right drag, Shift and arrow keys"),
             KeysWindow::tr("Move the avatar in the picture")},
            {KeysWindow::tr("Wheel, + and −"), KeysWindow::tr("Come nearer or go away")},
            {KeysWindow::tr("Double click"), KeysWindow::tr("Frame the head")},
            {KeysWindow::tr("Drop a file"), KeysWindow::tr("Open a rig, a video, a picture or a take")}};
}

std::vector<Line> key_lines(const QWidget& window) {
    std::vector<Line> lines;
    for (const QAction* action : window.actions())
        if (!action->shortcut().isEmpty())
            lines.emplace_back(action->shortcut().toString(QKeySequence::NativeText),
                               action->statusTip().isEmpty() ? action->toolTip() : action->statusTip());
    return lines;
}

} // namespace

KeysWindow::KeysWindow(QWidget* window) : QDialog(window) {
    setWindowTitle(tr("Keys and mouse"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* page = new QWidget;
    auto* grid = new QGridLayout(page);
    grid->setHorizontalSpacing(fontMetrics().height());
    grid->setColumnStretch(1, 1);
    int row = 0;
    const auto add = [&](const std::vector<Line>& lines) {
        for (const auto& [keys, what] : lines) {
            auto* left = new QLabel(keys, page);
            QFont bold = font();
            bold.setBold(true);
            left->setFont(bold);
            grid->addWidget(left, row, 0);
            grid->addWidget(new QLabel(what, page), row++, 1);
        }
        grid->setRowMinimumHeight(row++, fontMetrics().height() / 2);
    };
    add(mouse_lines());
    add(key_lines(*window));
    grid->setRowStretch(row, 1);

    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll);
    const int line = fontMetrics().height();
    resize(page->sizeHint() + QSize(3 * line, 2 * line));
}

} // namespace mien::gui

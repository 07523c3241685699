#include "gui/menu_button.h"

#include <QMenu>
#include <QString>
#include <QToolButton>

namespace mien::gui {

QToolButton* make_menu_button(const QString& text, const QString& tip, QMenu* menu, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(text + QStringLiteral("  ")); // room for the arrow that some styles draw over the text
    button->setToolTip(tip);
    button->setAccessibleName(QString(text).remove(QLatin1Char('&')));
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace mien::gui

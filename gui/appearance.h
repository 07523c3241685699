// Light or dark: as the desktop says, or as the person chose.
#pragma once

#include <QColor>
#include <QObject>
#include <QPalette>

#include "gui/settings.h"

class QDBusVariant;

namespace mien::gui {

/// Sets the application's palette. Where the desktop gives Qt no colours of its own (Qt 6.4 knows none of
/// GNOME's), its light/dark preference is asked for over D-Bus and followed while the program runs. The
/// window's thread only.
class AppearanceKeeper : public QObject {
    Q_OBJECT
public:
    explicit AppearanceKeeper(QObject* parent = nullptr);
    void set(Appearance wanted);

public slots:
    /// The desktop portal's signal: any setting changed.
    void portal_setting_changed(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask_desktop();
    void apply();

    Appearance wanted_ = Appearance::desktop;
    bool desktop_dark_ = false;
    QPalette original_;
};

[[nodiscard]] bool is_dark(const QPalette& palette);
/// The ground behind the avatar: calm, and apart from the panels' own colour.
[[nodiscard]] QColor avatar_ground(const QPalette& palette);

} // namespace mien::gui

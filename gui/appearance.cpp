#include "gui/appearance.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QStyleFactory>

namespace mien::gui {

namespace {

const auto portal_service = QStringLiteral("org.freedesktop.portal.Desktop");
const auto portal_path = QStringLiteral("/org/freedesktop/portal/desktop");
const auto portal_interface = QStringLiteral("org.freedesktop.portal.Settings");
const auto appearance_group = QStringLiteral("org.freedesktop.appearance");
const auto scheme_key = QStringLiteral("color-scheme");
constexpr uint prefers_dark = 1; // 0 no preference, 1 dark, 2 light

QPalette make_palette(const QColor& window, const QColor& base, const QColor& text, const QColor& button) {
    QPalette palette(button, window);
    const QColor accent(64, 132, 214);
    QColor faint = text;
    faint.setAlphaF(0.45f);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, button);
    palette.setColor(QPalette::ToolTipBase, base);
    palette.setColor(QPalette::PlaceholderText, faint);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, accent);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, text);
        palette.setColor(QPalette::Disabled, role, faint);
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, button);
    return palette;
}

QPalette dark_palette() {
    return make_palette({45, 47, 51}, {35, 37, 40}, {226, 228, 231}, {58, 61, 66});
}

QPalette light_palette() {
    return make_palette({243, 244, 246}, {255, 255, 255}, {32, 34, 37}, {233, 235, 238});
}

} // namespace

bool is_dark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

QColor avatar_ground(const QPalette& palette) {
    return is_dark(palette) ? QColor(30, 31, 34) : QColor(208, 212, 218);
}

AppearanceKeeper::AppearanceKeeper(QObject* parent) : QObject(parent), original_(QApplication::palette()) {
    desktop_dark_ = is_dark(original_);
    ask_desktop();
}

void AppearanceKeeper::set(Appearance wanted) {
    wanted_ = wanted;
    apply();
}

void AppearanceKeeper::ask_desktop() {
    auto bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(portal_service, portal_path, portal_interface, QStringLiteral("SettingChanged"), this,
                SLOT(portal_setting_changed(QString, QString, QDBusVariant)));
    auto question =
        QDBusMessage::createMethodCall(portal_service, portal_path, portal_interface, QStringLiteral("Read"));
    question << appearance_group << scheme_key;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* call) {
        const QDBusPendingReply<QDBusVariant> reply = *call;
        call->deleteLater();
        if (reply.isValid()) portal_setting_changed(appearance_group, scheme_key, reply.value());
    });
}

void AppearanceKeeper::portal_setting_changed(const QString& group, const QString& key,
                                              const QDBusVariant& value) {
    if (group != appearance_group || key != scheme_key) return;
    QVariant inner = value.variant();
    // Read() wraps the value in a second variant, the signal does not.
    if (inner.canConvert<QDBusVariant>()) inner = inner.value<QDBusVariant>().variant();
    desktop_dark_ = is_dark(original_) || inner.toUInt() == prefers_dark;
    apply();
}

void AppearanceKeeper::apply() {
    const bool dark = wanted_ == Appearance::dark || (wanted_ == Appearance::desktop && desktop_dark_);
    // A desktop whose own palette already says the same knows its colours best.
    if (wanted_ == Appearance::desktop && dark == is_dark(original_))
        QApplication::setPalette(original_);
    else
        QApplication::setPalette(dark ? dark_palette() : light_palette());
}

} // namespace mien::gui

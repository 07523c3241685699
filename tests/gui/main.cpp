// The window tests' own main(): a display and an application first.
#include <cstdio>
#include <cstdlib>

#include <QApplication>
#include <gtest/gtest.h>

#include "gui/gl_format.h"
#include "tests/gui/private_display.h"
#include "tests/support/paths.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const mien::test::TemporaryFolder home;
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        ::setenv(name, home.path().c_str(), 1);
    // The desktop of whoever runs the tests has no say in them.
    ::setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1);
    ::setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    ::setenv("QT_QPA_PLATFORMTHEME", "", 1);

    const mien::test::PrivateDisplay display;
    ::setenv("QT_QPA_PLATFORM", display.started() ? "xcb" : "offscreen", 1);
    if (!display.started()) std::puts("Xvfb is not installed: tests that draw are skipped");
    QSurfaceFormat::setDefaultFormat(mien::gui::avatar_format());
    QApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(argc, argv);
    return RUN_ALL_TESTS();
}

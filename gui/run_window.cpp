#include "gui/gui.h"

#include <cstdio>
#include <cstdlib>

#include <QApplication>
#include <QStandardPaths>
#include <QTimer>

#include "gui/background.h"
#include "gui/gl_format.h"
#include "gui/icons.h"
#include "gui/main_window.h"
#include "gui/system_services.h"

namespace mien {

namespace {

constexpr int no_display_exit_code = 4;
// What is abandoned at the end (an import, a listing) gets this long to finish by itself.
constexpr int abandon_after_ms = 300;

/// Qt ends the process with abort() where it finds no display; people and scripts need a sentence and an exit
/// code instead. Installed only until the application object is made.
void end_without_display(QtMsgType type, const QMessageLogContext&, const QString&) {
    if (type != QtFatalMsg) return;
    std::fputs(
        "mien: cannot open a window: there is no display that can be used. Start it from a desktop, set "
        "DISPLAY, or use `mien live --headless`\n",
        stderr);
    std::_Exit(no_display_exit_code);
}

void take_screenshot(gui::MainWindow& window, const WindowOptions& options) {
    const QString file = QString::fromStdString(options.screenshot.string());
    if (!window.grab().save(file)) {
        std::fprintf(stderr, "mien: cannot write the picture %s\n", options.screenshot.c_str());
        QApplication::exit(no_display_exit_code);
        return;
    }
    window.close();
}

} // namespace

int run_window(const WindowOptions& options) {
    QSurfaceFormat::setDefaultFormat(gui::avatar_format());
    // Docking moves the avatar's widget between windows; shared contexts keep that cheap.
    QApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication::setApplicationName(QStringLiteral("mien"));
    QApplication::setDesktopFileName(QStringLiteral("mien"));

    static char program[] = "mien";
    static char* arguments[] = {program, nullptr};
    int argument_count = 1;
    const QtMessageHandler before = qInstallMessageHandler(end_without_display);
    QApplication application(argument_count, arguments);
    qInstallMessageHandler(before);

    QApplication::setWindowIcon(gui::icon(gui::Icon::face));
    const gui::Services services = gui::system_services(options);
    gui::Background background;
    int code = 0;
    {
        gui::MainWindow window(services, background, gui::probe_gl());
        if (!options.screenshot.empty()) window.resize(options.screenshot_width, options.screenshot_height);
        window.show();
        gui::WindowStart begin{
            .source = options.source, .rig = options.rig, .take = options.take, .tracker = std::nullopt};
        begin.mode = options.mode;
        begin.vertical_fov = options.vertical_fov;
        begin.pupil_distance = options.pupil_distance;
        if (options.tracker != TrackerKind::automatic) begin.tracker = options.tracker;
        window.start(begin);
        if (!options.screenshot.empty())
            QTimer::singleShot(static_cast<int>(options.screenshot_after_s * 1000), &window,
                               [&] { take_screenshot(window, options); });
        const std::stop_callback close(options.stop, [&window] {
            QMetaObject::invokeMethod(&window, &QWidget::close, Qt::QueuedConnection);
        });
        code = QApplication::exec();
    }
    // An import cannot be stopped in the middle; nothing of the user's is in its hands.
    if (!background.finish(abandon_after_ms)) std::_Exit(code);
    return code;
}

} // namespace mien

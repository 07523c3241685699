#include "gui/gl_format.h"

#include <QCoreApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>

namespace mien::gui {

namespace {

QString gl_string(QOpenGLFunctions& gl, GLenum name) {
    const auto* text = reinterpret_cast<const char*>(gl.glGetString(name));
    return text != nullptr ? QString::fromLatin1(text) : QString();
}

} // namespace

QSurfaceFormat avatar_format() {
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    format.setSwapInterval(1);
    return format;
}

GlProbe probe_gl() {
    GlProbe probe;
    QOffscreenSurface surface;
    surface.setFormat(avatar_format());
    surface.create();
    QOpenGLContext context;
    context.setFormat(avatar_format());
    if (!surface.isValid() || !context.create() || !context.makeCurrent(&surface)) {
        probe.description = QCoreApplication::translate("AvatarView", "this display has no OpenGL");
        return probe;
    }
    auto& gl = *context.functions();
    const QString renderer = gl_string(gl, GL_RENDERER);
    probe.description = QStringLiteral("%1, OpenGL %2").arg(renderer, gl_string(gl, GL_VERSION));
    probe.usable = !context.isOpenGLES() && context.format().version() >= qMakePair(3, 3);
    for (const char* name : {"llvmpipe", "softpipe", "swrast", "SWR", "Software Rasterizer"})
        probe.software = probe.software || renderer.contains(QLatin1String(name));
    context.doneCurrent();
    return probe;
}

} // namespace mien::gui

#include "gui/avatar_view.h"

#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QWheelEvent>

#include "gui/orbit.h"
#include "render/gl_context.h"
#include "rig/skeleton.h"

namespace mien::gui {

namespace {

// A drag over the whole height of the view turns by half a circle.
constexpr float degrees_per_height = 180;
constexpr float key_degrees = 5;
constexpr float key_pan = 0.04f; // of the view's height
constexpr float key_zoom = 1.15f;
constexpr float zoom_per_wheel_step = 1.15f;
constexpr float wheel_step = 120; // QWheelEvent: eighths of a degree, 15 degrees a notch

void* proc_address(const char* name) {
    QOpenGLContext* context = QOpenGLContext::currentContext();
    return context != nullptr ? reinterpret_cast<void*>(context->getProcAddress(name)) : nullptr;
}

glm::vec4 to_vector(const QColor& colour) {
    return {static_cast<float>(colour.redF()), static_cast<float>(colour.greenF()),
            static_cast<float>(colour.blueF()), 1.0f};
}

} // namespace

AvatarView::AvatarView(int samples, QWidget* parent) : QOpenGLWidget(parent) {
    QSurfaceFormat wanted = format();
    wanted.setSamples(samples);
    setFormat(wanted);
    style_.samples = samples > 0 ? samples : 1;
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Avatar"));
    setAccessibleDescription(
        tr("The avatar. Arrow keys orbit, Shift and arrow keys pan, plus and minus zoom."));
}

AvatarView::~AvatarView() {
    release_gl();
    // The context dies in the base class's destructor, when this object is no AvatarView any more.
    if (context() != nullptr) disconnect(context(), nullptr, this, nullptr);
}

QSize AvatarView::sizeHint() const {
    return minimumSizeHint() * 2;
}

QSize AvatarView::minimumSizeHint() const {
    const int line = fontMetrics().height();
    return {line * 14, line * 12};
}

void AvatarView::set_rig(std::shared_ptr<const LoadedRig> rig) {
    const bool same = rig_ && rig && rig_->owner == rig->owner;
    rig_ = std::move(rig);
    if (same) return update(); // what the GPU has of it stays right, and so does the camera
    controls_ = {};
    pose_.reset();
    upload_wanted_ = true;
    frame(Framing::bust);
}

void AvatarView::set_controls(const RigControls& controls) {
    controls_ = controls;
    update();
}

void AvatarView::set_pose(std::optional<PosedRig> pose) {
    pose_ = std::move(pose);
    update();
}

void AvatarView::set_background(const QColor& colour) {
    style_.background = to_vector(colour);
    update();
}

void AvatarView::frame(Framing framing) {
    framing_ = framing;
    apply_framing();
    update();
}

void AvatarView::apply_framing() {
    if (!rig_ || !framing_ || height() <= 0) return;
    camera_ = frame_rig(rig_->rig, rig_->joints, *framing_,
                        static_cast<float>(width()) / static_cast<float>(height()));
    framed_distance_ = camera_.distance;
}

void AvatarView::initializeGL() {
    // A new context comes whenever the view moves to another window; the old one's objects die with it.
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &AvatarView::release_gl,
            Qt::UniqueConnection);
    const auto info = load_gl(proc_address);
    gl_ready_ = info.has_value();
    emit failed(info ? QString() : QString::fromStdString(info.error().message));
    upload_wanted_ = true;
}

void AvatarView::release_gl() {
    if (!renderer_) return;
    makeCurrent();
    renderer_.reset();
    doneCurrent();
}

void AvatarView::upload() {
    upload_wanted_ = false;
    renderer_.reset();
    if (!rig_ || !gl_ready_) return;
    auto renderer = RigRenderer::create(rig_->rig);
    if (!renderer) {
        emit failed(QString::fromStdString(renderer.error().message));
        return;
    }
    renderer_.emplace(std::move(*renderer));
    emit failed({});
    // Queued: listeners show and hide widgets, which must not happen within a drawing.
    QMetaObject::invokeMethod(this, &AvatarView::rig_drawn, Qt::QueuedConnection);
}

void AvatarView::paintGL() {
    if (upload_wanted_) upload();
    auto& gl = *context()->functions();
    if (renderer_) {
        // The same rounding as QOpenGLWidget's own framebuffer.
        const QSize pixels = size() * devicePixelRatio();
        const PosedRig driven =
            pose_ ? PosedRig() : pose_rig(rig_->rig, rig_->groups, rig_->joints, controls_);
        renderer_->draw(pose_ ? *pose_ : driven, camera_, style_, pixels.width(), pixels.height());
    } else {
        gl.glClearColor(style_.background.r, style_.background.g, style_.background.b, 1);
        gl.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    }
    // Blended materials leave alpha below 1; a compositor would show the desktop through them.
    gl.glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
    gl.glClearColor(0, 0, 0, 1);
    gl.glClear(GL_COLOR_BUFFER_BIT);
    gl.glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    ++drawn_;
}

void AvatarView::resizeEvent(QResizeEvent* event) {
    QOpenGLWidget::resizeEvent(event);
    apply_framing();
}

void AvatarView::move_camera(const Camera& camera) {
    framing_.reset();
    camera_ = camera;
    update();
}

void AvatarView::mousePressEvent(QMouseEvent* event) {
    last_mouse_ = event->position().toPoint();
}

void AvatarView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint now = event->position().toPoint();
    const QPointF moved = QPointF(now - last_mouse_) / std::max(1, height());
    last_mouse_ = now;
    const auto x = static_cast<float>(moved.x());
    const auto y = static_cast<float>(moved.y());
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->buttons().testFlag(Qt::LeftButton) && !shift)
        move_camera(orbited(camera_, -x * degrees_per_height, y * degrees_per_height));
    else if (event->buttons() != Qt::NoButton)
        move_camera(panned(camera_, x, -y));
}

void AvatarView::mouseDoubleClickEvent(QMouseEvent*) {
    frame(Framing::face);
}

void AvatarView::wheelEvent(QWheelEvent* event) {
    const auto steps = static_cast<float>(event->angleDelta().y()) / wheel_step;
    move_camera(zoomed(camera_, std::pow(zoom_per_wheel_step, steps), framed_distance_));
    event->accept();
}

void AvatarView::keyPressEvent(QKeyEvent* event) {
    const bool pan = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto go = [&](float x, float y) {
        move_camera(pan ? panned(camera_, x * key_pan, y * key_pan)
                        : orbited(camera_, -x * key_degrees, -y * key_degrees));
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return go(-1, 0);
    case Qt::Key_Right:
        return go(1, 0);
    case Qt::Key_Up:
        return go(0, 1);
    case Qt::Key_Down:
        return go(0, -1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return move_camera(zoomed(camera_, key_zoom, framed_distance_));
    case Qt::Key_Minus:
        return move_camera(zoomed(camera_, 1 / key_zoom, framed_distance_));
    default:
        QOpenGLWidget::keyPressEvent(event);
    }
}

} // namespace mien::gui

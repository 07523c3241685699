// The avatar, drawn by render/ in a context of Qt's. Orbit with the left button or the arrow keys, pan with
// the middle or right button or Shift and the arrow keys, zoom with the wheel or + and -.
#pragma once

#include <memory>
#include <optional>

#include <QColor>
#include <QOpenGLWidget>
#include <QPoint>

#include "gui/loaded_rig.h"
#include "render/camera.h"
#include "render/rig_renderer.h"
#include "rig/rig_controls.h"

namespace mien::gui {

/// The window's thread only. May be moved to another window: what it holds on the GPU is made anew there.
class AvatarView : public QOpenGLWidget {
    Q_OBJECT
public:
    /// `samples` for multisampling, 0 for none.
    explicit AvatarView(int samples, QWidget* parent = nullptr);
    ~AvatarView() override;

    /// Uploads at the next drawing and frames it; nullptr shows an empty ground. The same rig with other
    /// groups or another mapping takes effect without either.
    void set_rig(std::shared_ptr<const LoadedRig> rig);
    void set_controls(const RigControls& controls);
    /// A pose to show in place of the controls; nothing: the controls count again. It must be of this rig.
    void set_pose(std::optional<PosedRig> pose);
    void set_background(const QColor& colour);
    /// Turns the camera to the avatar's front and moves it so that the part fills the view. Kept on resizing
    /// until the person moves the camera.
    void frame(Framing framing);
    /// Frames drawn so far.
    [[nodiscard]] quint64 drawn() const { return drawn_; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The rig cannot be drawn (a GL limit, an old driver); empty when it can again.
    void failed(const QString& message);
    /// A rig's first picture is on the screen.
    void rig_drawn();

protected:
    void initializeGL() override;
    void paintGL() override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void release_gl();
    void upload();
    void apply_framing();
    void move_camera(const Camera& camera);

    std::shared_ptr<const LoadedRig> rig_;
    RigControls controls_;
    std::optional<PosedRig> pose_;
    RenderStyle style_;
    Camera camera_;
    std::optional<Framing> framing_ = Framing::bust; ///< nothing: the person moved the camera
    float framed_distance_ = 1;
    std::optional<RigRenderer> renderer_;
    bool upload_wanted_ = false;
    bool gl_ready_ = false;
    quint64 drawn_ = 0;
    QPoint last_mouse_;
};

} // namespace mien::gui

// What the window does with the panel Tracking, the camera's picture and the cameras' modes.
#include <QLocale>

#include "gui/camera_view.h"
#include "gui/main_window.h"
#include "gui/notice_bar.h"
#include "gui/source_menu.h"
#include "gui/state_box.h"
#include "gui/text.h"
#include "gui/tracking_panel.h"

namespace mien::gui {

void MainWindow::connect_tracking() {
    auto cameras = load_camera_choices(services_.cameras_file);
    if (!cameras)
        source_notices_->show_notice({.topic = QStringLiteral("cameras"),
                                      .kind = NoticeBar::Kind::warning,
                                      .text = QString::fromStdString(cameras.error().message)});
    performance_.set_cameras(cameras.value_or(CameraChoices()));
    source_menu_->set_camera_choices(performance_.cameras());
    performance_.set_calm(settings_.calm);
    tracking_->set_calm(settings_.calm);
    connect(&performance_, &Performance::optics_changed, tracking_, &TrackingPanel::set_optics);
    performance_.set_optics({.pupil_distance = settings_.pupil_distance});

    connect(tracking_, &TrackingPanel::calm_changed, this, [this](const Calm& calm) {
        settings_.calm = calm;
        performance_.set_calm(calm);
        keep_settings();
    });
    connect(tracking_, &TrackingPanel::optics_changed, this, [this](const Optics& optics) {
        settings_.pupil_distance = optics.pupil_distance;
        performance_.set_optics(optics);
        keep_settings();
    });
    connect(&performance_, &Performance::cameras_changed, this, [this] {
        cameras_changed_ = true;
        source_menu_->set_camera_choices(performance_.cameras());
        keep_settings();
    });
    connect(source_menu_, &SourceMenu::mode_chosen, &performance_, &Performance::set_camera_mode);
    connect(camera_, &CameraView::face_chosen, this, [this](const QPointF& pixel) {
        performance_.choose_face(static_cast<float>(pixel.x()), static_cast<float>(pixel.y()));
    });
    connect(&performance_, &Performance::readings_changed, this, [this](const Readings& readings) {
        source_rate_ = readings.source_rate;
        show_details();
    });
}

void MainWindow::show_details() {
    const PipelineStatus& status = performance_.session().status();
    tracking_->show_source(text_of(std::string_view(status.source_name)));
    QStringList parts;
    for (const std::string& part : {status.source_name, status.tracker_name})
        if (!part.empty()) parts << text_of(std::string_view(part));
    const SourceInfo& source = status.source;
    if (!source.camera_id.empty() && status.kind == PipelineStatus::Kind::running) {
        const auto rate = [this](double value) {
            return value > 0 ? locale().toString(value, 'f', 0) : QStringLiteral("–");
        };
        parts << tr("%1 × %2 %3")
                     .arg(source.width)
                     .arg(source.height)
                     .arg(text_of(std::string_view(source.format)));
        parts << tr("%1 fps asked, %2 agreed, %3 real")
                     .arg(rate(source.asked_rate), rate(source.rate), rate(source_rate_));
    }
    state_->show_details(parts.join(QStringLiteral(" · ")));
}

} // namespace mien::gui

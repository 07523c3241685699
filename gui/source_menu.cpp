#include "gui/source_menu.h"

#include <QActionGroup>
#include <QFileDialog>

namespace mien::gui {

SourceMenu::SourceMenu(const Services& services, Background& background, QWidget* parent)
    : QMenu(parent), services_(services), background_(background), group_(new QActionGroup(this)) {
    setToolTipsVisible(true);
    looking_ = addAction(tr("Looking for cameras…"));
    looking_->setEnabled(false);
    cameras_end_ = addSeparator();
    QAction* video = addAction(tr("Open &video…"), this, &SourceMenu::ask_for_video);
    video->setShortcut(Qt::CTRL | Qt::Key_E);
    video->setToolTip(tr("Track the face in a video or a picture. Dropping it on the window does the same."));
    parent->addAction(video);
    std::error_code ignored;
    QAction* sample = add_source(tr("&Sample clip"), services_.sample_clip.string());
    const bool there = std::filesystem::exists(services_.sample_clip, ignored);
    sample->setEnabled(there);
    sample->setToolTip(there ? tr("A short film of a face, to try things out.")
                             : tr("The sample clip is not there: models/fetch gets it."));
    add_source(tr("S&ynthetic face"), "synthetic")->setToolTip(tr("A drawn face that moves by itself."));
    connect(this, &QMenu::aboutToShow, this, &SourceMenu::look_for_cameras);
}

QAction* SourceMenu::add_source(const QString& text, const std::string& spec) {
    QAction* action = addAction(text);
    action->setCheckable(true);
    action->setData(QString::fromStdString(spec));
    group_->addAction(action);
    connect(action, &QAction::triggered, this, [this, spec] { emit chosen(spec); });
    return action;
}

void SourceMenu::set_current(const std::string& spec) {
    current_ = spec;
    for (QAction* action : group_->actions())
        action->setChecked(action->data().toString().toStdString() == current_);
}

void SourceMenu::look_for_cameras() {
    looking_->setText(tr("Looking for cameras…"));
    looking_->setVisible(cameras_.empty());
    background_.run(
        Background::AtExit::abandon, this, [list = services_.list_cameras] { return list(); },
        [this](const std::vector<CameraInfo>& cameras) { show_cameras(cameras); });
}

void SourceMenu::show_cameras(const std::vector<CameraInfo>& cameras) {
    for (QAction* action : cameras_) delete action;
    cameras_.clear();
    looking_->setText(tr("No camera is connected"));
    looking_->setVisible(cameras.empty());
    for (const CameraInfo& camera : cameras) {
        QAction* action =
            add_source(QString::fromStdString(camera.name).replace(QLatin1Char('&'), QLatin1String("&&")),
                       "camera:" + camera.id);
        action->setToolTip(QString::fromStdString(camera.path));
        removeAction(action);
        insertAction(cameras_end_, action);
        cameras_.push_back(action);
    }
    set_current(current_);
}

void SourceMenu::ask_for_video() {
    auto* dialog = new QFileDialog(parentWidget(), tr("Open a video or a picture"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Videos and pictures (*.mp4 *.mov *.mkv *.webm *.avi *.m4v *.png *.jpg *.jpeg *.webp)"),
         tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { emit chosen(file.toStdString()); });
    dialog->show();
}

} // namespace mien::gui

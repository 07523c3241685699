#include "gui/source_menu.h"

#include <QActionGroup>
#include <QFileDialog>

#include "gui/text.h"

namespace mien::gui {

namespace {

QString as_menu_text(QString name) {
    return name.replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString mode_title(const CameraMode& mode) {
    QString text = SourceMenu::tr("%1 × %2").arg(mode.width).arg(mode.height);
    if (mode.rate > 0) text += SourceMenu::tr(", %1 fps").arg(mode.rate);
    if (!mode.format.empty()) text += QStringLiteral(", ") + text_of(std::string_view(mode.format));
    return text;
}

} // namespace

SourceMenu::SourceMenu(const Services& services, Background& background, QWidget* parent)
    : QMenu(parent), services_(services), background_(background), group_(new QActionGroup(this)) {
    setToolTipsVisible(true);
    looking_ = addAction(tr("Looking for cameras…"));
    looking_->setEnabled(false);
    modes_ = addMenu(tr("Camera &mode"));
    modes_->setToolTipsVisible(true);
    cameras_end_ = modes_->menuAction();
    list_modes({});
    addSeparator();
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
            add_source(as_menu_text(QString::fromStdString(camera.name)), "camera:" + camera.id);
        action->setToolTip(QString::fromStdString(camera.path));
        removeAction(action);
        insertAction(cameras_end_, action);
        cameras_.push_back(action);
    }
    list_modes(cameras);
    set_current(current_);
}

void SourceMenu::list_modes(const std::vector<CameraInfo>& cameras) {
    for (QMenu* menu : modes_->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly)) delete menu;
    modes_->clear();
    std::vector<const CameraInfo*> with_modes;
    for (const CameraInfo& camera : cameras)
        if (!camera.modes.empty()) with_modes.push_back(&camera);
    modes_->setEnabled(!with_modes.empty());
    modes_->menuAction()->setToolTip(with_modes.empty()
                                         ? tr("No camera says what it can do.")
                                         : tr("Size, rate and format of the camera's pictures."));
    if (with_modes.size() == 1) return add_modes(modes_, *with_modes.front());
    for (const CameraInfo* camera : with_modes)
        add_modes(modes_->addMenu(as_menu_text(QString::fromStdString(camera->name))), *camera);
}

void SourceMenu::add_modes(QMenu* menu, const CameraInfo& camera) {
    auto* group = new QActionGroup(menu);
    const auto choice = choices_.find(camera.id);
    const std::optional<CameraMode> now = choice != choices_.end() ? choice->second.mode : std::nullopt;
    const auto add = [&](const QString& text, const std::optional<CameraMode>& mode) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(mode == now);
        group->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, id = camera.id, mode] { emit mode_chosen(id, mode); });
    };
    add(tr("&Automatic: %1").arg(mode_title(camera.modes.front())), std::nullopt);
    menu->addSeparator();
    for (const CameraMode& mode : camera.modes) add(mode_title(mode), mode);
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
    dialog->open();
}

} // namespace mien::gui

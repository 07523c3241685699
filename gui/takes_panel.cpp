#include "gui/takes_panel.h"

#include <QDesktopServices>
#include <QFile>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "gui/take_store.h"

namespace mien::gui {

namespace {

constexpr int path_role = Qt::UserRole;

QString text_of(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

std::filesystem::path path_of(const QTreeWidgetItem* item) {
    return item != nullptr ? std::filesystem::path(item->data(0, path_role).toString().toStdString())
                           : std::filesystem::path();
}

} // namespace

TakesPanel::TakesPanel(std::filesystem::path folder, QWidget* parent)
    : QWidget(parent), folder_(std::move(folder)), notices_(new NoticeBar(this)),
      list_(new QTreeWidget(this)), empty_(new QLabel(tr("No takes yet. Press R to record one."), this)),
      open_(new QPushButton(tr("Play"), this)), throw_away_(new QPushButton(tr("Move to trash"), this)),
      show_folder_(new QPushButton(tr("Show folder"), this)) {
    setAccessibleName(tr("Takes"));
    list_->setAccessibleName(tr("Recorded takes"));
    list_->setColumnCount(2);
    list_->setHeaderLabels({tr("Take"), tr("Size")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    list_->setToolTip(tr("Enter or double click plays a take, F2 gives it another name."));
    empty_->setWordWrap(true);
    empty_->setAlignment(Qt::AlignCenter);
    open_->setToolTip(tr("Play the selected take."));
    throw_away_->setToolTip(tr("Move the selected take to the desktop's trash."));
    show_folder_->setToolTip(tr("Open the folder with the takes: %1").arg(text_of(folder_)));

    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {open_, throw_away_, show_folder_}) buttons->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height() / 4;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);
    layout->addWidget(notices_);
    layout->addWidget(list_, 1);
    layout->addWidget(empty_, 1);
    layout->addLayout(buttons);

    connect(list_, &QTreeWidget::itemActivated, this, &TakesPanel::open_selected);
    connect(list_, &QTreeWidget::itemSelectionChanged, this, &TakesPanel::update_buttons);
    connect(list_, &QTreeWidget::itemChanged, this, &TakesPanel::rename);
    connect(open_, &QPushButton::clicked, this, &TakesPanel::open_selected);
    connect(throw_away_, &QPushButton::clicked, this, &TakesPanel::throw_away_selected);
    connect(show_folder_, &QPushButton::clicked, this, &TakesPanel::show_folder);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &TakesPanel::refresh);
    refresh();
}

void TakesPanel::refresh() {
    const std::filesystem::path before = selected();
    if (watcher_.directories().isEmpty() && std::filesystem::exists(folder_))
        watcher_.addPath(text_of(folder_));
    {
        const QSignalBlocker quiet(list_);
        list_->clear();
        for (const TakeFile& take : list_takes(folder_)) {
            auto* item = new QTreeWidgetItem(list_);
            item->setText(0, text_of(take.path.stem()));
            item->setText(1, QLocale().formattedDataSize(static_cast<qint64>(take.bytes)));
            item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
            item->setData(0, path_role, text_of(take.path));
            item->setToolTip(0, text_of(take.path));
            item->setFlags(item->flags() | Qt::ItemIsEditable);
        }
    }
    list_->setVisible(count() > 0);
    empty_->setVisible(count() == 0);
    select(before);
    update_buttons();
    emit refreshed();
}

void TakesPanel::select(const std::filesystem::path& path) {
    for (int i = 0; i < list_->topLevelItemCount(); ++i)
        if (path_of(list_->topLevelItem(i)) == path) list_->setCurrentItem(list_->topLevelItem(i));
}

std::filesystem::path TakesPanel::newest() const {
    return path_of(list_->topLevelItem(0));
}

int TakesPanel::count() const {
    return list_->topLevelItemCount();
}

std::filesystem::path TakesPanel::selected() const {
    const auto items = list_->selectedItems();
    return items.isEmpty() ? std::filesystem::path() : path_of(items.front());
}

void TakesPanel::open_selected() {
    if (const auto path = selected(); !path.empty()) emit open_wanted(path);
}

void TakesPanel::throw_away_selected() {
    const auto path = selected();
    if (path.empty()) return;
    if (QFile::moveToTrash(text_of(path)))
        notices_->clear(QStringLiteral("trash"));
    else
        notices_->show_notice(
            {.topic = QStringLiteral("trash"),
             .kind = NoticeBar::Kind::error,
             .text = tr("Cannot move %1 to the trash. Use “Show folder” to delete it by hand.")
                         .arg(text_of(path))});
    refresh();
}

void TakesPanel::show_folder() {
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored);
    if (QDesktopServices::openUrl(QUrl::fromLocalFile(text_of(folder_)))) return;
    notices_->show_notice({.topic = QStringLiteral("folder"),
                           .kind = NoticeBar::Kind::note,
                           .text = tr("The takes are in %1").arg(text_of(folder_))});
}

void TakesPanel::rename(QTreeWidgetItem* item) {
    const auto before = path_of(item);
    const QString name = item->text(0).trimmed();
    const auto after = before.parent_path() / (name.toStdString() + ".mien");
    if (after != before) {
        const bool possible = !name.isEmpty() && !name.contains(QLatin1Char('/'));
        // QFile::rename never replaces a file that exists.
        if (possible && QFile::rename(text_of(before), text_of(after)))
            notices_->clear(QStringLiteral("rename"));
        else
            notices_->show_notice(
                {.topic = QStringLiteral("rename"),
                 .kind = NoticeBar::Kind::warning,
                 .text = tr("The take cannot be called “%1”: the name is taken or not possible.").arg(name)});
    }
    // Queued: the list must not be rebuilt while it tells of a change.
    QMetaObject::invokeMethod(this, &TakesPanel::refresh, Qt::QueuedConnection);
}

void TakesPanel::update_buttons() {
    const bool any = !selected().empty();
    open_->setEnabled(any);
    throw_away_->setEnabled(any);
}

} // namespace mien::gui

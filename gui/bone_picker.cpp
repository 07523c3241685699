#include "gui/bone_picker.h"

#include <algorithm>

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QVBoxLayout>

#include "rig/bone_path.h"

namespace mien::gui {

namespace {

std::vector<int> bones_of(const Rig& rig) {
    std::vector<bool> joint(rig.nodes.size(), false);
    for (const Skin& skin : rig.skins)
        for (const int node : skin.joints) joint[static_cast<std::size_t>(node)] = true;
    std::vector<int> bones;
    for (const bool joints : {true, false})
        for (const int node : rig.node_order) {
            const auto n = static_cast<std::size_t>(node);
            if (joint[n] == joints && rig.nodes[n].mesh == no_index) bones.push_back(node);
        }
    return bones;
}

} // namespace

BonePicker::BonePicker(const Rig& rig, QWidget* parent)
    : QFrame(parent, Qt::Popup), search_(new QLineEdit(this)), list_(new QListWidget(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Choose a bone"));
    search_->setPlaceholderText(tr("Find a bone"));
    search_->setAccessibleName(tr("Find a bone"));
    search_->setClearButtonEnabled(true);
    search_->installEventFilter(this);
    connect(search_, &QLineEdit::textChanged, this, &BonePicker::show_only);
    connect(search_, &QLineEdit::returnPressed, this, &BonePicker::pick);
    list_->setAccessibleName(tr("Bones"));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(list_, &QListWidget::itemActivated, this, &BonePicker::pick);
    connect(list_, &QListWidget::itemClicked, this, &BonePicker::pick);
    for (const int node : bones_of(rig)) {
        auto* item = new QListWidgetItem(
            QString::fromStdString(rig.nodes[static_cast<std::size_t>(node)].name), list_);
        item->setToolTip(QString::fromStdString(bone_path(rig, node)));
        item->setData(Qt::UserRole, node);
    }
    auto* layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height() / 4;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);
    layout->addWidget(search_);
    layout->addWidget(list_, 1);
    show_only({});
}

void BonePicker::pop_up(const QWidget& anchor) {
    resize(std::max(anchor.width(), fontMetrics().averageCharWidth() * 36), fontMetrics().height() * 18);
    const QRect screen = anchor.screen()->availableGeometry();
    QPoint at = anchor.mapToGlobal(QPoint(0, anchor.height()));
    at.setX(std::clamp(at.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
    at.setY(std::clamp(at.y(), screen.top(), std::max(screen.top(), screen.bottom() - height())));
    move(at);
    show();
    search_->setFocus();
}

bool BonePicker::eventFilter(QObject* watched, QEvent* event) {
    // The arrows move in the list while the hands stay in the line.
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (step != 0) {
            int row = list_->currentRow() + step;
            while (row >= 0 && row < list_->count() && list_->item(row)->isHidden()) row += step;
            if (row >= 0 && row < list_->count()) list_->setCurrentRow(row);
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void BonePicker::show_only(const QString& words) {
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int first = -1;
    for (int row = 0; row < list_->count(); ++row) {
        QListWidgetItem* item = list_->item(row);
        const bool shown = std::all_of(wanted.begin(), wanted.end(), [item](const QString& word) {
            return item->toolTip().contains(word, Qt::CaseInsensitive);
        });
        item->setHidden(!shown);
        if (shown && first < 0) first = row;
    }
    // What has the word in its own name comes before what has it in its path alone.
    for (int row = 0; row < list_->count() && !wanted.isEmpty(); ++row)
        if (!list_->item(row)->isHidden() &&
            list_->item(row)->text().contains(wanted.last(), Qt::CaseInsensitive)) {
            first = row;
            break;
        }
    list_->setCurrentRow(first);
}

void BonePicker::pick() {
    const QListWidgetItem* item = list_->currentItem();
    if (item == nullptr || item->isHidden()) return;
    const int node = item->data(Qt::UserRole).toInt();
    close();
    emit picked(node);
}

} // namespace mien::gui

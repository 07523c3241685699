#include "gui/face_groups_tree.h"

#include <algorithm>
#include <set>
#include <utility>

#include <QHeaderView>
#include <QScrollBar>
#include <QSignalBlocker>

#include "gui/held_slider.h"
#include "gui/text.h"

namespace mien::gui {

namespace {

enum : int { name_column, slider_column, columns };

} // namespace

FaceGroupsTree::FaceGroupsTree(QWidget* parent) : QTreeWidget(parent) {
    setAccessibleName(tr("Groups and parts"));
    setColumnCount(columns);
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setIndentation(fontMetrics().height() * 3 / 4);
    setEditTriggers(EditKeyPressed | DoubleClicked);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideMiddle);
    setContextMenuPolicy(Qt::CustomContextMenu);
    header()->setMinimumSectionSize(fontMetrics().height());
    header()->setStretchLastSection(true);
    header()->setSectionResizeMode(name_column, QHeaderView::Interactive);
    connect(this, &QTreeWidget::currentItemChanged, this, [this] {
        if (!building_) emit current_changed();
    });
    connect(this, &QTreeWidget::itemChanged, this, &FaceGroupsTree::take_name);
}

void FaceGroupsTree::start_anew(const FaceGroups& groups) {
    groups_ = groups;
    build();
    if (!groups_.groups.empty() && !groups_.groups.front().parts.empty()) select_part({0, 0});
    emit current_changed();
}

void FaceGroupsTree::set_groups(const FaceGroups& groups) {
    const std::vector<int> moves = slider_moves(groups_, groups);
    std::vector<std::optional<float>> held(groups.slider_count());
    for (std::size_t i = 0; i < sliders_.size(); ++i)
        if (moves[i] != no_index) held[static_cast<std::size_t>(moves[i])] = sliders_[i]->held();
    std::set<QString> folded;
    for (int g = 0; g < topLevelItemCount(); ++g)
        if (!topLevelItem(g)->isExpanded()) folded.insert(topLevelItem(g)->text(name_column));
    const auto part = current_part();
    const auto group = current_group();
    const int selected = part ? moves[slider_index(groups_, *part)] : no_index;
    const int scrolled = verticalScrollBar()->value();

    groups_ = groups;
    build();
    for (int g = 0; g < topLevelItemCount(); ++g)
        topLevelItem(g)->setExpanded(!folded.contains(topLevelItem(g)->text(name_column)));
    for (std::size_t i = 0; i < held.size(); ++i)
        if (held[i]) sliders_[i]->hold(*held[i]);
    if (selected != no_index)
        select_part(*part_of_slider(groups_, static_cast<std::size_t>(selected)));
    else if (group && !groups_.groups.empty())
        select_group(std::min(*group, groups_.groups.size() - 1));
    verticalScrollBar()->setValue(scrolled);
    emit current_changed();
}

void FaceGroupsTree::build() {
    building_ = true;
    sliders_.clear();
    clear();
    QFont title = font();
    title.setWeight(QFont::DemiBold);
    for (std::size_t g = 0; g < groups_.groups.size(); ++g) {
        auto* item = new QTreeWidgetItem(this, {text_of(groups_.groups[g].name)});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setFont(name_column, title);
        item->setFirstColumnSpanned(true);
        for (std::size_t p = 0; p < groups_.groups[g].parts.size(); ++p) add_part(item, {g, p});
        item->setExpanded(true);
    }
    building_ = false;
    fit_names();
}

void FaceGroupsTree::fit_names() {
    // As wide as the longest name, but half is for the sliders.
    header()->resizeSection(name_column,
                            std::min(sizeHintForColumn(name_column) + fontMetrics().averageCharWidth(),
                                     viewport()->width() * 55 / 100));
}

void FaceGroupsTree::resizeEvent(QResizeEvent* event) {
    QTreeWidget::resizeEvent(event);
    fit_names();
}

void FaceGroupsTree::add_part(QTreeWidgetItem* group_item, PartAddress at) {
    const FacePart& part = groups_.groups[at.group].parts[at.part];
    const QString name = text_of(part.name);
    auto* item = new QTreeWidgetItem(group_item, {name});
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    item->setToolTip(name_column,
                     tr("%1: %n bone movement(s)", nullptr, static_cast<int>(part.bones.size())).arg(name));
    auto* slider = new HeldSlider(name, this);
    slider->follow(part.rest);
    const std::size_t index = sliders_.size();
    sliders_.push_back(slider);
    connect(slider, &HeldSlider::held_changed, this, [this, index](std::optional<float> value) {
        show_held(index, value);
        emit held(index, value);
    });
    item->setSizeHint(slider_column, {0, fontMetrics().height() * 5 / 4});
    setItemWidget(item, slider_column, slider);
}

QTreeWidgetItem* FaceGroupsTree::item_of(PartAddress at) const {
    return topLevelItem(static_cast<int>(at.group))->child(static_cast<int>(at.part));
}

void FaceGroupsTree::show_held(std::size_t index, std::optional<float> value) {
    const QSignalBlocker quiet(this); // a bold font is no new name
    QTreeWidgetItem* item = item_of(*part_of_slider(groups_, index));
    QFont font = this->font();
    font.setBold(value.has_value());
    item->setFont(name_column, font);
    viewport()->update();
}

std::optional<std::size_t> FaceGroupsTree::current_group() const {
    const QTreeWidgetItem* item = currentItem();
    if (item == nullptr) return std::nullopt;
    if (item->parent() != nullptr) item = item->parent();
    return static_cast<std::size_t>(indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(item)));
}

std::optional<PartAddress> FaceGroupsTree::current_part() const {
    QTreeWidgetItem* item = currentItem();
    if (item == nullptr || item->parent() == nullptr) return std::nullopt;
    return PartAddress{*current_group(), static_cast<std::size_t>(item->parent()->indexOfChild(item))};
}

void FaceGroupsTree::select_group(std::size_t group) {
    setCurrentItem(topLevelItem(static_cast<int>(group)));
}

void FaceGroupsTree::select_part(PartAddress at) {
    setCurrentItem(item_of(at));
    scrollToItem(item_of(at));
}

void FaceGroupsTree::rename_current() {
    if (currentItem() != nullptr) editItem(currentItem(), name_column);
}

void FaceGroupsTree::take_name(QTreeWidgetItem* item, int column) {
    if (building_ || column != name_column) return;
    const QString name = item->text(name_column).trimmed();
    const auto group = [this](QTreeWidgetItem* of) {
        return static_cast<std::size_t>(indexOfTopLevelItem(of));
    };
    // Queued: the editor that sent the name still stands on a line that the answer exchanges.
    if (item->parent() == nullptr) {
        const std::size_t at = group(item);
        QMetaObject::invokeMethod(
            this, [this, at, name] { emit group_renamed(at, name); }, Qt::QueuedConnection);
    } else {
        const PartAddress at{group(item->parent()),
                             static_cast<std::size_t>(item->parent()->indexOfChild(item))};
        QMetaObject::invokeMethod(
            this, [this, at, name] { emit part_renamed(at, name); }, Qt::QueuedConnection);
    }
}

void FaceGroupsTree::show_only(const QString& filter) {
    for (int g = 0; g < topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = topLevelItem(g);
        const bool whole = group->text(name_column).contains(filter, Qt::CaseInsensitive);
        bool any = whole;
        for (int p = 0; p < group->childCount(); ++p) {
            const bool shown =
                whole || group->child(p)->text(name_column).contains(filter, Qt::CaseInsensitive);
            group->child(p)->setHidden(!shown);
            any = any || shown;
        }
        group->setHidden(!any);
    }
}

HeldSlider* FaceGroupsTree::slider(std::size_t index) {
    return index < sliders_.size() ? sliders_[index] : nullptr;
}

bool FaceGroupsTree::any_held() const {
    return std::ranges::any_of(sliders_, [](const HeldSlider* slider) { return slider->held().has_value(); });
}

void FaceGroupsTree::follow(const std::vector<float>& performer) {
    for (std::size_t i = 0; i < sliders_.size(); ++i)
        sliders_[i]->follow(i < performer.size() ? performer[i] : groups_.slider(i)->rest);
}

void FaceGroupsTree::let_go_of_all() {
    for (HeldSlider* slider : sliders_) slider->let_go();
}

} // namespace mien::gui

#include "gui/face_bones_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/face_bones_delegate.h"
#include "gui/face_bones_model.h"
#include "gui/face_groups_tree.h"
#include "gui/held_slider.h"
#include "gui/icons.h"
#include "gui/menu_button.h"
#include "gui/notice_bar.h"

namespace mien::gui {

namespace {

constexpr int sweep_ms = 2400; // there and back: slow enough to see where a range goes wrong

QPushButton* push_button(const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setToolTip(tip);
    return button;
}

} // namespace

FaceBonesPanel::FaceBonesPanel(QWidget* parent)
    : QWidget(parent), tree_(new FaceGroupsTree(this)), bones_(new FaceBonesModel(editor_, this)),
      table_(new QTableView(this)), notices_(new NoticeBar(this)), empty_(new QLabel(this)),
      part_title_(new QLabel(this)), saved_(new QLabel(this)) {
    setAccessibleName(tr("Face bones"));
    auto* filter = new QLineEdit(this);
    filter->setPlaceholderText(tr("Find a part"));
    filter->setClearButtonEnabled(true);
    filter->setAccessibleName(tr("Find a part"));
    connect(filter, &QLineEdit::textChanged, tree_, &FaceGroupsTree::show_only);
    empty_->setWordWrap(true);
    saved_->setTextFormat(Qt::PlainText);
    saved_->setForegroundRole(QPalette::PlaceholderText);
    QSizePolicy keeps_its_place = saved_->sizePolicy();
    keeps_its_place.setRetainSizeWhenHidden(true); // the buttons above do not move away from under the mouse
    saved_->setSizePolicy(keeps_its_place);

    undo_ = editor_.history().createUndoAction(this, tr("Undo"));
    undo_->setShortcut(QKeySequence::Undo);
    redo_ = editor_.history().createRedoAction(this, tr("Redo"));
    redo_->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
    for (QAction* action : {undo_, redo_}) action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addActions({undo_, redo_});

    add_ = make_menu_button(tr("&Add"), tr("Add a group, a part or a bone"), make_add_menu(), this);
    QMenu* edit_menu = make_edit_menu();
    QToolButton* edit =
        make_menu_button(tr("&Edit"), tr("Undo, rename, remove, reset and copy"), edit_menu, this);
    for (QToolButton* button : {add_, edit}) button->setFocusPolicy(Qt::StrongFocus); // a click ends typing
    connect(tree_, &QWidget::customContextMenuRequested, this,
            [this, edit_menu](const QPoint& at) { edit_menu->popup(tree_->viewport()->mapToGlobal(at)); });

    auto* top = new QHBoxLayout;
    top->addWidget(filter, 1);
    top->addWidget(add_);
    top->addWidget(edit);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(tree_);
    parts->addWidget(make_part_box());
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height() / 4;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);
    layout->addLayout(top);
    layout->addWidget(notices_);
    layout->addWidget(empty_);
    layout->addWidget(parts, 1);
    layout->addWidget(saved_);

    connect(tree_, &FaceGroupsTree::current_changed, this, &FaceBonesPanel::show_part);
    connect(tree_, &FaceGroupsTree::held, this, &FaceBonesPanel::slider_held);
    connect(tree_, &FaceGroupsTree::group_renamed, this, &FaceBonesPanel::rename_group);
    connect(tree_, &FaceGroupsTree::part_renamed, this, &FaceBonesPanel::rename_part);
    connect(&editor_, &FaceGroupsEditor::changed, this, &FaceBonesPanel::show_groups);
    connect(&editor_, &FaceGroupsEditor::saved, this, &FaceBonesPanel::show_saved);
    connect(&editor_, &FaceGroupsEditor::save_failed, this, [this](const QString& message) {
        notices_->show_notice(
            {.topic = QStringLiteral("save"), .kind = NoticeBar::Kind::error, .text = message});
    });
    sweep_.setStartValue(0.0);
    sweep_.setKeyValueAt(0.5, 1.0);
    sweep_.setEndValue(0.0);
    sweep_.setDuration(sweep_ms);
    sweep_.setLoopCount(-1);
    connect(&sweep_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        if (HeldSlider* slider = tree_->slider(showing_); slider != nullptr && before_showing_)
            slider->hold(value.toFloat());
    });
    set_rig(nullptr);
}

QAction* FaceBonesPanel::add_action(QMenu* menu, const QString& text, const QString& tip,
                                    void (FaceBonesPanel::*act)()) {
    QAction* action = menu->addAction(text);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, act);
    return action;
}

QMenu* FaceBonesPanel::make_add_menu() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    need_part_.push_back(add_action(menu, tr("&Bone…"), tr("Let the chosen part move one more bone."),
                                    &FaceBonesPanel::add_bone));
    need_rig_.push_back(
        add_action(menu, tr("&Part"), tr("A new slider in the chosen group."), &FaceBonesPanel::add_part));
    need_rig_.push_back(
        add_action(menu, tr("&Group"), tr("A new group of parts."), &FaceBonesPanel::add_group));
    return menu;
}

QMenu* FaceBonesPanel::make_edit_menu() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    menu->addActions({undo_, redo_});
    menu->addSeparator();
    QAction* rename = add_action(menu, tr("Re&name"), tr("Give the chosen group or part another name."),
                                 &FaceBonesPanel::rename_current);
    rename->setShortcut(Qt::Key_F2);
    rename->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QAction* remove = add_action(menu, tr("&Remove"), tr("Take the chosen group or part away."),
                                 &FaceBonesPanel::remove_current);
    QAction* remove_bones =
        add_action(menu, tr("Remove &bone"), tr("Take the chosen bones out of their part."),
                   &FaceBonesPanel::remove_bone);
    remove->setShortcut(Qt::Key_Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    tree_->addAction(remove);
    remove_bones->setShortcut(Qt::Key_Delete);
    remove_bones->setShortcutContext(Qt::WidgetShortcut);
    table_->addAction(remove_bones);
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
    QAction* up = add_action(menu, tr("Move &up"), tr("One place earlier."), &FaceBonesPanel::move_up);
    QAction* down = add_action(menu, tr("Move &down"), tr("One place later."), &FaceBonesPanel::move_down);
    up->setShortcut(Qt::ALT | Qt::Key_Up);
    down->setShortcut(Qt::ALT | Qt::Key_Down);
    for (QAction* action : {up, down}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        tree_->addAction(action);
    }
    need_line_ = {rename, remove, up, down};

    menu->addSeparator();
    QMenu* reset = menu->addMenu(tr("Re&set ranges"));
    reset->setToolTipsVisible(true);
    const QString tip = tr("Start and end become the rest pose: the slider changes nothing.");
    need_bone_ = {remove_bones, add_action(reset, tr("Of the &bone"), tip, &FaceBonesPanel::reset_bone)};
    table_->addAction(need_bone_.back());
    need_part_.push_back(add_action(reset, tr("Of the &part"), tip, &FaceBonesPanel::reset_part));
    need_line_.push_back(add_action(reset, tr("Of the &group"), tip, &FaceBonesPanel::reset_group));
    need_rig_.push_back(add_action(reset, tr("Of &all"), tip, &FaceBonesPanel::reset_all));
    menu->addSeparator();
    need_rig_.push_back(add_action(menu, tr("&Copy from another rig…"),
                                   tr("Take the groups of another rig; bones are found by their path."),
                                   &FaceBonesPanel::copy_wanted));
    need_rig_.push_back(
        add_action(menu, tr("&Guess from the bones"),
                   tr("Begin with the groups that the names and places of the bones suggest."),
                   &FaceBonesPanel::guess_anew));
    return menu;
}

QWidget* FaceBonesPanel::make_part_box() {
    auto* box = new QWidget(this);
    part_title_->setTextFormat(Qt::PlainText);
    table_->setParent(box);
    table_->setModel(bones_);
    auto* delegate = new FaceBonesDelegate(*bones_, table_);
    table_->setItemDelegate(delegate);
    connect(delegate, &FaceBonesDelegate::range_end_opened, this, &FaceBonesPanel::show_range_end);
    connect(delegate, &FaceBonesDelegate::range_end_closed, this, &FaceBonesPanel::end_showing);
    table_->setAccessibleName(tr("Bones of the part"));
    table_->setFrameShape(QFrame::NoFrame);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setTextElideMode(Qt::ElideMiddle);
    table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                            QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    const QFontMetrics metrics = fontMetrics();
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(metrics.height() * 3 / 2);
    QHeaderView* header = table_->horizontalHeader();
    header->setSectionsClickable(false);
    header->setHighlightSections(false);
    header->setMinimumSectionSize(metrics.averageCharWidth() * 6);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(FaceBonesModel::bone_column, QHeaderView::Stretch);
    header->resizeSection(FaceBonesModel::channel_column, metrics.averageCharWidth() * 12);
    for (const int column : {FaceBonesModel::start_column, FaceBonesModel::end_column})
        header->resizeSection(column, metrics.horizontalAdvance(QStringLiteral("-0.0000 m")) +
                                          metrics.averageCharWidth() * 3);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &FaceBonesPanel::update_actions);

    play_ = push_button(tr("Play range"), tr("Sweep the slider from 0 to 1 and back, again and again."), box);
    play_->setCheckable(true);
    connect(play_, &QPushButton::toggled, this, &FaceBonesPanel::play_range);
    auto* mirror = push_button(tr("Mirror"),
                               tr("Make the same on the other side of the face, or bring it in step."), box);
    connect(mirror, &QPushButton::clicked, this, &FaceBonesPanel::mirror);
    auto* start =
        push_button(tr("Set start"), tr("The pose that is shown becomes the part's start (slider 0)."), box);
    connect(start, &QPushButton::clicked, this, &FaceBonesPanel::set_start);
    auto* end =
        push_button(tr("Set end"), tr("The pose that is shown becomes the part's end (slider 1)."), box);
    connect(end, &QPushButton::clicked, this, &FaceBonesPanel::set_end);
    auto* bone = push_button(tr("Add bone…"), tr("Let this part move one more bone."), box);
    connect(bone, &QPushButton::clicked, this, &FaceBonesPanel::add_bone);
    part_buttons_ = {play_, mirror, start, end, bone};

    auto* first = new QHBoxLayout;
    first->addWidget(part_title_, 1);
    first->addWidget(bone);
    auto* second = new QHBoxLayout;
    for (QPushButton* button : {start, end, mirror, play_}) second->addWidget(button, 1);
    auto* layout = new QVBoxLayout(box);
    const int margin = metrics.height() / 4;
    layout->setContentsMargins({});
    layout->setSpacing(margin);
    layout->addLayout(first);
    layout->addWidget(table_, 1);
    layout->addLayout(second);
    return box;
}

void FaceBonesPanel::set_rig(const std::shared_ptr<const LoadedRig>& rig) {
    play_->setChecked(false);
    before_showing_.reset();
    editor_.set_rig(rig);
    notices_->clear(QStringLiteral("save"));
    notices_->clear(QStringLiteral("copy"));
    saved_->hide();
    shown_ = {};
    tree_->start_anew(editor_.groups());
    show_part();
}

void FaceBonesPanel::show_groups(const FaceGroups& groups, bool structure) {
    emit groups_changed(groups);
    if (!structure) {
        bones_->refresh();
        return;
    }
    tree_->set_groups(groups);
}

void FaceBonesPanel::show_part() {
    play_->setChecked(false);
    const auto part = tree_->current_part();
    bones_->set_part(part);
    const QString name =
        part ? QString::fromStdString(editor_.groups().groups[part->group].parts[part->part].name)
             : QString();
    part_title_->setText(part ? tr("Bones of “%1”").arg(name) : tr("Choose a part to see its bones"));
    const bool none = editor_.groups().slider_count() == 0;
    empty_->setVisible(none);
    empty_->setText(editor_.rig() == nullptr
                        ? tr("No rig is loaded. Choose one under Rig, or drop a file.")
                        : tr("This rig has no parts yet. Add one, then the bones that its slider moves."));
    update_actions();
}

void FaceBonesPanel::show_saved(const QString& file) {
    notices_->clear(QStringLiteral("save"));
    const QString text = tr("Saved in %1").arg(file);
    saved_->setText(fontMetrics().elidedText(text, Qt::ElideMiddle, width() - fontMetrics().height()));
    saved_->setToolTip(text);
    saved_->setAccessibleName(text);
    saved_->show();
}

void FaceBonesPanel::update_actions() {
    const bool rig = editor_.rig() != nullptr;
    const bool part = tree_->current_part().has_value();
    const bool bone = part && !selected_bones().empty();
    for (QAction* action : need_rig_) action->setEnabled(rig);
    for (QAction* action : need_line_) action->setEnabled(tree_->current_group().has_value());
    for (QAction* action : need_part_) action->setEnabled(part);
    for (QAction* action : need_bone_) action->setEnabled(bone);
    for (QPushButton* button : part_buttons_) button->setEnabled(part);
    add_->setEnabled(rig);
}

void FaceBonesPanel::follow(const RigControls& shown, const RigControls& performer) {
    shown_ = shown;
    if (isVisible() && pace_.due()) tree_->follow(performer.sliders);
}

void FaceBonesPanel::let_go_of_all() {
    play_->setChecked(false);
    pace_.hurry();
    tree_->let_go_of_all();
}

} // namespace mien::gui

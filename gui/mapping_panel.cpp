#include "gui/mapping_panel.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gui/exchange_command.h"
#include "gui/mapping_delegates.h"
#include "gui/text.h"
#include "rig/rig_settings.h"
#include "solver/mapping_file.h"

namespace mien::gui {

namespace {

constexpr int save_after_ms = 600;      // typing and turning a wheel make one write
constexpr int repaints_per_second = 15; // numbers that change faster cannot be read
constexpr int most_undone = 200;        // a mapping takes some 10 kB

constexpr int channel_role = Qt::UserRole;        ///< of a left-over: the channel, where it is one
constexpr int expression_role = Qt::UserRole + 1; ///< the expression, where it is one

bool same(const Mapping& a, const Mapping& b) {
    return a.rows == b.rows && a.gaze_by_joints == b.gaze_by_joints;
}

/// Whether a person can choose what turns the eyes.
bool gaze_can_go_both_ways(const LoadedRig& rig) {
    Mapping trial = rig.mapping;
    return set_gaze_by_joints(trial, !rig.mapping.gaze_by_joints, rig.rig, rig.joints);
}

} // namespace

MappingPanel::MappingPanel(QWidget* parent)
    : QWidget(parent), model_(new MappingModel(this)), table_(new QTableView(this)),
      summary_(new QLabel(this)), filter_(new QLineEdit(this)), gaze_(new QComboBox(this)),
      leftovers_(new QTreeWidget(this)), saved_(new QLabel(this)),
      add_(add_button(tr("Add"), tr("Add a row"), Qt::Key_Insert, &MappingPanel::add)),
      remove_(add_button(tr("Remove"), tr("Remove the chosen rows"), Qt::Key_Delete, &MappingPanel::remove)),
      undo_(add_button(tr("Undo"), tr("Take the last change back"), QKeySequence::Undo, &MappingPanel::undo)),
      reset_(add_button(tr("Reset"), tr("Guess the mapping anew from the names of the rig"), {},
                        &MappingPanel::reset)) {
    setAccessibleName(tr("Mapping"));
    for (QLabel* label : {summary_, saved_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    summary_->setAccessibleName(tr("What the rig takes of the performer"));
    saved_->setAccessibleName(tr("Where the mapping is kept"));
    filter_->setPlaceholderText(tr("Find a channel or what it drives"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Find a row of the mapping"));
    connect(filter_, &QLineEdit::textChanged, this, &MappingPanel::filter);
    gaze_->addItems({tr("Gaze: eye joints"), tr("Gaze: expressions")});
    gaze_->setAccessibleName(tr("What turns the eyes"));
    gaze_->setToolTip(tr("The eyes are turned by their joints or by expressions, never by both."));
    connect(gaze_, &QComboBox::activated, this, &MappingPanel::set_gaze);
    leftovers_->setHeaderHidden(true);
    leftovers_->setAccessibleName(tr("What is left over"));
    leftovers_->setToolTip(tr("Double-click or press Enter to add a row for it."));
    leftovers_->setFrameShape(QFrame::NoFrame);
    connect(leftovers_, &QTreeWidget::itemActivated, this, &MappingPanel::take_leftover);
    make_table();

    auto* buttons = new QHBoxLayout;
    for (QToolButton* button : {add_, remove_, undo_, reset_}) buttons->addWidget(button);
    buttons->addStretch(1);
    auto* split = new QSplitter(Qt::Vertical, this);
    split->addWidget(table_);
    split->addWidget(leftovers_);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setSizes({fontMetrics().height() * 24, fontMetrics().height() * 6});
    auto* layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height() / 4;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);
    layout->addWidget(summary_);
    layout->addWidget(filter_);
    layout->addLayout(buttons);
    layout->addWidget(gaze_);
    layout->addWidget(split, 1);
    layout->addWidget(saved_);

    connect(model_, &MappingModel::edited, this, [this] { change(model_->mapping()); });
    history_.setUndoLimit(most_undone);
    connect(&history_, &QUndoStack::canUndoChanged, undo_, &QToolButton::setEnabled);
    QAction* redo = history_.createRedoAction(this);
    redo->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
    redo->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(redo);
    connect(model_, &MappingModel::modelReset, this, &MappingPanel::filter);
    save_.setSingleShot(true);
    save_.setInterval(save_after_ms);
    connect(&save_, &QTimer::timeout, this, &MappingPanel::save_now);
    flush_.setSingleShot(true);
    flush_.setInterval(1000 / repaints_per_second);
    connect(&flush_, &QTimer::timeout, this, &MappingPanel::flush);
    set_rig(nullptr);
}

MappingPanel::~MappingPanel() {
    save_now();
}

QToolButton* MappingPanel::add_button(const QString& text, const QString& tip, const QKeySequence& shortcut,
                                      void (MappingPanel::*slot)()) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this, slot);
    button->setToolTip(tip);
    if (!shortcut.isEmpty()) {
        // Of this panel alone: others have an undo of their own.
        auto* key = new QShortcut(shortcut, this);
        key->setContext(Qt::WidgetWithChildrenShortcut);
        connect(key, &QShortcut::activated, button, &QToolButton::click);
        button->setToolTip(QStringLiteral("%1 (%2)").arg(tip, shortcut.toString(QKeySequence::NativeText)));
    }
    return button;
}

void MappingPanel::make_table() {
    const QFontMetrics metrics = fontMetrics();
    table_->setModel(model_);
    table_->setAccessibleName(tr("Mapping: channels and what they drive"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                            QAbstractItemView::SelectedClicked);
    table_->setShowGrid(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->installEventFilter(this);
    table_->viewport()->installEventFilter(this);
    table_->setTextElideMode(Qt::ElideMiddle);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(metrics.height() * 3 / 2);
    auto* header = table_->horizontalHeader();
    header->setSectionsClickable(false);
    header->setHighlightSections(false);
    header->setMinimumSectionSize(metrics.height());

    auto* choices = new ChoiceDelegate(table_);
    for (const int column : {MappingModel::source_column, MappingModel::target_column,
                             MappingModel::curve_column, MappingModel::combine_column})
        table_->setItemDelegateForColumn(column, choices);
    constexpr double largest = 10; // a hundred times too much for any face
    auto* numbers = new NumberDelegate(-largest, largest, table_);
    for (const int column : {MappingModel::gain_column, MappingModel::offset_column, MappingModel::low_column,
                             MappingModel::high_column})
        table_->setItemDelegateForColumn(column, numbers);
    table_->setItemDelegateForColumn(MappingModel::exponent_column,
                                     new NumberDelegate(static_cast<double>(smallest_exponent),
                                                        static_cast<double>(largest_exponent), table_));
    table_->setItemDelegateForColumn(MappingModel::meter_column, new ValueDelegate(table_));

    const auto width_for = [&](const QString& text) {
        return metrics.horizontalAdvance(text) + metrics.averageCharWidth() * 2;
    };
    header->resizeSection(MappingModel::meter_column, metrics.height() * 9 / 4);
    for (const int column :
         {MappingModel::gain_column, MappingModel::exponent_column, MappingModel::offset_column,
          MappingModel::low_column, MappingModel::high_column})
        header->resizeSection(
            column,
            std::max(width_for(QStringLiteral("-0.000")),
                     width_for(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString())));
    for (const int column : {MappingModel::curve_column, MappingModel::combine_column}) {
        int widest = 0;
        for (const QString& choice : model_->choices(column)) widest = std::max(widest, width_for(choice));
        header->resizeSection(column, widest + metrics.height());
    }
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &MappingPanel::update_buttons);
}

void MappingPanel::set_rig(const std::shared_ptr<const LoadedRig>& rig) {
    const auto& present = model_->rig();
    const bool same_rig = present && rig && present->owner == rig->owner;
    if (same_rig && same(rig->mapping, model_->mapping())) {
        model_->set_rig(rig); // an echo of our own change, or face bones set otherwise
        return;
    }
    if (!same_rig) {
        save_now();
        gaze_->setVisible(rig != nullptr && gaze_can_go_both_ways(*rig));
    } else if (rig->mapping.users_own) {
        save_soon(); // rows followed their parts; the file must too
    }
    history_.clear();
    model_->set_rig(rig);
    before_ = model_->mapping();
    if (rig && !same_rig) {
        const auto file = rig->mapping.users_own ? existing_rig_settings(rig->rig) : std::filesystem::path();
        show_saved(file.empty() ? tr("Guessed from names. What you change is saved.")
                                : tr("From %1.").arg(QString::fromStdString(file.filename().string())),
                   QString::fromStdString(file.string()));
    } else if (!rig) {
        show_saved({}, {});
    }
    show_report();
    update_buttons();
}

void MappingPanel::show_weights(const Weights& weights, bool mirror) {
    FaceState state;
    state.weights = weights;
    newest_ = mirror ? mirrored(state).weights : weights;
    if (!flush_.isActive()) flush_.start();
}

void MappingPanel::flush() {
    if (isVisible()) model_->set_weights(newest_);
}

void MappingPanel::change(const Mapping& mapping) {
    history_.push(
        new ExchangeCommand<Mapping>({}, before_, mapping, [this](const Mapping& now) { use(now); }));
}

void MappingPanel::use(const Mapping& mapping) {
    model_->set_mapping(mapping);
    before_ = mapping;
    save_soon();
    show_report();
    update_buttons();
    filter();
    emit mapping_changed(before_);
}

void MappingPanel::undo() {
    history_.undo();
}

void MappingPanel::reset() {
    const auto& rig = model_->rig();
    if (!rig) return;
    change(guess_mapping(rig->rig, rig->groups, rig->joints));
}

void MappingPanel::set_gaze(int choice) {
    const auto& rig = model_->rig();
    const bool by_joints = choice == 0;
    if (!rig || by_joints == model_->mapping().gaze_by_joints) return;
    Mapping changed = model_->mapping();
    if (!set_gaze_by_joints(changed, by_joints, rig->rig, rig->joints)) return;
    changed.users_own = true;
    change(changed);
}

void MappingPanel::add() {
    const auto& rig = model_->rig();
    if (!rig || !model_->has_targets()) return;
    MappingRow row;
    if (const auto& unmatched = model_->mapping().unmatched; !unmatched.empty())
        row.source = unmatched.front();
    const bool expressions = !rig->rig.expressions.empty();
    row.kind = expressions ? MappingTarget::Kind::expression : MappingTarget::Kind::slider;
    row.target = 0;
    if (const auto unused = report_on(model_->mapping(), rig->rig).unused; expressions && !unused.empty())
        row.target = unused.front();
    add_row(row, MappingModel::source_column);
}

void MappingPanel::add_row(const MappingRow& row, MappingModel::Column edit_next) {
    filter_->clear();
    const QModelIndex added = model_->index(model_->add_row(row), edit_next);
    table_->selectRow(added.row());
    table_->setCurrentIndex(added);
    table_->scrollTo(added);
    table_->setFocus();
}

void MappingPanel::remove() {
    std::vector<int> rows;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows()) rows.push_back(index.row());
    model_->remove_rows(std::move(rows));
}

void MappingPanel::take_leftover(QTreeWidgetItem* item) {
    const QVariant channel = item->data(0, channel_role);
    const QVariant expression = item->data(0, expression_role);
    if (!model_->has_targets() || (!channel.isValid() && !expression.isValid())) return;
    MappingRow row;
    if (channel.isValid()) row.source = static_cast<ChannelIndex>(channel.toInt());
    if (expression.isValid())
        row.target = expression.toInt();
    else if (model_->rig()->rig.expressions.empty())
        row = {.source = row.source, .kind = MappingTarget::Kind::slider, .target = 0};
    else
        row.target = 0;
    add_row(row, expression.isValid() ? MappingModel::source_column : MappingModel::target_column);
}

void MappingPanel::show_report() {
    const auto& rig = model_->rig();
    gaze_->setCurrentIndex(model_->mapping().gaze_by_joints ? 0 : 1);
    if (!rig) {
        summary_->setText(tr("No rig is loaded. Choose one under Rig, or drop a file."));
        leftovers_->clear();
        leftovers_->hide();
        return;
    }
    const MappingReport report = report_on(model_->mapping(), rig->rig);
    QString text = QString::fromStdString(report.line());
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    text += QLatin1Char('.');
    if (report.lost_rows > 0)
        text += QLatin1Char(' ') +
                tr("%n row(s) drive what this rig has not.", nullptr, static_cast<int>(report.lost_rows));
    summary_->setText(text);
    show_leftovers(report);
}

void MappingPanel::show_leftovers(const MappingReport& report) {
    const Rig& rig = model_->rig()->rig;
    leftovers_->clear();
    leftovers_->setVisible(!model_->mapping().unmatched.empty() || !report.unused.empty());
    const auto add_group = [&](const QString& title, const QString& tip) {
        auto* group = new QTreeWidgetItem(leftovers_, {title});
        group->setToolTip(0, tip);
        return group;
    };
    if (const auto& unmatched = model_->mapping().unmatched; !unmatched.empty()) {
        auto* group = add_group(tr("Channels that drive nothing (%1)").arg(unmatched.size()),
                                tr("Nothing of this rig has their name. They are never guessed."));
        for (const ChannelIndex channel : unmatched) {
            auto* item = new QTreeWidgetItem(group, {text_of(channel_names[channel])});
            item->setData(0, channel_role, static_cast<int>(channel));
        }
    }
    if (report.unused.empty()) return;
    auto* group = add_group(tr("Expressions that nothing drives (%1)").arg(report.unused.size()),
                            tr("The performer does not move them."));
    const auto name_of = [&](int expression) {
        return QString::fromStdString(rig.expressions[static_cast<std::size_t>(expression)].name);
    };
    for (const int expression : report.unused) {
        QString text = name_of(expression);
        const auto spare = std::ranges::find(report.spare, expression, &SpareExpression::expression);
        const auto unclear = std::ranges::find(report.unclear, expression, &UnclearExpression::expression);
        auto* item = new QTreeWidgetItem(group);
        item->setData(0, expression_role, expression);
        if (spare != report.spare.end()) {
            text = tr("%1 – the same as %2").arg(text, name_of(spare->chosen));
        } else if (unclear != report.unclear.end()) {
            QStringList near;
            for (const ChannelIndex channel : unclear->near) near << text_of(channel_names[channel]);
            text = tr("%1 – unclear, perhaps %2").arg(text, near.join(QLatin1String(", ")));
            item->setData(0, channel_role, static_cast<int>(unclear->near.front()));
        }
        item->setText(0, text);
        item->setToolTip(0, text);
    }
}

void MappingPanel::save_soon() {
    unsaved_ = true;
    save_.start();
}

void MappingPanel::save_now() {
    if (!std::exchange(unsaved_, false)) return;
    save_.stop();
    const auto& rig = model_->rig();
    if (!rig) return;
    const auto where = save_mapping(model_->mapping(), rig->rig, rig->groups);
    if (!where)
        show_saved(QString::fromStdString(where.error().message), {});
    else if (model_->mapping().users_own)
        show_saved(tr("Saved in %1.").arg(QString::fromStdString(where->filename().string())),
                   QString::fromStdString(where->string()));
    else
        show_saved(tr("Guessed from names. What you change is saved."), {});
}

void MappingPanel::show_saved(const QString& text, const QString& tip) {
    saved_->setText(text);
    saved_->setToolTip(tip);
    saved_->setVisible(!text.isEmpty());
}

void MappingPanel::update_buttons() {
    add_->setEnabled(model_->has_targets());
    remove_->setEnabled(table_->selectionModel()->hasSelection());
    undo_->setEnabled(history_.canUndo());
    reset_->setEnabled(model_->rig() != nullptr && model_->mapping().users_own);
}

void MappingPanel::filter() {
    const QString text = filter_->text();
    for (int row = 0; row < model_->rowCount(); ++row) {
        const auto has = [&](MappingModel::Column column) {
            return model_->index(row, column).data().toString().contains(text, Qt::CaseInsensitive);
        };
        table_->setRowHidden(row, !has(MappingModel::source_column) && !has(MappingModel::target_column));
    }
}

void MappingPanel::fit_columns() {
    // Channel and target share the room that is left when the gain is to be seen too; names that do not fit
    // leave out their middle.
    QHeaderView* header = table_->horizontalHeader();
    const QFontMetrics metrics = fontMetrics();
    const int chars = metrics.averageCharWidth();
    const int room = table_->viewport()->width() - header->sectionSize(MappingModel::meter_column) -
                     header->sectionSize(MappingModel::gain_column);
    const int longest = metrics.horizontalAdvance(QStringLiteral("mouthLowerDownRight")) + chars * 2 +
                        metrics.height(); // and its tick
    const int source = std::clamp(room * 58 / 100, chars * 16, longest);
    header->resizeSection(MappingModel::source_column, source);
    header->resizeSection(MappingModel::target_column, std::clamp(room - source, chars * 10, chars * 22));
}

bool MappingPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_->viewport() && event->type() == QEvent::Resize) fit_columns();
    // Space ticks a row here; to the window it means play.
    if (watched == table_ && event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space)
        event->accept();
    return QWidget::eventFilter(watched, event);
}

} // namespace mien::gui

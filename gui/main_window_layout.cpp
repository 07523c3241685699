// The window's furniture: toolbar, menus and docks.
#include <algorithm>

#include <QAction>
#include <QActionGroup>
#include <QChildEvent>
#include <QDockWidget>
#include <QLocale>
#include <QMenu>
#include <QProxyStyle>
#include <QScreen>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/avatar_area.h"
#include "gui/camera_view.h"
#include "gui/channels_panel.h"
#include "gui/face_bones_panel.h"
#include "gui/head_box.h"
#include "gui/main_window.h"
#include "gui/mapping_panel.h"
#include "gui/menu_button.h"
#include "gui/notice_bar.h"
#include "gui/quality_box.h"
#include "gui/readout.h"
#include "gui/sliders_panel.h"
#include "gui/source_menu.h"
#include "gui/state_box.h"
#include "gui/takes_panel.h"
#include "gui/timeline_panel.h"
#include "gui/tracking_panel.h"

namespace mien::gui {

namespace {

/// A choice of one among several, each with the function that takes it.
template <typename Value, typename Choose>
void add_choice(QMenu* menu, QActionGroup* group, const QString& text, const QString& tip, Value value,
                bool on, Choose choose) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    action->setChecked(on);
    action->setToolTip(tip);
    group->addAction(action);
    QObject::connect(action, &QAction::triggered, menu, [value, choose] { choose(value); });
}

/// A name in a menu, where & would underline the letter after it.
QString as_menu_text(QString name) {
    return name.replace(QLatin1Char('&'), QLatin1String("&&"));
}

/// A panel that another one covers comes to the front first: the tabs' way for the keyboard.
void show_or_hide(QDockWidget& dock) {
    const bool seen = dock.isVisible() && !dock.widget()->visibleRegion().isEmpty();
    dock.setVisible(!seen);
    if (!seen) dock.raise();
}

/// Tabs with less room around their words: five panels must be told apart on a narrow window.
class CompactTabs : public QProxyStyle {
public:
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option,
                                  const QWidget* widget) const override {
        const int usual = QProxyStyle::pixelMetric(metric, option, widget);
        return metric == PM_TabBarTabHSpace ? usual / 2 : usual;
    }
};

} // namespace

void MainWindow::childEvent(QChildEvent* event) {
    // The main window makes the tabs of its docks by itself, whenever it needs some.
    if (event->type() == QEvent::ChildPolished)
        if (auto* tabs = qobject_cast<QTabBar*>(event->child())) {
            auto* style = new CompactTabs;
            style->setParent(tabs);
            tabs->setStyle(style);
        }
    QMainWindow::childEvent(event);
}

QDockWidget* MainWindow::add_dock(const QString& title, const char* name, QWidget* panel,
                                  Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QLatin1String(name)); // saveState() goes by it
    dock->setWidget(panel);
    addDockWidget(area, dock);
    docks_.push_back(dock);
    return dock;
}

void MainWindow::make_docks() {
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);

    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins({});
    column->setSpacing(0);
    constexpr int first = 1000; // the picture has what room is left, up to its height
    column->addWidget(camera_, first);
    column->addWidget(source_notices_);
    column->addWidget(state_);
    column->addWidget(quality_);
    column->addWidget(head_);
    column->addStretch(1);
    add_dock(tr("Camera"), "camera", left, Qt::LeftDockWidgetArea);

    QDockWidget* channels = add_dock(tr("Channels"), "channels", channels_, Qt::RightDockWidgetArea);
    tabifyDockWidget(channels, add_dock(tr("Sliders"), "sliders", sliders_, Qt::RightDockWidgetArea));
    tabifyDockWidget(channels,
                     add_dock(tr("Face bones"), "face_bones", face_bones_, Qt::RightDockWidgetArea));
    tabifyDockWidget(channels, add_dock(tr("Mapping"), "mapping", mapping_, Qt::RightDockWidgetArea));
    tabifyDockWidget(channels, add_dock(tr("Takes"), "takes", takes_, Qt::RightDockWidgetArea));
    channels->raise();
    QDockWidget* tracking = add_dock(tr("Tracking"), "tracking", tracking_, Qt::LeftDockWidgetArea);
    splitDockWidget(docks_.front(), tracking, Qt::Vertical);

    timeline_dock_ = add_dock(tr("Timeline"), "timeline", timeline_, Qt::BottomDockWidgetArea);
    timeline_dock_->hide();
}

void MainWindow::lock_panels(bool locked) {
    for (QDockWidget* dock : docks_) {
        QWidget* before = dock->titleBarWidget();
        // An empty widget in the title's place takes no room; the tabs name the panels.
        dock->setTitleBarWidget(locked ? new QWidget(dock) : nullptr);
        delete before;
        dock->setFeatures(locked ? QDockWidget::DockWidgetClosable
                                 : QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable |
                                       QDockWidget::DockWidgetFloatable);
    }
}

void MainWindow::restore_layout() {
    if (!restoreGeometry(settings_.geometry))
        resize(QSize(fontMetrics().height() * 76, fontMetrics().height() * 47)
                   .boundedTo(screen()->availableSize()));
    if (!restoreState(settings_.layout, layout_version)) {
        // The first time: as narrow as the panels can be read on a small window, a little wider on a large
        // one.
        const int left = std::max(docks_.front()->sizeHint().width(), width() / 6);
        const int right = std::max(channels_->sizeHint().width(), width() / 3);
        resizeDocks({docks_.front(), docks_[1]}, {left, right}, Qt::Horizontal);
        // The picture first; the panel below it scrolls.
        const int top = docks_.front()->sizeHint().height() + left / 4;
        QDockWidget* below = *std::find(docks_.begin(), docks_.end(), tracking_->parentWidget());
        resizeDocks({docks_.front(), below}, {top, std::max(1, height() - top)}, Qt::Vertical);
    }
    timeline_dock_->hide(); // until a take is open
}

void MainWindow::make_toolbar() {
    toolbar_ = addToolBar(tr("Tools"));
    toolbar_->setObjectName(QStringLiteral("toolbar"));
    toolbar_->setMovable(false);
    toolbar_->setContextMenuPolicy(Qt::PreventContextMenu);
    toolbar_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const int side = fontMetrics().height();
    toolbar_->setIconSize({side, side});

    const auto add_menu = [this](const QString& text, const QString& tip, QMenu* menu) {
        toolbar_->addWidget(make_menu_button(text, tip, menu, toolbar_));
    };
    source_menu_->addSeparator();
    source_menu_->addAction(actions_.quit);
    add_menu(tr("&Source"), tr("Camera, video or sample clip"), source_menu_);
    add_menu(tr("R&ig"), tr("The avatar, and how it is looked at"), make_rig_menu());
    add_menu(tr("&Performer"), tr("Neutral, centre, mirror and tracker"), make_performer_menu());
    add_menu(tr("&Take"), tr("Record and play"), make_take_menu());
    add_menu(tr("&View"), tr("Panels, full screen and colours"), make_view_menu());
    toolbar_->addSeparator();
    toolbar_->addAction(actions_.neutral);
    toolbar_->addAction(actions_.centre);
    toolbar_->addAction(actions_.record);
    for (QAction* action : {actions_.neutral, actions_.centre, actions_.record})
        toolbar_->widgetForAction(action)->setFocusPolicy(Qt::TabFocus);
    auto* gap = new QWidget(toolbar_);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    toolbar_->addWidget(gap);
    toolbar_->addWidget(readout_);
}

QMenu* MainWindow::make_rig_menu() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    menu->addActions({actions_.open_rig, actions_.bundled_rig});
    QMenu* recent = menu->addMenu(tr("&Recent rigs"));
    recent->setToolTipsVisible(true);
    animations_ = menu->addMenu(tr("Play &animation"));
    connect(menu, &QMenu::aboutToShow, this, [this, recent] {
        list_recent_rigs(recent);
        list_animations();
    });
    menu->addAction(actions_.stop_animation);
    menu->addSeparator();
    menu->addActions({actions_.frame_head, actions_.frame_bust, actions_.frame_whole});
    return menu;
}

void MainWindow::list_recent_rigs(QMenu* menu) {
    menu->clear();
    menu->setEnabled(!settings_.recent_rigs.empty());
    for (const std::string& file : settings_.recent_rigs) {
        QAction* action = menu->addAction(
            as_menu_text(QString::fromStdString(std::filesystem::path(file).filename().string())));
        action->setToolTip(QString::fromStdString(file));
        connect(action, &QAction::triggered, this, [this, file] { performance_.open_rig(file); });
    }
}

void MainWindow::list_animations() {
    animations_->clear();
    if (!performance_.rig()) return;
    const std::vector<Animation>& list = performance_.rig()->rig.animations;
    for (std::size_t i = 0; i < list.size(); ++i) {
        QAction* action = animations_->addAction(
            tr("%1 (%2 s)")
                .arg(as_menu_text(animation_title(i)), locale().toString(list[i].duration, 'f', 1)));
        action->setCheckable(true);
        action->setChecked(performance_.animation() == i);
        connect(action, &QAction::triggered, this, [this, i] { performance_.play_animation(i); });
    }
}

QMenu* MainWindow::make_performer_menu() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    menu->addActions({actions_.neutral, actions_.centre, actions_.mirror, actions_.let_go});
    menu->addSeparator();
    QMenu* trackers = menu->addMenu(tr("&Tracker"));
    trackers->setToolTipsVisible(true);
    auto* group = new QActionGroup(trackers);
    const auto add = [&](TrackerKind kind, const QString& text, const QString& tip) {
        add_choice(trackers, group, text, tip, kind, settings_.tracker == name_of(kind),
                   [this](TrackerKind chosen) { set_tracker(chosen); });
    };
    add(TrackerKind::automatic, tr("&Automatic"), tr("The mesh where its models are there, else 68 points."));
    add(TrackerKind::mesh, tr("&Mesh, 478 points"), tr("Finds most: lids, gaze, lips and brows."));
    add(TrackerKind::dlib68, tr("&68 points (dlib)"), QString::fromUtf8(dlib68_licence_notice().data()));
    add(TrackerKind::task, tr("Face landmarker &task"), tr("Your own face_landmarker.task."));
    return menu;
}

QMenu* MainWindow::make_take_menu() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    menu->addActions({actions_.record, actions_.play});
    menu->addSeparator();
    menu->addActions({actions_.open_take, actions_.close_take});
    return menu;
}

QMenu* MainWindow::make_view_menu() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    menu->addActions({actions_.camera_shown, actions_.full_screen});
    menu->addSeparator();
    int number = 0;
    for (QDockWidget* dock : docks_) {
        if (dock == timeline_dock_) continue; // it comes and goes with the take
        auto* toggle = new QAction(dock->windowTitle(), this);
        toggle->setCheckable(true);
        toggle->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + number++)));
        toggle->setToolTip(tr("Show or hide the panel “%1”.").arg(dock->windowTitle()));
        toggle->setStatusTip(toggle->toolTip());
        connect(toggle, &QAction::triggered, this, [dock, toggle] {
            show_or_hide(*dock);
            toggle->setChecked(!dock->isHidden());
        });
        connect(dock->toggleViewAction(), &QAction::toggled, toggle, &QAction::setChecked);
        toggle->setChecked(!dock->isHidden());
        menu->addAction(toggle);
        addAction(toggle);
    }
    menu->addAction(actions_.panels_locked);
    menu->addSeparator();
    QMenu* colours = menu->addMenu(tr("C&olours"));
    auto* group = new QActionGroup(colours);
    const auto add = [&](Appearance appearance, const QString& text) {
        add_choice(colours, group, text, {}, appearance, settings_.appearance == appearance,
                   [this](Appearance chosen) { set_appearance(chosen); });
    };
    add(Appearance::desktop, tr("As the &desktop"));
    add(Appearance::light, tr("&Light"));
    add(Appearance::dark, tr("D&ark"));
    menu->addSeparator();
    menu->addAction(actions_.keys);
    return menu;
}

} // namespace mien::gui

#include "gui/tracking_panel.h"

#include <cmath>

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

namespace mien::gui {

namespace {

constexpr int slider_steps = 100;

/// By calm_groups.
const std::array<QString, calm_groups.size()>& group_titles() {
    static const std::array<QString, calm_groups.size()> titles = {
        TrackingPanel::tr("Head"), TrackingPanel::tr("Brows"), TrackingPanel::tr("Lids"),
        TrackingPanel::tr("Gaze"), TrackingPanel::tr("Mouth")};
    return titles;
}

QDoubleSpinBox* make_number(double low, double high, const QString& suffix, const QString& name,
                            const QString& tip, QWidget* parent) {
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(low, high);
    box->setDecimals(1);
    box->setSuffix(suffix);
    box->setKeyboardTracking(false);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

QLabel* make_hint(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

TrackingPanel::TrackingPanel(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Tracking"));
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    const int margin = fontMetrics().height() / 4;
    column->setContentsMargins(margin, margin, margin, margin);
    column->addWidget(make_calm());
    column->addWidget(make_optics());
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(scroll);
    show_calm();
    show_optics();
    show_source({});
}

QWidget* TrackingPanel::make_calm() {
    auto* box = new QGroupBox(tr("Quick or calm"), this);
    auto* grid = new QGridLayout(box);
    grid->addWidget(make_hint(tr("Quick follows at once and trembles with the picture; calm is still, and a "
                                 "little late."),
                              box),
                    0, 0, 1, 3);
    auto* ends = new QHBoxLayout;
    ends->addWidget(make_hint(tr("quick"), box));
    auto* calm_end = make_hint(tr("calm"), box);
    calm_end->setAlignment(Qt::AlignRight);
    ends->addWidget(calm_end);
    grid->addLayout(ends, 1, 1);
    for (std::size_t i = 0; i < calm_groups.size(); ++i) {
        const int row = static_cast<int>(i) + 2;
        auto* title = new QLabel(group_titles()[i], box);
        sliders_[i] = new QSlider(Qt::Horizontal, box);
        sliders_[i]->setRange(0, slider_steps);
        sliders_[i]->setPageStep(slider_steps / 10);
        sliders_[i]->setAccessibleName(tr("Calm of the %1").arg(group_titles()[i].toLower()));
        sliders_[i]->setToolTip(tr("0 is quick, 1 is calm; 0.50 serves most cameras."));
        amounts_[i] = new QLabel(box);
        amounts_[i]->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.00")));
        grid->addWidget(title, row, 0);
        grid->addWidget(sliders_[i], row, 1);
        grid->addWidget(amounts_[i], row, 2);
        connect(sliders_[i], &QSlider::valueChanged, this, [this, i](int value) { calm_moved(i, value); });
    }
    calm_reset_ = new QPushButton(tr("Reset"), box);
    calm_reset_->setAccessibleName(tr("Reset calm"));
    calm_reset_->setToolTip(tr("All at 0.50."));
    grid->addWidget(calm_reset_, static_cast<int>(calm_groups.size()) + 2, 0, 1, 3, Qt::AlignLeft);
    grid->setColumnStretch(1, 1);
    connect(calm_reset_, &QPushButton::clicked, this, [this] {
        calm_ = {};
        show_calm();
        emit calm_changed(calm_);
    });
    return box;
}

QWidget* TrackingPanel::make_optics() {
    auto* box = new QGroupBox(tr("Lens and size"), this);
    auto* grid = new QGridLayout(box);
    whose_ = make_hint({}, box);
    whose_->setForegroundRole(QPalette::WindowText);
    grid->addWidget(whose_, 0, 0, 1, 2);
    fov_ = make_number(5, 150, QStringLiteral("°"), tr("Vertical field of view"),
                       tr("Degrees that the picture spans from its top to its bottom. Webcams have 35 to 50; "
                          "where it is wrong, a face at the edge looks turned."),
                       box);
    pupils_ = make_number(30, 100, tr(" mm"), tr("Between the pupils"),
                          tr("Of the performer: gives the distance from the camera its scale. Adults have 63 "
                             "mm on average."),
                          box);
    grid->addWidget(new QLabel(tr("Field of view"), box), 1, 0);
    grid->addWidget(fov_, 1, 1);
    grid->addWidget(new QLabel(tr("Pupils apart"), box), 2, 0);
    grid->addWidget(pupils_, 2, 1);
    optics_reset_ = new QPushButton(tr("Reset"), box);
    optics_reset_->setAccessibleName(tr("Reset lens and size"));
    optics_reset_->setToolTip(tr("%1° and %2 mm.").arg(Optics{}.vertical_fov).arg(Optics{}.pupil_distance));
    grid->addWidget(optics_reset_, 3, 0, 1, 2, Qt::AlignLeft);
    grid->setColumnStretch(1, 1);
    for (QDoubleSpinBox* number : {fov_, pupils_})
        connect(number, &QDoubleSpinBox::valueChanged, this, &TrackingPanel::optics_typed);
    connect(optics_reset_, &QPushButton::clicked, this, [this] {
        optics_ = {};
        show_optics();
        emit optics_changed(optics_);
    });
    return box;
}

void TrackingPanel::set_calm(const Calm& calm) {
    calm_ = calm;
    show_calm();
}

void TrackingPanel::set_optics(const Optics& optics) {
    optics_ = optics;
    show_optics();
}

void TrackingPanel::show_source(const QString& name) {
    whose_->setText(name.isEmpty() ? tr("Of the next source") : tr("Of %1").arg(name));
}

void TrackingPanel::show_calm() {
    for (std::size_t i = 0; i < calm_groups.size(); ++i) {
        const float amount = calm_.*calm_groups[i].amount;
        const QSignalBlocker quiet(sliders_[i]);
        sliders_[i]->setValue(static_cast<int>(std::lround(amount * slider_steps)));
        amounts_[i]->setText(locale().toString(static_cast<double>(amount), 'f', 2));
    }
    calm_reset_->setEnabled(calm_ != Calm());
}

void TrackingPanel::show_optics() {
    const QSignalBlocker quiet_fov(fov_);
    const QSignalBlocker quiet_pupils(pupils_);
    fov_->setValue(static_cast<double>(optics_.vertical_fov));
    pupils_->setValue(static_cast<double>(optics_.pupil_distance));
    optics_reset_->setEnabled(optics_ != Optics());
}

void TrackingPanel::calm_moved(std::size_t group, int value) {
    calm_.*calm_groups[group].amount = static_cast<float>(value) / slider_steps;
    show_calm();
    emit calm_changed(calm_);
}

void TrackingPanel::optics_typed() {
    optics_ = {.vertical_fov = static_cast<float>(fov_->value()),
               .pupil_distance = static_cast<float>(pupils_->value())};
    show_optics();
    emit optics_changed(optics_);
}

} // namespace mien::gui

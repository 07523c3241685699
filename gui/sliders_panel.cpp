#include "gui/sliders_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "gui/slider_row.h"
#include "gui/text.h"

namespace mien::gui {

namespace {

/// "52 expressions, 3 face-bone sliders. 50 of 52 channels drive it; it does not take cheekPuff, tongueOut."
QString summary_of(const LoadedRig& rig) {
    QString text = SlidersPanel::tr("%1 expressions, %2 parts of face bones.")
                       .arg(rig.rig.expressions.size())
                       .arg(rig.groups.slider_count());
    const auto& unmatched = rig.mapping.unmatched;
    text += QLatin1Char(' ') + SlidersPanel::tr("%1 of %2 channels drive it.")
                                   .arg(channel_count - unmatched.size())
                                   .arg(channel_count);
    if (unmatched.empty()) return text;
    QStringList names;
    for (const ChannelIndex channel : unmatched) names << text_of(channel_names[channel]);
    constexpr qsizetype names_shown = 6;
    const bool more = names.size() > names_shown;
    return text + QLatin1Char(' ') +
           SlidersPanel::tr("Not taken: %1")
               .arg(names.mid(0, names_shown).join(QLatin1String(", ")) +
                    (more ? QStringLiteral(" …") : QStringLiteral(".")));
}

/// The import's notes and warnings and the licence, a line each.
QString report_of(const Rig& rig) {
    QStringList lines;
    if (!rig.licence_line.empty()) lines << text_of(rig.licence_line);
    constexpr std::size_t lines_shown = 20;
    for (std::size_t i = 0; i < std::min(rig.report.size(), lines_shown); ++i)
        lines << text_of(rig.report[i].text);
    if (rig.report.size() > lines_shown)
        lines << SlidersPanel::tr("… and %1 more").arg(rig.report.size() - lines_shown);
    return lines.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
}

} // namespace

SlidersPanel::SlidersPanel(QWidget* parent)
    : QWidget(parent), summary_(new QLabel(this)), filter_(new QLineEdit(this)),
      let_go_(new QPushButton(tr("Let go of all"), this)), scroll_(new QScrollArea(this)) {
    setAccessibleName(tr("Sliders"));
    filter_->setPlaceholderText(tr("Find a slider"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Find a slider"));
    connect(filter_, &QLineEdit::textChanged, this, &SlidersPanel::filter);
    let_go_->setToolTip(tr("Every slider follows the performer again."));
    connect(let_go_, &QPushButton::clicked, this, &SlidersPanel::let_go_of_all);

    summary_->setTextFormat(Qt::PlainText);
    summary_->setWordWrap(true);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* top = new QHBoxLayout;
    top->addWidget(filter_, 1);
    top->addWidget(let_go_);
    auto* layout = new QVBoxLayout(this);
    const int margin = fontMetrics().height() / 4;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);
    layout->addWidget(summary_);
    layout->addLayout(top);
    layout->addWidget(scroll_, 1);
    set_rig(nullptr);
}

void SlidersPanel::set_rig(std::shared_ptr<const LoadedRig> rig) {
    expressions_.clear();
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    const int margin = fontMetrics().height() / 4;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(0);
    if (rig) {
        for (std::size_t i = 0; i < rig->rig.expressions.size(); ++i) {
            auto* row = new SliderRow(text_of(rig->rig.expressions[i].name), content);
            layout->addWidget(row);
            connect(row, &SliderRow::held_changed, this, &SlidersPanel::count_held);
            connect(row, &SliderRow::held_changed, this,
                    [this, i](std::optional<float> value) { emit expression_held(i, value); });
            expressions_.push_back(row);
        }
    }
    if (expressions_.empty()) {
        auto* empty =
            new QLabel(rig ? tr("This rig has no expressions. Its face bones are in the panel “Face bones”.")
                           : tr("No rig is loaded. Choose one under Rig, or drop a file."),
                       content);
        empty->setWordWrap(true);
        layout->addWidget(empty);
    }
    layout->addStretch(1);
    scroll_->setWidget(content);
    summary_->setToolTip(rig ? report_of(rig->rig) : QString());
    summary_->setVisible(rig != nullptr);
    if (rig) show_summary(*rig);
    filter(filter_->text());
    count_held();
}

void SlidersPanel::show_summary(const LoadedRig& rig) {
    summary_->setText(summary_of(rig));
}

void SlidersPanel::follow(const RigControls& performer) {
    if (!isVisible() || !pace_.due()) return;
    for (std::size_t i = 0; i < expressions_.size(); ++i)
        expressions_[i]->follow(i < performer.expressions.size() ? performer.expressions[i] : 0);
}

void SlidersPanel::let_go_of_all() {
    for (SliderRow* row : expressions_) row->let_go();
}

void SlidersPanel::count_held() {
    pace_.hurry();
    let_go_->setEnabled(std::ranges::any_of(expressions_, &SliderRow::held));
}

void SlidersPanel::filter(const QString& text) {
    for (SliderRow* row : expressions_) row->setVisible(row->name().contains(text, Qt::CaseInsensitive));
}

} // namespace mien::gui

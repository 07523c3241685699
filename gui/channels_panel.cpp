#include "gui/channels_panel.h"

#include <algorithm>

#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

namespace mien::gui {

namespace {

// Numbers that change faster cannot be read; the avatar itself is drawn at its own rate.
constexpr int repaints_per_second = 15;

/// Bar: sent; tick: calibrated; thin line below: raw.
class MeterDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const auto value = [&](ChannelsModel::Role role) {
            return std::clamp(index.data(role).toDouble(), 0.0, 1.0);
        };
        const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
        const auto group = enabled ? QPalette::Active : QPalette::Disabled;
        const double unit = option.fontMetrics.height() / 16.0;
        const QRectF bar = QRectF(option.rect).adjusted(3 * unit, 4 * unit, -3 * unit, -4 * unit);

        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        QColor ground = option.palette.color(group, QPalette::Text);
        ground.setAlphaF(enabled ? 0.12f : 0.05f);
        painter->setBrush(ground);
        painter->drawRoundedRect(bar, unit, unit);
        if (enabled) {
            const QColor accent = option.palette.color(group, QPalette::Highlight);
            QRectF filled = bar;
            filled.setWidth(bar.width() * value(ChannelsModel::sent_role));
            painter->setBrush(accent);
            painter->drawRoundedRect(filled, unit, unit);
            const QColor text = option.palette.color(group, QPalette::Text);
            if (const double calibrated = value(ChannelsModel::calibrated_role); calibrated > 0) {
                const double tick = bar.left() + bar.width() * calibrated;
                painter->fillRect(QRectF(tick - unit / 2, bar.top() - unit, unit, bar.height() + 2 * unit),
                                  text);
            }
            QColor faint = text;
            faint.setAlphaF(0.5f);
            painter->fillRect(
                QRectF(bar.left(), bar.bottom() + unit, bar.width() * value(ChannelsModel::raw_role), unit),
                faint);
        }
        painter->restore();
    }
};

/// Zeros step back, so that what moves stands out.
class NumberDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(ChannelsModel::still_role).toBool())
            option->palette.setBrush(QPalette::Text, option->palette.placeholderText());
    }
};

} // namespace

ChannelsPanel::ChannelsPanel(QWidget* parent)
    : QWidget(parent), model_(new ChannelsModel(this)), table_(new QTableView(this)),
      filter_(new QLineEdit(this)) {
    setAccessibleName(tr("Channels"));
    filter_->setPlaceholderText(tr("Find a channel"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Find a channel"));
    connect(filter_, &QLineEdit::textChanged, this, &ChannelsPanel::filter);

    table_->setModel(model_);
    table_->setItemDelegateForColumn(ChannelsModel::meter_column, new MeterDelegate(table_));
    table_->setAccessibleName(tr("Channels: raw, calibrated and sent"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setShowGrid(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->verticalHeader()->hide();
    const QFontMetrics metrics = fontMetrics();
    table_->verticalHeader()->setDefaultSectionSize(metrics.height() * 5 / 4);
    table_->verticalHeader()->setMinimumSectionSize(metrics.height());
    auto* header = table_->horizontalHeader();
    header->setSectionsClickable(false);
    header->setHighlightSections(false);
    header->setMinimumSectionSize(metrics.height());
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(ChannelsModel::meter_column, QHeaderView::Stretch);
    int widest = 0;
    for (const auto name : channel_names)
        widest = std::max(widest, metrics.horizontalAdvance(QString::fromLatin1(name.data())));
    const int padding = metrics.averageCharWidth() * 5 / 4;
    header->resizeSection(ChannelsModel::name_column, widest + padding);
    for (const int column :
         {ChannelsModel::raw_column, ChannelsModel::calibrated_column, ChannelsModel::sent_column}) {
        const QString title = model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int needed =
            std::max(metrics.horizontalAdvance(title), metrics.horizontalAdvance(QStringLiteral("-0.00")));
        header->resizeSection(column, needed + padding);
        table_->setItemDelegateForColumn(column, new NumberDelegate(table_));
    }

    auto* layout = new QVBoxLayout(this);
    const int margin = metrics.height() / 4;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);
    layout->addWidget(filter_);
    layout->addWidget(table_, 1);

    flush_.setSingleShot(true);
    flush_.setInterval(1000 / repaints_per_second);
    connect(&flush_, &QTimer::timeout, this, &ChannelsPanel::flush);
}

QSize ChannelsPanel::sizeHint() const {
    const QHeaderView* header = table_->horizontalHeader();
    int width = fontMetrics().height() * 5; // the meter and the scroll bar
    for (const int column : {ChannelsModel::name_column, ChannelsModel::raw_column,
                             ChannelsModel::calibrated_column, ChannelsModel::sent_column})
        width += header->sectionSize(column);
    return {width, fontMetrics().height() * 20};
}

void ChannelsPanel::show_stages(const ChannelStages& stages, Scheme scheme) {
    newest_ = stages;
    scheme_ = scheme;
    if (!flush_.isActive()) flush_.start();
}

void ChannelsPanel::flush() {
    if (scheme_ != Scheme::none) model_->set_scheme(scheme_);
    model_->set_stages(newest_);
}

void ChannelsPanel::filter(const QString& text) {
    for (int row = 0; row < model_->rowCount(); ++row) {
        const QString name = model_->index(row, ChannelsModel::name_column).data().toString();
        table_->setRowHidden(row, !name.contains(text, Qt::CaseInsensitive));
    }
}

} // namespace mien::gui

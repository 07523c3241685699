// A row per ARKit channel: its name, a meter and its three stages.
#pragma once

#include <QTimer>
#include <QWidget>

#include "gui/channels_model.h"

class QLineEdit;
class QTableView;

namespace mien::gui {

/// The window's thread only.
class ChannelsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ChannelsPanel(QWidget* parent = nullptr);

    /// Shown at the next repaint of the table, at most `repaints_per_second` times a second.
    void show_stages(const ChannelStages& stages, Scheme scheme);
    [[nodiscard]] const ChannelsModel& model() const { return *model_; }
    [[nodiscard]] QSize sizeHint() const override;

private:
    void flush();
    void filter(const QString& text);

    ChannelsModel* model_;
    QTableView* table_;
    QLineEdit* filter_;
    QTimer flush_;
    ChannelStages newest_;
    Scheme scheme_ = Scheme::none;
};

} // namespace mien::gui

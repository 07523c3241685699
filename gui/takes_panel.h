// The recorded takes: open, rename, throw away (into the desktop's trash, never for good).
#pragma once

#include <filesystem>

#include <QFileSystemWatcher>
#include <QWidget>

#include "gui/notice_bar.h"

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace mien::gui {

/// The window's thread only.
class TakesPanel : public QWidget {
    Q_OBJECT
public:
    explicit TakesPanel(std::filesystem::path folder, QWidget* parent = nullptr);

    /// Reads the folder again.
    void refresh();
    void select(const std::filesystem::path& path);
    /// The newest take; empty where there is none.
    [[nodiscard]] std::filesystem::path newest() const;
    [[nodiscard]] int count() const;
    [[nodiscard]] NoticeBar& notices() { return *notices_; }

signals:
    void open_wanted(const std::filesystem::path& path);
    /// The folder was read again.
    void refreshed();

private:
    [[nodiscard]] std::filesystem::path selected() const;
    void open_selected();
    void throw_away_selected();
    void show_folder();
    void rename(QTreeWidgetItem* item);
    void update_buttons();

    std::filesystem::path folder_;
    NoticeBar* notices_;
    QTreeWidget* list_;
    QLabel* empty_;
    QPushButton* open_;
    QPushButton* throw_away_;
    QPushButton* show_folder_;
    QFileSystemWatcher watcher_;
};

} // namespace mien::gui

// Messages that stand where they belong and go when they are over; never in the way, never modal.
#pragma once

#include <functional>
#include <vector>

#include <QFrame>
#include <QString>

class QVBoxLayout;

namespace mien::gui {

/// A stack of one-line messages; hidden while it is empty. The window's thread only.
class NoticeBar : public QFrame {
    Q_OBJECT
public:
    enum class Kind : std::uint8_t { note, warning, error };

    struct Notice {
        QString topic; ///< what it is about; a newer notice on the same topic takes its place
        Kind kind = Kind::note;
        QString text;
        QString action_text{}; ///< empty: no button
        std::function<void()> action{};
        int lasts_ms = 0; ///< goes by itself after this; 0: stays until cleared or closed
    };

    explicit NoticeBar(QWidget* parent = nullptr);

    void show_notice(const Notice& notice);
    void clear(const QString& topic);
    /// The text that stands there on a topic; empty where there is none.
    [[nodiscard]] QString text(const QString& topic) const;

private:
    struct Row {
        QString topic;
        QString text;
        QWidget* widget = nullptr;
    };
    [[nodiscard]] QWidget* make_row(const Notice& notice);

    QVBoxLayout* layout_;
    std::vector<Row> rows_;
};

} // namespace mien::gui

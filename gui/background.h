// Work that would make the window wait: importing a rig, listing cameras, closing a device, reading a take.
#pragma once

#include <memory>
#include <utility>

#include <QObject>
#include <QPointer>
#include <QThreadPool>

namespace mien::gui {

/// Runs jobs on threads of its own and brings their results back. Used from the window's thread only.
class Background : public QObject {
    Q_OBJECT
public:
    /// What closing the window does with a job that still runs.
    enum class AtExit : std::uint8_t {
        wait,    ///< it holds a device or writes something of the user's: it is waited for
        abandon, ///< only its result would be lost: it is waited for a moment only
    };

    explicit Background(QObject* parent = nullptr);
    ~Background() override; ///< waits for every job

    /// `work()` runs on another thread and must not throw; then `done(result)` runs on the window's thread,
    /// unless `receiver` is gone by then.
    template <typename Work, typename Done>
    void run(AtExit at_exit, QObject* receiver, Work work, Done done) {
        auto& pool = at_exit == AtExit::wait ? essential_ : abandonable_;
        pool.start([this, guard = QPointer<QObject>(receiver), work = std::move(work),
                    done = std::move(done)]() mutable {
            auto result = std::make_shared<decltype(work())>(work());
            QMetaObject::invokeMethod(
                this,
                [guard, done, result]() mutable {
                    if (guard) done(std::move(*result));
                },
                Qt::QueuedConnection);
        });
    }

    /// Waits for the jobs: those to wait for however long they take, the others at most `abandon_after_ms`.
    /// False where one of the others still runs.
    [[nodiscard]] bool finish(int abandon_after_ms);

private:
    QThreadPool essential_;
    QThreadPool abandonable_;
};

} // namespace mien::gui

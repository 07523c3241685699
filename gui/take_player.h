// Plays a take that is in memory, by the frames' own times.
#pragma once

#include <cstddef>
#include <memory>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "solver/loss_easing.h"
#include "takes/take.h"

namespace mien::gui {

/// The window's thread only. Positions are seconds from the take's first frame.
class TakePlayer : public QObject {
    Q_OBJECT
public:
    explicit TakePlayer(QObject* parent = nullptr);

    /// Takes over a take and shows its first frame; nullptr closes the present one.
    void set_take(std::shared_ptr<const Take> take);
    [[nodiscard]] const Take* take() const { return take_.get(); }
    [[nodiscard]] double duration() const;
    [[nodiscard]] double position() const { return position_; }
    [[nodiscard]] bool playing() const { return clock_.isActive(); }
    /// At the end, playing starts over.
    void play();
    void pause();
    void set_loop(bool loop) { loop_ = loop; }
    /// Limited to the take. Shows what playing up to there would show.
    void seek(double position);
    /// One frame on or back, paused.
    void step(int frames);

signals:
    /// The frame that stands at the present position, with what is shown for it (loss easing applied).
    void frame_shown(const mien::TakeFrame& frame, const mien::FaceState& shown,
                     mien::TrackingState tracking);
    void position_changed(double position);
    void playing_changed(bool playing);

private:
    [[nodiscard]] double time_of(std::size_t frame) const;
    [[nodiscard]] std::size_t frame_at(double position) const;
    void tick();
    void go_to(double position);
    void show(std::size_t frame);
    /// Brings the easing to where it would be just before `frame` had the take been played up to there.
    void settle_easing(std::size_t frame);

    std::shared_ptr<const Take> take_;
    QTimer clock_;
    QElapsedTimer since_tick_;
    LossEasing easing_;
    double position_ = 0;
    std::size_t shown_ = 0;
    bool loop_ = false;
};

} // namespace mien::gui

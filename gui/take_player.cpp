#include "gui/take_player.h"

#include <algorithm>
#include <cmath>

namespace mien::gui {

namespace {
// Finer than a display's frame, so that a take's 30 or 60 frames a second are met without beating.
constexpr int tick_ms = 8;
// What is shown depends on no frame before: held, eased to neutral and back (LossTimes), with a margin.
constexpr double easing_memory_s = 2.5;
} // namespace

TakePlayer::TakePlayer(QObject* parent) : QObject(parent) {
    clock_.setInterval(tick_ms);
    clock_.setTimerType(Qt::PreciseTimer);
    connect(&clock_, &QTimer::timeout, this, &TakePlayer::tick);
}

void TakePlayer::set_take(std::shared_ptr<const Take> take) {
    pause();
    take_ = std::move(take);
    position_ = 0;
    if (take_) seek(0);
}

double TakePlayer::time_of(std::size_t frame) const {
    return (take_->frames[frame].landmarks.t - take_->frames.front().landmarks.t).seconds();
}

double TakePlayer::duration() const {
    return take_ && !take_->frames.empty() ? time_of(take_->frames.size() - 1) : 0.0;
}

std::size_t TakePlayer::frame_at(double position) const {
    const auto& frames = take_->frames;
    const Timestamp t = frames.front().landmarks.t + Duration::from_seconds(position);
    const auto after =
        std::upper_bound(frames.begin(), frames.end(), t,
                         [](Timestamp time, const TakeFrame& frame) { return time < frame.landmarks.t; });
    return after == frames.begin() ? 0 : static_cast<std::size_t>(after - frames.begin()) - 1;
}

void TakePlayer::play() {
    if (!take_ || take_->frames.empty() || playing()) return;
    if (position_ >= duration()) seek(0);
    since_tick_.start();
    clock_.start();
    emit playing_changed(true);
}

void TakePlayer::pause() {
    if (!playing()) return;
    clock_.stop();
    emit playing_changed(false);
}

void TakePlayer::tick() {
    const double passed = static_cast<double>(since_tick_.nsecsElapsed()) * 1e-9;
    since_tick_.start();
    const double end = duration();
    double next = position_ + passed;
    if (next >= end) {
        if (loop_ && end > 0) {
            seek(std::fmod(next, end));
        } else {
            go_to(end);
            pause();
        }
        return;
    }
    go_to(next);
}

void TakePlayer::go_to(double position) {
    position_ = position;
    // Every frame on the way goes through the easing, shown or not: its holds and eases go by frames' times.
    for (const std::size_t target = frame_at(position_); shown_ < target;) show(++shown_);
    emit position_changed(position_);
}

void TakePlayer::seek(double position) {
    if (!take_ || take_->frames.empty()) return;
    position_ = std::isfinite(position) ? std::clamp(position, 0.0, duration()) : 0.0;
    shown_ = frame_at(position_);
    settle_easing(shown_);
    show(shown_);
    emit position_changed(position_);
}

void TakePlayer::settle_easing(std::size_t frame) {
    easing_.reset();
    const auto& frames = take_->frames;
    const Timestamp from = frames[frame].landmarks.t - Duration::from_seconds(easing_memory_s);
    std::size_t first = frame;
    while (first > 0 && frames[first - 1].landmarks.t >= from) --first;
    FaceState before = frames[first].calibrated;
    for (const double earlier_s : {2.0, 1.0}) { // in full view from long ago
        before.t = frames[first].landmarks.t - Duration::from_seconds(earlier_s);
        (void)easing_.apply(before);
    }
    for (std::size_t i = first; i < frame; ++i) (void)easing_.apply(frames[i].calibrated);
}

void TakePlayer::step(int frames) {
    if (!take_ || take_->frames.empty()) return;
    pause();
    const auto last = static_cast<std::ptrdiff_t>(take_->frames.size()) - 1;
    const auto at = static_cast<std::ptrdiff_t>(frame_at(position_)) + frames;
    seek(time_of(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last))));
}

void TakePlayer::show(std::size_t frame) {
    const TakeFrame& now = take_->frames[frame];
    const FaceState shown = easing_.apply(now.calibrated);
    emit frame_shown(now, shown, easing_.tracking_state());
}

} // namespace mien::gui

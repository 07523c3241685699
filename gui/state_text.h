// What the window says about the performer: one word and what to do now. Pure, so that it can be tested.
#pragma once

#include <QString>

#include "live/pipeline.h"
#include "solver/loss_easing.h"

namespace mien::gui {

enum class ShownState : std::uint8_t {
    ok,       ///< the face is tracked
    poor,     ///< tracked, but the points cannot be trusted much
    held,     ///< lost a moment ago: the last pose is held
    easing,   ///< on the way to neutral
    no_face,  ///< neutral, as no face has been seen for a while
    starting, ///< a source is being opened
    waiting,  ///< the source is lost or busy
    no_source,
    failed, ///< the source or the tracker cannot be used
    take,   ///< a take is shown
};

/// Everything that the state depends on.
struct StateInput {
    bool take_open = false;
    PipelineStatus::Kind pipeline = PipelineStatus::Kind::stopped;
    bool failed = false;        ///< it stopped by itself, because something is wrong
    bool neutral_taken = false; ///< the person has set the neutral since the source was opened
    bool frames_arrive = false; ///< one came within the last second
    TrackingState tracking = TrackingState::neutral;
    bool tracked = false;
    float quality = 0;
};

struct StateText {
    ShownState state = ShownState::no_source;
    QString word;
    QString advice; ///< what to do now; one or two short sentences
    bool operator==(const StateText&) const = default;
};

[[nodiscard]] StateText describe_state(const StateInput& input);

} // namespace mien::gui

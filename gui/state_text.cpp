#include "gui/state_text.h"

#include <QCoreApplication>

namespace mien::gui {

namespace {

// Below this the avatar's face visibly departs from the performer's; chosen by eye.
constexpr float poor_quality = 0.35f;

QString tr(const char* text) {
    return QCoreApplication::translate("StateBox", text);
}

ShownState shown_state(const StateInput& input) {
    using Kind = PipelineStatus::Kind;
    if (input.take_open) return ShownState::take;
    if (input.pipeline == Kind::stopped) return input.failed ? ShownState::failed : ShownState::no_source;
    if (input.pipeline == Kind::waiting_for_source) return ShownState::waiting;
    if (input.pipeline == Kind::starting) return ShownState::starting;
    if (!input.frames_arrive) return ShownState::waiting;
    switch (input.tracking) {
    case TrackingState::held:
        return ShownState::held;
    case TrackingState::easing:
        return ShownState::easing;
    case TrackingState::neutral:
        return ShownState::no_face;
    case TrackingState::ok:
        break;
    }
    return input.quality < poor_quality ? ShownState::poor : ShownState::ok;
}

} // namespace

StateText describe_state(const StateInput& input) {
    const ShownState state = shown_state(input);
    switch (state) {
    case ShownState::ok:
        return {state, tr("Tracking"),
                input.neutral_taken ? tr("R records, C takes the way you look as straight ahead.")
                                    : tr("Relax your face and press N to set the neutral.")};
    case ShownState::poor:
        return {state, tr("Tracking poorly"), tr("Turn towards the camera, uncover your face or add light.")};
    case ShownState::held:
        return {state, tr("Held"), tr("The face was lost; its last pose is held.")};
    case ShownState::easing:
        return {state, tr("Easing"),
                input.tracked ? tr("The face is back.")
                              : tr("The face is lost; the avatar goes to neutral.")};
    case ShownState::no_face:
        return {state, tr("No face"), tr("Sit in front of the camera, with your whole face in the picture.")};
    case ShownState::starting:
        return {state, tr("Starting"), tr("The source is being opened.")};
    case ShownState::waiting:
        return {state, tr("Waiting"), tr("No pictures arrive. It goes on by itself when they do.")};
    case ShownState::no_source:
        return {state, tr("No source"), tr("Choose a camera or a video under Source.")};
    case ShownState::failed:
        return {state, tr("Stopped"), tr("The message above says why. Choose a source to try again.")};
    case ShownState::take:
        return {state, tr("Take"), tr("Space plays and stops, Esc goes back to the live picture.")};
    }
    return {};
}

} // namespace mien::gui

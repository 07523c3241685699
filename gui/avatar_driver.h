// From the performer's face, and what the person at the window holds by hand, to the controls of a rig.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "gui/loaded_rig.h"
#include "rig/rig_controls.h"
#include "solver/face_state.h"
#include "solver/mapping.h"

namespace mien::gui {

/// One owner. Without a rig the controls are empty.
class AvatarDriver {
public:
    /// What is held by hand is let go, as its numbers belong to the rig before; where it is the same rig with
    /// other groups, it stays with its part.
    void set_rig(std::shared_ptr<const LoadedRig> rig);
    void set_mirror(bool mirror) { options_.mirror = mirror; }
    [[nodiscard]] bool mirror() const { return options_.mirror; }

    /// `head` counts as straight ahead from now on.
    void set_centre(const HeadPose& head);
    /// The next tracked face sets where the head is (not how it is turned): an avatar must not start
    /// displaced because the performer sits half a metre from the camera.
    void forget_centre() { centred_ = false; }

    /// Holds an expression (by Rig::expressions) or a slider (by its flat number) at a value, whatever the
    /// performer does; nothing lets go.
    void hold_expression(std::size_t index, std::optional<float> value);
    void hold_slider(std::size_t index, std::optional<float> value);
    void let_go_of_all();
    [[nodiscard]] std::size_t held_count() const;

    /// The controls for a state (calibrated, with loss easing).
    [[nodiscard]] RigControls controls(const FaceState& state);
    /// What the performer alone made of the last state: nothing held.
    [[nodiscard]] const RigControls& performer() const { return performer_; }

private:
    std::shared_ptr<const LoadedRig> rig_;
    RetargetOptions options_;
    bool centred_ = false;
    RigControls performer_;
    std::vector<std::optional<float>> held_expressions_;
    std::vector<std::optional<float>> held_sliders_;
};

} // namespace mien::gui

#include "gui/avatar_driver.h"

#include <algorithm>

#include "rig/face_group_edit.h"

namespace mien::gui {

namespace {

void hold(std::vector<std::optional<float>>& held, std::size_t index, std::optional<float> value) {
    if (index < held.size()) held[index] = value;
}

void put_held(const std::vector<std::optional<float>>& held, std::vector<float>& values) {
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (!held[i]) continue;
        if (values.size() <= i) values.resize(i + 1, 0.0f);
        values[i] = *held[i];
    }
}

std::size_t count(const std::vector<std::optional<float>>& held) {
    return static_cast<std::size_t>(
        std::count_if(held.begin(), held.end(), [](const auto& value) { return value.has_value(); }));
}

} // namespace

void AvatarDriver::set_rig(std::shared_ptr<const LoadedRig> rig) {
    if (rig_ && rig && rig_->owner == rig->owner) {
        std::vector<std::optional<float>> held(rig->groups.slider_count());
        const std::vector<int> moves = slider_moves(rig_->groups, rig->groups);
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (moves[i] != no_index) held[static_cast<std::size_t>(moves[i])] = held_sliders_[i];
        held_sliders_ = std::move(held);
        rig_ = std::move(rig);
        return;
    }
    rig_ = std::move(rig);
    held_expressions_.assign(rig_ ? rig_->rig.expressions.size() : 0, std::nullopt);
    held_sliders_.assign(rig_ ? rig_->groups.slider_count() : 0, std::nullopt);
}

void AvatarDriver::set_centre(const HeadPose& head) {
    options_.centre = head;
    centred_ = true;
}

void AvatarDriver::hold_expression(std::size_t index, std::optional<float> value) {
    hold(held_expressions_, index, value);
}

void AvatarDriver::hold_slider(std::size_t index, std::optional<float> value) {
    hold(held_sliders_, index, value);
}

void AvatarDriver::let_go_of_all() {
    std::fill(held_expressions_.begin(), held_expressions_.end(), std::nullopt);
    std::fill(held_sliders_.begin(), held_sliders_.end(), std::nullopt);
}

std::size_t AvatarDriver::held_count() const {
    return count(held_expressions_) + count(held_sliders_);
}

RigControls AvatarDriver::controls(const FaceState& state) {
    if (!rig_) return {};
    if (!centred_ && state.tracked) {
        options_.centre = {.x = state.head.x, .y = state.head.y, .z = state.head.z};
        centred_ = true;
    }
    RigControls controls = retarget(state, rig_->mapping, rig_->rig, rig_->groups, options_);
    performer_ = controls;
    put_held(held_expressions_, controls.expressions);
    put_held(held_sliders_, controls.sliders);
    return controls;
}

} // namespace mien::gui

#include "solver/scheme_solver.h"

#include <algorithm>
#include <vector>

#include "solver/bounded_fit.h"
#include "solver/channel_support.h"
#include "solver/eyes.h"
#include "solver/head_model.h"
#include "solver/head_rotation.h"

namespace mien {
namespace {

/// As many numbers has the appearance of frames of the task tracker: the scores of its blendshape network
/// (capture/tracker/blendshape_model.h).
constexpr std::size_t network_scores = 52;

Eigen::Matrix3Xd average_head(Scheme scheme, const CanonicalFace* canonical) {
    if (scheme == Scheme::mesh478 && canonical != nullptr) return head_model_of(*canonical);
    return parse_fit_model(embedded_fit_model(scheme), "built in").value().mean_face;
}

/// The share of the neutral gap between the lids at which an eye counts as shut. Landmarks of shut lids keep
/// a sixth of it on some faces, near a half on others; more than a squint or a smile leaves on any.
double shut_share(Scheme scheme) {
    return scheme == Scheme::mesh478 ? 0.35 : 0.5;
}

double smooth_ramp(double value, double from, double to) {
    const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

/// The look channels from the irises. A look at weight 1 is a turn of 30 degrees, as rigs and ARKit have it.
void set_gaze(Weights& weights, const Eigen::Matrix3Xd& points, const Eigen::Matrix3Xd& neutral,
              const SchemeLayout& layout) {
    constexpr double degrees_at_full = 30;
    const auto set = [&weights](ChannelIndex positive, ChannelIndex negative, double degrees) {
        weights[positive] = static_cast<float>(std::clamp(degrees / degrees_at_full, 0.0, 1.0));
        weights[negative] = static_cast<float>(std::clamp(-degrees / degrees_at_full, 0.0, 1.0));
    };
    const GazeAngles left = gaze_of(points, neutral, layout.left_eye);
    set(channel("eyeLookOutLeft"), channel("eyeLookInLeft"), left.left);
    set(channel("eyeLookDownLeft"), channel("eyeLookUpLeft"), left.down);
    const GazeAngles right = gaze_of(points, neutral, layout.right_eye);
    set(channel("eyeLookInRight"), channel("eyeLookOutRight"), right.left);
    set(channel("eyeLookDownRight"), channel("eyeLookUpRight"), right.down);
}

ExpressionInput input_at(const RigidPose& pose, const Eigen::Matrix3Xd& points,
                         const Eigen::Matrix3Xd& neutral) {
    HeadPose angles;
    set_rotation(angles, pose.rotation);
    return {
        .points = points, .neutral = neutral, .yaw = angles.yaw, .pitch = angles.pitch, .roll = angles.roll};
}

/// How much of an expression a face shows: the sum of its weights, gaze aside.
double expressiveness(const Weights& weights) {
    double sum = 0;
    for (ChannelIndex i = 0; i < channel_count; ++i)
        if (!channel_names[i].starts_with("eyeLook")) sum += weights[i];
    return sum;
}

} // namespace

SchemeSolver::SchemeSolver(Scheme scheme, const CanonicalFace* canonical)
    : layout_(layout_of(scheme)), expressions_(make_expression_solver(scheme)),
      average_(average_head(scheme, canonical)),
      rest_face_(parse_fit_model(embedded_fit_model(scheme), "built in").value().mean_face),
      adaptive_(rest_face_) {}

Weights SchemeSolver::weights_of(const RigidPose& pose, const Eigen::Matrix3Xd& neutral) const {
    Weights weights = expressions_->solve(input_at(pose, points_, neutral));
    set_gaze(weights, points_, neutral, *layout_);
    // The fit explains shut eyes partly by a look down; the gap between the lids is plain evidence.
    const auto lid = [&](const EyeLayout& eye, ChannelIndex blink, ChannelIndex down) {
        const double closure = lid_closure(points_, neutral, eye, shut_share(scheme()));
        const auto shut = static_cast<float>(smooth_ramp(closure, 0.5, 0.95));
        // The trained part takes the other eye's wink for a little of a blink; lids as far apart as at rest
        // are open.
        weights[blink] *= static_cast<float>(smooth_ramp(closure, 0.0, 0.1));
        weights[blink] = std::max(weights[blink], shut);
        weights[down] *= 1 - 0.8F * shut;
    };
    lid(layout_->left_eye, channel("eyeBlinkLeft"), channel("eyeLookDownLeft"));
    lid(layout_->right_eye, channel("eyeBlinkRight"), channel("eyeLookDownRight"));
    for (ChannelIndex i = 0; i < channel_count; ++i)
        if (channel_support(scheme(), i) == ChannelSupport::none) weights[i] = 0;
    return weights;
}

Weights SchemeSolver::weights_of(const LandmarkFrame& frame, const RigidPose& pose,
                                 const Eigen::Matrix3Xd& neutral) const {
    Weights weights = weights_of(pose, neutral);
    if (frame.scheme != Scheme::mesh478 || frame.appearance.size() != network_scores) return weights;
    // "_neutral" comes first; tongueOut, the last channel, has no score.
    for (ChannelIndex i = 0; i + 1 < channel_count; ++i) {
        const float score = frame.appearance[i + 1];
        weights[i] = score > 0 ? std::min(score, 1.0F) : 0;
    }
    return weights;
}

void SchemeSolver::adapt(const LandmarkFrame& frame, double vertical_fov) {
    if (neutral_) return;
    const auto pose = see_head(frame, average_, *layout_, vertical_fov, points_);
    if (pose) adaptive_.add(points_, expressiveness(weights_of(*pose, rest_face_)), frame.t);
}

std::optional<FaceState> SchemeSolver::solve(const LandmarkFrame& frame, double vertical_fov) {
    adapt(frame, vertical_fov);
    const Eigen::Matrix3Xd& neutral = neutral_ ? *neutral_ : adaptive_.points();
    // The performer's own head as the rigid model: the average person's bridge and temples would turn with
    // the view.
    const auto pose = see_head(frame, neutral, *layout_, vertical_fov, points_);
    if (!pose) return std::nullopt;
    FaceState state;
    state.t = frame.t;
    state.tracked = true;
    state.quality = std::clamp(frame.quality, 0.0F, 1.0F);
    if (!(state.quality >= 0)) state.quality = 0;
    const Eigen::Vector3d place = (pose->rotation * eyes_middle() + pose->translation) * metres_per_unit;
    state.head.x = static_cast<float>(place.x());
    state.head.y = static_cast<float>(place.y());
    state.head.z = static_cast<float>(place.z());
    set_rotation(state.head, pose->rotation);
    state.weights = weights_of(frame, *pose, neutral);
    for (ChannelIndex i = 0; i < channel_count; ++i)
        state.weights[i] = std::max(0.0F, (state.weights[i] - rest_[i]) / (1 - rest_[i]));
    return state;
}

void SchemeSolver::set_neutral(std::span<const LandmarkFrame> frames, double vertical_fov) {
    std::vector<Eigen::Matrix3Xd> faces;
    for (const LandmarkFrame& frame : frames)
        if (see_head(frame, average_, *layout_, vertical_fov, points_)) faces.push_back(points_);
    if (faces.empty()) return;
    neutral_ = typical_face(faces);
    // Noise alone gives the bounded fit small positive weights: their typical size counts as 0.
    rest_ = {};
    Weights sum{};
    double count = 0;
    for (const LandmarkFrame& frame : frames) {
        const auto pose = see_head(frame, *neutral_, *layout_, vertical_fov, points_);
        if (!pose) continue;
        const Weights weights = weights_of(frame, *pose, *neutral_);
        for (ChannelIndex i = 0; i < channel_count; ++i) sum[i] += weights[i];
        ++count;
    }
    constexpr double most = 0.3; // a neutral with a blink among its frames must not stop the blinking
    for (ChannelIndex i = 0; i < channel_count; ++i)
        rest_[i] = count > 0 ? static_cast<float>(std::min(most, static_cast<double>(sum[i]) / count)) : 0;
}

void SchemeSolver::set_neutral(const Eigen::Matrix3Xd& neutral, const Weights& rest) {
    if (neutral.cols() != average_.cols()) return;
    neutral_ = neutral;
    rest_ = rest;
}

void SchemeSolver::set_face(const FaceBasis& basis, const std::optional<PersonalResponse>& response) {
    FitModel model = parse_fit_model(embedded_fit_model(scheme()), "built in").value();
    if (!PersonalFit::matches(model, basis) || (response && !PersonalFit::matches(model, *response))) return;
    expressions_ = std::make_unique<PersonalFit>(std::move(model), basis, response);
}

std::optional<ExpressionInput> SchemeSolver::input_of(const LandmarkFrame& frame, double vertical_fov) {
    const Eigen::Matrix3Xd& neutral = neutral_ ? *neutral_ : adaptive_.points();
    const auto pose = see_head(frame, neutral, *layout_, vertical_fov, points_);
    if (!pose) return std::nullopt;
    return input_at(*pose, points_, neutral);
}

void SchemeSolver::hold_neutral() {
    if (!neutral_ && adaptive_.seconds() > 0) neutral_ = adaptive_.points();
}

} // namespace mien

#include "capture/tracker/mesh_tracker.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "capture/tracker/face_finder.h"
#include "capture/tracker/mesh_quality.h"
#include "capture/tracker/steady_region.h"
#include "capture/tracker/stopwatch.h"

namespace mien {
namespace {

// A longer pause (a seek, a cut) says nothing about where the face is now.
constexpr Duration max_pause = Duration::from_ms(1000);
// So long a lost face is expected back where it was.
constexpr Duration remember = Duration::from_ms(2000);

class MeshTracker final : public Tracker {
public:
    MeshTracker(std::string_view name, MeshParts parts, const TrackerOptions& options)
        : name_(name), eye_(std::move(parts.model), std::move(parts.face)),
          finder_(std::move(parts.detector), options), blendshapes_(std::move(parts.blendshapes)) {}

    std::string_view name() const override { return name_; }
    Scheme scheme() const override { return Scheme::mesh478; }
    TrackTimes times() const override { return times_; }

    void reset() override {
        finder_.reset();
        region_.reset();
        trust_.reset();
        last_time_.reset();
        following_ = false;
    }

    void choose(float x, float y) override { pointed_ = Landmark{x, y, 0}; }

    LandmarkFrame track(const VideoFrame& frame) override {
        times_ = {};
        const Image& picture = frame.picture;
        LandmarkFrame result;
        result.t = frame.t;
        result.index = frame.index;
        result.image_width = picture.width;
        result.image_height = picture.height;
        if (picture.empty()) return result;
        const Duration step = begin_frame(frame);

        std::optional<MeshLook> look;
        if (const auto at = std::exchange(pointed_, std::nullopt)) look = find_at(frame, *at);
        const bool another = look.has_value();
        if (!look && following_) look = eye_.look(picture, *region_, times_);
        const bool followed = look.has_value() && !another;
        if (!look) look = find(frame);
        following_ = look.has_value();
        if (!look) return result;

        const StageClock clock(times_.points_ms);
        const SquareRegion wanted = region_of(look->points);
        MeshCircumstances circumstances{picture.width, picture.height, 0};
        if (followed && step.ns > 0)
            circumstances.speed = static_cast<float>(
                std::hypot(wanted.centre_x - face_.centre_x, wanted.centre_y - face_.centre_y) /
                (wanted.side / 1.5F) / step.seconds());
        face_ = wanted;
        region_ = followed ? follow(*region_, wanted) : wanted;
        last_seen_ = frame.t;
        result.tracked = true;
        result.scheme = Scheme::mesh478;
        result.quality = mesh_quality(*look, circumstances);
        result.regions = trust_.judge(look->evidence, look->hidden, followed ? step : Duration());
        for (float RegionQuality::*part :
             {&RegionQuality::eyes, &RegionQuality::brows, &RegionQuality::mouth})
            result.regions.*part *= result.quality;
        result.points.assign(look->points.begin(), look->points.end());
        if (blendshapes_) {
            const auto scores = blendshapes_->scores(result.points);
            result.appearance.assign(scores.begin(), scores.end());
        }
        return result;
    }

private:
    // Time since the last frame; forgets all where the stream does not go on.
    Duration begin_frame(const VideoFrame& frame) {
        const Duration step = last_time_ ? frame.t - *last_time_ : Duration();
        if (last_time_ && (step.ns < 0 || step > max_pause || width_ != frame.picture.width ||
                           height_ != frame.picture.height))
            reset();
        last_time_ = frame.t;
        width_ = frame.picture.width;
        height_ = frame.picture.height;
        return step;
    }

    std::optional<MeshLook> find_at(const VideoFrame& frame, const Landmark& point) {
        auto found = finder_.find_at(frame.picture, eye_, point.x, point.y, times_);
        if (found) trust_.reset();
        return found;
    }

    std::optional<MeshLook> find(const VideoFrame& frame) {
        if (region_ && frame.t - last_seen_ > remember) {
            region_.reset();
            trust_.reset();
        }
        return finder_.find(frame.picture, eye_, region_, times_);
    }

    std::string name_;
    MeshEye eye_;
    FaceFinder finder_;
    std::optional<BlendshapeModel> blendshapes_;
    bool following_ = false;
    std::optional<Landmark> pointed_;    // where a person pointed, until the next frame
    std::optional<SquareRegion> region_; // to look at next, or where the face was lost
    RegionTrust trust_;
    SquareRegion face_; // round the last points
    Timestamp last_seen_;
    std::optional<Timestamp> last_time_;
    int width_ = 0;
    int height_ = 0;
    TrackTimes times_;
};

} // namespace

std::unique_ptr<Tracker> make_mesh_tracker(std::string_view name, MeshParts parts,
                                           const TrackerOptions& options) {
    return std::make_unique<MeshTracker>(name, std::move(parts), options);
}

} // namespace mien

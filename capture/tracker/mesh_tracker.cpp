#include "capture/tracker/mesh_tracker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "capture/tracker/search_squares.h"
#include "capture/tracker/stopwatch.h"

namespace mien {
namespace {

using Points = std::array<Landmark, mesh_points>;

constexpr float min_presence = 0.5F;
// A longer pause (a seek, a cut) says nothing about where the face is now.
constexpr Duration max_pause = Duration::from_ms(1000);
// So many faces of one search are looked at closely.
constexpr std::size_t max_candidates = 4;
// Two looks at a true face agree within about 1 % of the square's side.
constexpr float max_disagreement = 0.04F;
constexpr double max_misfit = 0.4;
constexpr float min_face_pixels = 12;

float mean_distance(const Points& a, const Points& b) {
    float sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::hypot(a[i].x - b[i].x, a[i].y - b[i].y);
    return sum / static_cast<float>(a.size());
}

class MeshTracker final : public Tracker {
public:
    MeshTracker(std::string_view name, FaceDetector detector, MeshModel model, CanonicalFace canonical)
        : name_(name), detector_(std::move(detector)), model_(std::move(model)),
          canonical_(std::move(canonical)) {}

    std::string_view name() const override { return name_; }
    Scheme scheme() const override { return Scheme::mesh478; }
    TrackTimes times() const override { return times_; }

    void reset() override {
        previous_.reset();
        next_square_ = 0;
        last_time_.reset();
    }

    LandmarkFrame track(const VideoFrame& frame) override {
        times_ = {};
        const Image& picture = frame.picture;
        LandmarkFrame result;
        result.t = frame.t;
        result.index = frame.index;
        result.image_width = picture.width;
        result.image_height = picture.height;
        if (picture.empty()) return result;
        if (last_time_ && (frame.t < *last_time_ || frame.t - *last_time_ > max_pause ||
                           width_ != picture.width || height_ != picture.height))
            reset();
        last_time_ = frame.t;
        width_ = picture.width;
        height_ = picture.height;

        std::optional<Points> found;
        if (previous_) found = look_at(picture, region_of(*previous_));
        if (!found) found = search(picture);
        previous_ = found;
        if (!found) return result;

        const StageClock clock(times_.points_ms);
        result.tracked = true;
        result.scheme = Scheme::mesh478;
        result.quality = presence_;
        result.points.assign(found->begin(), found->end());
        return result;
    }

private:
    // The points in the region, if the network is sure of a face there and they make one.
    std::optional<Points> look_at(const Image& picture, const SquareRegion& region) {
        if (!std::isfinite(region.centre_x + region.centre_y + region.side) || region.side < min_face_pixels)
            return {};
        {
            const StageClock clock(times_.crop_ms);
            model_.look(picture, region);
        }
        {
            const StageClock clock(times_.network_ms);
            model_.run();
        }
        const StageClock clock(times_.points_ms);
        presence_ = model_.presence();
        if (!(presence_ > min_presence)) return {};
        Points points;
        model_.points(region, points);
        misfit_ = canonical_.misfit(points);
        if (!(misfit_ < max_misfit)) return {};
        return points;
    }

    // A fresh find is looked at twice: what is no face rarely gives the same answer again.
    std::optional<Points> confirm(const Image& picture, const Detection& face) {
        const auto first = look_at(picture, region_of(face));
        if (!first) return {};
        auto second = look_at(picture, region_of(*first));
        if (!second || mean_distance(*first, *second) > max_disagreement * region_of(*second).side) return {};
        return second;
    }

    std::optional<Points> search_in(const Image& picture, const SquareRegion& square) {
        std::vector<Detection> faces;
        {
            const StageClock clock(times_.detect_ms);
            faces = detector_.find(picture, square);
        }
        if (faces.size() > max_candidates) faces.resize(max_candidates);
        for (const Detection& face : faces)
            if (auto points = confirm(picture, face)) return points;
        return {};
    }

    // On the first frame everywhere at once (it may be a still); later the whole picture and one other square
    // a frame, in turn.
    std::optional<Points> search(const Image& picture) {
        const auto squares = search_squares(picture);
        const bool first = next_square_ == 0;
        if (auto points = search_in(picture, squares[0])) return points;
        const std::size_t others = squares.size() - 1;
        const std::size_t count = first ? others : 1;
        for (std::size_t i = 0; i < count; ++i) {
            if (auto points = search_in(picture, squares[1 + (next_square_ + i) % others])) return points;
        }
        next_square_ = (next_square_ + count) % others + others; // never 0 again until a reset
        return {};
    }

    std::string name_;
    FaceDetector detector_;
    MeshModel model_;
    CanonicalFace canonical_;
    std::optional<Points> previous_; // of the last frame, where it was tracked
    std::optional<Timestamp> last_time_;
    int width_ = 0;
    int height_ = 0;
    std::size_t next_square_ = 0;
    float presence_ = 0; // of the last look
    double misfit_ = 0;
    TrackTimes times_;
};

} // namespace

std::unique_ptr<Tracker> make_mesh_tracker(std::string_view name, FaceDetector detector, MeshModel model,
                                           CanonicalFace canonical) {
    return std::make_unique<MeshTracker>(name, std::move(detector), std::move(model), std::move(canonical));
}

} // namespace mien

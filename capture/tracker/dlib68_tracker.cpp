#include "capture/tracker/dlib68_tracker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <future>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include <dlib/image_processing/frontal_face_detector.h>

#include "capture/tracker/grey_window.h"
#include "capture/tracker/shape_cascade.h"
#include "capture/tracker/stopwatch.h"

namespace mien {
namespace {

constexpr std::size_t point_total = point_count(Scheme::ibug68);
using Points = std::array<Landmark, point_total>;

/// Grey pixels that dlib may read; holds none itself.
struct GreyView {
    const std::uint8_t* pixels = nullptr;
    long width = 0;
    long height = 0;
};

// dlib finds these by name (dlib/image_processing/generic_image.h).
long num_rows(const GreyView& view) {
    return view.height;
}
long num_columns(const GreyView& view) {
    return view.width;
}
long width_step(const GreyView& view) {
    return view.width;
}
const void* image_data(const GreyView& view) {
    return view.pixels;
}

} // namespace
} // namespace mien

template <>
struct dlib::image_traits<mien::GreyView> {
    using pixel_type = unsigned char;
};

namespace mien {
namespace {

Landmark mean_of(const Points& points, std::size_t first, std::size_t last) {
    return {(points[first].x + points[last].x) / 2, (points[first].y + points[last].y) / 2, 0};
}

// The box that dlib's detector would give for these points, were the head upright: fitted to its own boxes on
// 120 frames, from which the points then differ by 0.3 % of the face's width.
SquareRegion box_of(const Points& points) {
    const Landmark right_eye = mean_of(points, 36, 39);
    const Landmark left_eye = mean_of(points, 42, 45);
    const Landmark mouth = mean_of(points, 48, 54);
    const Landmark eyes{(right_eye.x + left_eye.x) / 2, (right_eye.y + left_eye.y) / 2, 0};
    const float eye_distance = std::hypot(left_eye.x - right_eye.x, left_eye.y - right_eye.y);
    const float mouth_distance = std::hypot(mouth.x - eyes.x, mouth.y - eyes.y);
    const float size = std::max(eye_distance, 0.95F * mouth_distance);
    SquareRegion box{0.55F * eyes.x + 0.45F * mouth.x, 0.55F * eyes.y + 0.45F * mouth.y, 2.58F * size,
                     std::atan2(left_eye.y - right_eye.y, left_eye.x - right_eye.x)};
    const float right = -0.04F * size;
    const float down = 0.085F * size;
    box.centre_x += std::cos(box.rotation) * right - std::sin(box.rotation) * down;
    box.centre_y += std::sin(box.rotation) * right + std::cos(box.rotation) * down;
    return box;
}

constexpr Duration max_pause = Duration::from_ms(1000);
// So long a lost face is expected back where it was.
constexpr Duration remember = Duration::from_ms(2000);
// The predictor always answers. Whether a face is still there is looked up this often; sooner where the last
// look was not sure, so that a ghost does not stay.
constexpr Duration check_interval = Duration::from_ms(400);
constexpr Duration doubtful_check_interval = Duration::from_ms(100);
constexpr float doubtful_confidence = 0.5F;
constexpr float min_confidence = 0.1F;
constexpr Duration grace = Duration::from_ms(1000);
// A picture of the face so small that it costs nothing: where it changes much, the face is looked up at once.
constexpr int glance_side = 24;
constexpr float min_likeness = 0.7F;
constexpr float check_face_pixels = 120; // of the face in the window that is looked at
constexpr double check_threshold = -0.5; // below the detector's own 0: a known face may turn a little
constexpr float min_box = 20;

/// How one search looks at the whole picture. dlib finds upright faces of 80 pixels and more; near ones are
/// found fast and in spite of noise in a small copy.
struct SearchStep {
    float scale;
    float degrees;
};
constexpr std::array<SearchStep, 5> search_steps = {
    {{0.35F, 0}, {0.5F, 0}, {1.0F, 0}, {0.5F, 35}, {0.5F, -35}}};

class Dlib68Tracker final : public Tracker {
public:
    Dlib68Tracker(dlib::frontal_face_detector detector, ShapeCascade cascade)
        : detector_(std::move(detector)), cascade_(std::move(cascade)) {}

    std::string_view name() const override { return "dlib68"; }
    Scheme scheme() const override { return Scheme::ibug68; }
    TrackTimes times() const override { return times_; }
    void reset() override {
        previous_.reset();
        lost_.reset();
        last_time_.reset();
        next_step_.reset();
    }

    LandmarkFrame track(const VideoFrame& frame) override {
        times_ = {};
        LandmarkFrame result;
        result.t = frame.t;
        result.index = frame.index;
        result.image_width = frame.picture.width;
        result.image_height = frame.picture.height;
        if (frame.picture.empty()) return result;
        if (last_time_ && (frame.t < *last_time_ || frame.t - *last_time_ > max_pause)) reset();
        last_time_ = frame.t;

        const std::optional<SquareRegion> box = box_in(frame);
        previous_.reset();
        if (!box) return result;
        {
            const StageClock clock(times_.network_ms);
            cascade_.predict(frame.picture, *box, gain_for(glance_), previous_.emplace());
        }
        const StageClock clock(times_.points_ms);
        result.tracked = true;
        result.scheme = Scheme::ibug68;
        result.quality = quality(frame.picture, *box);
        result.points.assign(previous_->begin(), previous_->end());
        return result;
    }

private:
    // The face's box in this frame: by the last points while they hold, else by the detector.
    std::optional<SquareRegion> box_in(const VideoFrame& frame) {
        const Image& picture = frame.picture;
        if (previous_) {
            const SquareRegion box = box_of(*previous_);
            if (fits(picture, box) && inside(picture, *previous_) > 0.5F) {
                Image now = glance(picture, box);
                if (holds(frame, box, now)) {
                    glance_ = std::move(now);
                    return box;
                }
            }
            lost_ = Lost{box, frame.t};
        }
        auto found = find(frame);
        if (!found) return {};
        last_check_ = last_confirmed_ = frame.t;
        confirmed_glance_ = glance_ = glance(picture, *found);
        return found;
    }

    // Whether the face is still in the box. The detector decides, from time to time and where the face has
    // changed; a face that looks as it did when it was last confirmed gets some time to turn back or to lose
    // a hand.
    bool holds(const VideoFrame& frame, const SquareRegion& box, const Image& now) {
        const Duration interval =
            confidence_ < doubtful_confidence ? doubtful_check_interval : check_interval;
        if (frame.t - last_check_ < interval && likeness(now, glance_) >= min_likeness) return true;
        last_check_ = frame.t;
        if (still_there(frame.picture, box)) {
            last_confirmed_ = frame.t;
            confirmed_glance_ = now;
            return true;
        }
        confidence_ = min_confidence;
        return frame.t - last_confirmed_ <= grace && likeness(now, confirmed_glance_) >= min_likeness;
    }

    Image glance(const Image& picture, const SquareRegion& box) {
        const StageClock clock(times_.crop_ms);
        return GreyWindow(picture, {box.centre_x, box.centre_y, box.rotation, glance_side / box.side,
                                    glance_side, glance_side})
            .grey();
    }

    // Big enough, and its middle in the picture.
    static bool fits(const Image& picture, const SquareRegion& box) {
        return std::isfinite(box.side + box.centre_x + box.centre_y) && box.side >= min_box &&
               box.centre_x > 0 && box.centre_y > 0 && box.centre_x < static_cast<float>(picture.width) &&
               box.centre_y < static_cast<float>(picture.height) &&
               box.side < 2 * static_cast<float>(std::max(picture.width, picture.height));
    }

    // The detector's score over the lenient check's threshold as 0..1; clear faces have 1 and more.
    static float confidence_of(double score) {
        return static_cast<float>(std::clamp(score - check_threshold, double{min_confidence}, 1.0));
    }

    // Falls with the detector's last score, a small face and points outside the picture.
    [[nodiscard]] float quality(const Image& picture, const SquareRegion& box) const {
        const float size = std::clamp((box.side - min_box) / 80, 0.3F, 1.0F);
        return confidence_ * size * std::clamp(2 * inside(picture, *previous_) - 1, 0.1F, 1.0F);
    }

    // The part of the points that is in the picture.
    static float inside(const Image& picture, const Points& points) {
        const auto count = std::count_if(points.begin(), points.end(), [&](const Landmark& p) {
            return p.x >= 0 && p.y >= 0 && p.x < static_cast<float>(picture.width) &&
                   p.y < static_cast<float>(picture.height);
        });
        return static_cast<float>(count) / static_cast<float>(points.size());
    }

    using Found = std::vector<std::pair<double, dlib::rectangle>>;
    Found detect(const Image& grey, double threshold) {
        Found faces;
        detector_(GreyView{grey.pixels.data(), grey.width, grey.height}, faces, threshold);
        return faces;
    }

    // Looks at the face upright and at the size that costs little.
    bool still_there(const Image& picture, const SquareRegion& box) {
        const StageClock clock(times_.detect_ms);
        constexpr int side = static_cast<int>(2 * check_face_pixels);
        const GreyWindow window(picture, {box.centre_x, box.centre_y, box.rotation,
                                          check_face_pixels / box.side, side, side, gain_for(glance_)});
        for (const auto& [score, face] : detect(window.grey(), check_threshold)) {
            const float x = static_cast<float>(face.left() + face.right()) / 2 - check_face_pixels;
            const float y = static_cast<float>(face.top() + face.bottom()) / 2 - check_face_pixels;
            if (std::hypot(x, y) > check_face_pixels / 3) continue;
            confidence_ = confidence_of(score);
            return true;
        }
        return false;
    }

    // Where the face was lost first, a little enlarged if it is small. Then the whole picture: every way on
    // the first frame (it may be a still), one a frame, in turn, after that.
    std::optional<SquareRegion> find(const VideoFrame& frame) {
        const StageClock clock(times_.detect_ms);
        if (lost_ && frame.t - lost_->t <= remember) {
            const SquareRegion& box = lost_->box;
            constexpr int side = static_cast<int>(3 * check_face_pixels);
            if (fits(frame.picture, box))
                if (auto found = find_in(frame.picture, {box.centre_x, box.centre_y, box.rotation,
                                                         check_face_pixels / box.side, side, side}))
                    return found;
        }
        const std::size_t count = next_step_ ? 1 : search_steps.size();
        const std::size_t first = next_step_.value_or(0);
        next_step_ = (first + 1) % search_steps.size();
        for (std::size_t i = 0; i < count; ++i)
            if (auto found = find_by(frame.picture, search_steps[(first + i) % search_steps.size()]))
                return found;
        return {};
    }

    std::optional<SquareRegion> find_by(const Image& picture, const SearchStep& step) {
        const float rotation = step.degrees * std::numbers::pi_v<float> / 180;
        const float cosine = std::abs(std::cos(rotation));
        const float sine = std::abs(std::sin(rotation));
        const auto width = static_cast<float>(picture.width);
        const auto height = static_cast<float>(picture.height);
        return find_in(picture, {width / 2, height / 2, rotation, step.scale,
                                 static_cast<int>((width * cosine + height * sine) * step.scale),
                                 static_cast<int>((width * sine + height * cosine) * step.scale)});
    }

    std::optional<SquareRegion> find_in(const Image& picture, GreyWindowOptions where) {
        if (where.width < 1 || where.height < 1) return {};
        GreyWindowOptions coarse = where;
        const float step = 64.0F / static_cast<float>(std::max(where.width, where.height));
        coarse.scale *= step;
        coarse.width = std::max(1, static_cast<int>(static_cast<float>(where.width) * step));
        coarse.height = std::max(1, static_cast<int>(static_cast<float>(where.height) * step));
        where.gain = gain_for(GreyWindow(picture, coarse).grey());
        const GreyWindow window(picture, where);
        const Found faces = detect(window.grey(), 0);
        if (faces.empty()) return {};
        const auto& [score, face] = faces.front();
        const Landmark centre = window.to_picture(static_cast<float>(face.left() + face.right()) / 2 + 0.5F,
                                                  static_cast<float>(face.top() + face.bottom()) / 2 + 0.5F);
        const SquareRegion box{centre.x, centre.y, static_cast<float>(face.width()) / where.scale,
                               where.rotation};
        if (!fits(picture, box)) return {};
        confidence_ = confidence_of(score);
        return box;
    }

    /// Where the face was when it was lost.
    struct Lost {
        SquareRegion box;
        Timestamp t;
    };

    dlib::frontal_face_detector detector_;
    ShapeCascade cascade_;
    std::optional<Points> previous_;
    std::optional<Lost> lost_;
    std::optional<Timestamp> last_time_;
    std::optional<std::size_t> next_step_;
    Timestamp last_check_;
    Timestamp last_confirmed_;
    Image glance_; // of the face in the last frame
    Image confirmed_glance_;
    float confidence_ = 0;
    TrackTimes times_;
};

} // namespace

Result<std::unique_ptr<Tracker>> make_dlib68_tracker(const std::filesystem::path& shape_file) {
    try {
        // Unpacking dlib's built-in detector and reading the shape take a third of a second each: side by
        // side.
        auto detector = std::async(std::launch::async, dlib::get_frontal_face_detector);
        auto cascade = ShapeCascade::read_file(shape_file);
        if (!cascade) return pass_on(cascade);
        if (cascade->point_total() != point_total)
            return fail(ErrorCode::unreadable, "The model {} has {} points instead of 68",
                        shape_file.string(), cascade->point_total());
        return std::make_unique<Dlib68Tracker>(detector.get(), std::move(*cascade));
    } catch (const std::exception& error) {
        return fail(ErrorCode::internal, "Cannot make dlib's face detector: {}", error.what());
    }
}

} // namespace mien

#include "capture/tracker/dlib68_tracker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <optional>
#include <span>
#include <vector>

#include <dlib/image_processing/frontal_face_detector.h>
#include <dlib/image_processing/shape_predictor.h>

#include "capture/tracker/stopwatch.h"

namespace mien {
namespace {

constexpr std::size_t point_total = point_count(Scheme::ibug68);

/// Grey pixels that dlib may read; holds none itself.
struct GreyView {
    const std::uint8_t* pixels = nullptr;
    long width = 0;
    long height = 0;
};

// dlib finds these by name (dlib/image_processing/generic_image.h).
[[maybe_unused]] long num_rows(const GreyView& view) {
    return view.height;
}
[[maybe_unused]] long num_columns(const GreyView& view) {
    return view.width;
}
[[maybe_unused]] long width_step(const GreyView& view) {
    return view.width;
}
[[maybe_unused]] const void* image_data(const GreyView& view) {
    return view.pixels;
}

GreyView view_of(const Image& grey) {
    return {grey.pixels.data(), grey.width, grey.height};
}

} // namespace
} // namespace mien

template <>
struct dlib::image_traits<mien::GreyView> {
    using pixel_type = unsigned char;
};

namespace mien {
namespace {

/// A square box around a face, in pixels.
struct FaceBox {
    float centre_x = 0;
    float centre_y = 0;
    float side = 0;
};

using Points = std::array<Landmark, point_total>;

Landmark mean_of(const Points& points, std::size_t first, std::size_t last) {
    return {(points[first].x + points[last].x) / 2, (points[first].y + points[last].y) / 2, 0};
}

// The box that dlib's detector would give for these points; fitted to its boxes (differs by 0.3 % of the
// face).
FaceBox box_of(const Points& points) {
    const Landmark right_eye = mean_of(points, 36, 39);
    const Landmark left_eye = mean_of(points, 42, 45);
    const Landmark mouth = mean_of(points, 48, 54);
    const Landmark eyes{(right_eye.x + left_eye.x) / 2, (right_eye.y + left_eye.y) / 2, 0};
    const float eye_distance = std::hypot(left_eye.x - right_eye.x, left_eye.y - right_eye.y);
    const float mouth_distance = std::hypot(mouth.x - eyes.x, mouth.y - eyes.y);
    const float size = std::max(eye_distance, 0.95F * mouth_distance);
    return {0.55F * eyes.x + 0.45F * mouth.x - 0.04F * size, 0.55F * eyes.y + 0.45F * mouth.y + 0.085F * size,
            2.58F * size};
}

/// A part of a grey picture, made smaller or bigger, bilinear.
Image resample(const Image& grey, float left, float top, float scale, int width, int height) {
    Image out(width, height, PixelFormat::gray8);
    for (int y = 0; y < height; ++y) {
        const float sy = std::clamp(top + (static_cast<float>(y) + 0.5F) / scale - 0.5F, 0.0F,
                                    static_cast<float>(grey.height - 1));
        const int y0 = static_cast<int>(sy);
        const float fy = sy - static_cast<float>(y0);
        const auto upper = grey.row(y0);
        const auto lower = grey.row(std::min(y0 + 1, grey.height - 1));
        const auto row = out.row(y);
        for (int x = 0; x < width; ++x) {
            const float sx = std::clamp(left + (static_cast<float>(x) + 0.5F) / scale - 0.5F, 0.0F,
                                        static_cast<float>(grey.width - 1));
            const auto x0 = static_cast<std::size_t>(sx);
            const std::size_t x1 = std::min(x0 + 1, static_cast<std::size_t>(grey.width - 1));
            const float fx = sx - static_cast<float>(x0);
            const auto mix = [fx](float a, float b) { return a + (b - a) * fx; };
            const float up = mix(static_cast<float>(upper[x0]), static_cast<float>(upper[x1]));
            const float down = mix(static_cast<float>(lower[x0]), static_cast<float>(lower[x1]));
            row[static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(up + (down - up) * fy + 0.5F);
        }
    }
    return out;
}

constexpr Duration max_pause = Duration::from_ms(1000);
constexpr Duration check_interval = Duration::from_ms(500);
constexpr float check_face_pixels = 120; // of the face in the window that is checked
constexpr double check_threshold = -0.6; // below the detector's own 0: a known face may turn a little

class Dlib68Tracker final : public Tracker {
public:
    explicit Dlib68Tracker(dlib::shape_predictor predictor)
        : detector_(dlib::get_frontal_face_detector()), predictor_(std::move(predictor)) {}

    std::string_view name() const override { return "dlib68"; }
    Scheme scheme() const override { return Scheme::ibug68; }
    TrackTimes times() const override { return times_; }
    void reset() override {
        previous_.reset();
        last_time_.reset();
        search_step_ = 0;
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

        const Image grey = grey_of(frame.picture);
        std::optional<FaceBox> box;
        if (previous_ && frame.t - last_check_ >= check_interval && !still_there(grey, box_of(*previous_)))
            previous_.reset();
        else if (previous_ && frame.t - last_check_ >= check_interval)
            last_check_ = frame.t;
        if (previous_)
            box = box_of(*previous_);
        else if ((box = find(grey)))
            last_check_ = frame.t;
        if (!box || !(box->side >= 8)) {
            previous_.reset();
            return result;
        }
        previous_ = predict(grey, *box);
        const StageClock clock(times_.points_ms);
        result.tracked = true;
        result.scheme = Scheme::ibug68;
        result.quality = confidence_;
        result.points.assign(previous_->begin(), previous_->end());
        return result;
    }

private:
    Image grey_of(const Image& picture) {
        const StageClock clock(times_.crop_ms);
        return convert(picture, PixelFormat::gray8);
    }

    // The detector's score above its threshold, as 0..1: 0 at the lenient check's edge, 1 at a clear face.
    static float confidence_of(double score) {
        return static_cast<float>(std::clamp((score - check_threshold) / 1.6, 0.05, 1.0));
    }

    bool still_there(const Image& grey, const FaceBox& box) {
        const StageClock clock(times_.detect_ms);
        const float scale = check_face_pixels / box.side;
        const int side = static_cast<int>(2 * check_face_pixels);
        const Image window =
            resample(grey, box.centre_x - box.side, box.centre_y - box.side, scale, side, side);
        std::vector<std::pair<double, dlib::rectangle>> faces;
        detector_(view_of(window), faces, check_threshold);
        for (const auto& [score, face] : faces) {
            const float x = static_cast<float>(face.left() + face.right()) / 2 - check_face_pixels;
            const float y = static_cast<float>(face.top() + face.bottom()) / 2 - check_face_pixels;
            if (std::hypot(x, y) > check_face_pixels / 3) continue;
            confidence_ = confidence_of(score);
            return true;
        }
        return false;
    }

    // dlib finds faces of 80 pixels and more: half the picture's size first, where a near face is found
    // quickly, the full size in turn with it.
    std::optional<FaceBox> find(const Image& grey) {
        const StageClock clock(times_.detect_ms);
        const int steps = search_step_ == 0 ? 2 : 1; // both at once on the first frame: it may be a still
        for (int i = 0; i < steps; ++i) {
            const float scale = search_step_++ % 2 == 0 ? 0.5F : 1.0F;
            if (auto box = find_at(grey, scale)) return box;
        }
        return {};
    }

    std::optional<FaceBox> find_at(const Image& grey, float scale) {
        const int width = static_cast<int>(static_cast<float>(grey.width) * scale);
        const int height = static_cast<int>(static_cast<float>(grey.height) * scale);
        if (width < 1 || height < 1) return {};
        std::vector<std::pair<double, dlib::rectangle>> faces;
        if (scale == 1.0F)
            detector_(view_of(grey), faces);
        else
            detector_(view_of(resample(grey, 0, 0, scale, width, height)), faces);
        if (faces.empty()) return {};
        const auto& [score, face] = faces.front();
        confidence_ = confidence_of(score);
        return FaceBox{static_cast<float>(face.left() + face.right()) / (2 * scale),
                       static_cast<float>(face.top() + face.bottom()) / (2 * scale),
                       static_cast<float>(face.width()) / scale};
    }

    Points predict(const Image& grey, const FaceBox& box) {
        const StageClock clock(times_.network_ms);
        const dlib::rectangle rectangle(
            std::lround(box.centre_x - box.side / 2), std::lround(box.centre_y - box.side / 2),
            std::lround(box.centre_x + box.side / 2), std::lround(box.centre_y + box.side / 2));
        const auto shape = predictor_(view_of(grey), rectangle);
        Points points;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const dlib::point& part = shape.part(i);
            points[i] = {static_cast<float>(part.x()) + 0.5F, static_cast<float>(part.y()) + 0.5F, 0};
        }
        return points;
    }

    dlib::frontal_face_detector detector_;
    dlib::shape_predictor predictor_;
    std::optional<Points> previous_;
    std::optional<Timestamp> last_time_;
    Timestamp last_check_;
    int search_step_ = 0;
    float confidence_ = 0;
    TrackTimes times_;
};

} // namespace

Result<std::unique_ptr<Tracker>> make_dlib68_tracker(const std::filesystem::path& shape_file) {
    std::error_code ignored;
    if (!std::filesystem::exists(shape_file, ignored))
        return fail(ErrorCode::unavailable,
                    "The model {} is not there; install Debian's libdlib-data or choose the mesh tracker",
                    shape_file.string());
    try {
        dlib::shape_predictor predictor;
        dlib::deserialize(shape_file.string()) >> predictor;
        if (predictor.num_parts() != point_total)
            return fail(ErrorCode::unreadable, "The model {} has {} points instead of 68",
                        shape_file.string(), predictor.num_parts());
        return std::make_unique<Dlib68Tracker>(std::move(predictor));
    } catch (const std::exception&) { // dlib's own messages are several lines long
        return fail(
            ErrorCode::unreadable,
            "Cannot read the model {}: it is damaged or no shape predictor; install libdlib-data again",
            shape_file.string());
    }
}

} // namespace mien

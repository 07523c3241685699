// From the face detector's raw answers to faces: anchors, decoding, weighted non-maximum suppression. TECH:
// the short-range model of MediaPipe (BlazeFace).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "capture/tracker/square_sampler.h"

namespace mien {

/// A face as the detector sees it. In detection_from_answers() all lengths are 0..1 of the detector's input;
/// in FaceDetector's results they are pixels of the picture (width and height along the searched region's
/// axes).
struct Detection {
    /// In the order of `points`; left and right are the person's own.
    enum KeyPoint : std::size_t { right_eye, left_eye, nose_tip, mouth, right_ear, left_ear };

    float score = 0; ///< 0..1
    float centre_x = 0;
    float centre_y = 0;
    float width = 0;
    float height = 0;
    std::array<Landmark, 6> points{}; ///< z is 0
};

/// Centres of the anchors (x, y in 0..1): 16 x 16 cells with 2 each, then 8 x 8 cells with 6 each, row by
/// row.
inline constexpr std::size_t anchor_count = 16 * 16 * 2 + 8 * 8 * 6;
struct Anchor {
    float x = 0;
    float y = 0;
};
[[nodiscard]] std::array<Anchor, anchor_count> make_anchors();

/// `regressors`: anchor_count rows of 16 (centre, size, six key points; in pixels of the `input_side`,
/// relative to the anchor); `logits`: one each. Faces with a score of at least `min_score`, not yet merged.
[[nodiscard]] std::vector<Detection> decode_detections(std::span<const float> regressors,
                                                       std::span<const float> logits,
                                                       std::span<const Anchor, anchor_count> anchors,
                                                       float input_side, float min_score);

/// Intersection over union of the two boxes, 0..1.
[[nodiscard]] float overlap(const Detection& a, const Detection& b);

/// Those that overlap the best one by more than `max_overlap` become one with it, averaged with their scores
/// as weights; the score stays the best one's; so on with the rest. Best first.
[[nodiscard]] std::vector<Detection> merge_detections(std::vector<Detection> found, float max_overlap = 0.3F);

/// The square that the mesh network wants to see: 1.5 times the box, turned so that the eyes are level.
[[nodiscard]] SquareRegion region_of(const Detection& face);

} // namespace mien

#include "capture/tracker/face_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "capture/tracker/search_squares.h"
#include "capture/tracker/stopwatch.h"

namespace mien {
namespace {

constexpr float min_presence = 0.5F;
// The rigid points of true faces stay below 0.16 whatever they do, a hand in front of them included.
constexpr double max_misfit = 0.25;
constexpr float min_region_pixels = 12;
// So many faces of one square are looked at closely.
constexpr std::size_t max_candidates = 6;
// Between the worst true face (2.1) and the best false one (3.1) of 2600 frames and 23 stills.
constexpr double max_doubt = 2.6;

float distance(const Landmark& a, const Landmark& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

Landmark middle(const Landmark& a, const Landmark& b) {
    return {(a.x + b.x) / 2, (a.y + b.y) / 2, 0};
}

float size_of(const Detection& face) {
    return std::max(face.width, face.height);
}

} // namespace

std::optional<MeshLook> MeshEye::look(const Image& picture, const SquareRegion& region, TrackTimes& times) {
    if (!std::isfinite(region.centre_x + region.centre_y + region.side + region.rotation) ||
        region.side < min_region_pixels)
        return {};
    {
        const StageClock clock(times.crop_ms);
        model_.look(picture, region);
    }
    {
        const StageClock clock(times.network_ms);
        model_.run();
    }
    const StageClock clock(times.points_ms);
    MeshLook result;
    result.presence = model_.presence();
    if (!(result.presence > min_presence)) return {};
    model_.points(region, result.points);
    result.misfit = face_.misfit(result.points);
    if (!(result.misfit < max_misfit)) return {};
    result.evidence = region_evidence(model_.crop(), region, result.points);
    result.hidden = model_.hidden();
    return result;
}

double doubt(const Detection& detection, const MeshPoints& first, const MeshLook& second) {
    const MeshPoints& p = second.points;
    const float side = region_of(p).side;
    float disagreement = 0;
    for (std::size_t i = 0; i < p.size(); ++i) disagreement += distance(first[i], p[i]);
    disagreement /= static_cast<float>(p.size()) * side;
    // The detector's own eyes, nose and mouth against the mesh's.
    const float key_points = (distance(detection.points[Detection::right_eye], middle(p[33], p[133])) +
                              distance(detection.points[Detection::left_eye], middle(p[263], p[362])) +
                              distance(detection.points[Detection::nose_tip], p[1]) +
                              distance(detection.points[Detection::mouth], middle(p[13], p[14]))) /
                             (4 * side);
    return second.misfit / 0.15 + disagreement / 0.025 + key_points / 0.11 + (1 - detection.score) / 0.5;
}

std::vector<Detection> FaceFinder::detect(const Image& picture, const SquareRegion& square,
                                          TrackTimes& times) {
    const StageClock clock(times.detect_ms);
    auto faces = detector_.find(picture, square);
    if (faces.size() > max_candidates) faces.resize(max_candidates);
    return faces;
}

namespace {

/// Whether the picture shows there what makes a face: the network sees one in a lamp with two bulbs as well.
/// Half-hidden faces still have the one or the other; the least that the clips of capture_clips_unit show
/// is 4.45.
bool looks_like_one(const RegionEvidence& evidence) {
    const auto shown = [](float amount, float plain) { return std::clamp(amount / plain, 0.0F, 2.0F); };
    return shown(std::max(evidence.eyes[0], evidence.eyes[1]), 0.2F) +
               shown(std::max(evidence.brows[0], evidence.brows[1]), 0.1F) + shown(evidence.mouth, 0.2F) >=
           1;
}

/// Looks twice at each, in the order of `rank` (less is better), until `wanted` of them turned out to be
/// faces: that one.
template <typename Rank>
std::optional<MeshLook> first_face(const Image& picture, MeshEye& eye, std::vector<Detection> faces,
                                   int wanted, const Rank& rank, TrackTimes& times) {
    std::stable_sort(faces.begin(), faces.end(),
                     [&](const Detection& a, const Detection& b) { return rank(a) < rank(b); });
    for (const Detection& face : faces) {
        const auto first = eye.look(picture, region_of(face), times);
        if (!first) continue;
        auto second = eye.look(picture, region_of(first->points), times);
        if (!second || doubt(face, first->points, *second) >= max_doubt || !looks_like_one(second->evidence))
            continue;
        if (--wanted == 0) return second;
    }
    return {};
}

} // namespace

/// The one where the performer was lost; with a choice made nobody else.
std::optional<MeshLook> FaceFinder::near_one(const Image& picture, MeshEye& eye, std::vector<Detection> faces,
                                             const SquareRegion& near, TrackTimes& times) const {
    const auto far = [&](const Detection& face) {
        return std::hypot(face.centre_x - near.centre_x, face.centre_y - near.centre_y) +
               std::abs(1.5F * size_of(face) - near.side);
    };
    if (options_.face != FaceChoice::best || pointed_at_)
        std::erase_if(faces, [&](const Detection& face) { return far(face) > near.side; });
    return first_face(picture, eye, std::move(faces), 1, far, times);
}

std::optional<MeshLook> FaceFinder::chosen(const Image& picture, MeshEye& eye, std::vector<Detection> faces,
                                           TrackTimes& times) const {
    const auto rank = [&](const Detection& face) {
        switch (options_.face) {
        case FaceChoice::left:
        case FaceChoice::numbered:
            return face.centre_x;
        case FaceChoice::right:
            return -face.centre_x;
        case FaceChoice::largest:
            return -size_of(face);
        case FaceChoice::best:
            break;
        }
        return -face.score * std::sqrt(size_of(face));
    };
    const int wanted = options_.face == FaceChoice::numbered ? options_.number : 1;
    return first_face(picture, eye, std::move(faces), wanted, rank, times);
}

std::optional<MeshLook> FaceFinder::find(const Image& picture, MeshEye& eye,
                                         const std::optional<SquareRegion>& near, TrackTimes& times) {
    const auto squares = search_squares(picture);
    const std::size_t others = squares.size() - 1;
    const bool everywhere = !next_square_;
    const std::size_t start = next_square_.value_or(0);
    const std::size_t count = everywhere ? others : 1;
    next_square_ = (start + count) % others;

    auto faces = detect(picture, squares[0], times);
    const bool one_by_one = near || options_.face == FaceChoice::best;
    const auto look = [&](std::vector<Detection> candidates) {
        return near ? near_one(picture, eye, std::move(candidates), *near, times)
                    : chosen(picture, eye, std::move(candidates), times);
    };
    for (std::size_t i = 0; i < count; ++i) {
        if (one_by_one) {
            if (auto found = look(std::move(faces))) return found;
            faces.clear();
        }
        auto more = detect(picture, squares[1 + (start + i) % others], times);
        faces.insert(faces.end(), more.begin(), more.end());
    }
    // A choice needs to see them all, each once.
    return look(one_by_one ? std::move(faces) : merge_detections(std::move(faces)));
}

std::optional<MeshLook> FaceFinder::find_at(const Image& picture, MeshEye& eye, float x, float y,
                                            TrackTimes& times) {
    const auto off = [&](const Detection& face) { return std::hypot(face.centre_x - x, face.centre_y - y); };
    std::vector<Detection> faces;
    for (const SquareRegion& square : search_squares(picture))
        for (const Detection& face : detect(picture, square, times))
            // A box round the face from the brows to the chin: hair and ears are pointed at too.
            if (off(face) < 0.75F * size_of(face)) faces.push_back(face);
    auto found = first_face(picture, eye, merge_detections(std::move(faces)), 1, off, times);
    if (found) pointed_at_ = true;
    return found;
}

} // namespace mien

#include "capture/tracker/detection.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace mien {
namespace {

constexpr std::size_t values_per_anchor = 16;

} // namespace

std::array<Anchor, anchor_count> make_anchors() {
    std::array<Anchor, anchor_count> anchors;
    std::size_t next = 0;
    const auto grid = [&](int cells, int repeats) {
        for (int y = 0; y < cells; ++y)
            for (int x = 0; x < cells; ++x)
                for (int r = 0; r < repeats; ++r)
                    anchors[next++] = {(static_cast<float>(x) + 0.5F) / static_cast<float>(cells),
                                       (static_cast<float>(y) + 0.5F) / static_cast<float>(cells)};
    };
    grid(16, 2);
    grid(8, 6);
    assert(next == anchor_count);
    return anchors;
}

std::vector<Detection> decode_detections(std::span<const float> regressors, std::span<const float> logits,
                                         std::span<const Anchor, anchor_count> anchors, float input_side,
                                         float min_score) {
    assert(regressors.size() == anchor_count * values_per_anchor && logits.size() == anchor_count);
    std::vector<Detection> found;
    for (std::size_t i = 0; i < anchor_count; ++i) {
        const float score = 1 / (1 + std::exp(-std::clamp(logits[i], -100.0F, 100.0F)));
        if (!(score >= min_score)) continue; // NaN is no face
        const float* row = regressors.data() + i * values_per_anchor;
        Detection face;
        face.score = score;
        face.centre_x = row[0] / input_side + anchors[i].x;
        face.centre_y = row[1] / input_side + anchors[i].y;
        face.width = row[2] / input_side;
        face.height = row[3] / input_side;
        for (std::size_t k = 0; k < face.points.size(); ++k)
            face.points[k] = {row[4 + 2 * k] / input_side + anchors[i].x,
                              row[5 + 2 * k] / input_side + anchors[i].y, 0};
        if (face.width > 0 && face.height > 0) found.push_back(face);
    }
    return found;
}

float overlap(const Detection& a, const Detection& b) {
    const auto shared = [](float ca, float ea, float cb, float eb) {
        return std::max(0.0F, std::min(ca + ea / 2, cb + eb / 2) - std::max(ca - ea / 2, cb - eb / 2));
    };
    const float both =
        shared(a.centre_x, a.width, b.centre_x, b.width) * shared(a.centre_y, a.height, b.centre_y, b.height);
    const float either = a.width * a.height + b.width * b.height - both;
    return either > 0 ? both / either : 0;
}

std::vector<Detection> merge_detections(std::vector<Detection> found, float max_overlap) {
    std::stable_sort(found.begin(), found.end(),
                     [](const Detection& a, const Detection& b) { return a.score > b.score; });
    std::vector<Detection> merged;
    while (!found.empty()) {
        const Detection best = found.front();
        Detection sum;
        float weight = 0;
        std::vector<Detection> rest;
        for (const Detection& face : found) {
            if (overlap(best, face) <= max_overlap && &face != found.data()) {
                rest.push_back(face);
                continue;
            }
            weight += face.score;
            sum.centre_x += face.score * face.centre_x;
            sum.centre_y += face.score * face.centre_y;
            sum.width += face.score * face.width;
            sum.height += face.score * face.height;
            for (std::size_t k = 0; k < sum.points.size(); ++k) {
                sum.points[k].x += face.score * face.points[k].x;
                sum.points[k].y += face.score * face.points[k].y;
            }
        }
        sum.score = best.score;
        for (float* value : {&sum.centre_x, &sum.centre_y, &sum.width, &sum.height}) *value /= weight;
        for (Landmark& point : sum.points) {
            point.x /= weight;
            point.y /= weight;
        }
        merged.push_back(sum);
        found = std::move(rest);
    }
    return merged;
}

SquareRegion region_of(const Detection& face) {
    const Landmark& right = face.points[Detection::right_eye];
    const Landmark& left = face.points[Detection::left_eye];
    return {face.centre_x, face.centre_y, 1.5F * std::max(face.width, face.height),
            std::atan2(left.y - right.y, left.x - right.x)};
}

} // namespace mien

// The network of face_landmarker.task that guesses expression scores from some of the points.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "capture/landmark_frame.h"
#include "capture/network/executor.h"

namespace mien {

/// One owner, one thread at a time.
class BlendshapeModel {
public:
    static constexpr std::size_t score_count = 52;

    /// Error: unreadable where the graph is another.
    [[nodiscard]] static Result<BlendshapeModel> create(network::Graph graph, std::string_view name);

    /// Of the 478 points in pixels. 0..1 each: first "_neutral", then ARKit's names in alphabetical order
    /// without tongueOut. Valid until the next call.
    [[nodiscard]] std::span<const float> scores(std::span<const Landmark> points);

private:
    explicit BlendshapeModel(std::unique_ptr<network::Executor> executor) : executor_(std::move(executor)) {}
    std::unique_ptr<network::Executor> executor_;
};

} // namespace mien

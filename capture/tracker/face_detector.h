// Finds faces in a picture, or in a part of it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/image.h"
#include "base/result.h"
#include "capture/network/executor.h"
#include "capture/tracker/detection.h"

namespace mien {

/// MediaPipe's short-range detector: faces of about a twelfth of the searched square and more. One owner, one
/// thread at a time.
class FaceDetector {
public:
    /// Error: unreadable where the graph is no such detector; `name` is the file for the message.
    [[nodiscard]] static Result<FaceDetector> create(network::Graph graph, std::string_view name);

    /// Faces in the square, best first, in pixels of the picture. What lies outside the picture is black. A
    /// turned square finds faces that are turned by as much.
    [[nodiscard]] std::vector<Detection> find(const Image& picture, const SquareRegion& where);

private:
    explicit FaceDetector(std::unique_ptr<network::Executor> executor, bool scores_first);
    std::unique_ptr<network::Executor> executor_;
    std::array<Anchor, anchor_count> anchors_;
    SquareSampler sampler_;
    std::size_t regressors_;
    std::size_t logits_;
};

/// The smallest square round the whole picture, turned.
[[nodiscard]] SquareRegion whole_picture(const Image& picture, float rotation = 0);

} // namespace mien

#include "capture/tracker/face_detector.h"

#include <algorithm>
#include <cmath>

namespace mien {
namespace {

constexpr int input_side = 128;
constexpr float min_score = 0.5F;

} // namespace

Result<FaceDetector> FaceDetector::create(network::Graph graph, std::string_view name) {
    const auto shape_of = [&](int tensor) -> const network::Shape& {
        return graph.tensors[static_cast<std::size_t>(tensor)].shape;
    };
    const network::Shape regressors{1, static_cast<int>(anchor_count), 16};
    const network::Shape logits{1, static_cast<int>(anchor_count), 1};
    if (graph.inputs.size() != 1 ||
        shape_of(graph.inputs[0]) != network::Shape{1, input_side, input_side, 3} ||
        graph.outputs.size() != 2)
        return fail(ErrorCode::unreadable, "The model {} is not the short-range face detector", name);
    const bool scores_first = shape_of(graph.outputs[0]) == logits;
    if (shape_of(graph.outputs[scores_first ? 0 : 1]) != logits ||
        shape_of(graph.outputs[scores_first ? 1 : 0]) != regressors)
        return fail(ErrorCode::unreadable, "The model {} is not the short-range face detector", name);
    return FaceDetector(network::make_fast_executor(std::move(graph)), scores_first);
}

FaceDetector::FaceDetector(std::unique_ptr<network::Executor> executor, bool scores_first)
    : executor_(std::move(executor)), anchors_(make_anchors()), regressors_(scores_first ? 1 : 0),
      logits_(scores_first ? 0 : 1) {}

std::vector<Detection> FaceDetector::find(const Image& picture, const SquareRegion& where) {
    sampler_.sample(picture, where, Outside::black, {-1, 1}, executor_->input(0));
    executor_->run();
    auto faces = merge_detections(decode_detections(
        executor_->output(regressors_), executor_->output(logits_), anchors_, input_side, min_score));
    for (Detection& face : faces) {
        const Landmark centre = to_picture(where, face.centre_x, face.centre_y);
        face.centre_x = centre.x;
        face.centre_y = centre.y;
        face.width *= where.side;
        face.height *= where.side;
        for (Landmark& point : face.points) point = to_picture(where, point.x, point.y);
    }
    return faces;
}

SquareRegion whole_picture(const Image& picture, float rotation) {
    const auto width = static_cast<float>(picture.width);
    const auto height = static_cast<float>(picture.height);
    const float cosine = std::abs(std::cos(rotation));
    const float sine = std::abs(std::sin(rotation));
    return {width / 2, height / 2, std::max(cosine * width + sine * height, sine * width + cosine * height),
            rotation};
}

} // namespace mien

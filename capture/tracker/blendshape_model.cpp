#include "capture/tracker/blendshape_model.h"

#include <array>
#include <cstdint>

namespace mien {
namespace {

// The points that the network was made for: MediaPipe, face_blendshapes_graph.cc. It centres and scales them
// itself.
constexpr std::array<std::uint16_t, 146> used_points = {
    0,   1,   4,   5,   6,   7,   8,   10,  13,  14,  17,  21,  33,  37,  39,  40,  46,  52,  53,  54,  55,
    58,  61,  63,  65,  66,  67,  70,  78,  80,  81,  82,  84,  87,  88,  91,  93,  95,  103, 105, 107, 109,
    127, 132, 133, 136, 144, 145, 146, 148, 149, 150, 152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163,
    168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270, 276, 282, 283,
    284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318, 321, 323, 324, 332, 334,
    336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389,
    390, 397, 398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477};

} // namespace

Result<BlendshapeModel> BlendshapeModel::create(network::Graph graph, std::string_view name) {
    const auto shape_of = [&](int tensor) { return graph.tensors[static_cast<std::size_t>(tensor)].shape; };
    if (graph.inputs.size() != 1 || graph.outputs.size() != 1 ||
        shape_of(graph.inputs[0]) != network::Shape{1, static_cast<int>(used_points.size()), 2} ||
        network::element_count(shape_of(graph.outputs[0])) != score_count)
        return fail(ErrorCode::unreadable, "The model {} does not turn 146 points into 52 scores", name);
    return BlendshapeModel(network::make_fast_executor(std::move(graph)));
}

std::span<const float> BlendshapeModel::scores(std::span<const Landmark> points) {
    float* input = executor_->input(0).data;
    for (const std::uint16_t index : used_points) {
        *input++ = points[index].x;
        *input++ = points[index].y;
    }
    executor_->run();
    return executor_->output(0);
}

} // namespace mien

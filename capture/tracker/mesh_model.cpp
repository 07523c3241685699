#include "capture/tracker/mesh_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace mien {
namespace {

constexpr std::size_t surface_points = 468;
constexpr std::size_t iris_points = 5;
constexpr std::size_t eye_contour_points = 16; // the first ones of an eye's refined points
constexpr std::size_t right_eye_outer_corner = 33;
constexpr std::size_t left_eye_outer_corner = 263;

// Outputs of the attention mesh, in its order.
enum AttentionOutput : std::size_t {
    out_mesh,
    out_lips,
    out_left_eye,
    out_right_eye,
    out_left_iris,
    out_right_iris,
    out_presence
};
constexpr std::array<std::size_t, 7> attention_sizes = {surface_points * 3, 160, 142, 142, 10, 10, 1};

// The points that the attention mesh refines are the ones its region operators look at: lips, left eye, right
// eye (as seen), in this order.
std::vector<std::vector<std::size_t>> refined_points(const network::Graph& graph) {
    std::vector<std::vector<std::size_t>> lists;
    for (const network::Node& node : graph.nodes)
        if (node.op == network::Op::landmarks_to_matrix) {
            const auto& subset = std::get<network::RegionOptions>(node.options).subset;
            lists.emplace_back(subset.begin(), subset.end());
        }
    return lists;
}

} // namespace

Result<MeshModel> MeshModel::create(network::Graph graph, std::string_view name,
                                    const network::FastKernels& kernels) {
    const auto refuse = [&] {
        return fail(ErrorCode::unreadable, "The model {} is not a face mesh with 478 points", name);
    };
    if (graph.inputs.size() != 1) return refuse();
    const network::Shape input = graph.tensors[static_cast<std::size_t>(graph.inputs[0])].shape;
    if (input.size() != 4 || input[1] != input[2] || input[3] != 3) return refuse();
    std::vector<std::size_t> sizes;
    for (const int output : graph.outputs)
        sizes.push_back(graph.tensors[static_cast<std::size_t>(output)].size());

    const auto lists = refined_points(graph);
    MeshModel model(nullptr);
    model.side_ = static_cast<float>(input[1]);
    if (std::equal(sizes.begin(), sizes.end(), attention_sizes.begin(), attention_sizes.end())) {
        if (lists.size() != 3) return refuse();
        for (std::size_t i = 0; i < lists.size(); ++i) {
            if (lists[i].size() * 2 != attention_sizes[out_lips + i]) return refuse();
            model.refinements_.push_back({out_lips + i, lists[i]});
        }
        for (std::size_t iris = 0; iris < 2; ++iris) {
            std::vector<std::size_t> indices(iris_points);
            std::iota(indices.begin(), indices.end(), surface_points + iris * iris_points);
            model.refinements_.push_back({out_left_iris + iris, std::move(indices)});
        }
        model.presence_ = out_presence;
        model.hidden_ = HiddenPartsProbe::add_to(graph);
    } else if (sizes.size() >= 2 && sizes[0] == mesh_points * 3 && sizes[1] == 1) {
        model.presence_ = 1;
    } else {
        return refuse();
    }
    model.executor_ = network::make_fast_executor(std::move(graph), kernels);
    return model;
}

void MeshModel::look(const Image& picture, const SquareRegion& region) {
    sampler_.sample(picture, region, Outside::nearest_pixel, {0, 1}, executor_->input(0));
}

float MeshModel::presence() const {
    return 1 / (1 + std::exp(-executor_->output(presence_)[0]));
}

std::optional<HiddenParts> MeshModel::hidden() const {
    if (!hidden_) return {};
    return hidden_->read(*executor_);
}

void MeshModel::points(const SquareRegion& region, std::array<Landmark, mesh_points>& points) const {
    const auto surface = executor_->output(0);
    for (std::size_t i = 0; i < surface.size() / 3; ++i)
        points[i] = {surface[3 * i], surface[3 * i + 1], surface[3 * i + 2]};
    for (const Refinement& refinement : refinements_) {
        const auto refined = executor_->output(refinement.output);
        for (std::size_t i = 0; i < refinement.indices.size(); ++i) {
            points[refinement.indices[i]].x = refined[2 * i];
            points[refinement.indices[i]].y = refined[2 * i + 1];
        }
    }
    // The refinement has no depth: an iris gets the mean of its eye's contour.
    for (std::size_t iris = 0; iris < 2 && !refinements_.empty(); ++iris) {
        const auto& eye = refinements_[1 + iris].indices;
        float depth = 0;
        for (std::size_t i = 0; i < eye_contour_points; ++i) depth += points[eye[i]].z;
        for (std::size_t i = 0; i < iris_points; ++i)
            points[surface_points + iris * iris_points + i].z = depth / eye_contour_points;
    }
    const float cosine = std::cos(region.rotation) * region.side / side_;
    const float sine = std::sin(region.rotation) * region.side / side_;
    for (Landmark& point : points) {
        const float x = point.x - side_ / 2;
        const float y = point.y - side_ / 2;
        point = {region.centre_x + cosine * x - sine * y, region.centre_y + sine * x + cosine * y,
                 point.z * region.side / side_};
    }
}

SquareRegion region_of(std::span<const Landmark, mesh_points> points) {
    const auto [left, right] = std::minmax_element(
        points.begin(), points.end(), [](const Landmark& a, const Landmark& b) { return a.x < b.x; });
    const auto [top, bottom] = std::minmax_element(
        points.begin(), points.end(), [](const Landmark& a, const Landmark& b) { return a.y < b.y; });
    const Landmark& from = points[right_eye_outer_corner];
    const Landmark& to = points[left_eye_outer_corner];
    return {(left->x + right->x) / 2, (top->y + bottom->y) / 2,
            1.5F * std::max(right->x - left->x, bottom->y - top->y),
            std::atan2(to.y - from.y, to.x - from.x)};
}

} // namespace mien

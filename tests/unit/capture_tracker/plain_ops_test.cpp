// Each operator against values worked out by hand.
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "capture/network/executor.h"
#include "capture/network/half.h"
#include "capture/network/transform_ops.h"
#include "tests/unit/capture_tracker/graph_builder.h"

namespace mien::network {
namespace {

using test::GraphBuilder;
using ::testing::ElementsAre;
using ::testing::FloatEq;
using ::testing::FloatNear;
using ::testing::Pointwise;

// Runs a graph with one input on these values.
std::vector<float> run(const Graph& graph, const std::vector<float>& values) {
    const auto checked = check_graph(graph);
    EXPECT_TRUE(checked) << checked.error().message;
    if (!checked) return {};
    const auto executor = make_plain_executor(graph);
    std::copy(values.begin(), values.end(), executor->input(0).data);
    executor->run();
    const auto out = executor->output(0);
    return {out.begin(), out.end()};
}

std::vector<float> run_unary(Op op, const std::vector<float>& values) {
    GraphBuilder b;
    const Shape shape{1, static_cast<int>(values.size())};
    b.output(b.node(op, {b.input(shape)}, shape));
    return run(b.graph(), values);
}

// input (op) constant
std::vector<float> run_binary(Op op, const Shape& shape, const std::vector<float>& values,
                              const Shape& other_shape, const std::vector<float>& other,
                              const Shape& result) {
    GraphBuilder b;
    const int in = b.input(shape);
    const int constant = b.constant(other_shape);
    Graph graph = b.graph();
    b.output(b.node(op, {in, constant}, result, ElementwiseOptions{}));
    graph = b.graph();
    graph.tensors[static_cast<std::size_t>(constant)].floats = other;
    return run(graph, values);
}

TEST(HalfFloats, BecomeFloatsExactly) {
    EXPECT_EQ(half_to_float(0x3C00), 1.0F);
    EXPECT_EQ(half_to_float(0xC000), -2.0F);
    EXPECT_EQ(half_to_float(0x3555), 0.333251953125F);
    EXPECT_EQ(half_to_float(0x0001), 0x1p-24F); // the smallest
    EXPECT_EQ(half_to_float(0x7BFF), 65504.0F);
    EXPECT_TRUE(std::isinf(half_to_float(0x7C00)));
    EXPECT_TRUE(std::isnan(half_to_float(0x7E00)));
    EXPECT_TRUE(std::signbit(half_to_float(0x8000)));
}

TEST(PlainOps, ConvolveWithZerosOutsideThePicture) {
    GraphBuilder b;
    const int in = b.input({1, 2, 2, 1});
    const int out = b.convolution(in, 1, 3, 1, Padding::same);
    b.output(out);
    Graph graph = b.graph();
    auto& weights = graph.tensors[static_cast<std::size_t>(graph.nodes[0].inputs[1])].floats;
    weights = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    graph.tensors[static_cast<std::size_t>(graph.nodes[0].inputs[2])].floats = {100};
    // The upper left output sees 1 2 / 3 4 under the weights 5 6 / 8 9.
    EXPECT_THAT(run(graph, {1, 2, 3, 4}), ElementsAre(100 + 5 + 12 + 24 + 36, 100 + 4 + 10 + 21 + 32,
                                                      100 + 2 + 6 + 15 + 24, 100 + 1 + 4 + 12 + 20));
}

TEST(PlainOps, ConvolveMixesChannelsAndAppliesAFusedRelu) {
    GraphBuilder b;
    const int in = b.input({1, 1, 1, 2});
    b.output(b.convolution(in, 2, 1, 1, Padding::valid, false, Activation::relu));
    Graph graph = b.graph();
    graph.tensors[static_cast<std::size_t>(graph.nodes[0].inputs[1])].floats = {1, 10, -1, -10};
    graph.tensors[static_cast<std::size_t>(graph.nodes[0].inputs[2])].floats = {0.5F, 0.5F};
    EXPECT_THAT(run(graph, {2, 3}), ElementsAre(32.5F, 0));
}

TEST(PlainOps, DepthwiseKeepsChannelsApart) {
    GraphBuilder b;
    const int in = b.input({1, 1, 2, 2});
    b.output(b.depthwise(in, 1));
    Graph graph = b.graph();
    auto& weights = graph.tensors[static_cast<std::size_t>(graph.nodes[0].inputs[1])].floats;
    weights.assign(18, 0);
    weights[4 * 2] = 2;      // centre of the first channel
    weights[5 * 2 + 1] = 10; // right neighbour of the second
    graph.tensors[static_cast<std::size_t>(graph.nodes[0].inputs[2])].floats = {0, 0};
    EXPECT_THAT(run(graph, {1, 2, 3, 4}), ElementsAre(2, 40, 6, 0));
}

TEST(PlainOps, PoolAndPad) {
    GraphBuilder b;
    const int in = b.input({1, 2, 2, 1});
    b.output(b.pad_channels(b.max_pool(in), 3));
    EXPECT_THAT(run(b.graph(), {-4, -2, -3, -9}), ElementsAre(-2, 0, 0));
}

TEST(PlainOps, Unary) {
    EXPECT_THAT(run_unary(Op::relu, {-1, 2}), ElementsAre(0, 2));
    EXPECT_THAT(run_unary(Op::negate, {-1, 2}), ElementsAre(1, -2));
    EXPECT_THAT(run_unary(Op::square_root, {9}), ElementsAre(3));
    EXPECT_THAT(run_unary(Op::reciprocal_square_root, {4}), ElementsAre(0.5F));
    EXPECT_THAT(run_unary(Op::logistic, {0, 100, -100}), Pointwise(FloatNear(1e-6F), {0.5F, 1.0F, 0.0F}));
}

TEST(PlainOps, BinaryBroadcasts) {
    EXPECT_THAT(run_binary(Op::subtract, {1, 2, 2}, {1, 2, 3, 4}, {1, 1, 2}, {10, 20}, {1, 2, 2}),
                ElementsAre(-9, -18, -7, -16));
    EXPECT_THAT(run_binary(Op::divide, {1, 2}, {8, 4}, {}, {2}, {1, 2}), ElementsAre(4, 2));
    EXPECT_THAT(run_binary(Op::multiply, {1, 2, 1}, {2, 3}, {1, 1, 2}, {1, 10}, {1, 2, 2}),
                ElementsAre(2, 20, 3, 30));
    EXPECT_THAT(run_binary(Op::add, {2}, {1, 2}, {2}, {10, 20}, {2}), ElementsAre(11, 22));
    EXPECT_THAT(run_binary(Op::squared_difference, {2}, {1, 2}, {1}, {4}, {2}), ElementsAre(9, 4));
    EXPECT_THAT(run_binary(Op::prelu, {1, 1, 2, 2}, {-1, -1, 2, 2}, {1, 1, 2}, {0.5F, 0.1F}, {1, 1, 2, 2}),
                Pointwise(FloatEq(), {-0.5F, -0.1F, 2.0F, 2.0F}));
}

TEST(PlainOps, ReduceKeepsOrDropsDimensions) {
    GraphBuilder keep;
    const int in = keep.input({1, 2, 3});
    keep.output(keep.node(Op::mean, {in, keep.integers({1}, {-1})}, {1, 2, 1}, ReduceOptions{true}));
    EXPECT_THAT(run(keep.graph(), {1, 2, 3, 4, 5, 9}), ElementsAre(2, 6));
    GraphBuilder drop;
    const int other = drop.input({1, 2, 3});
    drop.output(drop.node(Op::sum, {other, drop.integers({1}, {1})}, {1, 3}, ReduceOptions{false}));
    EXPECT_THAT(run(drop.graph(), {1, 2, 3, 4, 5, 9}), ElementsAre(5, 7, 12));
}

TEST(PlainOps, TransposeConcatenateAndSlice) {
    GraphBuilder t;
    const int in = t.input({1, 2, 3});
    t.output(t.node(Op::transpose, {in, t.integers({3}, {0, 2, 1})}, {1, 3, 2}));
    EXPECT_THAT(run(t.graph(), {1, 2, 3, 4, 5, 6}), ElementsAre(1, 4, 2, 5, 3, 6));

    GraphBuilder c;
    const int part = c.input({1, 2, 1});
    c.output(c.node(Op::concatenate, {part, part}, {1, 2, 2}, ConcatenateOptions{-1}));
    EXPECT_THAT(run(c.graph(), {7, 8}), ElementsAre(7, 7, 8, 8));

    GraphBuilder s;
    const int all = s.input({2, 3});
    s.output(s.node(Op::strided_slice,
                    {all, s.integers({2}, {1, 0}), s.integers({2}, {2, 2}), s.integers({2}, {1, 1})}, {2},
                    SliceOptions{0, 0, 1}));
    EXPECT_THAT(run(s.graph(), {1, 2, 3, 4, 5, 6}), ElementsAre(4, 5));
}

// --- the transform operators ---

RegionOptions region_of_two_points() {
    RegionOptions region;
    region.output_width = 16;
    region.output_height = 8;
    region.left_rotation_index = 0;
    region.right_rotation_index = 1;
    region.scale_x = 1.5F;
    region.scale_y = 1.5F;
    region.subset = {0, 1, 2, 3};
    return region;
}

TEST(TransformOps, TheMatrixMapsTheRegionOntoTheTurnedBoxOfItsPoints) {
    // A box of 20 x 10, turned by 30 degrees about (50, 40); points 0 and 1 on its level middle line.
    const float turn = 0.5235988F;
    const auto turned = [&](float x, float y) {
        return std::pair{50 + std::cos(turn) * x - std::sin(turn) * y,
                         40 + std::sin(turn) * x + std::cos(turn) * y};
    };
    std::vector<float> points;
    for (const auto& [x, y] : {std::pair{-10.0F, 0.0F}, {10.0F, 0.0F}, {0.0F, -5.0F}, {0.0F, 5.0F}}) {
        const auto [px, py] = turned(x, y);
        points.insert(points.end(), {px, py, 0.0F});
    }
    std::vector<float> matrix(16);
    landmarks_to_matrix(points, 3, region_of_two_points(), std::span<float, 16>(matrix));
    std::vector<float> corners{8, 4, 16, 4, 8, 8}; // the middle, the right side, the lower side
    transform_landmarks(corners, std::span<const float, 16>(matrix), corners);
    EXPECT_NEAR(corners[0], 50, 1e-4F);
    EXPECT_NEAR(corners[1], 40, 1e-4F);
    const auto [rx, ry] = turned(15, 0); // 1.5 times half the width
    EXPECT_NEAR(corners[2], rx, 1e-4F);
    EXPECT_NEAR(corners[3], ry, 1e-4F);
    const auto [lx, ly] = turned(0, 7.5F);
    EXPECT_NEAR(corners[4], lx, 1e-4F);
    EXPECT_NEAR(corners[5], ly, 1e-4F);
}

TEST(TransformOps, MapsAreSampledAtPixelCentresAndZeroOutside) {
    const std::vector<float> map{0, 1, 2, 10, 11, 12}; // 3 x 2
    std::vector<float> out(4 * 2, -1.0F);
    // Half a pixel to the left: between two neighbours; what lies outside is zero, not the border.
    const std::vector<float> matrix{1, 0, 0, -0.5F, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    transform_map({map.data(), 3, 2, 1, 1, 3}, std::span<const float, 16>(matrix), {out.data(), 4, 2, 1, 4});
    EXPECT_THAT(out, ElementsAre(0, 0.5F, 1.5F, 0, 0, 10.5F, 11.5F, 0));
}

} // namespace
} // namespace mien::network

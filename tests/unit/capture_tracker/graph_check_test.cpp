#include "capture/network/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/capture_tracker/graph_builder.h"

namespace mien::network {
namespace {

using test::GraphBuilder;
using ::testing::HasSubstr;

Graph small_graph() {
    GraphBuilder b;
    const int in = b.input({1, 8, 8, 3});
    b.output(b.block(b.convolution(in, 8, 3, 2, Padding::same), 16, 2));
    return b.graph();
}

void expect_refused(const Graph& graph, const char* why) {
    const auto checked = check_graph(graph);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, ErrorCode::unreadable);
    EXPECT_THAT(checked.error().message, HasSubstr(why));
}

TEST(WindowExtent, PadsOnlyBehindForEvenSizesAtStrideTwo) {
    EXPECT_EQ(window_extent(192, 3, 2, Padding::same).output, 96);
    EXPECT_EQ(window_extent(192, 3, 2, Padding::same).pad_before, 0);
    EXPECT_EQ(window_extent(128, 5, 2, Padding::same).pad_before, 1);
    EXPECT_EQ(window_extent(7, 3, 1, Padding::same).pad_before, 1);
    EXPECT_EQ(window_extent(3, 3, 3, Padding::valid).output, 1);
    EXPECT_EQ(window_extent(5, 2, 2, Padding::valid).output, 2);
}

TEST(CheckGraph, AcceptsAGraphWhoseShapesFollow) {
    EXPECT_TRUE(check_graph(small_graph()));
}

TEST(CheckGraph, RefusesAShapeThatItsNodeDoesNotGive) {
    Graph graph = small_graph();
    graph.tensors[static_cast<std::size_t>(graph.nodes[0].output)].shape[1] += 1;
    expect_refused(graph, "CONV_2D");
}

TEST(CheckGraph, RefusesWeightsOfAnotherSizeThanTheirShape) {
    Graph graph = small_graph();
    graph.tensors[static_cast<std::size_t>(graph.nodes[0].inputs[1])].floats.pop_back();
    expect_refused(graph, "elements");
}

TEST(CheckGraph, RefusesNodesInTheWrongOrderAndWildIndices) {
    Graph swapped = small_graph();
    std::swap(swapped.nodes[0], swapped.nodes[1]);
    expect_refused(swapped, "no operator before it");
    Graph wild = small_graph();
    wild.nodes[1].inputs[0] = 100000;
    expect_refused(wild, "no operator before it");
    wild.nodes[1].inputs[0] = -7;
    expect_refused(wild, "no operator before it");
}

TEST(CheckGraph, RefusesATensorMadeTwice) {
    Graph graph = small_graph();
    graph.nodes.push_back(graph.nodes.back());
    expect_refused(graph, "already there");
}

TEST(CheckGraph, RefusesImpossibleWindows) {
    for (const int stride : {0, -1, 1000}) {
        Graph graph = small_graph();
        std::get<WindowOptions>(graph.nodes[0].options).stride_x = stride;
        expect_refused(graph, "window");
    }
}

TEST(CheckGraph, RefusesShapesThatWouldFillTheMemory) {
    Graph graph = small_graph();
    graph.tensors[static_cast<std::size_t>(graph.inputs[0])].shape = {1, 1 << 20, 1 << 20, 3};
    expect_refused(graph, "impossible shape");
    graph.tensors[static_cast<std::size_t>(graph.inputs[0])].shape = {1, -8, 8, 3};
    expect_refused(graph, "impossible shape");
}

TEST(CheckGraph, RefusesMissingOutputsAndConstantsAsOutputs) {
    Graph none = small_graph();
    none.outputs.clear();
    expect_refused(none, "no outputs");
    Graph constant = small_graph();
    constant.outputs[0] = constant.nodes[0].inputs[1];
    expect_refused(constant, "output");
}

TEST(CheckGraph, RefusesRegionsWithPointsThatAreNotThere) {
    GraphBuilder b;
    const int points = b.input({1, 4, 3});
    RegionOptions region;
    region.output_width = 4;
    region.output_height = 4;
    region.right_rotation_index = 1;
    region.subset = {0, 1, 4};
    b.output(b.node(Op::landmarks_to_matrix, {points}, {1, 4, 4}, region));
    expect_refused(b.graph(), "Landmarks2TransformMatrix");
}

} // namespace
} // namespace mien::network

// The fast executor against the plain one, for every kernel set that this machine can run.
#include <cmath>

#include <gtest/gtest.h>

#include "capture/network/executor.h"
#include "capture/network/fusion.h"
#include "tests/unit/capture_tracker/allocation_counter.h"
#include "tests/unit/capture_tracker/graph_builder.h"

namespace mien::network {
namespace {

using test::fill_input;
using test::GraphBuilder;

void expect_same_as_plain(const Graph& graph) {
    const auto checked = check_graph(graph);
    ASSERT_TRUE(checked) << checked.error().message;
    const auto plain = make_plain_executor(graph);
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) fill_input(*plain, i, 7 + static_cast<unsigned>(i));
    plain->run();
    for (const FastKernels* kernels : usable_kernels()) {
        const auto fast = make_fast_executor(graph, *kernels);
        // Twice: what the first run leaves in shared memory must not change the second.
        for (unsigned run = 0; run < 2; ++run) {
            for (std::size_t i = 0; i < graph.inputs.size(); ++i)
                fill_input(*fast, i, (run == 0 ? 100 : 7) + static_cast<unsigned>(i));
            fast->run();
        }
        for (std::size_t o = 0; o < graph.outputs.size(); ++o) {
            const auto expected = plain->output(o);
            const auto actual = fast->output(o);
            ASSERT_EQ(actual.size(), expected.size());
            EXPECT_EQ(fast->output_shape(o), plain->output_shape(o));
            for (std::size_t i = 0; i < expected.size(); ++i)
                ASSERT_NEAR(actual[i], expected[i], 2e-5F * (1 + std::abs(expected[i])))
                    << kernels->name << ": output " << o << ", element " << i;
        }
    }
}

std::size_t blocks_in(const Graph& graph) {
    std::size_t blocks = 0;
    for (const Step& step : fuse(graph).steps) blocks += step.kind == Step::Kind::block ? 1 : 0;
    return blocks;
}

struct BlockCase {
    const char* name;
    int width, height, channels_in, channels_out, stride;
};
class Blocks : public ::testing::TestWithParam<BlockCase> {};

// Between two convolutions, so that the block's input and output are maps with borders.
TEST_P(Blocks, AreOneStepAndGiveWhatTheirOperatorsGive) {
    const BlockCase& c = GetParam();
    GraphBuilder b;
    const int in = b.input({1, c.height, c.width, 3});
    const int first = b.prelu(b.convolution(in, c.channels_in, 3, 1, Padding::same));
    const int block = b.block(first, c.channels_out, c.stride);
    b.output(b.convolution(block, 5, 1, 1, Padding::valid));
    expect_same_as_plain(b.graph());
    EXPECT_EQ(blocks_in(b.graph()), 3U);
    EXPECT_EQ(fuse(b.graph()).steps.size(), 3U);
}

INSTANTIATE_TEST_SUITE_P(
    All, Blocks,
    ::testing::Values(BlockCase{"wide", 96, 4, 16, 16, 1}, BlockCase{"wide_down", 96, 8, 16, 32, 2},
                      BlockCase{"more_channels", 64, 6, 24, 28, 1},
                      BlockCase{"odd_channels", 32, 32, 36, 42, 1},
                      BlockCase{"odd_channels_down", 32, 32, 42, 48, 2},
                      BlockCase{"middle", 24, 24, 64, 64, 1}, BlockCase{"short_rows", 12, 12, 128, 128, 1},
                      BlockCase{"down_to_few", 6, 6, 128, 128, 2}, BlockCase{"few_pixels", 3, 3, 32, 32, 1},
                      BlockCase{"two_by_two", 2, 2, 40, 40, 1}, BlockCase{"one_pixel", 1, 1, 8, 8, 1},
                      BlockCase{"uneven", 7, 5, 8, 8, 1}, BlockCase{"one_column", 1, 9, 8, 16, 1},
                      BlockCase{"wider_than_a_tile", 50, 3, 88, 96, 1}),
    [](const ::testing::TestParamInfo<BlockCase>& tested) { return tested.param.name; });

TEST(FastExecutor, RunsStemsHeadsAndStridedConvolutions) {
    for (const bool halves : {false, true}) {
        GraphBuilder b;
        const int in = b.input({1, 32, 32, 3});
        int x = b.relu(b.convolution(in, 24, 5, 2, Padding::same, halves)); // 16 x 16
        x = b.prelu(b.convolution(x, 16, 2, 2, Padding::valid, halves));    // 8 x 8, a bottleneck's down step
        x = b.prelu(b.convolution(x, 8, 1, 1, Padding::valid, halves));     // pointwise on short rows
        x = b.block(x, 32, 2);                                              // 4 x 4
        b.output(b.convolution(x, 2, 1, 1, Padding::same, halves));         // fewer channels than a vector
        b.output(b.convolution(x, 141, 4, 4, Padding::valid, halves));      // a head of one pixel
        b.output(b.convolution(x, 1, 4, 4, Padding::valid, halves));
        expect_same_as_plain(b.graph());
        EXPECT_EQ(blocks_in(b.graph()), 7U);
    }
}

TEST(FastExecutor, RunsDenseMatrixProductsOfAnySize) {
    GraphBuilder b;
    const int in = b.input({1, 1, 97, 64});
    const int turned = b.node(Op::transpose, {in, b.integers({4}, {0, 1, 3, 2})}, {1, 1, 64, 97});
    const int hidden = b.convolution(turned, 37, 1, 1, Padding::valid, true, Activation::relu);
    const int mixed = b.convolution(hidden, 97, 1, 1, Padding::valid, true);
    const int back = b.node(Op::transpose, {mixed, b.integers({4}, {0, 1, 3, 2})}, {1, 1, 97, 64});
    const int sum = b.add(back, in);
    b.output(b.add(b.convolution(sum, 64, 1, 1, Padding::valid), sum)); // a residual that lies dense
    expect_same_as_plain(b.graph());
    EXPECT_EQ(blocks_in(b.graph()), 3U);
}

TEST(FastExecutor, KeepsWhatIsReadMoreThanOnce) {
    GraphBuilder b;
    const int in = b.input({1, 16, 16, 3});
    const int x = b.prelu(b.convolution(in, 16, 3, 2, Padding::same));
    const int depthwise = b.depthwise(x, 1); // read by two: cannot vanish in a block
    const int sum = b.convolution(depthwise, 16, 1, 1, Padding::valid);
    const int active = b.prelu(b.add(x, sum)); // the sum is an output too: no residual can be taken into it
    b.output(b.convolution(active, 8, 1, 1, Padding::valid));
    b.output(b.convolution(depthwise, 4, 1, 1, Padding::valid));
    b.output(sum);
    b.output(active);
    expect_same_as_plain(b.graph());
}

TEST(FastExecutor, RunsWhatFitsNoBlockOperatorByOperator) {
    GraphBuilder b;
    const int in = b.input({1, 12, 10, 6});
    const int wide = b.depthwise(in, 1, 5); // no kernel for 5x5
    const int x =
        b.convolution(b.depthwise(in, 1), 6, 1, 1, Padding::valid); // reads the picture's exact layout
    const int far = b.convolution(in, 4, 9, 1, Padding::same);      // reaches beyond the border
    b.output(b.add(wide, x));
    b.output(far);
    expect_same_as_plain(b.graph());
}

TEST(FastExecutor, CutsRegionsOutOfMapsWithBorders) {
    GraphBuilder b;
    const int in = b.input({1, 24, 24, 3});
    const int map = b.prelu(b.convolution(in, 20, 3, 1, Padding::same));
    const int points = b.input({1, 6, 3});
    RegionOptions region;
    region.output_width = 8;
    region.output_height = 8;
    region.right_rotation_index = 1;
    region.scale_x = 8;
    region.scale_y = 8;
    region.subset = {0, 1, 2, 3, 4, 5};
    const int matrix = b.node(Op::landmarks_to_matrix, {points}, {1, 4, 4}, region);
    const int cut = b.node(Op::transform_tensor, {map, matrix}, {1, 8, 8, 20}, region);
    const int block = b.block(cut, 20, 1);
    const int answer = b.convolution(block, 10, 8, 8, Padding::valid);
    const int list = b.node(Op::reshape, {answer}, {1, 5, 2});
    b.output(b.node(Op::transform_landmarks, {list, matrix}, {1, 5, 2}));
    b.output(b.convolution(map, 3, 1, 1, Padding::valid));
    expect_same_as_plain(b.graph());
}

TEST(FastExecutor, RunsWithoutTakingMemory) {
    GraphBuilder b;
    const int in = b.input({1, 32, 32, 3});
    const int x = b.block(b.prelu(b.convolution(in, 16, 3, 2, Padding::same)), 32, 2);
    const int flat = b.node(Op::reshape, {b.convolution(x, 12, 8, 8, Padding::valid)}, {1, 6, 2});
    b.output(b.node(Op::multiply, {flat, b.constant({1})}, {1, 6, 2}, ElementwiseOptions{}));
    const auto executor = make_fast_executor(b.graph());
    executor->run();
    const std::size_t before = mien::test::allocation_count();
    executor->run();
    EXPECT_EQ(mien::test::allocation_count(), before);
}

TEST(Fusion, MakesOneStepOfEachBlockOfAFaceModel) {
    GraphBuilder b;
    const int in = b.input({1, 32, 32, 3});
    int x = b.prelu(b.convolution(in, 16, 3, 2, Padding::same));
    x = b.block(x, 16, 1);
    x = b.block(x, 32, 2);
    b.output(b.convolution(x, 3, 1, 1, Padding::valid));
    const FusedGraph fused = fuse(b.graph());
    ASSERT_EQ(fused.steps.size(), 4U);
    EXPECT_TRUE(fused.steps[2].block.pooled);
    EXPECT_EQ(fused.steps[2].block.residual, fused.steps[1].block.output);
    EXPECT_EQ(fused.layouts[static_cast<std::size_t>(fused.steps[0].block.input)], Layout::exact);
    EXPECT_EQ(fused.layouts[static_cast<std::size_t>(fused.steps[1].block.output)], Layout::bordered);
    EXPECT_EQ(fused.layouts[static_cast<std::size_t>(fused.steps[3].block.output)], Layout::dense);
}

} // namespace
} // namespace mien::network

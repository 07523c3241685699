// The heads that tell hidden parts, on graphs that look like the attention mesh and on the mesh itself.
#include "capture/tracker/hidden_parts.h"

#include <gtest/gtest.h>

#include "capture/network/tflite_model.h"
#include "capture/tracker/hidden_parts_weights.h"
#include "capture/tracker/tracker.h"
#include "tests/unit/capture_tracker/graph_builder.h"

namespace mien {
namespace {

using network::Graph;
using network::Padding;
using network::test::GraphBuilder;

/// Maps and answers of the attention mesh's sizes, without what leads there.
Graph mesh_like(int region_side = 2) {
    GraphBuilder builder;
    const int picture = builder.input({1, 12, 12, 3});
    const int face = builder.prelu(builder.convolution(picture, 32, 3, 4, Padding::same)); // 3 x 3
    std::vector<int> regions;
    for (int i = 0; i < 3; ++i)
        regions.push_back(
            builder.prelu(builder.convolution(picture, 32, 3, 12 / region_side, Padding::same)));
    builder.output(builder.convolution(face, 1404, 3, 1, Padding::valid));
    for (std::size_t i = 0; i < 3; ++i)
        builder.output(builder.convolution(regions[i], i == 0 ? 160 : 142, region_side, 1, Padding::valid));
    for (std::size_t i = 1; i < 3; ++i)
        builder.output(builder.convolution(regions[i], 10, region_side, 1, Padding::valid));
    builder.output(builder.convolution(face, 1, 3, 1, Padding::valid));
    return builder.graph();
}

TEST(HiddenParts, FeaturesAreTheMapsBeforeTheAnswers) {
    Graph graph = mesh_like();
    const std::size_t answers = graph.outputs.size();
    ASSERT_TRUE(add_mesh_features(graph));
    ASSERT_TRUE(network::check_graph(graph));
    const auto executor = network::make_fast_executor(graph);
    network::test::fill_input(*executor, 0, 5);
    executor->run();
    // Each answer of the presence head again, from the features.
    const network::Node& presence = graph.nodes[graph.nodes.size() - 5];
    const auto weights = constant_floats(graph.tensors[static_cast<std::size_t>(presence.inputs[1])]);
    float sum = constant_floats(graph.tensors[static_cast<std::size_t>(presence.inputs[2])])[0];
    const auto features = executor->output(answers + 3);
    ASSERT_EQ(features.size(), weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * features[i];
    EXPECT_NEAR(sum, executor->output(6)[0], 1e-4F);
}

TEST(HiddenParts, HeadsStayOffNetworksThatTheyWereNotTrainedOn) {
    GraphBuilder single;
    single.output(single.convolution(single.input({1, 4, 4, 3}), 1434, 4, 1, Padding::valid));
    for (const Graph& other : {mesh_like(), mesh_like(3), single.graph(), Graph{}}) {
        Graph graph = other;
        EXPECT_FALSE(HiddenPartsProbe::add_to(graph));
        EXPECT_EQ(graph.outputs, other.outputs);
        EXPECT_EQ(graph.nodes.size(), other.nodes.size());
        EXPECT_EQ(graph.tensors.size(), other.tensors.size());
    }
    Graph other_sizes = mesh_like(3);
    EXPECT_FALSE(add_mesh_features(other_sizes));
    EXPECT_NE(mesh_feature_hash(mesh_like()), 0U);
    EXPECT_EQ(mesh_feature_hash(mesh_like(3)), 0U);
}

TEST(HiddenParts, TheMeshThatIsFetchedIsTheOneTheHeadsWereTrainedOn) {
    const ModelPaths models = find_models();
    if (!std::filesystem::exists(models.directory / "face_landmark_with_attention.tflite"))
        GTEST_SKIP() << "no mesh models here; get them with models/fetch";
    auto graph = network::read_tflite_file(models.directory / "face_landmark_with_attention.tflite");
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(mesh_feature_hash(*graph), hidden_parts::model_hash);
    const auto probe = HiddenPartsProbe::add_to(*graph);
    ASSERT_TRUE(probe);
    ASSERT_TRUE(network::check_graph(*graph));
    // The heads say the same with every set of kernels.
    const auto plain = network::make_plain_executor(*graph);
    const auto fast = network::make_fast_executor(*graph);
    for (network::Executor* executor : {plain.get(), fast.get()}) {
        network::test::fill_input(*executor, 0, 3);
        executor->run();
    }
    const HiddenParts expected = probe->read(*plain);
    const HiddenParts actual = probe->read(*fast);
    EXPECT_NEAR(actual.mouth, expected.mouth, 2e-3F);
    for (std::size_t side = 0; side < 2; ++side) {
        EXPECT_NEAR(actual.eyes[side], expected.eyes[side], 2e-3F);
        EXPECT_NEAR(actual.brows[side], expected.brows[side], 2e-3F);
    }
}

} // namespace
} // namespace mien

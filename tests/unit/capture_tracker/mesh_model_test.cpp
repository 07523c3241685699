// The mesh model's answers, from networks that say what the test wants: weights of zero, biases of choice.
#include "capture/tracker/mesh_model.h"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/capture_tracker/graph_builder.h"

namespace mien {
namespace {

using network::Graph;
using network::Op;
using network::Padding;
using network::RegionOptions;
using network::test::GraphBuilder;

constexpr int side = 16;

/// Makes a network's outputs constants.
class ScriptedModel {
public:
    explicit ScriptedModel(int channels = 3) { input_ = builder_.input({1, side, side, channels}); }

    void answer(std::vector<float> values) {
        const int output =
            builder_.convolution(input_, static_cast<int>(values.size()), side, side, Padding::valid);
        builder_.output(output);
        biases_.push_back(std::move(values));
    }
    /// As the attention mesh has them: only their subset counts here.
    void region(std::vector<int> subset) {
        const int points = builder_.node(
            Op::reshape, {builder_.convolution(input_, 1404, side, side, Padding::valid)}, {1, 468, 3});
        biases_.emplace_back(1404, 0.0F);
        RegionOptions options;
        options.output_width = options.output_height = 4;
        options.subset = std::move(subset);
        builder_.node(Op::landmarks_to_matrix, {points}, {1, 4, 4}, options);
    }
    [[nodiscard]] Graph graph() const {
        Graph graph = builder_.graph();
        std::size_t next = 0;
        for (const auto& node : graph.nodes) {
            if (node.op != Op::convolution) continue;
            auto& weights = graph.tensors[static_cast<std::size_t>(node.inputs[1])].floats;
            std::fill(weights.begin(), weights.end(), 0.0F);
            graph.tensors[static_cast<std::size_t>(node.inputs[2])].floats = biases_[next++];
        }
        return graph;
    }

private:
    GraphBuilder builder_;
    int input_ = -1;
    std::vector<std::vector<float>> biases_;
};

std::vector<int> some_points(int first, std::size_t count) {
    std::vector<int> points(count);
    std::iota(points.begin(), points.end(), first);
    return points;
}

// Every point of the surface at (1, 2, its number / 100); lips at x 3, eyes 4 and 5, irises 6 and 7.
Graph attention_graph(float presence_logit) {
    ScriptedModel model;
    std::vector<float> surface;
    for (int i = 0; i < 468; ++i) surface.insert(surface.end(), {1.0F, 2.0F, static_cast<float>(i) / 100});
    model.answer(surface);
    model.answer(std::vector<float>(160, 3.0F));
    model.answer(std::vector<float>(142, 4.0F));
    model.answer(std::vector<float>(142, 5.0F));
    model.answer(std::vector<float>(10, 6.0F));
    model.answer(std::vector<float>(10, 7.0F));
    model.answer({presence_logit});
    model.region(some_points(0, 80));   // lips
    model.region(some_points(100, 71)); // the eye on the image's left
    model.region(some_points(200, 71)); // the other one
    return model.graph();
}

std::array<Landmark, mesh_points> run(const Graph& graph, const SquareRegion& region) {
    auto model = MeshModel::create(graph, "scripted");
    EXPECT_TRUE(model) << model.error().message;
    std::array<Landmark, mesh_points> points{};
    if (!model) return points;
    model->look(Image(32, 32, PixelFormat::rgb8), region);
    model->run();
    model->points(region, points);
    return points;
}

// A region in which the network's pixels are the picture's.
constexpr SquareRegion identity{side / 2.0F, side / 2.0F, side, 0};

TEST(MeshModel, PutsTheRefinedPointsInTheirPlacesAndKeepsTheirDepth) {
    const auto points = run(attention_graph(5), identity);
    EXPECT_NEAR(points[300].x, 1, 1e-5F);
    EXPECT_NEAR(points[300].y, 2, 1e-5F);
    EXPECT_NEAR(points[79].x, 3, 1e-5F);
    EXPECT_NEAR(points[79].z, 0.79F, 1e-5F); // of the surface
    EXPECT_NEAR(points[100].x, 4, 1e-5F);
    EXPECT_NEAR(points[270].x, 5, 1e-5F);
    EXPECT_NEAR(points[468].x, 6, 1e-5F);
    EXPECT_NEAR(points[477].x, 7, 1e-5F);
}

TEST(MeshModel, GivesAnIrisTheMeanDepthOfItsEyesContour) {
    const auto points = run(attention_graph(5), identity);
    EXPECT_NEAR(points[468].z, (1.00F + 1.15F) / 2, 1e-4F); // points 100 to 115
    EXPECT_NEAR(points[472].z, (1.00F + 1.15F) / 2, 1e-4F);
    EXPECT_NEAR(points[473].z, (2.00F + 2.15F) / 2, 1e-4F);
}

TEST(MeshModel, ReadsTheTasksOneOutputAsItStands) {
    ScriptedModel model;
    std::vector<float> all;
    for (int i = 0; i < 478; ++i) all.insert(all.end(), {static_cast<float>(i), 1.0F, 2.0F});
    model.answer(all);
    model.answer({-2});
    model.answer({0.5F}); // a score that nobody uses
    const auto points = run(model.graph(), identity);
    EXPECT_NEAR(points[477].x, 477, 1e-3F);
    EXPECT_NEAR(points[477].z, 2, 1e-5F);
    auto created = MeshModel::create(model.graph(), "task");
    ASSERT_TRUE(created);
    created->run();
    EXPECT_NEAR(created->presence(), 1 / (1 + std::exp(2.0F)), 1e-6F);
}

TEST(MeshModel, ProjectsBackToWhereTheRegionWasCutOut) {
    const SquareRegion region{50, 40, 80, 0.7F};
    const auto points = run(attention_graph(5), region);
    const Landmark expected = to_picture(region, 1.0F / side, 2.0F / side);
    EXPECT_NEAR(points[300].x, expected.x, 1e-4F);
    EXPECT_NEAR(points[300].y, expected.y, 1e-4F);
    EXPECT_NEAR(points[300].z, 3.0F * 80 / side, 1e-4F); // depth in pixels too
}

TEST(MeshModel, RefusesOtherNetworks) {
    ScriptedModel small;
    small.answer(std::vector<float>(100));
    small.answer({0});
    ScriptedModel grey(1);
    grey.answer(std::vector<float>(1434));
    grey.answer({0});
    ScriptedModel no_regions; // right outputs, but nothing says which points they refine
    for (const std::size_t size : {1404, 160, 142, 142, 10, 10, 1})
        no_regions.answer(std::vector<float>(size));
    for (const auto& graph : {small.graph(), grey.graph(), no_regions.graph()}) {
        const auto model = MeshModel::create(graph, "other.tflite");
        ASSERT_FALSE(model);
        EXPECT_EQ(model.error().code, ErrorCode::unreadable);
        EXPECT_THAT(model.error().message, ::testing::HasSubstr("other.tflite"));
    }
}

TEST(RegionOfPoints, IsOneAndAHalfBoxesTurnedAsTheOuterEyeCorners) {
    std::array<Landmark, mesh_points> points;
    points.fill({100, 100, 0});
    points[10] = {100, 40, 0};
    points[152] = {100, 160, 0};
    points[33] = {70, 90, 0};
    points[263] = {130, 110, 0};
    const SquareRegion region = region_of(points);
    EXPECT_FLOAT_EQ(region.centre_x, 100);
    EXPECT_FLOAT_EQ(region.centre_y, 100);
    EXPECT_FLOAT_EQ(region.side, 180);
    EXPECT_FLOAT_EQ(region.rotation, std::atan2(20.0F, 60.0F));
}

} // namespace
} // namespace mien

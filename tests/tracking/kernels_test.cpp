// Every set of inner loops sees the same face (FAULTS B18): a hundred frames of a head that turns and speaks.
#include <cmath>
#include <cstdio>

#include "capture/network/tflite_model.h"
#include "capture/tracker/mesh_model.h"
#include "live/make_solver.h"
#include "tests/tracking/tracking_test.h"

namespace mien::test {
namespace {

class Kernels : public TrackingTest {};

TEST_F(Kernels, AllGiveTheSamePointsAndWeights) {
    struct Set {
        std::string_view name;
        MeshModel model;
        Solver solver;
    };
    const auto graph =
        network::read_tflite_file(find_models().directory / "face_landmark_with_attention.tflite");
    ASSERT_TRUE(graph) << graph.error().message;
    std::vector<Set> sets;
    for (const network::FastKernels* kernels : network::usable_kernels()) {
        auto model = MeshModel::create(*graph, "mesh", *kernels);
        auto solver = make_solver(Scheme::mesh478, find_models(), {});
        ASSERT_TRUE(model && solver);
        sets.push_back({kernels->name, std::move(*model), std::move(*solver)});
    }
    double worst_rms = 0;
    float worst_weight = 0;
    for (int i = 0; i < 100; ++i) {
        const double t = i / 30.0;
        Weights weights{};
        weights[channel("jawOpen")] = 0.3F + 0.3F * static_cast<float>(std::sin(5 * t));
        weights[channel("mouthSmileLeft")] = 0.5F + 0.5F * static_cast<float>(std::sin(2 * t));
        Image picture = room();
        place(picture, studio().picture(weights, 15 * static_cast<float>(std::sin(3 * t))), {});
        const LandmarkFrame followed = track(picture); // says where to look
        ASSERT_TRUE(followed.tracked);
        const SquareRegion region =
            region_of(std::span<const Landmark, mesh_points>(followed.points.data(), mesh_points));
        std::vector<LandmarkFrame> frames;
        std::vector<FaceState> states;
        for (Set& set : sets) {
            std::array<Landmark, mesh_points> points{};
            set.model.look(picture, region);
            set.model.run();
            set.model.points(region, points);
            LandmarkFrame frame = followed;
            frame.points.assign(points.begin(), points.end());
            states.push_back(set.solver.solve(frame).calibrated);
            frames.push_back(std::move(frame));
        }
        for (std::size_t s = 1; s < sets.size(); ++s) {
            double squares = 0;
            for (std::size_t p = 0; p < mesh_points; ++p) {
                const double dx = frames[s].points[p].x - frames[0].points[p].x;
                const double dy = frames[s].points[p].y - frames[0].points[p].y;
                squares += dx * dx + dy * dy;
            }
            worst_rms = std::max(worst_rms, std::sqrt(squares / mesh_points));
            for (ChannelIndex c = 0; c < channel_count; ++c)
                worst_weight = std::max(worst_weight, std::abs(states[s].weights[c] - states[0].weights[c]));
        }
    }
    std::printf("%zu sets, points within %.4f pixels, weights within %.5f\n", sets.size(), worst_rms,
                static_cast<double>(worst_weight));
    EXPECT_LT(worst_rms, 0.05);
    EXPECT_LT(worst_weight, 0.003F);
}

} // namespace
} // namespace mien::test

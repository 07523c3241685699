#include "solver/solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "solver/eyes.h"
#include "solver_fixture.h"

namespace mien {
namespace {

using namespace test;

TEST_F(SolverTest, UnusableOptionsAreRefusedByName) {
    EXPECT_FALSE(Solver::create({}, {.vertical_fov = 0, .neutral = {}}));
    EXPECT_FALSE(Solver::create({}, {.vertical_fov = NAN, .neutral = {}}));
    const auto backwards = Solver::create({}, {.neutral = SolverOptions::Interval{3, 2}});
    ASSERT_FALSE(backwards);
    EXPECT_EQ(backwards.error().code, ErrorCode::usage);
    EXPECT_NE(backwards.error().message.find("3-2"), std::string::npos);
}

TEST_F(SolverTest, ADamagedCanonicalFaceIsUnreadable) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_file_atomically(folder.path() / "face.binarypb", std::string_view("not a face")));
    const auto solver = Solver::create(folder.path() / "face.binarypb", {});
    ASSERT_FALSE(solver);
    EXPECT_EQ(solver.error().code, ErrorCode::unreadable);
}

TEST_F(SolverTest, NoFaceIsZeros) {
    Solver solver = make();
    LandmarkFrame frame;
    frame.t = at(1);
    const SolvedFrame solved = solver.solve(frame);
    EXPECT_FALSE(solved.calibrated.tracked);
    EXPECT_EQ(solved.calibrated.weights, Weights{});
    EXPECT_EQ(solved.calibrated.head, HeadPose{});
    EXPECT_EQ(solved.calibrated.t, at(1));
}

TEST_F(SolverTest, FramesThatContradictThemselvesOrHoldNoNumbersAreUntracked) {
    Solver solver = make();
    const test::SyntheticFace face = test::average_face(Scheme::mesh478);
    const auto refused = [&](const std::function<void(LandmarkFrame&)>& spoil) {
        LandmarkFrame frame = see(face, before_camera(), at(0));
        spoil(frame);
        const SolvedFrame solved = solver.solve(frame);
        return !solved.calibrated.tracked && solved.calibrated.weights == Weights{};
    };
    EXPECT_TRUE(refused([](LandmarkFrame& f) { f.points.pop_back(); }));
    EXPECT_TRUE(refused([](LandmarkFrame& f) { f.scheme = Scheme::none; }));
    EXPECT_TRUE(refused([](LandmarkFrame& f) { f.image_height = 0; }));
    EXPECT_TRUE(refused([](LandmarkFrame& f) { f.points[3].x = std::numeric_limits<float>::quiet_NaN(); }));
    EXPECT_TRUE(refused([](LandmarkFrame& f) { f.points[400].z = std::numeric_limits<float>::infinity(); }));
    EXPECT_TRUE(refused([](LandmarkFrame& f) { f.points.assign(478, Landmark{5, 5, 0}); }));
    EXPECT_FALSE(refused([](LandmarkFrame&) {}));
}

TEST_F(SolverTest, WithoutTheCanonicalFaceTheMeshIsNotSolvedButTheSixtyEightAre) {
    auto solver = Solver::create("/nonexistent", {});
    ASSERT_TRUE(solver);
    EXPECT_FALSE(solver->solve(see(test::average_face(Scheme::mesh478), before_camera(), at(0))).raw.tracked);
    EXPECT_TRUE(solver->solve(see(test::average_face(Scheme::ibug68), before_camera(), at(1))).raw.tracked);
}

TEST_F(SolverTest, HalfAPixelOfNoiseLeavesHeadAndWeightsStill) {
    for (const Scheme scheme : {Scheme::mesh478, Scheme::ibug68}) {
        Solver solver = make();
        const test::SyntheticFace face = test::average_face(scheme);
        double squares[3] = {};
        double sums[3] = {};
        Weights weight_sum{};
        Weights weight_squares{};
        double depth_sum = 0;
        double depth_squares = 0;
        int count = 0;
        for (int i = 0; i < 300; ++i) {
            test::View view{.noise_px = 0.5, .seed = static_cast<std::uint32_t>(i + 1)};
            const FaceState state = solver.solve(see(face, before_camera(), at(i / rate), view)).calibrated;
            if (i < 60) continue;
            const double angles[3] = {state.head.yaw, state.head.pitch, state.head.roll};
            for (int k = 0; k < 3; ++k) {
                sums[k] += angles[k];
                squares[k] += angles[k] * angles[k];
            }
            depth_sum += state.head.z;
            depth_squares += static_cast<double>(state.head.z) * state.head.z;
            for (ChannelIndex c = 0; c < channel_count; ++c) {
                weight_sum[c] += state.weights[c];
                weight_squares[c] += state.weights[c] * state.weights[c];
            }
            ++count;
        }
        const auto deviation = [count](double sum, double square) {
            return std::sqrt(std::max(0.0, square / count - sum * sum / count / count));
        };
        const double allowed = scheme == Scheme::mesh478 ? 0.15 : 0.3; // a third as many points
        for (int k = 0; k < 3; ++k) EXPECT_LE(deviation(sums[k], squares[k]), allowed) << k;
        EXPECT_LE(deviation(depth_sum, depth_squares), 0.003);
        for (ChannelIndex c = 0; c < channel_count; ++c)
            EXPECT_LE(deviation(weight_sum[c], weight_squares[c]), 0.01) << channel_names[c];
    }
}

TEST_F(SolverTest, AStrangersRestFaceReadsNearZeroAfterASecond) {
    std::mt19937 random(11);
    for (int person = 0; person < 10; ++person) {
        // Another face: points moved smoothly by up to a few millimetres, the same on both sides.
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        double waves[3][4];
        for (auto& axis : waves)
            for (double& v : axis) v = static_cast<double>(random()) / 4294967296.0 * 2 - 1;
        for (Eigen::Index i = 0; i < face.points.cols(); ++i) {
            const Eigen::Vector3d p = face.points.col(i);
            const double side = p.x() < 0 ? -1 : 1;
            face.points(0, i) +=
                side * std::abs(p.x()) * 0.06 * (waves[0][0] + waves[0][1] * std::sin(3 * p.y()));
            face.points(1, i) +=
                0.04 * (waves[1][0] * p.y() + waves[1][1] * std::sin(2.5 * p.y() + waves[1][2]));
            face.points(2, i) += 0.03 * waves[2][0] * std::cos(3 * p.y() + waves[2][1]);
        }
        Solver solver = make();
        const auto solved = perform(solver, 60, [&](int i) {
            return see(face, before_camera(3, 5), at(i / rate),
                       {.noise_px = 0.2, .seed = static_cast<std::uint32_t>(i + 1)});
        });
        for (std::size_t i = 31; i < solved.size(); ++i)
            EXPECT_LT(largest(solved[i].calibrated.weights), 0.08F)
                << person << ' ' << i << ' ' << name_of_largest(solved[i].calibrated.weights);
    }
}

TEST_F(SolverTest, AnOpenJawIsAnOpenJawAndTurnsTheHeadLessThanADegree) {
    Solver solver = make();
    const auto solved = perform(solver, 90, [&](int i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        const bool open = i >= 60;
        if (open) open_jaw(face, 1);
        shut(face, true, i >= 75 ? 1 : 0);
        shut(face, false, i >= 75 ? 1 : 0);
        return see(face, before_camera(), at(i / rate));
    });
    EXPECT_LE(solved[59].calibrated.weights[channel("jawOpen")], 0.05F);
    EXPECT_GE(solved[74].calibrated.weights[channel("jawOpen")], 0.4F);
    for (std::size_t i = 60; i < solved.size(); ++i) {
        EXPECT_NEAR(solved[i].calibrated.head.pitch, solved[59].calibrated.head.pitch, 1) << i;
        EXPECT_NEAR(solved[i].calibrated.head.yaw, 0, 1) << i;
    }
}

TEST_F(SolverTest, TheMouthNeverClosesMoreThanTheJawIsOpen) {
    std::mt19937 random(5);
    Solver solver = make();
    for (int i = 0; i < 200; ++i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        for (Eigen::Index k = 0; k < face.points.size(); ++k)
            face.points.data()[k] += (static_cast<double>(random()) / 4294967296.0 - 0.5) * 0.08;
        const SolvedFrame solved = solver.solve(see(face, before_camera(), at(i / rate)));
        const Weights& w = solved.calibrated.weights;
        EXPECT_LE(w[channel("mouthClose")], w[channel("jawOpen")]);
        for (const float weight : w) {
            EXPECT_GE(weight, 0);
            EXPECT_LE(weight, 1);
        }
    }
}

TEST_F(SolverTest, ATurnedHeadAtRestStaysAtRest) {
    Solver solver = make({.neutral = SolverOptions::Interval{0, 1}});
    const test::SyntheticFace face = test::average_face(Scheme::mesh478);
    for (int i = 0; i < 300; ++i) {
        const double t = i / rate;
        HeadPose pose = before_camera();
        if (t > 1) {
            pose.yaw = static_cast<float>(20 * std::sin(t));
            pose.pitch = static_cast<float>(15 * std::sin(1.3 * t));
            pose.roll = static_cast<float>(20 * std::sin(0.7 * t));
            pose.z = static_cast<float>(-0.8 + 0.4 * std::sin(0.9 * t)); // 40 to 120 cm
        }
        const FaceState state = solver.solve(see(face, pose, at(t))).calibrated;
        EXPECT_LE(largest(state.weights), 0.05F) << t;
    }
}

TEST_F(SolverTest, ACapturedNeutralIsTheZeroFromThenOn) {
    Solver solver = make();
    test::SyntheticFace face = test::average_face(Scheme::mesh478);
    open_jaw(face, 0.25); // this performer's mouth hangs open a little
    for (int i = 0; i < 10; ++i) (void)solver.solve(see(face, before_camera(), at(i / rate)));
    solver.capture_neutral(0.5);
    FaceState state;
    for (int i = 10; i < 40; ++i) {
        test::SyntheticFace now = face;
        if (i >= 14 && i < 17) { // a blink during the capture
            shut(now, true, 1);
            shut(now, false, 1);
        }
        state = solver.solve(see(now, before_camera(), at(i / rate))).calibrated;
    }
    EXPECT_LE(largest(state.weights), 0.02F);
    for (int i = 40; i < 50; ++i) {
        test::SyntheticFace now = face;
        shut(now, true, 1);
        shut(now, false, 1);
        state = solver.solve(see(now, before_camera(), at(i / rate))).calibrated;
    }
    EXPECT_GE(state.weights[channel("eyeBlinkLeft")], 0.8F);
}

TEST_F(SolverTest, TheNeutralIntervalServesTheFramesBeforeItsEndToo) {
    test::SyntheticFace face = test::average_face(Scheme::mesh478);
    open_jaw(face, 0.3);
    std::vector<LandmarkFrame> frames;
    for (int i = 0; i < 60; ++i) frames.push_back(see(face, before_camera(), at(100 + i / rate)));
    Solver solver = make({.neutral = SolverOptions::Interval{0.5, 1}});
    for (const SolvedFrame& solved : solver.solve_all(frames))
        EXPECT_LE(largest(solved.calibrated.weights), 0.02F);
}

TEST_F(SolverTest, TheSameFramesGiveTheSameBytes) {
    std::vector<LandmarkFrame> frames;
    for (int i = 0; i < 60; ++i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        open_jaw(face, 0.5 + 0.5 * std::sin(i / 5.0));
        frames.push_back(see(face, before_camera(static_cast<float>(i) / 3), at(i / rate),
                             {.noise_px = 0.3, .seed = static_cast<std::uint32_t>(i + 1)}));
    }
    Solver one = make();
    Solver two = make();
    const auto a = one.solve_all(frames);
    const auto b = two.solve_all(frames);
    const auto again = one.solve_all(frames);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].raw, b[i].raw);
        EXPECT_EQ(a[i].calibrated, b[i].calibrated);
        EXPECT_EQ(a[i].calibrated, again[i].calibrated) << i;
    }
}

TEST_F(SolverTest, UnsupportedChannelsAreExactlyZeroForEveryScheme) {
    std::mt19937 random(9);
    for (const Scheme scheme : {Scheme::mesh478, Scheme::ibug68}) {
        Solver solver = make();
        for (int i = 0; i < 100; ++i) {
            test::SyntheticFace face = test::average_face(scheme);
            for (Eigen::Index k = 0; k < face.points.size(); ++k)
                face.points.data()[k] += (static_cast<double>(random()) / 4294967296.0 - 0.5) * 0.1;
            const SolvedFrame solved = solver.solve(see(face, before_camera(), at(i / rate)));
            for (ChannelIndex c = 0; c < channel_count; ++c) {
                if (Solver::support(scheme, c) != ChannelSupport::none) continue;
                EXPECT_EQ(solved.calibrated.weights[c], 0) << channel_names[c];
                EXPECT_EQ(solved.raw.weights[c], 0) << channel_names[c];
            }
        }
    }
    EXPECT_EQ(Solver::support(Scheme::mesh478, channel("tongueOut")), ChannelSupport::none);
    EXPECT_EQ(Solver::support(Scheme::mesh478, channel("jawForward")), ChannelSupport::none);
    EXPECT_EQ(Solver::support(Scheme::mesh478, channel("mouthPressLeft")), ChannelSupport::weak);
    EXPECT_EQ(Solver::support(Scheme::mesh478, channel("jawOpen")), ChannelSupport::measured);
    EXPECT_EQ(Solver::support(Scheme::ibug68, channel("eyeLookInLeft")), ChannelSupport::none);
    EXPECT_EQ(Solver::support(Scheme::none, channel("jawOpen")), ChannelSupport::none);
}

TEST_F(SolverTest, ThePictureSideGivesNoTurnAndResolutionNoOtherPose) {
    for (const auto& [width, height] : {std::pair{640, 480}, std::pair{1280, 720}, std::pair{720, 1280}}) {
        Solver solver = make({.filter = false});
        HeadPose truth = before_camera(10, -5, 3);
        truth.x = 0.05F;
        FaceState state;
        for (int i = 0; i < 40; ++i)
            state = solver
                        .solve(see(test::average_face(Scheme::mesh478), truth, at(i / rate),
                                   {.width = width, .height = height}))
                        .calibrated;
        EXPECT_NEAR(state.head.yaw, 10, 0.5);
        EXPECT_NEAR(state.head.pitch, -5, 0.5);
        EXPECT_NEAR(state.head.roll, 3, 0.5);
        EXPECT_NEAR(state.head.x, 0.05, 0.002);
        EXPECT_NEAR(state.head.z, -0.6, 0.01);
    }
}

// FAULTS B17: from one side of a view of 70 degrees to the other.
TEST_F(SolverTest, AFrontalFaceAtTheSideOfThePictureIsFrontal) {
    constexpr float wide = 55.4F; // of 640 x 480 that are 70 degrees across
    for (const float x : {-0.34F, -0.17F, 0.0F, 0.17F, 0.34F}) {
        Solver solver = make({.vertical_fov = wide, .filter = false});
        HeadPose truth = before_camera(0);
        truth.x = x;
        FaceState state;
        for (int i = 0; i < 40; ++i)
            state = solver
                        .solve(see(test::average_face(Scheme::mesh478), truth, at(i / rate),
                                   {.width = 640, .height = 480, .vertical_fov = wide}))
                        .calibrated;
        EXPECT_NEAR(state.head.yaw, 0, 1) << x;
        EXPECT_NEAR(state.head.x, x, 0.01) << x;
        EXPECT_NEAR(state.head.z, -0.6, 0.02) << x;
    }
}

TEST_F(SolverTest, TheDistanceBetweenThePupilsGivesMetresTheirScaleAndTurnsNothing) {
    const auto seen = [&](Solver& solver, int from) {
        FaceState state;
        for (int i = from; i < from + 40; ++i)
            state = solver.solve(see(test::average_face(Scheme::mesh478), before_camera(10), at(i / rate)))
                        .calibrated;
        return state.head;
    };
    Solver usual = make({.filter = false});
    const HeadPose adult = seen(usual, 0);
    Solver other = make({.pupil_distance = 54, .filter = false});
    const HeadPose child = seen(other, 0);
    EXPECT_NEAR(child.z, adult.z * 54 / 63, 1e-4);
    EXPECT_EQ(child.yaw, adult.yaw);

    other.set_optics(45, 63);
    EXPECT_NEAR(seen(other, 40).z, adult.z, 0.005); // the neutral goes on adapting
    other.set_optics(NAN, 63);
    other.set_optics(45, 10);
    EXPECT_NEAR(seen(other, 80).z, adult.z, 0.005) << "what is out of range changes nothing";
    EXPECT_FALSE(Solver::create({}, {.pupil_distance = NAN}));
    EXPECT_FALSE(Solver::create({}, {.pupil_distance = 5}));
}

TEST_F(SolverTest, AStepBackInTimeForgetsTheMotion) {
    Solver solver = make({.neutral = SolverOptions::Interval{0, 0.5}});
    const test::SyntheticFace face = test::average_face(Scheme::mesh478);
    for (int i = 0; i < 60; ++i) (void)solver.solve(see(face, before_camera(-20), at(i / rate)));
    const FaceState state = solver.solve(see(face, before_camera(20), at(0.7))).calibrated;
    EXPECT_NEAR(state.head.yaw, 20, 1) << "no easing from where the last pass ended";
}

} // namespace
} // namespace mien

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
#include "synthetic_face.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using test::at;
using test::before_camera;

constexpr double rate = 30;

/// A canonical face file for the mesh, made of the built-in average face: no fetched model is needed.
class SolverTest : public testing::Test {
protected:
    Solver make(SolverOptions options = {}) {
        auto solver = Solver::create(canonical(), options);
        EXPECT_TRUE(solver) << solver.error().message;
        return std::move(solver).value();
    }

    std::filesystem::path canonical() {
        const auto path = folder_.path() / "face.binarypb";
        if (std::filesystem::exists(path)) return path;
        const Eigen::Matrix3Xd face = test::average_face(Scheme::mesh478).points * 8.89;
        std::string mesh;
        for (int i = 0; i < canonical_point_count; ++i) {
            for (int k = 0; k < 5; ++k) {
                const float value = k < 3 ? static_cast<float>(face(k, i)) : 0;
                mesh += '\x1D';
                mesh.append(reinterpret_cast<const char*>(&value), 4);
            }
        }
        std::string bytes = "\x0A";
        for (std::size_t size = mesh.size(); size > 0; size >>= 7U)
            bytes += static_cast<char>((size & 127U) | (size >= 128 ? 128U : 0U));
        EXPECT_TRUE(write_file_atomically(path, std::string_view(bytes + mesh)));
        return path;
    }

private:
    test::TemporaryFolder folder_;
};

float largest(const Weights& weights, std::initializer_list<std::string_view> but = {}) {
    float most = 0;
    for (ChannelIndex i = 0; i < channel_count; ++i)
        if (std::none_of(but.begin(), but.end(),
                         [i](std::string_view stem) { return channel_names[i].starts_with(stem); }))
            most = std::max(most, weights[i]);
    return most;
}

std::string_view name_of_largest(const Weights& weights) {
    return channel_names[static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) -
                                                  weights.begin())];
}

/// Brings the lids of an eye together: 0 as they are, 1 shut.
void shut(test::SyntheticFace& face, bool left, double amount) {
    struct Lid {
        int upper, lower;
    };
    constexpr std::array<std::array<Lid, 7>, 2> mesh = {{
        {{{246, 7}, {161, 163}, {160, 144}, {159, 145}, {158, 153}, {157, 154}, {173, 155}}},
        {{{466, 249}, {388, 390}, {387, 373}, {386, 374}, {385, 380}, {384, 381}, {398, 382}}},
    }};
    for (const auto& [upper, lower] : mesh[left ? 1 : 0]) {
        const Eigen::Vector3d gap = face.points.col(upper) - face.points.col(lower);
        face.points.col(upper) -= 0.85 * 0.8 * amount * gap; // landmarks of shut lids keep a sixth of the gap
        face.points.col(lower) += 0.85 * 0.2 * amount * gap;
    }
}

void open_jaw(test::SyntheticFace& face, double amount) {
    for (const int i : {152, 148, 377, 176, 400, 149, 378, 150, 379, 175, 199, 200, 18,  83,  313, 182,
                        406, 17,  14,  87,  317, 84,  314, 181, 405, 178, 402, 201, 421, 194, 418, 32,
                        262, 208, 428, 136, 365, 171, 396, 140, 369, 88,  318, 95,  324, 91,  321, 43,
                        273, 106, 335, 204, 424, 211, 431, 15,  16,  86,  316, 85,  315})
        face.points.col(i).y() -= 0.3 * amount;
}

std::vector<SolvedFrame> perform(Solver& solver, int frames, const std::function<LandmarkFrame(int)>& frame) {
    std::vector<SolvedFrame> solved;
    for (int i = 0; i < frames; ++i) solved.push_back(solver.solve(frame(i)));
    return solved;
}

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

TEST_F(SolverTest, AFullLidClosureIsABlinkAndRestIsNone) {
    Solver solver = make();
    const auto frame = [&](int i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        const bool blinking = i >= 60 && i < 66;
        shut(face, true, blinking);
        shut(face, false, blinking);
        return see(face, before_camera(), at(i / rate));
    };
    const auto solved = perform(solver, 90, frame);
    for (const ChannelIndex blink : {channel("eyeBlinkLeft"), channel("eyeBlinkRight")}) {
        EXPECT_LE(solved[50].calibrated.weights[blink], 0.05F);
        EXPECT_GE(solved[64].calibrated.weights[blink], 0.8F);
        EXPECT_LE(solved[85].calibrated.weights[blink], 0.05F);
    }
    EXPECT_EQ(solved[64].calibrated.weights[channel("eyeWideLeft")], 0);
    // A still head stays still (FAULTS A16, and DESIGN: a blink is no nod).
    for (const std::size_t i : {62U, 64U, 66U}) EXPECT_NEAR(solved[i].calibrated.head.pitch, 0, 1);
}

TEST_F(SolverTest, AWinkLeavesTheOtherEyeOpenAndTheGazeInPlace) {
    Solver solver = make();
    const auto solved = perform(solver, 90, [&](int i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        shut(face, true, i >= 60 ? 1 : 0);
        return see(face, before_camera(), at(i / rate));
    });
    const Weights& w = solved[75].calibrated.weights;
    EXPECT_GE(w[channel("eyeBlinkLeft")], 0.8F);
    EXPECT_LE(w[channel("eyeBlinkRight")], 0.1F);
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (channel_names[c].starts_with("eyeLook")) {
            EXPECT_LE(w[c], 2.0F / 30) << channel_names[c];
        }
}

TEST_F(SolverTest, BothLidsFollowTheNearOneWhenTheHeadIsTurnedFar) {
    Solver solver = make();
    const auto solved = perform(solver, 100, [&](int i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        shut(face, false, i >= 80 ? 1 : 0); // the near, right eye; the far one is not seen to shut
        return see(face, before_camera(std::min(36.0F, static_cast<float>(i))), at(i / rate));
    });
    EXPECT_GE(solved[95].calibrated.weights[channel("eyeBlinkRight")], 0.8F);
    EXPECT_GE(solved[95].calibrated.weights[channel("eyeBlinkLeft")], 0.8F);
}

TEST_F(SolverTest, ASymmetricFaceBlinksAlikeOnBothSidesAtAnyYaw) {
    for (const float yaw : {-25.0F, -12.0F, 12.0F, 25.0F}) {
        Solver solver = make();
        const auto solved = perform(solver, 70, [&](int i) {
            test::SyntheticFace face = test::average_face(Scheme::mesh478);
            const double amount = i > 60 ? 0.7 : 0;
            shut(face, true, amount);
            shut(face, false, amount);
            return see(face, before_camera(i < 40 ? 0 : yaw), at(i / rate));
        });
        const Weights& w = solved.back().calibrated.weights;
        EXPECT_NEAR(w[channel("eyeBlinkLeft")], w[channel("eyeBlinkRight")], 0.08) << yaw;
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

TEST_F(SolverTest, AWinkOfTheLeftEyeIsNotSeenInTheRightOne) {
    const auto run = [&](double amount) {
        Solver solver = make({.neutral = SolverOptions::Interval{0, 0.5}});
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        std::vector<SolvedFrame> solved;
        for (int i = 0; i < 30; ++i) {
            test::SyntheticFace now = face;
            // The lids' gap measure alone: the upper and lower lid points of the left eye.
            if (i > 20) shut(now, true, amount);
            solved.push_back(solver.solve(see(now, before_camera(), at(i / rate))));
        }
        return solved.back().raw;
    };
    const FaceState plain = run(0);
    const FaceState winking = run(1);
    for (const ChannelIndex right :
         {channel("eyeBlinkRight"), channel("eyeWideRight"), channel("eyeLookDownRight"),
          channel("browDownRight"), channel("mouthSmileRight")})
        EXPECT_NEAR(plain.weights[right], winking.weights[right], 0.05) << channel_names[right];
    EXPECT_GE(winking.weights[channel("eyeBlinkLeft")], 0.8F);
}

TEST_F(SolverTest, TheLidMeasureOfOneEyeIsBitIdenticalWhateverTheOtherDoes) {
    const SchemeLayout& layout = *layout_of(Scheme::mesh478);
    const test::SyntheticFace open = test::average_face(Scheme::mesh478);
    test::SyntheticFace wink = open;
    shut(wink, true, 1);
    EXPECT_EQ(lid_closure(open.points, open.points, layout.right_eye, 0.25),
              lid_closure(wink.points, open.points, layout.right_eye, 0.25));
    EXPECT_GT(lid_closure(wink.points, open.points, layout.left_eye, 0.25), 0.9);
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

TEST_F(SolverTest, IrisMotionMovesTheGazeAndNothingElse) {
    Solver solver = make({.neutral = SolverOptions::Interval{0, 0.5}});
    const auto solved = perform(solver, 60, [&](int i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        if (i > 20)
            for (int k = 468; k < 478; ++k) face.points(0, k) += 0.04; // to the performer's left
        return see(face, before_camera(), at(i / rate));
    });
    const FaceState& state = solved.back().calibrated;
    EXPECT_GE(state.weights[channel("eyeLookOutLeft")], 0.3F);
    EXPECT_GE(state.weights[channel("eyeLookInRight")], 0.3F);
    EXPECT_LE(state.weights[channel("eyeLookOutRight")], 0.05F);
    EXPECT_LE(largest(state.weights, {"eyeLook"}), 0.05F);
    EXPECT_NEAR(state.head.yaw, 0, 0.5);
}

} // namespace
} // namespace mien

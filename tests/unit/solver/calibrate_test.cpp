#include "solver/calibration/calibrate.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solver/calibration/asked_movement.h"

namespace mien {
namespace {

constexpr double rate = 30;
constexpr ChannelIndex smile_left = channel("mouthSmileLeft");
constexpr ChannelIndex smile_right = channel("mouthSmileRight");
constexpr ChannelIndex jaw = channel("jawOpen");
constexpr ChannelIndex pucker = channel("mouthPucker");
constexpr ChannelIndex brow = channel("browInnerUp");

FitModel built_in() {
    return parse_fit_model(embedded_fit_model(Scheme::mesh478), "built in").value();
}

/// A made-up performer: the average face, expressions of their own, and what they do at a time.
class Performer {
public:
    explicit Performer(FitModel model)
        : model_(std::move(model)), average_(model_), rows_(model_.experts.front().basis) {}

    Eigen::MatrixXf& rows() { return rows_; }
    const FitModel& model() const { return model_; }

    CalibrationFrame frame(double t, const Weights& weights) {
        const Eigen::VectorXf moved =
            rows_.transpose() * Eigen::Map<const Eigen::VectorXf>(weights.data(), 52);
        Eigen::Matrix3Xd points = model_.mean_face;
        for (std::size_t i = 0; i < model_.landmarks.size(); ++i) {
            const auto value = static_cast<Eigen::Index>(2 * i);
            points(0, model_.landmarks[i]) += 0.1 * (static_cast<double>(moved(value)) + noise());
            points(1, model_.landmarks[i]) += 0.1 * (static_cast<double>(moved(value + 1)) + noise());
        }
        return {t, average_.look({.points = points, .neutral = model_.mean_face})};
    }

private:
    double noise() {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += static_cast<double>(random_()) / 4294967296.0;
        return 0.01 * sum;
    }
    FitModel model_;
    BoundedFit average_;
    Eigen::MatrixXf rows_;
    std::mt19937 random_{3};
};

/// How far a movement is on, s seconds after it was asked for: it starts late, takes a while, and is let go
/// late.
float envelope(double s, double length) {
    const double up = std::clamp((s - 0.35) / 0.2, 0.0, 1.0);
    const double down = std::clamp((length + 0.25 - s) / 0.2, 0.0, 1.0);
    return static_cast<float>(std::min(up, down));
}

struct Recording {
    std::vector<Prompt> prompts;
    std::vector<CalibrationFrame> frames;
};

/// Two seconds at rest, then every list of channels for a second and a quarter; lazy ones are asked for and
/// not done.
Recording record(Performer& performer, const std::vector<std::vector<ChannelIndex>>& asked,
                 const std::vector<std::size_t>& lazy = {}) {
    Recording recording;
    recording.prompts.push_back({0, 2, "rest", {}});
    double t = 2;
    for (const auto& channels : asked) {
        recording.prompts.push_back({t, t + 1.25, "do it", channels});
        t += 1.4;
    }
    for (int k = 0; k < static_cast<int>((t + 0.5) * rate); ++k) {
        const double now = k / rate;
        Weights weights{};
        for (std::size_t i = 1; i < recording.prompts.size(); ++i) {
            const Prompt& prompt = recording.prompts[i];
            if (std::find(lazy.begin(), lazy.end(), i) != lazy.end()) continue;
            for (const ChannelIndex c : prompt.channels)
                weights[c] =
                    std::max(weights[c], 0.8F * envelope(now - prompt.from, prompt.to - prompt.from));
        }
        recording.frames.push_back(performer.frame(now, weights));
    }
    return recording;
}

/// A performer who stretches a little while smiling less than others do.
Performer odd_smiler() {
    Performer performer(built_in());
    const auto row = [](std::string_view name) { return static_cast<Eigen::Index>(*find_channel(name)); };
    for (const char* side : {"Left", "Right"}) {
        const Eigen::Index smile = row(std::string("mouthSmile") + side);
        performer.rows().row(smile) = 0.5F * performer.rows().row(smile) +
                                      0.3F * performer.rows().row(row(std::string("mouthStretch") + side));
    }
    return performer;
}

TEST(Calibrate, TheAnswerIsFoundLateAndAtItsHeight) {
    Performer performer(built_in());
    const Recording recording = record(performer, {{jaw}});
    std::vector<std::size_t> rest;
    for (std::size_t k = 6; k < 60; ++k) rest.push_back(k);
    const auto movement =
        answer_to(recording.prompts[1], performer.model().experts.front().noise, recording.frames, rest);
    ASSERT_TRUE(movement);
    EXPECT_TRUE(movement->followed());
    EXPECT_GT(movement->strength, 10);
    const Eigen::VectorXf full = 0.8F * performer.rows().row(static_cast<Eigen::Index>(jaw)).transpose();
    EXPECT_LT((movement->peak - full).norm(), 0.1F * full.norm());
    const auto at = [&](double t) {
        return movement->envelope(static_cast<Eigen::Index>(t * rate) -
                                  static_cast<Eigen::Index>(movement->first));
    };
    EXPECT_LT(at(2.2), 0.1F);
    EXPECT_GT(at(2.9), 0.9F);
    EXPECT_GT(at(3.3), 0.9F);
    EXPECT_LT(at(3.7), 0.3F);
}

TEST(Calibrate, APerformersOwnSmileIsReadAfterIt) {
    Performer performer = odd_smiler();
    const std::vector<std::vector<ChannelIndex>> asked = {{jaw}, {smile_left, smile_right}, {pucker}, {brow}};
    const Recording recording = record(performer, asked);
    const auto calibration =
        calibrate(performer.model(), everyones_basis(performer.model()), recording.frames, recording.prompts);
    ASSERT_TRUE(calibration) << calibration.error().message;
    EXPECT_TRUE(calibration->not_followed.empty());
    EXPECT_EQ(calibration->channels[smile_left].verdict, ChannelVerdict::unchecked);
    EXPECT_EQ(calibration->channels[channel("noseSneerLeft")].verdict, ChannelVerdict::unasked);

    Weights done{};
    done[smile_left] = done[smile_right] = 0.6F;
    const BoundedFit::Look look = performer.frame(100, done).look;
    const Weights personal =
        PersonalFit(performer.model(), everyones_basis(performer.model()), calibration->response)
            .weights_of(look);
    EXPECT_LT(look.weights[smile_left], 0.25F);
    EXPECT_GT(personal[smile_left], 0.35F);
    EXPECT_LT(personal[smile_left], 0.75F);
    EXPECT_LT(personal[channel("mouthStretchLeft")], 0.25F);
    EXPECT_GT(calibration->channels[smile_left].reach, 0.5F);
    EXPECT_LT(calibration->channels[smile_left].noise, 0.02F);
    // What nobody asked for is nearly as it was.
    EXPECT_NEAR(personal[channel("noseSneerLeft")], look.weights[channel("noseSneerLeft")], 0.05F);
}

TEST(Calibrate, AGainMakesUpForASmallReachButNotForNoise) {
    EXPECT_FLOAT_EQ(gain_for({.reach = 0.64F}), 1.25F);
    EXPECT_FLOAT_EQ(gain_for({.reach = 0.3F, .noise = 0.02F}), 1.5F);
    EXPECT_FLOAT_EQ(gain_for({.reach = 0.95F}), 1);
    EXPECT_FLOAT_EQ(gain_for({.reach = 0.05F, .noise = 0.005F}), 1);
    EXPECT_FLOAT_EQ(gain_for({.reach = 0.3F, .noise = 0.12F}), 1);
}

TEST(Calibrate, ASecondAskingConfirms) {
    Performer performer = odd_smiler();
    const std::vector<ChannelIndex> smile = {smile_left, smile_right};
    const Recording recording = record(performer, {{jaw}, smile, {pucker}, {jaw}, smile, {pucker}});
    const auto calibration =
        calibrate(performer.model(), everyones_basis(performer.model()), recording.frames, recording.prompts);
    ASSERT_TRUE(calibration) << calibration.error().message;
    EXPECT_EQ(calibration->channels[smile_left].verdict, ChannelVerdict::confirmed);
    EXPECT_TRUE(calibration->response.adapted[smile_left]);
}

TEST(Calibrate, WhatTheSecondAskingDoesNotConfirmStaysAsForEveryone) {
    Performer performer(built_in());
    Recording recording = record(performer, {{jaw}, {smile_left, smile_right}, {pucker}, {jaw}});
    // At first the performer puckered when asked to smile: the second time they smiled.
    Recording wrong = record(performer, {{jaw}, {pucker}, {pucker}, {jaw}});
    Recording again = record(performer, {{jaw}, {smile_left, smile_right}});
    recording.frames = wrong.frames;
    const double end = recording.prompts.back().to + 0.6;
    std::erase_if(recording.frames, [end](const CalibrationFrame& frame) { return frame.t >= end; });
    recording.prompts.push_back({end, end + 1.25, "smile", {smile_left, smile_right}});
    const double asked = again.prompts[2].from;
    for (CalibrationFrame frame : again.frames)
        if (frame.t >= asked) {
            frame.t += end - asked;
            recording.frames.push_back(frame);
        }
    const auto calibration =
        calibrate(performer.model(), everyones_basis(performer.model()), recording.frames, recording.prompts);
    ASSERT_TRUE(calibration) << calibration.error().message;
    EXPECT_EQ(calibration->channels[smile_left].verdict, ChannelVerdict::not_confirmed);
    EXPECT_FALSE(calibration->response.adapted[smile_left]);
    EXPECT_TRUE(calibration->response.adapted[jaw]);
}

TEST(Calibrate, AStepThatWasNotFollowedIsNoticedAndNotLearntFrom) {
    Performer performer(built_in());
    const Recording recording = record(performer, {{jaw}, {smile_left, smile_right}, {pucker}}, {2});
    const auto calibration =
        calibrate(performer.model(), everyones_basis(performer.model()), recording.frames, recording.prompts);
    ASSERT_TRUE(calibration) << calibration.error().message;
    EXPECT_EQ(calibration->not_followed, std::vector<std::size_t>{2});
    EXPECT_EQ(calibration->channels[smile_left].verdict, ChannelVerdict::unasked);
    EXPECT_FALSE(calibration->response.adapted[smile_left]);
    EXPECT_TRUE(calibration->response.adapted[jaw]);
}

TEST(Calibrate, WithoutRestOrAnyAnswerItSaysWhy) {
    Performer performer(built_in());
    Recording recording = record(performer, {{jaw}}, {1});
    const auto nothing =
        calibrate(performer.model(), everyones_basis(performer.model()), recording.frames, recording.prompts);
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().code, ErrorCode::usage);
    EXPECT_NE(nothing.error().message.find("followed none"), std::string::npos);
    recording.prompts.erase(recording.prompts.begin());
    const auto restless =
        calibrate(performer.model(), everyones_basis(performer.model()), recording.frames, recording.prompts);
    ASSERT_FALSE(restless);
    EXPECT_NE(restless.error().message.find("at rest"), std::string::npos);
    EXPECT_FALSE(calibrate(performer.model(), everyones_basis(performer.model()), {}, recording.prompts));
}

} // namespace
} // namespace mien

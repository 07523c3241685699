#include "solver/profile.h"

#include <string>

#include <gtest/gtest.h>

#include "solver/fit_model.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

constexpr ChannelIndex jaw = channel("jawOpen");

Profile made_up() {
    const FitModel model = parse_fit_model(embedded_fit_model(Scheme::mesh478), "built in").value();
    Profile profile;
    profile.name = "Anna \"A\" \xC3\x84";
    profile.camera = "usb-1.2";
    profile.neutral = model.mean_face;
    profile.rest[jaw] = 0.02F;
    profile.calibration.response = no_response(model);
    profile.calibration.response.seen.row(static_cast<Eigen::Index>(jaw)).setLinSpaced(-1.25F, 0.5F);
    profile.calibration.response.basis = "a rig";
    profile.calibration.response.correction(3, static_cast<Eigen::Index>(jaw)) = -0.5F;
    profile.calibration.response.adapted[jaw] = true;
    profile.calibration.channels[jaw] = {ChannelVerdict::confirmed, 0.75F, 0.01F, 0.02F};
    profile.channels[jaw] = {.gain = 1.5F, .high = 0.9F, .curve = {CurveShape::ease_in, 2}};
    profile.channels[0].on = false;
    return profile;
}

TEST(Profile, ComesBackAsItWasWritten) {
    const test::TemporaryFolder folder;
    const Profile profile = made_up();
    ASSERT_TRUE(write_profile(folder.path() / "anna.json", profile));
    const auto read = read_profile(folder.path() / "anna.json");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->name, profile.name);
    EXPECT_EQ(read->camera, profile.camera);
    EXPECT_LT((read->neutral - profile.neutral).cwiseAbs().maxCoeff(), 1e-5);
    EXPECT_EQ(read->rest, profile.rest);
    EXPECT_EQ(read->channels, profile.channels);
    const PersonalResponse& response = read->calibration.response;
    EXPECT_EQ(response.basis, "a rig");
    EXPECT_EQ(response.adapted, profile.calibration.response.adapted);
    EXPECT_LT((response.seen - profile.calibration.response.seen).cwiseAbs().maxCoeff(), 1e-5F);
    EXPECT_LT((response.correction - profile.calibration.response.correction).cwiseAbs().maxCoeff(), 1e-5F);
    EXPECT_EQ(read->calibration.channels[jaw].verdict, ChannelVerdict::confirmed);
    EXPECT_FLOAT_EQ(read->calibration.channels[jaw].reach, 0.75F);
}

TEST(Profile, WhatIsNoneIsRefusedInOneLine) {
    const std::string good = profile_to_json(made_up());
    const auto message = [](const std::string& json) {
        const auto profile = profile_from_json(json, "anna.json");
        EXPECT_FALSE(profile);
        if (profile) return std::string();
        EXPECT_EQ(profile.error().code, ErrorCode::unreadable);
        EXPECT_EQ(profile.error().message.find('\n'), std::string::npos);
        return profile.error().message;
    };
    const auto with = [&good](const std::string& what, const std::string& other) {
        std::string changed = good;
        const std::size_t at = changed.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        return changed.replace(at, what.size(), other);
    };
    EXPECT_NE(message("{}").find("anna.json: it is no profile"), std::string::npos);
    EXPECT_NE(message("[").find("anna.json"), std::string::npos);
    EXPECT_NE(message(with("\"version\": 1", "\"version\": 2")).find("version 2"), std::string::npos);
    EXPECT_NE(message(with("\"solver\": \"", "\"solver\": \"0")).find("calibrate again"), std::string::npos);
    EXPECT_NE(message(with("\"jawOpen\"", "\"jawopen\"")).find("no channel \"jawopen\""), std::string::npos);
    EXPECT_NE(message(with("\"neutral\": [", "\"neutral\": [0,")).find("are needed"), std::string::npos);
    EXPECT_NE(message(with("\"neutral\": [", "\"neutral\": [\"x\",")).find("neutral"), std::string::npos);
    EXPECT_NE(message(with("ease_in", "ease")).find("no curve \"ease\""), std::string::npos);
    EXPECT_NE(message(with("confirmed", "sworn")).find("no verdict \"sworn\""), std::string::npos);
}

TEST(Profile, CutAnywhereItIsRefused) {
    const std::string good = profile_to_json(made_up());
    for (std::size_t size = 0; size + 2 < good.size(); size += 997)
        EXPECT_FALSE(profile_from_json(std::string_view(good).substr(0, size), "cut")) << size;
}

TEST(ChannelSettings, ShapeAWeight) {
    EXPECT_FLOAT_EQ(ChannelSettings{}(0.4F), 0.4F);
    EXPECT_EQ(ChannelSettings{.on = false}(0.4F), 0);
    EXPECT_FLOAT_EQ((ChannelSettings{.gain = 2}(0.4F)), 0.8F);
    EXPECT_FLOAT_EQ((ChannelSettings{.gain = 2}(0.8F)), 1);
    EXPECT_FLOAT_EQ((ChannelSettings{.gain = 2, .high = 1.5F}(0.7F)), 1.4F);
    EXPECT_FLOAT_EQ((ChannelSettings{.offset = 0.1F}(0)), 0.1F);
    EXPECT_FLOAT_EQ((ChannelSettings{.curve = {CurveShape::ease_in, 2}}(0.5F)), 0.25F);
}

} // namespace
} // namespace mien

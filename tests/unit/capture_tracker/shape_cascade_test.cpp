// Our reader and evaluation of shape predictors against dlib's own.
#include "capture/tracker/shape_cascade.h"

#include <cmath>
#include <random>
#include <sstream>

#include <dlib/image_processing/shape_predictor.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace mien {
namespace {

using ::testing::HasSubstr;

constexpr long points = 6;

/// A predictor of random trees, as dlib's trainer makes them.
dlib::shape_predictor random_predictor(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> unit(0, 1);
    const auto near_zero = [&](float reach) { return (2 * unit(random) - 1) * reach; };
    dlib::matrix<float, 0, 1> shape(2 * points);
    for (long i = 0; i < shape.size(); ++i) shape(i) = 0.1F + 0.8F * unit(random);
    constexpr unsigned long pixels = 20;
    std::vector<std::vector<dlib::impl::regression_tree>> forests(3);
    std::vector<std::vector<dlib::vector<float, 2>>> places(3);
    for (std::size_t stage = 0; stage < forests.size(); ++stage) {
        for (unsigned long i = 0; i < pixels; ++i) places[stage].emplace_back(unit(random), unit(random));
        forests[stage].resize(5);
        for (auto& tree : forests[stage]) {
            tree.splits.resize(7);
            for (auto& split : tree.splits) split = {random() % pixels, random() % pixels, near_zero(60)};
            tree.leaf_values.resize(8);
            for (auto& leaf : tree.leaf_values) {
                leaf.set_size(2 * points);
                for (long i = 0; i < leaf.size(); ++i) leaf(i) = near_zero(0.03F);
            }
        }
    }
    return {shape, forests, places};
}

std::string file_of(const dlib::shape_predictor& predictor) {
    std::ostringstream file;
    dlib::serialize(predictor, file);
    return file.str();
}

Result<ShapeCascade> read(const std::string& bytes) {
    std::istringstream file(bytes);
    return ShapeCascade::read(file, "shape.dat");
}

/// Soft waves: a pixel more or less to the side changes little.
Image waves() {
    Image picture(200, 160, PixelFormat::gray8);
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            picture.row(y)[static_cast<std::size_t>(x)] =
                static_cast<std::uint8_t>(127 + 70 * std::sin(x * 0.05) + 50 * std::cos(y * 0.07 + x * 0.01));
    return picture;
}

TEST(ShapeCascade, GivesDlibsPointsWithoutItsRounding) {
    const Image picture = waves();
    dlib::array2d<unsigned char> grey(picture.height, picture.width);
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) grey[y][x] = picture.row(y)[static_cast<std::size_t>(x)];
    for (unsigned seed = 0; seed < 10; ++seed) {
        const auto predictor = random_predictor(seed);
        const auto cascade = read(file_of(predictor));
        ASSERT_TRUE(cascade) << cascade.error().message;
        ASSERT_EQ(cascade->point_total(), static_cast<std::size_t>(points));
        for (const auto& [left, top, side] : {std::tuple{40, 30, 81}, {-20, 100, 60}, {90, 10, 120}}) {
            const dlib::rectangle box(left, top, left + side - 1, top + side - 1);
            const auto expected = predictor(grey, box);
            std::vector<Landmark> actual(points);
            const auto half = static_cast<float>(side) / 2;
            cascade->predict(picture,
                             {static_cast<float>(left) + half, static_cast<float>(top) + half,
                              static_cast<float>(side), 0},
                             1, actual);
            for (unsigned long i = 0; i < points; ++i) {
                EXPECT_NEAR(actual[i].x, static_cast<float>(expected.part(i).x()) + 0.5F, 0.51F) << seed;
                EXPECT_NEAR(actual[i].y, static_cast<float>(expected.part(i).y()) + 0.5F, 0.51F) << seed;
            }
        }
    }
}

// A picture and its box, both turned by a quarter, give points that are turned by a quarter.
TEST(ShapeCascade, LooksAtATurnedFaceUpright) {
    const Image picture = waves();
    Image turned(picture.height, picture.width, PixelFormat::gray8);
    for (int y = 0; y < turned.height; ++y) // clockwise: (x, y) comes from (y, height - 1 - x)
        for (int x = 0; x < turned.width; ++x)
            turned.row(y)[static_cast<std::size_t>(x)] =
                picture.row(picture.height - 1 - x)[static_cast<std::size_t>(y)];
    const auto cascade = read(file_of(random_predictor(3)));
    ASSERT_TRUE(cascade);
    std::vector<Landmark> upright(points);
    std::vector<Landmark> tilted(points);
    cascade->predict(picture, {90, 70, 60, 0}, 1, upright);
    cascade->predict(turned, {160 - 70, 90, 60, 1.5707963F}, 1, tilted);
    for (std::size_t i = 0; i < points; ++i) {
        EXPECT_NEAR(tilted[i].x, 160 - upright[i].y, 1e-2F);
        EXPECT_NEAR(tilted[i].y, upright[i].x, 1e-2F);
    }
}

TEST(ShapeCascade, GainUndoesDarkness) {
    const Image picture = waves();
    Image dark = picture;
    for (auto& pixel : dark.pixels) pixel = static_cast<std::uint8_t>(pixel / 4);
    Image bright = dark;
    for (auto& pixel : bright.pixels) pixel = static_cast<std::uint8_t>(pixel * 4);
    const auto cascade = read(file_of(random_predictor(5)));
    ASSERT_TRUE(cascade);
    std::vector<Landmark> lit(points);
    std::vector<Landmark> lifted(points);
    cascade->predict(bright, {90, 70, 60, 0}, 1, lit);
    cascade->predict(dark, {90, 70, 60, 0}, 4, lifted);
    EXPECT_EQ(lit, lifted);
}

TEST(ShapeCascade, RefusesEveryCut) {
    const std::string whole = file_of(random_predictor(1));
    for (std::size_t length = 0; length < whole.size(); length += 1 + length / 50) {
        const auto cascade = read(whole.substr(0, length));
        ASSERT_FALSE(cascade) << length;
        EXPECT_EQ(cascade.error().code, ErrorCode::unreadable);
        EXPECT_THAT(cascade.error().message, HasSubstr("shape.dat"));
    }
    EXPECT_FALSE(read("this is no shape predictor"));
    EXPECT_FALSE(read(std::string(1000, '\x01')));
}

TEST(ShapeCascade, RefusesOrSurvivesEverySpoiltByte) {
    const std::string whole = file_of(random_predictor(2));
    const Image picture = waves();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int flip : {0x01, 0x80, 0xFF}) {
            std::string spoilt = whole;
            spoilt[at] = static_cast<char>(spoilt[at] ^ flip);
            const auto cascade = read(spoilt);
            if (!cascade) continue;
            std::vector<Landmark> found(points);
            cascade->predict(picture, {90, 70, 60, 0}, 1, found);
        }
    }
}

TEST(ShapeCascade, OfAMissingFileIsUnavailable) {
    const test::TemporaryFolder folder;
    const auto cascade = ShapeCascade::read_file(folder.path() / "shape.dat");
    ASSERT_FALSE(cascade);
    EXPECT_EQ(cascade.error().code, ErrorCode::unavailable);
    EXPECT_THAT(cascade.error().message, HasSubstr("libdlib-data"));
}

} // namespace
} // namespace mien

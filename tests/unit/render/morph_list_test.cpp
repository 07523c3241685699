#include "render/morph_list.h"

#include <set>

#include <glm/gtc/packing.hpp>
#include <gtest/gtest.h>

namespace mien {
namespace {

/// `count` channels over `vertices` vertices; channel c moves the vertices c, c + 1, ... c + touched - 1
/// (modulo).
std::vector<MorphChannel> channels(std::size_t count, std::uint32_t vertices, std::uint32_t touched) {
    std::vector<MorphChannel> result(count);
    for (std::uint32_t c = 0; c < count; ++c) {
        std::set<std::uint32_t> moved;
        for (std::uint32_t i = 0; i < touched; ++i) moved.insert((c + i) % vertices);
        for (const std::uint32_t vertex : moved) {
            result[c].vertices.push_back(vertex);
            result[c].positions.emplace_back(static_cast<float>(c), static_cast<float>(vertex), 1);
            result[c].normals.emplace_back(0, 0, static_cast<float>(c));
        }
    }
    return result;
}

/// What the vertex shader makes of the list.
glm::vec3 sum_at(const MorphList& list, std::size_t vertex) {
    glm::vec3 sum(0);
    const glm::uvec2 place = list.places()[vertex];
    for (std::size_t delta = place.x; delta < place.x + place.y; ++delta) {
        const glm::vec4& texel = list.texels()[texels_per_delta * delta];
        const glm::vec4& normal = list.texels()[texels_per_delta * delta + 1];
        const auto slot = static_cast<std::size_t>(texel.w + 1024 * normal.w);
        sum += list.slot_weights()[slot].x * glm::vec3(texel);
    }
    return sum;
}

glm::vec3 expected_at(const std::vector<MorphChannel>& source, const std::vector<float>& weights,
                      std::uint32_t vertex) {
    glm::vec3 sum(0);
    for (std::size_t c = 0; c < source.size(); ++c)
        for (std::size_t i = 0; i < source[c].vertices.size(); ++i)
            if (source[c].vertices[i] == vertex) sum += weights[c] * source[c].positions[i];
    return sum;
}

std::size_t listed_deltas(const MorphList& list) {
    return list.texels().size() / texels_per_delta;
}

TEST(MorphList, SumsWhatIsInUse) {
    const std::vector<MorphChannel> source = channels(20, 50, 13);
    MorphList list(source, 50);
    std::vector<float> weights(20, 0);
    for (int frame = 0; frame < 40; ++frame) {
        for (std::size_t c = 0; c < 20; ++c)
            weights[c] =
                (static_cast<std::size_t>(frame) * 7 + c * 5) % 4 == 0 ? 0.25f * static_cast<float>(c) : 0;
        list.update(weights);
        for (std::uint32_t vertex = 0; vertex < 50; ++vertex) {
            const glm::vec3 expected = expected_at(source, weights, vertex);
            const glm::vec3 actual = sum_at(list, vertex);
            EXPECT_FLOAT_EQ(actual.x, expected.x);
            EXPECT_FLOAT_EQ(actual.y, expected.y);
        }
    }
}

TEST(MorphList, AtRestNothingIsListed) {
    const std::vector<MorphChannel> source = channels(300, 1000, 100);
    MorphList list(source, 1000);
    EXPECT_FALSE(list.update(std::vector<float>(300, 0)));
    EXPECT_EQ(listed_deltas(list), 0u);
}

TEST(MorphList, SameTargetsWithOtherWeightsAreNotListedAnew) {
    const std::vector<MorphChannel> source = channels(10, 100, 20);
    MorphList list(source, 100);
    std::vector<float> weights(10, 0);
    weights[3] = weights[4] = 0.5f;
    EXPECT_TRUE(list.update(weights));
    for (int frame = 0; frame < 100; ++frame) {
        weights[3] += 0.001f;
        EXPECT_FALSE(list.update(weights));
    }
}

TEST(MorphList, AWeightThatFlickersIsNotListedAnew) {
    const std::vector<MorphChannel> source = channels(10, 100, 10);
    MorphList list(source, 100);
    std::vector<float> weights(10, 0);
    weights[0] = 1;
    weights[1] = 0.01f;
    list.update(weights);
    for (int frame = 0; frame < 500; ++frame) {
        weights[1] = frame % 3 == 0 ? 0.01f : 0;
        EXPECT_FALSE(list.update(weights)) << frame;
    }
}

TEST(MorphList, WhatIsLongUnusedLeaves) {
    const std::vector<MorphChannel> source = channels(10, 100, 10);
    MorphList list(source, 100);
    std::vector<float> weights(10, 0);
    weights[0] = weights[1] = 1;
    list.update(weights);
    EXPECT_EQ(listed_deltas(list), 20u);
    weights[1] = 0;
    int rebuilt_at = 0;
    for (int frame = 1; frame <= 400 && rebuilt_at == 0; ++frame)
        if (list.update(weights)) rebuilt_at = frame;
    EXPECT_EQ(rebuilt_at, static_cast<int>(MorphList::draws_kept) + 1);
    EXPECT_EQ(listed_deltas(list), 10u);
}

// The cost follows what is active: a set of 300 of which other 12 are used in each draw lists hardly more
// than 12.
TEST(MorphList, IdleTargetsStayFewWhateverTheSet) {
    for (const std::size_t count : {52u, 300u}) {
        const std::vector<MorphChannel> source = channels(count, 2000, 240);
        MorphList list(source, 2000);
        for (std::size_t frame = 0; frame < 600; ++frame) {
            std::vector<float> weights(count, 0);
            for (std::size_t a = 0; a < 12; ++a) weights[(frame + a) % count] = 0.5f;
            list.update(weights);
            EXPECT_LE(listed_deltas(list), 12u * 240 + 12 * 240 / 4 + 2000 / 8)
                << count << " targets, draw " << frame;
        }
    }
}

TEST(MorphList, TheOrderOfASumDoesNotDependOnHistory) {
    const std::vector<MorphChannel> source = channels(30, 60, 25);
    std::vector<float> weights(30, 0);
    for (std::size_t c = 0; c < 30; c += 3) weights[c] = 0.1f;
    MorphList fresh(source, 60);
    fresh.update(weights);
    MorphList used(source, 60);
    for (std::size_t frame = 0; frame < 30; ++frame) {
        std::vector<float> other(30, 0);
        other[29 - frame] = 1;
        used.update(other);
    }
    used.update(weights);
    for (std::size_t vertex = 0; vertex < 60; ++vertex)
        EXPECT_EQ(sum_at(fresh, vertex), sum_at(used, vertex));
}

TEST(MorphList, HalvesAreSharesOfTheTargetsLargestDelta) {
    std::vector<MorphChannel> source(1);
    source[0].vertices = {2, 5};
    source[0].positions = {{3e-6f, 0, -1e-6f}, {1e-6f, 0, 0}}; // far too small for a half as they are
    source[0].normals = {{0, 200000, 0}, {0, 100000, 0}};      // and far too large
    MorphList list(source, 8, MorphPrecision::half);
    ASSERT_TRUE(list.update(std::vector<float>{0.5f}));
    EXPECT_TRUE(list.texels().empty());
    ASSERT_EQ(list.half_texels().size(), 4u);
    const glm::vec4 position = glm::unpackHalf(list.half_texels()[0]);
    const glm::vec4 normal = glm::unpackHalf(list.half_texels()[3]);
    EXPECT_NEAR(position.x * list.slot_weights()[0].x, 1.5e-6f, 1e-9f);
    EXPECT_NEAR(position.z * list.slot_weights()[0].x, -0.5e-6f, 1e-9f);
    EXPECT_NEAR(normal.y * list.slot_weights()[0].y, 50000, 30);
}

TEST(MorphList, SlotsBeyondAThousandAreFoundAgain) {
    for (const MorphPrecision precision : {MorphPrecision::float32, MorphPrecision::half}) {
        const std::vector<MorphChannel> source = channels(2500, 10, 1);
        MorphList list(source, 10, precision);
        list.update(std::vector<float>(2500, 1));
        std::set<int> slots;
        for (std::size_t delta = 0; delta < 2500; ++delta) {
            const bool half = precision == MorphPrecision::half;
            const float column =
                half ? glm::unpackHalf(list.half_texels()[2 * delta]).w : list.texels()[2 * delta].w;
            const float row =
                half ? glm::unpackHalf(list.half_texels()[2 * delta + 1]).w : list.texels()[2 * delta + 1].w;
            EXPECT_LT(column, 1024);
            slots.insert(static_cast<int>(column + 1024 * row));
        }
        EXPECT_EQ(slots.size(), 2500u);
        EXPECT_EQ(*slots.rbegin(), 2499);
    }
}

TEST(MorphList, TargetsThatMoveNothingAreNeverListed) {
    std::vector<MorphChannel> source(3);
    MorphList list(source, 10);
    EXPECT_FALSE(list.update(std::vector<float>{1, 1, 1}));
    EXPECT_EQ(list.deltas_at_most(), 0u);
}

TEST(MorphList, WeightsMayBeFewerThanChannels) {
    const std::vector<MorphChannel> source = channels(5, 20, 4);
    MorphList list(source, 20);
    EXPECT_TRUE(list.update(std::vector<float>{1}));
    EXPECT_EQ(listed_deltas(list), 4u);
    EXPECT_EQ(list.deltas_at_most(), 20u);
}

} // namespace
} // namespace mien

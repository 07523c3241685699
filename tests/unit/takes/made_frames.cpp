#include "made_frames.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "base/file.h"

namespace mien::test {
namespace {

FaceState made_state(std::mt19937& random, Timestamp t, bool tracked) {
    std::uniform_real_distribution<float> any(-1.5f, 2.5f);
    FaceState state;
    state.t = t;
    state.tracked = tracked;
    if (!tracked) return state;
    state.quality = 0.75f;
    state.head = {any(random), any(random), -0.6f, 40 * any(random), 40 * any(random), 40 * any(random)};
    for (float& weight : state.weights) weight = any(random);
    state.weights[0] = -0.0f;
    state.weights[1] = std::numeric_limits<float>::denorm_min();
    state.weights[2] = std::nextafter(1.0f, 2.0f);
    return state;
}

} // namespace

TakeFrame made_frame(std::uint64_t number) {
    std::mt19937 random(static_cast<std::uint32_t>(number + 1));
    std::uniform_real_distribution<float> pixel(-20.0f, 700.0f);
    TakeFrame frame;
    const Timestamp t{static_cast<std::int64_t>(number) * 33'333'333 + 7};
    const bool tracked = number % 5 != 4;
    frame.landmarks.t = t;
    frame.landmarks.index = number;
    frame.landmarks.image_width = 640;
    frame.landmarks.image_height = 480;
    if (tracked) {
        frame.landmarks.tracked = true;
        frame.landmarks.quality = 0.9f;
        frame.landmarks.scheme = number % 2 == 0 ? Scheme::mesh478 : Scheme::ibug68;
        frame.landmarks.points.resize(point_count(frame.landmarks.scheme));
        for (Landmark& p : frame.landmarks.points) p = {pixel(random), pixel(random), pixel(random)};
        frame.landmarks.appearance = {0.1f, -3.0f, 1e-30f};
    }
    frame.raw = made_state(random, t, tracked);
    frame.calibrated = made_state(random, t, tracked);
    if (number % 3 == 0) frame.sent = made_state(random, t, tracked);
    return frame;
}

std::vector<TakeFrame> made_frames(std::uint64_t count) {
    std::vector<TakeFrame> frames;
    for (std::uint64_t i = 0; i < count; ++i) frames.push_back(made_frame(i));
    return frames;
}

void write_made_take(const std::filesystem::path& path, std::uint64_t count, const TakeMeta& meta) {
    auto writer = TakeWriter::create(path, meta, WhenFull::wait);
    ASSERT_TRUE(writer) << writer.error().message;
    for (TakeFrame& frame : made_frames(count)) {
        const auto added = writer->add(std::move(frame));
        ASSERT_TRUE(added) << added.error().message;
    }
    const auto finished = writer->finish();
    ASSERT_TRUE(finished) << finished.error().message;
}

std::vector<std::uint8_t> bytes_of(const std::filesystem::path& path) {
    return read_file(path, 64u << 20).value();
}

void write_bytes(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
    ASSERT_TRUE(write_file_atomically(path, bytes));
}

} // namespace mien::test

// head_points CANONICAL_FACE VERTICAL_FOV NEUTRAL_FRAMES OUTDIR X.landmarks...: what landmark_dump wrote, in
// the head's own frame as the solver sees it: the neutral is the typical face of the first NEUTRAL_FRAMES
// frames. Writes OUTDIR/X.head, raw little-endian: uint32 frames, points, the neutral (points * 3 float32),
// then per frame tracked, yaw, pitch, roll and points * 3 float32. What the trainer reads.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "capture/landmark_frame.h"
#include "solver/canonical_face.h"
#include "solver/fit_model.h"
#include "solver/head_model.h"
#include "solver/head_rotation.h"
#include "solver/neutral.h"
#include "solver/rigid_fit.h"

namespace {

using namespace mien;

template <typename T>
void put(std::ofstream& file, T value) {
    file.write(reinterpret_cast<const char*>(&value), sizeof value);
}
template <typename T>
T take(std::ifstream& file) {
    T value{};
    file.read(reinterpret_cast<char*>(&value), sizeof value);
    return value;
}

std::vector<LandmarkFrame> read_dump(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const auto count = take<std::uint32_t>(file);
    const auto points = take<std::uint32_t>(file);
    const auto width = take<std::uint32_t>(file);
    const auto height = take<std::uint32_t>(file);
    std::vector<LandmarkFrame> frames;
    for (std::uint32_t i = 0; i < count; ++i) {
        LandmarkFrame frame;
        frame.t = Timestamp::from_seconds(take<double>(file));
        const auto quality = take<float>(file);
        frame.tracked = quality >= 0;
        frame.scheme = static_cast<Scheme>(points);
        frame.image_width = static_cast<int>(width);
        frame.image_height = static_cast<int>(height);
        for (std::uint32_t k = 0; k < points; ++k) {
            const float x = take<float>(file);
            const float y = take<float>(file);
            const float z = take<float>(file);
            frame.points.push_back({x, y, z});
        }
        if (!file) break;
        frames.push_back(std::move(frame));
    }
    return frames;
}

void put_points(std::ofstream& file, const Eigen::Matrix3Xd& points) {
    for (Eigen::Index i = 0; i < points.size(); ++i) put(file, static_cast<float>(points.data()[i]));
}

Eigen::Matrix3Xd average_head(Scheme scheme, const std::filesystem::path& canonical) {
    if (scheme == Scheme::mesh478)
        if (const auto face = read_canonical_face(canonical)) return head_model_of(*face);
    return parse_fit_model(embedded_fit_model(scheme), "built in").value().mean_face;
}

struct Options {
    std::filesystem::path canonical;
    double vertical_fov;
    std::size_t rest_frames;
    std::filesystem::path folder;
};

bool convert(const std::filesystem::path& path, const Options& options) {
    const std::vector<LandmarkFrame> frames = read_dump(path);
    if (frames.empty()) return false;
    const SchemeLayout& layout = *layout_of(frames.front().scheme);
    const Eigen::Matrix3Xd average = average_head(layout.scheme, options.canonical);
    std::vector<Eigen::Matrix3Xd> resting;
    Eigen::Matrix3Xd points;
    for (std::size_t i = 0; i < options.rest_frames && i < frames.size(); ++i)
        if (frames[i].tracked && see_head(frames[i], average, layout, options.vertical_fov, points))
            resting.push_back(points);
    if (resting.empty()) return false;
    const Eigen::Matrix3Xd neutral = typical_face(resting);
    std::ofstream file(options.folder / (path.stem().string() + ".head"), std::ios::binary);
    put(file, static_cast<std::uint32_t>(frames.size()));
    put(file, static_cast<std::uint32_t>(neutral.cols()));
    put_points(file, neutral);
    for (const LandmarkFrame& frame : frames) {
        const auto pose =
            frame.tracked ? see_head(frame, neutral, layout, options.vertical_fov, points) : std::nullopt;
        HeadPose angles;
        if (pose)
            set_rotation(angles, pose->rotation);
        else
            points = neutral;
        for (const float value : {pose ? 1.0F : 0.0F, angles.yaw, angles.pitch, angles.roll})
            put(file, value);
        put_points(file, points);
    }
    return file.good();
}

} // namespace

int main(int count, char** arguments) {
    if (count < 6) {
        std::fprintf(stderr,
                     "head_points CANONICAL_FACE VERTICAL_FOV NEUTRAL_FRAMES OUTDIR X.landmarks...\n");
        return 2;
    }
    const Options options{arguments[1], std::atof(arguments[2]),
                          static_cast<std::size_t>(std::atoi(arguments[3])), arguments[4]};
    int failed = 0;
    for (int i = 5; i < count; ++i) {
        if (convert(arguments[i], options)) continue;
        std::fprintf(stderr, "head_points: no face at rest in %s\n", arguments[i]);
        ++failed;
    }
    return failed == 0 ? 0 : 3;
}

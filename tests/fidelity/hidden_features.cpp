// hidden_features MODEL OUT: reads pairs of pictures of a face, without and with something in front, and
// writes the attention mesh's last features for each: what models/train/train_hidden_parts.py reads. On
// standard input, little-endian: int32 width, height, float32 centre x, y, side, turn of the square to look
// at, the RGB bytes; to OUT: 128 features of the lips, 128 of each eye, 288 of the face, float32. With MODEL
// alone: prints the hash that tells this model from others.
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <optional>

#include "capture/network/tflite_model.h"
#include "capture/tracker/hidden_parts.h"
#include "capture/tracker/mesh_model.h"
#include "capture/tracker/steady_region.h"

namespace {

using namespace mien;

std::optional<Image> read_picture(SquareRegion& region) {
    std::array<std::int32_t, 2> size{};
    std::array<float, 4> square{};
    if (!std::cin.read(reinterpret_cast<char*>(size.data()), sizeof size) ||
        !std::cin.read(reinterpret_cast<char*>(square.data()), sizeof square) || size[0] < 1 || size[1] < 1 ||
        size[0] > 8192 || size[1] > 8192)
        return {};
    region = {square[0], square[1], square[2], square[3]};
    Image picture(size[0], size[1], PixelFormat::rgb8);
    for (int y = 0; y < picture.height; ++y)
        if (!std::cin.read(reinterpret_cast<char*>(picture.row(y).data()), std::streamsize{3} * size[0]))
            return {};
    return picture;
}

void write(std::ofstream& out, std::span<const float> values) {
    out.write(reinterpret_cast<const char*>(values.data()),
              static_cast<std::streamsize>(values.size_bytes()));
}

} // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "hidden_features MODEL [OUT]\n");
        return 2;
    }
    const auto graph = network::read_tflite_file(arguments[1]);
    if (!graph) {
        std::fprintf(stderr, "%s\n", graph.error().message.c_str());
        return 3;
    }
    if (count == 2) {
        std::printf("%llu\n", static_cast<unsigned long long>(mesh_feature_hash(*graph)));
        return 0;
    }
    network::Graph with_features = *graph;
    const std::size_t first = with_features.outputs.size();
    auto model = MeshModel::create(*graph, arguments[1]);
    if (!model || !add_mesh_features(with_features)) {
        std::fprintf(stderr, "%s is not the attention mesh\n", arguments[1]);
        return 3;
    }
    const auto executor = network::make_fast_executor(with_features);
    SquareSampler sampler;
    std::ofstream out(arguments[2], std::ios::binary);
    SquareRegion region;
    SquareRegion start;
    std::array<Landmark, mesh_points> points{};
    for (int i = 0; const auto picture = read_picture(start); ++i) {
        if (i % 2 == 0) region = start; // the covered face is followed from where it was seen
        for (int looks = 0; looks < 2; ++looks) {
            model->look(*picture, region);
            model->run();
            model->points(region, points);
            sampler.sample(*picture, region, Outside::nearest_pixel, {0, 1}, executor->input(0));
            if (looks == 0) region = follow(region, region_of(points));
        }
        executor->run();
        for (std::size_t map = 0; map < 4; ++map) write(out, executor->output(first + map));
    }
    return out.good() ? 0 : 3;
}

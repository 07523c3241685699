// session_raster SCENE PERFORMANCE.csv: renders a performance; raw RGB frames, 320 x 320, to standard output.
#include <cstdio>

#include "renderer.h"
#include "scene.h"

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr, "session_raster SCENE PERFORMANCE.csv > FRAMES.rgb\n");
        return 2;
    }
    const auto scene = mien::train::read_scene(arguments[1]);
    const auto poses = mien::train::read_performance(arguments[2]);
    if (!scene || !poses) {
        std::fprintf(stderr, "session_raster: cannot read %s\n", scene ? arguments[2] : arguments[1]);
        return 3;
    }
    mien::train::Renderer renderer(*scene);
    for (const auto& pose : *poses) {
        const auto& picture = renderer.render(pose);
        if (std::fwrite(picture.data(), 1, picture.size(), stdout) != picture.size()) return 5;
    }
    return 0;
}

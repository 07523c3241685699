// What a frame costs, and how morph targets add to it: medians over frames whose active targets change every
// time.
//
//   render_bench [frames]      the table of docs: 26k vertices, four bones a vertex, 1280x720
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "render/gl_context.h"
#include "render/rig_renderer.h"
#include "tests/support/made_rigs.h"

#include <glad/gl.h>

namespace {

using namespace mien;

double milliseconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

struct Cost {
    double process = 0; ///< CPU time of all threads
    double wall = 0;
};

double median(std::vector<double>& values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

struct Case {
    int targets;
    int active;
};

/// Draws one more frame with `active` of the targets in use, others each time.
Cost frame(RigRenderer& renderer, PosedRig& pose, const Camera& camera, const RenderStyle& style,
           const Case& c, int number) {
    for (int t = 0; t < c.targets; ++t) test::set_weight(pose, static_cast<std::size_t>(t), 0);
    for (int a = 0; a < c.active; ++a) {
        // Every frame one target leaves and another comes, where there are others.
        const int t = (number + a) % c.targets;
        test::set_weight(pose, static_cast<std::size_t>(t),
                         0.2f + 0.01f * static_cast<float>((number + 7 * a) % 60));
    }
    const double process = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    const double wall = milliseconds(CLOCK_MONOTONIC);
    renderer.draw(pose, camera, style, 1280, 720);
    glFinish();
    return {milliseconds(CLOCK_PROCESS_CPUTIME_ID) - process, milliseconds(CLOCK_MONOTONIC) - wall};
}

int run(int frames) {
    Result<OffscreenContext> context = OffscreenContext::create();
    if (!context) {
        std::fprintf(stderr, "%s\n", context.error().message.c_str());
        return 4;
    }
    std::printf("%s, %s\n", context->info().renderer.c_str(), context->info().version.c_str());
    std::printf(
        "25,921 vertices, 51,200 triangles, four bones, 1280x720, no multisampling; median of %d frames, the "
        "active targets change in each\n",
        frames);
    std::printf("%-14s %8s %7s %14s %10s %7s\n", "blending", "targets", "active", "CPU ms a frame", "wall ms",
                "ratio");
    Result<OffscreenTarget> target = OffscreenTarget::create(1280, 720, 1);
    if (!target) return 4;
    target->bind();
    Camera camera;
    camera.vertical_fov = 24;
    camera.distance = 2.6f;
    const RenderStyle style{.samples = 1};
    const std::vector<Case> cases{{52, 0}, {52, 1}, {52, 12}, {52, 52}, {300, 0}, {300, 12}, {300, 52}};
    for (const MorphBlending blending : {MorphBlending::vertex_shader, MorphBlending::processor}) {
        // Interleaved, frame by frame, so that other work on the machine meets all cases alike.
        std::vector<RigRenderer> renderers;
        std::vector<PosedRig> poses;
        for (const Case& c : cases) { // a renderer each: what one case lists is no business of the next
            const Rig rig = test::make_sheet({.side = 161, .targets = c.targets, .joints = 64});
            poses.push_back(test::rest_of(rig));
            test::bend(poses.back(), 0.2f);
            Result<RigRenderer> renderer = RigRenderer::create(rig, {.blending = blending});
            if (!renderer) {
                std::fprintf(stderr, "%s\n", renderer.error().message.c_str());
                return 4;
            }
            renderers.push_back(std::move(*renderer));
        }
        std::vector<std::vector<double>> process(cases.size());
        std::vector<std::vector<double>> wall(cases.size());
        for (int number = 0; number < frames; ++number)
            for (std::size_t c = 0; c < cases.size(); ++c) {
                const Cost cost = frame(renderers[c], poses[c], camera, style, cases[c], number);
                process[c].push_back(cost.process);
                wall[c].push_back(cost.wall);
            }
        const double none = median(process[0]);
        for (std::size_t c = 0; c < cases.size(); ++c)
            std::printf("%-14s %8d %7d %14.2f %10.2f %7.3f\n",
                        blending == MorphBlending::vertex_shader ? "vertex shader" : "processor",
                        cases[c].targets, cases[c].active, median(process[c]), median(wall[c]),
                        median(process[c]) / none);
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    return run(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 100);
}

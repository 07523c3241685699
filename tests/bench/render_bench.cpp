// What a frame costs, and how morph targets add to it: medians over frames whose active targets change every
// time.
//
//   render_bench [frames]           the table: 26k vertices, four bones a vertex, 1280x720
//   render_bench [frames] RIG...    rigs of files, their faces filling the picture, all expressions moving
//
// LP_NUM_THREADS=0 keeps llvmpipe on one thread, which makes CPU times repeatable on a loaded machine.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include <glad/gl.h>

#include "render/gl_context.h"
#include "render/rig_renderer.h"
#include "rig/import/import.h"
#include "rig/skeleton.h"
#include "tests/support/made_rigs.h"

namespace mien {
namespace {

constexpr int width = 1280;
constexpr int height = 720;

double milliseconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Of single frames, milliseconds.
struct Costs {
    std::vector<double> process; ///< CPU time of all threads
    std::vector<double> wall;

    template <typename Draw>
    void add(const Draw& draw) {
        const double process_before = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
        const double wall_before = milliseconds(CLOCK_MONOTONIC);
        draw();
        glFinish();
        process.push_back(milliseconds(CLOCK_PROCESS_CPUTIME_ID) - process_before);
        wall.push_back(milliseconds(CLOCK_MONOTONIC) - wall_before);
    }
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

int complain(const Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return static_cast<int>(error.code);
}

/// `active` of the sheet's targets in use, others each frame: one leaves and another comes, where there are
/// others.
struct Case {
    int targets;
    int active;
};

void set_weights(PosedRig& pose, const Case& c, int frame) {
    for (int t = 0; t < c.targets; ++t) test::set_weight(pose, static_cast<std::size_t>(t), 0);
    for (int a = 0; a < c.active; ++a)
        test::set_weight(pose, static_cast<std::size_t>((frame + a) % c.targets),
                         0.2f + 0.01f * static_cast<float>((frame + 7 * a) % 60));
}

int print_table(int frames, MorphBlending blending) {
    const std::vector<Case> cases{{52, 0}, {52, 1}, {52, 12}, {52, 51}, {300, 0}, {300, 12}, {300, 51}};
    // A renderer each: what one case lists is no business of the next. Frames of all cases take turns, so
    // that other work on the machine meets all alike.
    std::vector<RigRenderer> renderers;
    std::vector<PosedRig> poses;
    for (const Case& c : cases) {
        const Rig rig = test::make_sheet({.side = 161, .targets = c.targets, .joints = 64});
        poses.push_back(test::rest_of(rig));
        test::bend(poses.back(), 0.2f);
        Result<RigRenderer> renderer = RigRenderer::create(rig, {.blending = blending});
        if (!renderer) return complain(renderer.error());
        renderers.push_back(std::move(*renderer));
    }
    const Camera camera{.distance = 2.6f};
    std::vector<Costs> costs(cases.size());
    for (int frame = 0; frame < frames; ++frame)
        for (std::size_t c = 0; c < cases.size(); ++c) {
            set_weights(poses[c], cases[c], frame);
            costs[c].add([&] { renderers[c].draw(poses[c], camera, {.samples = 1}, width, height); });
        }
    const double none = median(costs[0].process);
    for (std::size_t c = 0; c < cases.size(); ++c)
        std::printf("%-14s %8d %7d %14.2f %10.2f %7.3f\n",
                    blending == MorphBlending::vertex_shader ? "vertex shader" : "processor",
                    cases[c].targets, cases[c].active, median(costs[c].process), median(costs[c].wall),
                    median(costs[c].process) / none);
    return 0;
}

int print_tables(int frames) {
    std::printf(
        "25,921 vertices, 51,200 triangles, four bones, %dx%d, no multisampling; medians of %d frames, other "
        "targets active in each\n",
        width, height, frames);
    std::printf("%-14s %8s %7s %14s %10s %7s\n", "blending", "targets", "active", "CPU ms a frame", "wall ms",
                "ratio");
    const int first = print_table(frames, MorphBlending::vertex_shader);
    const int second = print_table(frames, MorphBlending::processor);
    return std::max(first, second);
}

/// One rig of a file, all of whose expressions move.
int print_rig(int frames, const std::filesystem::path& path) {
    const Result<Rig> rig = import_rig(path);
    if (!rig) return complain(rig.error());
    Result<RigRenderer> renderer = RigRenderer::create(*rig);
    if (!renderer) return complain(renderer.error());
    const HeadJoints joints = find_head_joints(*rig);
    const Camera camera = frame_rig(*rig, joints, Framing::face, static_cast<float>(width) / height);
    Costs costs;
    for (int frame = 0; frame < frames; ++frame) {
        RigControls controls;
        for (std::size_t e = 0; e < rig->expressions.size(); ++e)
            controls.expressions.push_back(
                0.15f + 0.1f * std::sin(0.1f * static_cast<float>(frame) + static_cast<float>(e)));
        const PosedRig pose = pose_rig(*rig, {}, joints, controls);
        costs.add([&] { renderer->draw(pose, camera, {.samples = 1}, width, height); });
    }
    std::size_t vertices = 0;
    for (const VertexBuffer& buffer : rig->vertex_buffers) vertices += buffer.positions.size();
    const double wall = median(costs.wall);
    std::printf("%-34s %7zu vertices %4zu expressions %8.2f CPU ms %8.2f wall ms %6.1f frames/s\n",
                path.filename().c_str(), vertices, rig->expressions.size(), median(costs.process), wall,
                1000 / wall);
    return 0;
}

int run(int argc, char** argv) {
    const int frames = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 100;
    const Result<OffscreenContext> context = OffscreenContext::create();
    if (!context) return complain(context.error());
    std::printf("%s, %s\n", context->info().renderer.c_str(), context->info().version.c_str());
    Result<OffscreenTarget> target = OffscreenTarget::create(width, height, 1);
    if (!target) return complain(target.error());
    target->bind();
    if (argc <= 2) return print_tables(frames);
    int worst = 0;
    for (int i = 2; i < argc; ++i) worst = std::max(worst, print_rig(frames, argv[i]));
    return worst;
}

} // namespace
} // namespace mien

int main(int argc, char** argv) {
    return mien::run(argc, argv);
}

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/asked_face.h"
#include "app/avatar.h"
#include "app/command.h"
#include "app/distinct_paths.h"
#include "app/interrupt.h"
#include "app/option_checks.h"
#include "app/option_values.h"
#include "app/performance.h"
#include "app/picture_sink.h"
#include "app/progress.h"
#include "app/rig_choice.h"
#include "app/tell.h"
#include "app/text_output.h"
#include "live/studio.h"
#include "rig/animation.h"
#include "rig/blending.h"
#include "rig/two_mesh_morph.h"
#include "solver/mapping.h"
#include "solver/state_csv.h"

namespace mien {
namespace {

struct RenderOptions {
    std::string input;
    std::string output;
    std::string rig;
    std::string size = "1280x720";
    std::string animation;
    std::string morph;
    std::string background;
    std::string framing = "bust";
    double seconds = 10;
    bool seconds_given = false;
    bool at_given = false;
    double rate = 0; ///< 0: as the input has it, else 30
    double at = 0;
    int samples = RenderStyle{}.samples;
    bool mirror = false;
    bool no_centre = false;
    AskedFace face;
    std::string blend = "add";
};

/// The pictures to make: when, and in which pose. `pose` may be called in any order.
struct Scene {
    std::string name;
    std::vector<Timestamp> times; ///< increasing, at least one
    std::function<PosedRig(std::size_t)> pose;
    double rate = 30;
};

std::vector<Timestamp> regular_times(double seconds, double rate) {
    const auto count = static_cast<std::size_t>(std::max(1.0, std::round(seconds * rate)));
    std::vector<Timestamp> times(count);
    for (std::size_t i = 0; i < count; ++i) times[i] = Timestamp::from_seconds(static_cast<double>(i) / rate);
    return times;
}

/// A take, a CSV or the synthetic performance, played on the avatar.
Result<Scene> performance_scene(const RenderOptions& options, const Avatar& avatar, const FaceValues& face) {
    const double made_rate = options.rate > 0 ? options.rate : 30;
    auto performance = load_performance(options.input, options.seconds, made_rate);
    if (!performance) return pass_on(performance);
    std::vector<FaceState> states = shown_states(*performance);
    RetargetOptions how;
    how.mirror = options.mirror;
    if (!options.no_centre) how.centre = usual_pose(performance->states);
    if (options.rate > 0) states = resample(states, options.rate);

    Scene scene;
    scene.name = performance->name;
    for (const FaceState& state : states) scene.times.push_back(state.t);
    const double seconds = (states.back().t - states.front().t).seconds();
    scene.rate = seconds > 0 ? static_cast<double>(states.size() - 1) / seconds : 30;
    scene.pose = [&avatar, how, face, states = std::move(states)](std::size_t i) {
        RigControls controls = retarget(states[i], avatar.mapping, avatar.rig, avatar.groups, how);
        face.apply(avatar.groups, controls);
        return pose_rig(avatar.rig, avatar.groups, avatar.joints, controls);
    };
    return scene;
}

/// An animation of the rig's own file, from its start to its end.
Result<Scene> animation_scene(const RenderOptions& options, const Avatar& avatar) {
    const auto animation = choose_animation(avatar.rig, options.animation);
    if (!animation) return tl::unexpected<Error>(animation.error());
    Scene scene;
    scene.name = avatar.rig.name;
    scene.rate = options.rate > 0 ? options.rate : 30;
    scene.times = regular_times((*animation)->duration + 1 / scene.rate, scene.rate);
    scene.pose = [&rig = avatar.rig, animation = *animation, times = scene.times](std::size_t i) {
        LocalPose pose = rest_pose(rig);
        sample(rig, *animation, static_cast<float>(times[i].seconds()), pose);
        return evaluate(rig, pose);
    };
    return scene;
}

/// One morph target from rest to its full shape.
Result<Scene> morph_scene(const RenderOptions& options, const Avatar& avatar) {
    const auto targets = choose_morph(avatar.rig, options.morph);
    if (!targets) return tl::unexpected<Error>(targets.error());
    Scene scene;
    scene.name = options.morph;
    scene.rate = options.rate > 0 ? options.rate : 30;
    scene.times = regular_times(options.seconds, scene.rate);
    const double length = scene.times.back().seconds(); // the last picture shows the whole target
    scene.pose = [&rig = avatar.rig, targets = *targets, times = scene.times, length](std::size_t i) {
        LocalPose pose = rest_pose(rig);
        set_morph(rig, targets, morph_scalar(times[i].seconds(), length), pose);
        return evaluate(rig, pose);
    };
    return scene;
}

Result<Scene> rig_scene(const RenderOptions& options, const Avatar& avatar, const FaceValues& face) {
    if (!options.animation.empty()) return animation_scene(options, avatar);
    if (!options.morph.empty()) return morph_scene(options, avatar);
    if (sink_kind(options.output) != SinkKind::picture)
        return fail(
            ErrorCode::usage,
            "What shall {} do? Say --animation or --morph, or give a performance: mien render synthetic "
            "--rig {}",
            options.input, options.input);
    Scene scene;
    scene.name = avatar.rig.name;
    scene.times = {Timestamp{}};
    scene.pose = [&avatar, face, asked = !options.face.empty()](std::size_t) {
        return asked ? pose_of(avatar, face) : evaluate(avatar.rig, rest_pose(avatar.rig));
    };
    return scene;
}

Result<StudioOptions> studio_options(const RenderOptions& options) {
    StudioOptions studio;
    auto size = parse_size(options.size, "--size");
    if (!size) return pass_on(size);
    studio.width = size->width;
    studio.height = size->height;
    studio.framing = options.framing == "face"   ? Framing::face
                     : options.framing == "full" ? Framing::full
                                                 : Framing::bust;
    studio.style.samples = options.samples;
    if (!options.background.empty()) {
        auto colour = parse_colour(options.background, "--background");
        if (!colour) return pass_on(colour);
        studio.style.background = *colour;
    }
    return studio;
}

/// The picture nearest to --at, where only one is wanted.
std::size_t nearest(const std::vector<Timestamp>& times, double seconds) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (std::abs(times[i].seconds() - seconds) < std::abs(times[best].seconds() - seconds)) best = i;
    return best;
}

Result<void> draw(const Scene& scene, Studio& studio, const RenderOptions& options, const StudioOptions& look,
                  const Interrupt& interrupt) {
    auto sink = open_sink(options.output, {.width = look.width,
                                           .height = look.height,
                                           .rate = scene.rate,
                                           .alpha = look.style.background.a < 1});
    if (!sink) return pass_on(sink);
    if (sink_kind(options.output) == SinkKind::picture) {
        // Without a time, of a morph its target: its beginning is nothing but the rest shape.
        const bool at_end = !options.morph.empty() && !options.at_given;
        const std::size_t i = at_end ? scene.times.size() - 1 : nearest(scene.times, options.at);
        if (auto added = (*sink)->add(studio.picture(scene.pose(i)), scene.times[i]); !added) return added;
        return (*sink)->finish();
    }
    Progress progress(scene.name, scene.times.size());
    for (std::size_t i = 0; i < scene.times.size(); ++i) {
        if (interrupt.requested() && i > 0) {
            tell("mien: stopped after {} of {} pictures; {} ends there\n", i, scene.times.size(),
                 options.output);
            break;
        }
        if (auto added = (*sink)->add(studio.picture(scene.pose(i)), scene.times[i]); !added) return added;
        progress.show(i + 1);
    }
    return (*sink)->finish();
}

/// The performance itself as a table, in place of pictures.
Result<void> write_csv(const RenderOptions& options) {
    auto performance = load_performance(options.input, options.seconds, options.rate > 0 ? options.rate : 30);
    if (!performance) return pass_on(performance);
    std::string csv = csv_header();
    for (std::size_t i = 0; i < performance->states.size(); ++i) csv += csv_row(i, performance->states[i]);
    return write_text(options.output, csv);
}

/// Options that have no effect on this input or output are a mistake of the person.
Result<void> check_fitting(const RenderOptions& options, bool performs) {
    const auto misplaced = [](const char* option, const char* wanted) {
        return fail(ErrorCode::usage, "{} has no effect here: it goes with {}", option, wanted);
    };
    if (!performs && !options.rig.empty())
        return fail(ErrorCode::usage, "{} is a rig itself: --rig goes with a take, a CSV or synthetic",
                    options.input);
    if (performs && !options.animation.empty()) return misplaced("--animation", "a rig as the input");
    if (performs && !options.morph.empty()) return misplaced("--morph", "a rig as the input");
    if (!performs && options.mirror) return misplaced("--mirror", "a performance");
    if (!performs && options.no_centre) return misplaced("--no-centre", "a performance");
    if (!options.face.empty() && (!options.animation.empty() || !options.morph.empty()))
        return misplaced("--sliders or --weights", "a performance or the picture of a rig");
    if (options.seconds_given && options.input != "synthetic" && options.morph.empty())
        return misplaced("--seconds", "synthetic or --morph");
    if (options.at_given && sink_kind(options.output) != SinkKind::picture)
        return misplaced("--at", "a single picture as the output");
    return {};
}

Result<void> run_render(RenderOptions options) {
    // `--rig R --animation A` without a performance shows the rig itself.
    if (options.input.empty()) std::swap(options.input, options.rig);
    if (options.input.empty())
        return fail(ErrorCode::usage, "mien render needs an input: a take, a CSV, \"synthetic\" or a rig");
    if (options.output == "-")
        return fail(ErrorCode::usage, "-o -: films and pictures cannot go to standard output");
    const std::array outputs = {NamedOutput{"-o", options.output}};
    if (auto distinct = check_distinct(std::array{options.input, options.rig}, outputs); !distinct)
        return distinct;
    const bool performs = is_performance(options.input);
    if (auto fitting = check_fitting(options, performs); !fitting) return fitting;
    if (performs && std::filesystem::path(options.output).extension() == ".csv") return write_csv(options);
    const auto look = studio_options(options);
    if (!look) return tl::unexpected<Error>(look.error());
    const auto avatar = load_avatar(performs ? options.rig : options.input);
    if (!avatar) return tl::unexpected<Error>(avatar.error());
    const auto face = find_face_values(*avatar, options.face);
    if (!face) return tl::unexpected<Error>(face.error());
    auto scene = performs ? performance_scene(options, *avatar, *face) : rig_scene(options, *avatar, *face);
    if (!scene) return pass_on(scene);
    if (options.blend == "lerp")
        scene->pose = [pose = std::move(scene->pose)](std::size_t i) { return chained(pose(i)); };
    const Interrupt interrupt; // before the threads of the GL driver, which inherit what it blocks
    auto studio = Studio::open(avatar->rig, avatar->joints, *look);
    if (!studio) return pass_on(studio);
    return draw(*scene, *studio, options, *look, interrupt);
}

} // namespace

void add_render_command(CLI::App& program, CommandContext& context) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App* command = program.add_subcommand(
        "render", "Draw a performance on an avatar, or a rig's animation, to a film or pictures");
    command
        ->add_option(
            "INPUT", options->input,
            "A take (.mien), a CSV (- is standard input), \"synthetic\", or a rig (see mien rig inspect)")
        ->type_name("");
    command
        ->add_option("-o,--output", options->output,
                     "Required: a film (.mp4, .mkv, .mov, .webm), one picture (.png, .jpg), a folder of "
                     "pictures, or .csv")
        ->type_name("FILE|DIR")
        ->required();
    command->add_option("--rig", options->rig, "The avatar that performs: a file or bundled:NAME")
        ->type_name("RIG");
    command->add_option("--size", options->size, "Width and height in pixels")
        ->type_name("WxH")
        ->capture_default_str();
    command->add_flag("--mirror", options->mirror, "Move as a mirror would: left and right swapped");
    command->add_option("--framing", options->framing, "What is in the picture: face, bust or full")
        ->type_name("FRAMING")
        ->check(quietly(CLI::IsMember({"face", "bust", "full"})))
        ->capture_default_str();
    command
        ->add_option("--background", options->background,
                     "#rrggbb, or transparent (PNG, and films that can hold it: .mov, .webm)")
        ->type_name("COLOUR");
    command
        ->add_option("--rate", options->rate,
                     "Pictures a second; else each frame of the input at its own time")
        ->type_name("RATE")
        ->check(number_between(1.0, 240.0));
    CLI::Option* seconds =
        command->add_option("--seconds", options->seconds, "How long synthetic or --morph plays")
            ->type_name("SECONDS")
            ->check(number_between(0.01, 36000.0))
            ->capture_default_str();
    CLI::Option* at = command->add_option("--at", options->at, "The second that a single picture shows")
                          ->type_name("SECOND")
                          ->check(number_between(0.0, 1e6));
    command
        ->add_option("--animation", options->animation,
                     "Play this animation of the rig: its name or number from 0")
        ->type_name("NAME|INDEX");
    command
        ->add_option("--morph", options->morph,
                     "Move this morph target of the rig from rest to its full shape")
        ->type_name("NAME");
    add_face_options(*command, options->face);
    command
        ->add_option("--blend", options->blend,
                     "How morph targets join: add, or lerp (whole shapes mixed in one after the other)")
        ->type_name("add|lerp")
        ->check(quietly(CLI::IsMember({"add", "lerp"})))
        ->capture_default_str();
    command->add_option("--samples", options->samples, "Samples a pixel; 1 switches anti-aliasing off")
        ->type_name("N")
        ->check(quietly(CLI::Range(1, 16)))
        ->capture_default_str();
    command->add_flag("--no-centre", options->no_centre,
                      "Keep the head's pose towards the camera; else its usual pose becomes straight ahead");
    command->footer("Examples:\n"
                    "  mien render film.mien --rig avatar.glb -o avatar.mp4 --mirror\n"
                    "  mien render synthetic --seconds 20 -o demo.mp4\n"
                    "  mien render avatar.glb --morph jawOpen --seconds 2 -o jaw.mp4\n"
                    "  mien render avatar.glb -o portrait.png --background transparent");
    command->callback([options, seconds, at, &context] {
        options->seconds_given = seconds->count() > 0;
        options->at_given = at->count() > 0;
        context.chosen = [options] { return run_render(*options); };
    });
}

} // namespace mien

#include <array>
#include <memory>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/asked_face.h"
#include "app/avatar.h"
#include "app/command.h"
#include "app/distinct_paths.h"
#include "app/option_checks.h"
#include "app/option_values.h"
#include "app/rig_choice.h"
#include "app/rig_commands.h"
#include "app/rig_inspect.h"
#include "app/text_output.h"
#include "render/gl_context.h"
#include "render/rig_renderer.h"
#include "rig/animation.h"
#include "rig/deform.h"
#include "rig/rig_json.h"

namespace mien {
namespace {

struct InspectOptions {
    std::string rig;
    bool json = false;
};

Result<void> run_inspect(const InspectOptions& options) {
    const auto avatar = load_avatar(options.rig);
    if (!avatar) return tl::unexpected<Error>(avatar.error());
    return write_text("-", options.json ? inspect_json(*avatar) : inspect_text(*avatar));
}

struct VerticesOptions {
    std::string rig;
    std::vector<std::string> morphs;
    std::vector<std::string> poses;
    AskedFace face;
    std::string blend = "add";
    std::string animation;
    std::string stack;
    double time = 0;
    bool time_given = false;
    bool file_units = false;
    bool gpu = false;
    bool json = false;
    std::string output = "-";
};

/// Rest, then the animation, then what was asked for by hand.
Result<LocalPose> asked_pose(const Rig& rig, const VerticesOptions& options) {
    LocalPose pose = rest_pose(rig);
    // An FBX calls its animations stacks; a name given for one counts before a number.
    if (const std::string& wanted = options.stack.empty() ? options.animation : options.stack;
        !wanted.empty()) {
        const auto animation = choose_animation(rig, wanted);
        if (!animation) return tl::unexpected<Error>(animation.error());
        sample(rig, **animation, static_cast<float>(options.time), pose);
    }
    for (const std::string& text : options.morphs) {
        const auto morph = parse_named_weight(text, "--morph");
        if (!morph) return tl::unexpected<Error>(morph.error());
        const auto targets = choose_morph(rig, morph->name);
        if (!targets) return tl::unexpected<Error>(targets.error());
        set_morph(rig, *targets, morph->weight, pose);
    }
    for (const std::string& text : options.poses) {
        const auto asked = parse_named_rotation(text, "--pose");
        if (!asked) return tl::unexpected<Error>(asked.error());
        const auto node = choose_node(rig, asked->name);
        if (!node) return tl::unexpected<Error>(node.error());
        pose.rotation[*node] = pose.rotation[*node] * asked->rotation;
        pose.changed[*node] = true;
    }
    return pose;
}

/// The pose that the options ask for: by joints and morph targets, or by the sliders and expressions of an
/// avatar.
Result<PosedRig> asked_posed_rig(const Rig& rig, const VerticesOptions& options) {
    if (options.face.empty()) {
        const auto local = asked_pose(rig, options);
        if (!local) return tl::unexpected<Error>(local.error());
        return evaluate(rig, *local);
    }
    const Avatar avatar = make_avatar(rig);
    const auto values = find_face_values(avatar, options.face);
    if (!values) return tl::unexpected<Error>(values.error());
    return pose_of(avatar, *values);
}

Result<std::vector<DeformedPrimitive>> vertices_by_gpu(const Rig& rig, const PosedRig& pose) {
    auto context = OffscreenContext::create();
    if (!context) return pass_on(context);
    // The morph targets too are the vertex shader's here, on a software renderer as well: that is what is
    // checked.
    auto renderer = RigRenderer::create(rig, {.blending = MorphBlending::vertex_shader});
    if (!renderer) return pass_on(renderer);
    return renderer->read_vertices(pose);
}

std::string vertices_table(const std::vector<DeformedPrimitive>& primitives) {
    std::string text = "node  mesh  primitive  vertices\n";
    for (const DeformedPrimitive& p : primitives)
        text += fmt::format("{:>4}  {:>4}  {:>9}  {:>8}\n", p.node, p.mesh, p.primitive, p.positions.size());
    return text;
}

Result<void> run_vertices(const VerticesOptions& options) {
    if (options.time_given && options.animation.empty() && options.stack.empty())
        return fail(ErrorCode::usage, "--time needs --animation or --stack");
    const bool by_hand = !options.morphs.empty() || !options.poses.empty() || !options.animation.empty() ||
                         !options.stack.empty();
    if (by_hand && !options.face.empty())
        return fail(ErrorCode::usage,
                    "--sliders and --weights do not go with --morph, --pose, --animation or --stack");
    const std::array outputs = {NamedOutput{"-o", options.output}};
    if (auto distinct = check_distinct(std::array{options.rig}, outputs); !distinct) return distinct;
    const auto rig =
        load_rig(options.rig, {.units = options.file_units ? Units::of_the_file : Units::metres_y_up});
    if (!rig) return tl::unexpected<Error>(rig.error());
    print_warnings(*rig);
    const auto pose = asked_posed_rig(*rig, options);
    if (!pose) return tl::unexpected<Error>(pose.error());
    const Blending blending = options.blend == "lerp" ? Blending::lerp : Blending::add;
    auto primitives = options.gpu ? vertices_by_gpu(*rig, blending == Blending::lerp ? chained(*pose) : *pose)
                                  : Result<std::vector<DeformedPrimitive>>(deform(*rig, *pose, blending));
    if (!primitives) return pass_on(primitives);
    return write_text(options.output,
                      options.json ? vertices_to_json(*primitives) : vertices_table(*primitives));
}

void add_inspect(CLI::App& rig, CommandContext& context) {
    auto options = std::make_shared<InspectOptions>();
    CLI::App* command =
        rig.add_subcommand("inspect", "Say what a rig holds and how much of a face it can move");
    command
        ->add_option("RIG", options->rig,
                     "A GLB, glTF, VRM, FBX, Collada or OBJ file, a folder of OBJ files, or bundled:NAME")
        ->type_name("")
        ->required();
    command->add_flag("--json", options->json, "For programs");
    command->footer("Example:\n  mien rig inspect avatar.glb\n"
                    "A malformed file has exit status 3; warnings go to standard error.");
    command->callback([options, &context] { context.chosen = [options] { return run_inspect(*options); }; });
}

void add_vertices(CLI::App& rig, CommandContext& context) {
    auto options = std::make_shared<VerticesOptions>();
    CLI::App* command =
        rig.add_subcommand("vertices", "Where every vertex of a posed rig is: world space, file order");
    command
        ->add_option("RIG", options->rig,
                     "A GLB, glTF, VRM, FBX, Collada or OBJ file, a folder of OBJ files, or bundled:NAME")
        ->type_name("")
        ->required();
    command
        ->add_option("--morph", options->morphs,
                     "NAME=WEIGHT on every mesh that has the morph target; repeatable")
        ->type_name("NAME=W")
        ->expected(1)
        ->take_all();
    command
        ->add_option("--pose", options->poses,
                     "JOINT=x,y,z,w: a rotation after the joint's rest rotation (rest * q); repeatable")
        ->type_name("JOINT=x,y,z,w")
        ->expected(1)
        ->take_all();
    add_face_options(*command, options->face);
    command
        ->add_option(
            "--blend", options->blend,
            "How morph targets join: add (base + sum of weight * delta), or lerp (whole shapes mixed "
            "in one after the other, as old assets expect)")
        ->type_name("add|lerp")
        ->check(quietly(CLI::IsMember({"add", "lerp"})))
        ->capture_default_str();
    command
        ->add_option("--animation", options->animation,
                     "Pose by this animation of the file: its number or name")
        ->type_name("NAME|INDEX");
    CLI::Option* time = command->add_option("--time", options->time, "Seconds on the animation's own axis")
                            ->type_name("SECONDS");
    command->add_option("--stack", options->stack, "Pose by the animation stack of that name (FBX)")
        ->type_name("NAME");
    command->add_flag("--file-units", options->file_units,
                      "Keep the units and axes of an FBX or Collada file, not metres with y up");
    command->add_flag("--gpu", options->gpu,
                      "As the vertex shader computes them, not the reference on the CPU");
    command->add_flag("--json", options->json,
                      "{\"primitives\":[{\"node\",\"mesh\",\"primitive\",\"positions\"}]}; "
                      "else a table of counts");
    command->add_option("-o,--output", options->output, "Where to; - is standard output")
        ->type_name("FILE")
        ->capture_default_str();
    command->footer("Example:\n  mien rig vertices avatar.glb --morph jawOpen=0.5 --pose Head=0,0.38,0,0.92 "
                    "--json -o v.json");
    command->callback([options, time, &context] {
        options->time_given = time->count() > 0;
        context.chosen = [options] { return run_vertices(*options); };
    });
}

} // namespace

void add_rig_command(CLI::App& program, CommandContext& context) {
    CLI::App* rig = program.add_subcommand("rig", "Look into rigs");
    rig->require_subcommand(1);
    add_inspect(*rig, context);
    add_rig_check(*rig, context);
    add_rig_sheet(*rig, context);
    add_rig_mirror(*rig, context);
    add_rig_clone(*rig, context);
    add_rig_bake(*rig, context);
    add_vertices(*rig, context);
}

} // namespace mien

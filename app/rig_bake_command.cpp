#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "app/asked_face.h"
#include "app/avatar.h"
#include "app/distinct_paths.h"
#include "app/rig_commands.h"
#include "app/tell.h"
#include "app/text_output.h"
#include "base/file.h"
#include "rig/bake.h"
#include "rig/export/glb_export.h"
#include "rig/printable_text.h"
#include "rig/without_morphs.h"

namespace mien {
namespace {

struct BakeOptions {
    std::string rig;
    AskedFace face;
    bool keep_morphs = false;
    std::string output;
};

Result<void> run_bake(const BakeOptions& options) {
    if (std::filesystem::path(options.output).extension() != ".glb")
        return fail(ErrorCode::usage, "-o {}: a baked rig is a GLB; say a name that ends in .glb",
                    printable(options.output));
    const std::array outputs = {NamedOutput{"-o", options.output}};
    if (auto distinct = check_distinct(std::array{options.rig}, outputs); !distinct) return distinct;
    if (auto writable = check_writable(options.output); !writable) return writable;
    const auto avatar = load_avatar(options.rig);
    if (!avatar) return tl::unexpected<Error>(avatar.error());
    const auto values = find_face_values(*avatar, options.face);
    if (!values) return tl::unexpected<Error>(values.error());
    Rig baked = bake(avatar->rig, pose_of(*avatar, *values));
    if (!options.keep_morphs) baked = without_morphs(std::move(baked));
    const auto bytes = export_glb(baked);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    if (avatar->rig.vrm)
        tell("mien: warning: {} is plain glTF: what {} says as a VRM is not in it\n",
             printable(options.output), printable(avatar->rig.name));
    return write_file_atomically(options.output, *bytes);
}

} // namespace

void add_rig_bake(CLI::App& rig, CommandContext& context) {
    auto options = std::make_shared<BakeOptions>();
    CLI::App* command =
        rig.add_subcommand("bake", "Write a rig whose rest shape is the face that sliders and weights make");
    command->add_option("RIG", options->rig, "A file or bundled:NAME")->type_name("")->required();
    add_face_options(*command, options->face);
    command->add_flag("--keep-morphs", options->keep_morphs,
                      "The new rig can still be moved by its morph targets, from the baked face on");
    command->add_option("-o,--output", options->output, "Required: the GLB to write")
        ->type_name("FILE")
        ->required();
    command->footer("Example:\n  mien rig bake avatar.glb --sliders \"Jaw open=0.3\" --weights "
                    "mouthSmileLeft=0.4,mouthSmileRight=0.4 -o smiling.glb\n"
                    "Bones, skins, materials and animations stay as they were.");
    command->callback([options, &context] { context.chosen = [options] { return run_bake(*options); }; });
}

} // namespace mien

#include "models/generator/character.h"

#include "media/image_io.h"
#include "models/generator/binding.h"
#include "models/generator/body.h"
#include "models/generator/bone_rig.h"
#include "models/generator/brows.h"
#include "models/generator/clothes.h"
#include "models/generator/eyeballs.h"
#include "models/generator/face_sliders.h"
#include "models/generator/glb_writer.h"
#include "models/generator/hair.h"
#include "models/generator/paint_eye.h"
#include "models/generator/paint_hair.h"
#include "models/generator/paint_skin.h"
#include "models/generator/skeleton.h"
#include "models/generator/targets.h"
#include "models/generator/teeth.h"
#include "models/generator/vrm.h"

namespace mien::head {

namespace {

std::vector<Movement> all_movements() {
    std::vector<Movement> movements = upper_face_movements();
    std::ranges::move(lower_face_movements(), std::back_inserter(movements));
    std::ranges::sort(movements, {}, &Movement::name);
    return movements;
}

} // namespace

Result<Model> make_character() {
    Model model;
    model.name = "Mien";
    model.joints = make_joints();
    model.face_groups = face_groups_json(character_sliders(), model.joints);
    const std::vector<Movement> movements = all_movements();
    const auto add = [&](Piece piece, const Material& material) {
        for (const FacePoint& point : piece.points)
            piece.part.bindings.push_back(bind_to_joints(model.joints, point));
        piece.part.material = int(model.materials.size());
        model.materials.push_back(material);
        model.parts.push_back(std::move(piece.part));
    };
    const auto texture = [&](const Image& picture, bool repeats) -> Result<int> {
        auto png = encode_png(picture);
        if (!png) return pass_on(png);
        model.textures.push_back({std::move(*png), repeats});
        return int(model.textures.size()) - 1;
    };
    const auto moving = [&](Piece piece) {
        add_targets(piece, movements);
        return piece;
    };
    Piece body = moving(make_body(build_skin()));
    auto skin_texture = texture(paint_skin(body), false);
    if (!skin_texture) return pass_on(skin_texture);
    auto eye_texture = texture(paint_eye(), false);
    if (!eye_texture) return pass_on(eye_texture);
    auto shade_texture = texture(paint_eye_shade(), false);
    if (!shade_texture) return pass_on(shade_texture);
    auto hair_texture = texture(paint_hair(), true);
    if (!hair_texture) return pass_on(hair_texture);
    add(std::move(body), {.name = "Skin", .roughness = 0.6, .texture = *skin_texture});
    add(moving(make_eyeballs()), {.name = "Eyes", .roughness = 0.15, .texture = *eye_texture});
    add(moving(make_teeth()), {.name = "Teeth", .colour = {0.86, 0.80, 0.70}, .roughness = 0.3});
    add(moving(make_gums_and_tongue()), {.name = "Tongue", .colour = {0.62, 0.16, 0.15}, .roughness = 0.45});
    add(moving(make_brows()), {.name = "Brows",
                               .colour = {0.55, 0.5, 0.5},
                               .roughness = 0.8,
                               .texture = *hair_texture,
                               .double_sided = true});
    add(moving(make_eye_shades()),
        {.name = "EyeShade", .roughness = 1, .texture = *shade_texture, .blended = true});
    add(moving(make_lashes()),
        {.name = "Lashes", .colour = {0.012, 0.007, 0.005}, .roughness = 0.7, .double_sided = true});
    add(moving(make_hair()),
        {.name = "Hair", .roughness = 0.62, .texture = *hair_texture, .double_sided = true});
    add(moving(make_jumper()), {.name = "Jumper", .colour = {0.05, 0.28, 0.30}, .roughness = 0.9});
    return model;
}

Result<std::map<std::string, std::vector<std::uint8_t>>> make_bundled_rigs() {
    auto character = make_character();
    if (!character) return pass_on(character);
    std::map<std::string, std::vector<std::uint8_t>> files;
    files["mien.glb"] = write_glb(*character);
    files["mien-bones.glb"] = write_glb(make_bone_rig(*character));
    files["mien.vrm"] = write_glb(make_vrm(std::move(*character)));
    return files;
}

} // namespace mien::head

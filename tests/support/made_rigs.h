// Rigs made in code, for tests and benchmarks of drawing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <glm/vec4.hpp>

#include "rig/posed_rig.h"
#include "rig/rig.h"

namespace mien::test {

/// A wavy sheet of side x side vertices in the xy plane, one metre wide, facing +z.
struct SheetOptions {
    int side = 16;
    int targets = 0;
    float touched = 0.12f; ///< share of the vertices that a target moves: a patch at a place of its own
    int joints = 0;        ///< 0: no skin. Each vertex hangs on four of them.
    bool target_normals = true;
};
[[nodiscard]] Rig make_sheet(const SheetOptions& options);

/// A head of 0.25 m at 1.6 m height that looks to +z: textured skin with a mouth and a blue dot on the
/// performer's left cheek, a nose, two glossy eyes, the performer's left ear red and right ear green, striped
/// hair (alpha mask), a see-through visor before the eyes (blend), an unlit yellow star on the forehead.
/// Nodes "Neck" and "Head" are joints, "LeftEye" and "RightEye" carry the eyes. Targets of the skin: jawOpen,
/// browInnerUp, cheekPuff.
[[nodiscard]] Rig make_head();

/// The rest pose of a rig, by hand: world transforms, default weights, joint matrices.
[[nodiscard]] PosedRig rest_of(const Rig& rig);

/// Joint j of skin s moved and turned by an angle that depends on j: everything off its rest.
void bend(PosedRig& pose, float angle);

/// Adds a node that carries mesh `mesh`; returns its index.
int add_node(Rig& rig, const std::string& name, int parent, int mesh);

/// Adds a flat rectangle of a material of its own on a node of its own, facing +z; returns the node. `centre`
/// is the node's place.
struct Card {
    std::string name = "card";
    int parent = no_index;
    glm::vec3 centre{0};
    float width = 1;
    float height = 1;
    Material material;
};
int add_card(Rig& rig, const Card& card);

/// A material that shows its colour as it is.
[[nodiscard]] Material unlit(glm::vec4 colour);

/// Adds a picture of one colour per pixel, `pixels` row by row; returns the texture's index.
int add_texture(Rig& rig, int width, int height, const std::vector<glm::u8vec4>& pixels);

/// Fills Rig::expressions from the target names.
void name_expressions(Rig& rig);

/// Sets the weight of every node's morph target `target`, where there is one.
void set_weight(PosedRig& pose, std::size_t target, float weight);

} // namespace mien::test

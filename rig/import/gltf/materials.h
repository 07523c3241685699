// Materials: glTF's metallic-roughness, unlit, and the toon shading of VRM.
#pragma once

#include "rig/import/gltf/textures.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Fills rig.materials, in the file's order, and the textures that they use. Never refuses: a value that is
/// wrong keeps glTF's default, with a warning.
void read_materials(Document& document, Textures& textures, Rig& rig);

} // namespace mien::gltf

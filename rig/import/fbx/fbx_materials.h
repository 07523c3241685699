// Materials of FBX files: Lambert and Phong as their makers mean them, and what newer exporters add.
#pragma once

#include <map>
#include <string>

#include "rig/import/fbx/fbx_scene.h"

namespace mien::fbx {

/// Reads each material and picture once, when a mesh asks for it. One import, one thread.
class Materials {
public:
    explicit Materials(SceneReader& reader) : reader_(reader) {}

    /// The rig's number of a Material object. Pictures are embedded in the file or lie beside it; one that
    /// cannot be read costs a warning.
    [[nodiscard]] int use(ObjectId material);

private:
    [[nodiscard]] Material read(ObjectId id);
    [[nodiscard]] TextureUse texture_of(ObjectId material, std::initializer_list<const char*> properties);
    [[nodiscard]] int texture(ObjectId id);
    [[nodiscard]] Result<Image> picture(ObjectId texture, const std::string& name);

    SceneReader& reader_;
    std::map<ObjectId, int> materials_;
    std::map<ObjectId, int> textures_;
    std::map<std::string, int> texture_by_file_;
};

} // namespace mien::fbx

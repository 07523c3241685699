// Materials of FBX files: Lambert and Phong as their makers mean them, and what newer exporters add.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

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
    /// The bytes that the file holds of a texture's picture; empty where it only names it.
    [[nodiscard]] std::string_view embedded(ObjectId texture);
    [[nodiscard]] Result<Image> picture(std::string_view content, const std::string& name);

    SceneReader& reader_;
    std::map<ObjectId, int> materials_;
    std::map<ObjectId, int> textures_;
    /// File, paths as written, embedded bytes: textures alike in all of them show the same picture.
    using PictureKey = std::tuple<std::string, std::string, std::string_view>;
    std::map<PictureKey, int> texture_by_picture_;
    std::optional<std::map<std::string_view, std::string_view>>
        content_by_path_; ///< made when first asked for
};

} // namespace mien::fbx

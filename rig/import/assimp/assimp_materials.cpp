#include <algorithm>
#include <cmath>

#include <assimp/material.h>

#include "media/image_io.h"
#include "rig/import/assimp/assimp_scene_private.h"
#include "rig/import/gltf/uri.h"
#include "rig/import/opacity.h"
#include "rig/import/plain_material.h"
#include "rig/printable_text.h"

namespace mien::assimp {
namespace {

constexpr std::size_t most_picture_bytes = std::size_t{64} << 20;

class MaterialReader {
public:
    explicit MaterialReader(SceneReader& reader) : reader_(reader) {}

    [[nodiscard]] Material read(const aiMaterial& source) {
        aiString name;
        source.Get(AI_MATKEY_NAME, name); // else it stays empty
        aiColor3D diffuse(1, 1, 1);
        source.Get(AI_MATKEY_COLOR_DIFFUSE, diffuse);
        float opacity = 1;
        source.Get(AI_MATKEY_OPACITY, opacity);
        Material material = plain_material(name.C_Str(), {diffuse.r, diffuse.g, diffuse.b}, opacity);
        aiString path;
        if (source.GetTexture(aiTextureType_DIFFUSE, 0, &path) == AI_SUCCESS)
            material.base_colour_texture.texture = texture(path.C_Str());
        return material;
    }

private:
    /// The texture of a path, read once.
    [[nodiscard]] int texture(const std::string& path) {
        const auto known = std::ranges::find(reader_.rig.textures, path, &Texture::name);
        if (known != reader_.rig.textures.end())
            return static_cast<int>(known - reader_.rig.textures.begin());
        Texture texture;
        texture.name = path;
        auto picture = read_picture(path);
        if (picture)
            texture.picture = std::move(*picture);
        else
            reader_.report.warn("image {} left out: {}", printable(path), picture.error().message);
        reader_.rig.textures.push_back(std::move(texture));
        return static_cast<int>(reader_.rig.textures.size()) - 1;
    }

    [[nodiscard]] Result<Image> read_picture(const std::string& path) {
        if (const aiTexture* embedded = reader_.scene.GetEmbeddedTexture(path.c_str())) {
            if (embedded->mHeight != 0) return fail(ErrorCode::unreadable, "it is embedded as bare pixels");
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(embedded->pcData);
            return decode_image({bytes, embedded->mWidth}, "the picture");
        }
        // Makers write the path on their own machine: only its last part can mean a file here.
        const std::string name = path.substr(path.find_last_of("/\\") + 1); // npos + 1 is 0
        auto bytes = gltf::read_uri(name, reader_.folder, most_picture_bytes);
        if (!bytes) return tl::unexpected<Error>(bytes.error());
        return decode_image(*bytes, "the picture");
    }

    SceneReader& reader_;
};

} // namespace

void read_materials(SceneReader& reader) {
    MaterialReader materials(reader);
    for (unsigned i = 0; i < reader.scene.mNumMaterials; ++i)
        reader.rig.materials.push_back(materials.read(*reader.scene.mMaterials[i]));
    mend_opacities(reader.rig.materials, reader.report);
}

} // namespace mien::assimp

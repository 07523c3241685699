#include "rig/import/assimp/assimp_import.h"

#include <cmath>
#include <exception>
#include <new>
#include <string_view>

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <glm/gtc/matrix_transform.hpp>

#include "rig/checked_json.h"
#include "rig/front.h"
#include "rig/import/assimp/assimp_scene_private.h"
#include "rig/import/expressions.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

/// A file system in which there is nothing: the library may read the bytes it is given and no more.
class NoFiles final : public Assimp::IOSystem {
public:
    bool Exists(const char*) const override { return false; }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char*, const char*) override { return nullptr; }
    void Close(Assimp::IOStream*) override {}
};

Result<Rig> read_scene(const aiScene& scene, const std::filesystem::path& folder) {
    if (scene.mRootNode == nullptr || scene.mNumMeshes == 0) return refuse("no mesh was found in it");
    Rig rig;
    Report report;
    assimp::SceneReader reader{scene, folder, rig, report, {}, {}};
    assimp::read_nodes(reader);
    assimp::read_materials(reader);
    if (auto read = assimp::read_meshes(reader); !read) return pass_on(read);
    assimp::read_animations(reader);
    rig.expressions = collect_expressions(rig.meshes);
    rig.front_yaw = guess_front_yaw(rig);
    rig.report = report.take();
    return rig;
}

} // namespace

Result<Rig> assimp::read_collada(std::span<const std::uint8_t> bytes, const std::filesystem::path& folder) {
    try {
        Assimp::Importer importer;
        importer.SetIOHandler(new NoFiles); // owned by the importer
        // A file without meshes is refused, not shown as a drawing of its joints.
        importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
        constexpr unsigned steps = aiProcess_Triangulate;
        const aiScene* scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(), steps, "dae");
        if (scene == nullptr)
            return refuse("the library that reads Collada cannot read it: {}; try it as GLB",
                          printable(importer.GetErrorString(), 200));
        return read_scene(*scene, folder);
    } catch (const std::bad_alloc&) {
        return refuse("there is not enough memory for it");
    } catch (const std::exception& error) {
        return refuse("{}", printable(error.what(), 200));
    }
}

} // namespace mien

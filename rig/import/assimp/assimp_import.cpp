#include "rig/import/assimp/assimp_import.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <string_view>

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
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

/// Metres, y up and the front to +z.
glm::mat4 to_model(const fbx::Facts& facts) {
    const auto axis = [](int index, int sign) {
        glm::vec3 vector(0);
        vector[index] = static_cast<float>(sign);
        return vector;
    };
    glm::mat3 basis(1); // rows: where the model's x, y and z come from
    if (facts.up_axis != facts.front_axis) {
        const glm::vec3 up = axis(facts.up_axis, facts.up_sign);
        const glm::vec3 front = axis(facts.front_axis, facts.front_sign);
        basis = glm::transpose(glm::mat3(glm::cross(up, front), up, front));
    }
    const auto metres = static_cast<float>(facts.unit_in_centimetres / 100);
    const bool sensible = std::isfinite(metres) && metres > 0;
    return glm::scale(glm::mat4(basis), glm::vec3(sensible ? metres : 0.01f));
}

Result<Rig> read_scene(const aiScene& scene, const fbx::Facts* facts, const std::filesystem::path& folder,
                       const glm::mat4& transform) {
    if (scene.mRootNode == nullptr || scene.mNumMeshes == 0)
        return refuse("no mesh was found in it{}",
                      facts != nullptr && facts->shape_count() > 0 ? "; convert it to GLB" : "");
    Rig rig;
    Report report;
    assimp::SceneReader reader{scene, facts, folder, rig, report, {}, {}};
    assimp::read_nodes(reader, transform);
    assimp::read_materials(reader);
    if (auto read = assimp::read_meshes(reader); !read) return pass_on(read);
    assimp::read_animations(reader);
    rig.expressions = collect_expressions(rig.meshes);
    rig.front_yaw = guess_front_yaw(rig);
    rig.report = report.take();
    return rig;
}

/// Runs the library on the bytes alone. Its exceptions and want of memory end here.
Result<Rig> run_library(std::span<const std::uint8_t> bytes, const char* extension, const fbx::Facts* facts,
                        const std::filesystem::path& folder, const glm::mat4& transform) {
    try {
        Assimp::Importer importer;
        importer.SetIOHandler(new NoFiles); // owned by the importer
        constexpr unsigned steps = aiProcess_Triangulate;
        const aiScene* scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(), steps, extension);
        if (scene == nullptr) return refuse("{}", printable(importer.GetErrorString(), 200));
        return read_scene(*scene, facts, folder, transform);
    } catch (const std::bad_alloc&) {
        return refuse("there is not enough memory for it");
    } catch (const std::exception& error) {
        return refuse("{}", printable(error.what(), 200));
    }
}

} // namespace

Result<Rig> import_fbx(std::span<const std::uint8_t> bytes, const std::filesystem::path& folder,
                       const ImportOptions& options) {
    auto records = fbx::read_records(bytes);
    if (!records) return pass_on(records);
    const fbx::Facts facts = fbx::gather_facts(*records);
    const glm::mat4 transform = options.units == Units::of_the_file ? glm::mat4(1) : to_model(facts);
    return run_library(bytes, "fbx", &facts, folder, transform);
}

Result<Rig> import_collada(std::span<const std::uint8_t> bytes, const std::filesystem::path& folder,
                           const ImportOptions&) {
    return run_library(bytes, "dae", nullptr, folder, glm::mat4(1));
}

bool looks_like_collada(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t far_enough = 4096;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                std::min(bytes.size(), far_enough));
    return text.find("<COLLADA") != std::string_view::npos;
}

} // namespace mien

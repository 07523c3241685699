#include "rig/import/fbx/fbx_import.h"

#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include "rig/checked_json.h"
#include "rig/front.h"
#include "rig/import/expressions.h"
#include "rig/import/fbx/fbx_scene.h"

namespace mien {
namespace {

/// An axis of the file's settings, 0 to 2 for x to z, with its sign.
glm::vec3 axis(const fbx::Objects& objects, const fbx::Record& settings, const char* name,
               const char* sign_name, int otherwise) {
    const double number = objects.number(settings, name).value_or(otherwise);
    const int index = number == 0 ? 0 : number == 1 ? 1 : number == 2 ? 2 : otherwise;
    glm::vec3 vector(0);
    vector[index] = objects.number(settings, sign_name).value_or(1) < 0 ? -1.0f : 1.0f;
    return vector;
}

/// Metres, y up and the front to +z.
glm::mat4 to_model(const fbx::Objects& objects, const fbx::Record* settings) {
    constexpr float metres_per_centimetre = 0.01f;
    if (settings == nullptr) return glm::scale(glm::mat4(1), glm::vec3(metres_per_centimetre));
    const glm::vec3 up = axis(objects, *settings, "UpAxis", "UpAxisSign", 1);
    const glm::vec3 front = axis(objects, *settings, "FrontAxis", "FrontAxisSign", 2);
    glm::mat3 basis(1);
    if (glm::dot(up, front) == 0) // rows: where the model's x, y and z come from
        basis = glm::transpose(glm::mat3(glm::cross(up, front), up, front));
    const auto metres =
        static_cast<float>(objects.number(*settings, "UnitScaleFactor").value_or(1)) * metres_per_centimetre;
    const bool is_sensible = std::isfinite(metres) && metres > 0;
    return glm::scale(glm::mat4(basis), glm::vec3(is_sensible ? metres : metres_per_centimetre));
}

} // namespace

Result<Rig> import_fbx(std::span<const std::uint8_t> bytes, const std::filesystem::path& folder,
                       const ImportOptions& options) {
    auto document = fbx::read_records(bytes);
    if (!document) return pass_on(document);
    const fbx::Objects objects(*document);
    gltf::Budget budget;
    budget.add_source(bytes.size());
    Rig rig;
    Report report;
    fbx::SceneReader reader{objects, folder, budget, report, rig, {}, {}, {}};
    const bool own_units = options.units == Units::of_the_file;
    const fbx::Record* settings = document->root.child("GlobalSettings");
    if (auto read = fbx::read_nodes(reader, own_units ? glm::mat4(1) : to_model(objects, settings)); !read)
        return pass_on(read);
    if (auto read = fbx::read_meshes(reader); !read) return pass_on(read);
    if (rig.meshes.empty()) return refuse("no mesh was found in it");
    if (auto read = fbx::read_animations(reader); !read) return pass_on(read);
    rig.expressions = collect_expressions(rig.meshes);
    rig.front_yaw = guess_front_yaw(rig);
    rig.report = report.take();
    return rig;
}

} // namespace mien

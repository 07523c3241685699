// import_gltf(): the parts of a glTF file in the order in which they need each other.
#include <exception>
#include <new>
#include <utility>

#include <nlohmann/json.hpp>

#include "rig/front.h"
#include "rig/import/expressions.h"
#include "rig/import/gltf/animations.h"
#include "rig/import/gltf/attributes.h"
#include "rig/import/gltf/document.h"
#include "rig/import/gltf/extensions.h"
#include "rig/import/gltf/materials.h"
#include "rig/import/gltf/meshes.h"
#include "rig/import/gltf/nodes.h"
#include "rig/import/gltf/skins.h"
#include "rig/import/gltf/textures.h"
#include "rig/import/gltf/vrm.h"
#include "rig/import/import.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

using namespace gltf;

constexpr std::size_t longest_message = 600; // messages quote names of the file, which may be endless

/// What one pose of the rig takes: meshes that many nodes carry are deformed for each of them.
Result<void> charge_pose(const Rig& rig, Budget& budget) {
    for (const Node& node : rig.nodes) {
        if (node.mesh == no_index) continue;
        const Mesh& mesh = rig.meshes[static_cast<std::size_t>(node.mesh)];
        std::uint64_t bytes = mesh.target_names.size() * sizeof(float);
        for (const Primitive& primitive : mesh.primitives)
            bytes += rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)].positions.size() *
                     (2 * sizeof(glm::vec3)); // position and normal
        if (auto charged = budget.charge(bytes); !charged) return charged;
    }
    return {};
}

Result<Rig> read_rig(Document& document) {
    Rig rig;
    if (auto checked = check_extensions(document); !checked) return pass_on(checked);
    Buffers buffers(document);
    Accessors accessors(document, buffers);
    Textures textures(document, buffers, rig);
    read_materials(document, textures, rig);
    MeshSources sources{document, buffers, accessors};
    if (auto read = read_meshes(sources, rig); !read) return pass_on(read);
    if (auto read = read_skins(document, accessors, rig); !read) return pass_on(read);
    if (auto read = read_nodes(document, rig); !read) return pass_on(read);
    if (auto checked = check_skinned_nodes(rig, document.report); !checked) return pass_on(checked);
    if (auto charged = charge_pose(rig, document.budget); !charged) return pass_on(charged);
    if (rig.vertex_buffers.empty()) return refuse("it holds no mesh, so there is nothing to drive");
    read_animations(document, accessors, rig);
    rig.licence_line = printable(document.root().object("asset").text("copyright"));
    if (const Json* own = document.root().object("extras").find("mien"); own != nullptr && own->is_object())
        rig.own_face_groups = own->dump(-1, ' ', false, Json::error_handler_t::replace);
    rig.expressions = collect_expressions(rig.meshes);
    read_vrm(document, rig);
    rig.front_yaw = guess_front_yaw(rig);
    return rig;
}

Result<Rig> read_bytes(std::span<const std::uint8_t> bytes, const std::filesystem::path& folder) {
    auto container = open_container(bytes);
    if (!container) return pass_on(container);
    auto document = Document::parse(*container, bytes.size(), folder);
    if (!document) return pass_on(document);
    auto rig = read_rig(*document);
    if (rig) rig->report = document->report.take();
    return rig;
}

} // namespace

Result<Rig> import_gltf(std::span<const std::uint8_t> bytes, const std::string& what,
                        const std::filesystem::path& folder) {
    try {
        auto rig = read_bytes(bytes, folder);
        if (!rig)
            return fail(ErrorCode::unreadable, "Cannot read {}: {}", what,
                        printable(rig.error().message, longest_message));
        rig->name = what;
        return rig;
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::unreadable, "Cannot read {}: there is not enough memory for it", what);
    } catch (const std::exception& error) {
        return fail(ErrorCode::internal, "Cannot read {}: {}", what, printable(error.what()));
    }
}

} // namespace mien

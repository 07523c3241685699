#include "rig/import/import.h"

#include <cstddef>
#include <string_view>
#include <system_error>

#include "base/file.h"
#include "base/zip_archive.h"
#include "rig/import/collada/collada_import.h"
#include "rig/import/fbx/fbx_import.h"
#include "rig/import/fbx/fbx_records.h"
#include "rig/import/gltf/glb_container.h"
#include "rig/import/obj/obj_import.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

constexpr std::size_t largest_file = std::size_t{2} << 30;
constexpr std::size_t longest_message = 600;

/// Puts the file's name in front of a refusal that has none.
Result<Rig> naming(const std::filesystem::path& path, Result<Rig> rig) {
    if (rig) return rig;
    return fail(rig.error().code, "Cannot read {}: {}", printable(path.string(), longest_message),
                printable(rig.error().message, longest_message));
}

Result<Rig> import_file(const std::filesystem::path& path, const ImportOptions& options) {
    auto bytes = read_file(path, largest_file);
    if (!bytes) return pass_on(bytes);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (fbx::looks_like_fbx(*bytes)) return naming(path, import_fbx(*bytes, folder, options));
    if (looks_like_collada(*bytes)) return naming(path, import_collada(*bytes, folder));
    if (looks_like_zip(*bytes)) return naming(path, import_obj_zip(*bytes));
    // OBJ has no mark of its own: its name counts, unless the bytes say otherwise.
    if (is_obj(path) && !gltf::looks_like_glb(*bytes) && !gltf::looks_like_json(*bytes)) {
        const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        return naming(path, import_obj(text, folder));
    }
    return import_gltf(*bytes, path.string(), folder);
}

} // namespace

Result<Rig> import_rig(const std::filesystem::path& path, const ImportOptions& options) {
    std::error_code ignored;
    const bool is_folder = std::filesystem::is_directory(path, ignored);
    // A folder's path may end in a slash, which leaves no last name.
    const std::filesystem::path named = path.has_filename() ? path : path.parent_path();
    const std::filesystem::path folder = named.has_parent_path() ? named.parent_path() : ".";
    auto rig = is_folder              ? naming(path, import_obj_folder(named))
               : is_of_obj_set(named) ? naming(path, import_obj_folder(folder))
                                      : import_file(path, options);
    if (!rig) return rig;
    rig->path = path;
    rig->name = printable(is_folder ? named.filename().string() : path.stem().string());
    return rig;
}

} // namespace mien

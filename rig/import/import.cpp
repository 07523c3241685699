#include "rig/import/import.h"

#include <cstddef>

#include "base/file.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

constexpr std::size_t largest_file = std::size_t{2} << 30;

} // namespace

Result<Rig> import_rig(const std::filesystem::path& path) {
    auto bytes = read_file(path, largest_file);
    if (!bytes) return pass_on(bytes);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    auto rig = import_gltf(*bytes, path.string(), folder);
    if (!rig) return rig;
    rig->path = path;
    rig->name = printable(path.stem().string());
    return rig;
}

} // namespace mien

// One Wavefront OBJ file as its lists, checked. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "base/result.h"

namespace mien::obj {

/// A corner of a face: indices from 0, -1 for what it does not name.
struct Corner {
    std::int32_t position = -1;
    std::int32_t uv = -1;
    std::int32_t normal = -1;
    bool operator==(const Corner&) const = default;
};

/// Triangles of one material.
struct Part {
    std::string material;
    std::vector<Corner> corners; ///< three a triangle
};

struct File {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> colours; ///< sRGB, 0 to 1, one per position; empty where none has one
    std::vector<glm::vec2> uv; ///< v up, as the format has it
    std::vector<glm::vec3> normals;
    std::vector<Part> parts; ///< in order of first use
    std::vector<std::string> material_files;
};

/// Reads v (with the colour that scanners and sculptors write behind it), vt, vn, f (polygons are cut into triangles; indices from the end count back), usemtl and mtllib;
/// other lines are passed over. Refuses (without the file's name, with the line's number) numbers that are
/// none or not finite and indices that do not exist.
[[nodiscard]] Result<File> read(std::string_view text);

/// The diffuse colour and picture of each material of an MTL file; lines that make no sense are passed over.
struct MaterialText {
    std::string name;
    glm::vec3 colour{0.8f}; ///< sRGB
    float opacity = 1;
    std::string picture;
};
[[nodiscard]] std::vector<MaterialText> read_materials(std::string_view text);

} // namespace mien::obj

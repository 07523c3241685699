#include "solver/canonical_face.h"

#include <cmath>
#include <optional>
#include <vector>

#include "base/file.h"
#include "base/protobuf_reader.h"

namespace mien {
namespace {

constexpr std::size_t floats_per_vertex = 5;
constexpr std::size_t expected_floats = canonical_point_count * floats_per_vertex;
constexpr double largest_coordinate = 100; ///< centimetres; a head is well inside

/// Appends the floats of a field: one (fixed32) or packed ones (bytes). False where they are no floats.
bool append_floats(const ProtobufField& field, std::vector<float>& floats) {
    if (field.kind == ProtobufField::Kind::fixed32) {
        floats.push_back(field.as_float());
        return true;
    }
    if (field.kind != ProtobufField::Kind::bytes || field.bytes.size() % 4 != 0) return false;
    for (std::size_t i = 0; i < field.bytes.size() && floats.size() <= expected_floats; i += 4) {
        ProtobufField one;
        for (std::size_t k = 0; k < 4; ++k)
            one.integer |= static_cast<std::uint64_t>(field.bytes[i + k]) << (8 * k);
        floats.push_back(one.as_float());
    }
    return true;
}

/// The vertex floats of a mesh message; nothing where it is damaged.
std::optional<std::vector<float>> vertex_floats(std::span<const std::uint8_t> mesh) {
    std::vector<float> floats;
    floats.reserve(expected_floats);
    ProtobufReader reader(mesh);
    while (const auto field = reader.next()) {
        constexpr std::uint32_t vertices = 3;
        if (field->number != vertices) continue;
        if (!append_floats(*field, floats) || floats.size() > expected_floats) return std::nullopt;
    }
    if (reader.damaged()) return std::nullopt;
    return floats;
}

} // namespace

Result<CanonicalFace> parse_canonical_face(std::span<const std::uint8_t> bytes, const std::string& what) {
    const auto damaged = [&what](std::string_view why) {
        return fail(ErrorCode::unreadable,
                    "Cannot read the canonical face {}: {}; fetch the models again (models/fetch)", what,
                    why);
    };
    std::optional<std::vector<float>> floats;
    ProtobufReader reader(bytes);
    while (const auto field = reader.next()) {
        constexpr std::uint32_t mesh = 1;
        if (field->number != mesh || field->kind != ProtobufField::Kind::bytes) continue;
        floats = vertex_floats(field->bytes);
        if (!floats) return damaged("its mesh is damaged");
    }
    if (reader.damaged()) return damaged("it is cut off or damaged");
    if (!floats || floats->size() != expected_floats) return damaged("it does not hold 468 vertices");

    CanonicalFace face;
    face.points.resize(3, canonical_point_count);
    for (int i = 0; i < canonical_point_count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const double value =
                (*floats)[static_cast<std::size_t>(i) * floats_per_vertex + static_cast<std::size_t>(axis)];
            if (!std::isfinite(value) || std::abs(value) > largest_coordinate)
                return damaged("a vertex is no number of a face's size");
            face.points(axis, i) = value;
        }
    }
    return face;
}

Result<CanonicalFace> read_canonical_face(const std::filesystem::path& path) {
    constexpr std::size_t limit = 1 << 20;
    auto bytes = read_file(path, limit);
    if (!bytes) return pass_on(bytes);
    return parse_canonical_face(*bytes, path.string());
}

} // namespace mien

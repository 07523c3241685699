#include "rig/import/gltf/draco.h"

#include <cstring>
#include <limits>
#include <utility>

#include <draco/compression/decode.h>

namespace mien::gltf {
namespace {

/// One value of an attribute as T, `components` of them.
template <typename T>
bool copy_value(const draco::PointAttribute& attribute, draco::AttributeValueIndex value, int components,
                std::uint8_t* out) {
    T converted[16] = {};
    if (!attribute.ConvertValue<T>(value, static_cast<std::int8_t>(components), converted)) return false;
    std::memcpy(out, converted, sizeof(T) * static_cast<std::size_t>(components));
    return true;
}

bool copy_value(const draco::PointAttribute& attribute, draco::AttributeValueIndex value,
                const Elements& shape, std::uint8_t* out) {
    switch (shape.type) {
    case ComponentType::int8:
        return copy_value<std::int8_t>(attribute, value, shape.components, out);
    case ComponentType::uint8:
        return copy_value<std::uint8_t>(attribute, value, shape.components, out);
    case ComponentType::int16:
        return copy_value<std::int16_t>(attribute, value, shape.components, out);
    case ComponentType::uint16:
        return copy_value<std::uint16_t>(attribute, value, shape.components, out);
    case ComponentType::uint32:
        return copy_value<std::uint32_t>(attribute, value, shape.components, out);
    case ComponentType::float32:
        return copy_value<float>(attribute, value, shape.components, out);
    }
    return false;
}

} // namespace

struct DracoMesh::State {
    std::unique_ptr<draco::Mesh> mesh;
};

DracoMesh::DracoMesh(std::unique_ptr<State> state) : state_(std::move(state)) {}
DracoMesh::DracoMesh(DracoMesh&&) noexcept = default;
DracoMesh& DracoMesh::operator=(DracoMesh&&) noexcept = default;
DracoMesh::~DracoMesh() = default;

Result<DracoMesh> DracoMesh::decode(std::span<const std::uint8_t> stream) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(stream.data()), stream.size());
    draco::Decoder decoder;
    auto mesh = decoder.DecodeMeshFromBuffer(&buffer);
    if (!mesh.ok() || mesh.value() == nullptr)
        return refuse("its Draco data does not decode ({})", mesh.status().error_msg_string());
    auto state = std::make_unique<State>();
    state->mesh = std::move(mesh).value();
    return DracoMesh(std::move(state));
}

std::size_t DracoMesh::vertex_count() const {
    return state_->mesh->num_points();
}

std::vector<std::uint32_t> DracoMesh::indices() const {
    const draco::Mesh& mesh = *state_->mesh;
    std::vector<std::uint32_t> indices;
    indices.reserve(static_cast<std::size_t>(mesh.num_faces()) * 3);
    for (draco::FaceIndex face(0); face < mesh.num_faces(); ++face)
        for (const draco::PointIndex& corner : mesh.face(face)) indices.push_back(corner.value());
    return indices;
}

Result<std::vector<std::uint8_t>> DracoMesh::attribute(std::uint64_t unique_id, const Accessor& shape) const {
    const draco::Mesh& mesh = *state_->mesh;
    const draco::PointAttribute* attribute =
        unique_id <= std::numeric_limits<std::uint32_t>::max()
            ? mesh.GetAttributeByUniqueId(static_cast<std::uint32_t>(unique_id))
            : nullptr;
    if (attribute == nullptr) return refuse("its Draco data has no attribute {}", unique_id);
    if (vertex_count() != shape.count())
        return refuse("{}: it should have {} elements, its Draco data has {}", shape.place, shape.count(),
                      vertex_count());
    if (!attribute->is_mapping_identity() && attribute->indices_map_size() < vertex_count())
        return refuse("its Draco data maps only {} of {} vertices", attribute->indices_map_size(),
                      vertex_count());

    const std::size_t size =
        size_of(shape.elements.type) * static_cast<std::size_t>(shape.elements.components);
    std::vector<std::uint8_t> bytes(size * vertex_count());
    for (draco::PointIndex point(0); point < mesh.num_points(); ++point) {
        const draco::AttributeValueIndex value = attribute->mapped_index(point);
        if (value.value() >= attribute->size() ||
            !copy_value(*attribute, value, shape.elements, bytes.data() + size * point.value()))
            return refuse("{}: a value of its Draco data does not fit the accessor", shape.place);
    }
    return bytes;
}

} // namespace mien::gltf

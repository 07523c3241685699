#include "rig/import/gltf/meshopt.h"

#include <string>

#include <meshoptimizer.h>

#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

// First byte of a stream: the kind in the upper four bits, the codec's version in the lower.
constexpr std::uint8_t vertex_header = 0xa0;
constexpr std::uint8_t triangle_header = 0xe0;
constexpr std::uint8_t sequence_header = 0xd0;

Result<MeshoptMode> mode_of(const JsonObject& extension) {
    const std::string mode = extension.text("mode");
    if (mode == "ATTRIBUTES") return MeshoptMode::attributes;
    if (mode == "TRIANGLES") return MeshoptMode::triangles;
    if (mode == "INDICES") return MeshoptMode::indices;
    return refuse("{}: unknown mode \"{}\"", extension.place(), printable(mode));
}

Result<MeshoptFilter> filter_of(const JsonObject& extension) {
    const std::string filter = extension.text("filter", "NONE");
    if (filter == "NONE") return MeshoptFilter::none;
    if (filter == "OCTAHEDRAL") return MeshoptFilter::octahedral;
    if (filter == "QUATERNION") return MeshoptFilter::quaternion;
    if (filter == "EXPONENTIAL") return MeshoptFilter::exponential;
    return refuse("{}: unknown filter \"{}\"", extension.place(), printable(filter));
}

/// The rules of the extension's text, which are preconditions of the decoder.
bool layout_is_legal(const MeshoptLayout& layout) {
    if (layout.count == 0 || layout.stride == 0) return false;
    if (layout.mode != MeshoptMode::attributes) {
        const bool whole_triangles = layout.mode != MeshoptMode::triangles || layout.count % 3 == 0;
        return (layout.stride == 2 || layout.stride == 4) && whole_triangles &&
               layout.filter == MeshoptFilter::none;
    }
    if (layout.stride % 4 != 0 || layout.stride > 256) return false;
    switch (layout.filter) {
    case MeshoptFilter::octahedral:
        return layout.stride == 4 || layout.stride == 8;
    case MeshoptFilter::quaternion:
        return layout.stride == 8;
    case MeshoptFilter::exponential:
    case MeshoptFilter::none:
        return true;
    }
    return false;
}

std::uint8_t header_of(MeshoptMode mode) {
    switch (mode) {
    case MeshoptMode::attributes:
        return vertex_header;
    case MeshoptMode::triangles:
        return triangle_header;
    case MeshoptMode::indices:
        return sequence_header;
    }
    return 0;
}

void apply_filter(const MeshoptLayout& layout, std::vector<std::uint8_t>& bytes) {
    switch (layout.filter) {
    case MeshoptFilter::none:
        break;
    case MeshoptFilter::octahedral:
        meshopt_decodeFilterOct(bytes.data(), layout.count, layout.stride);
        break;
    case MeshoptFilter::quaternion:
        meshopt_decodeFilterQuat(bytes.data(), layout.count, layout.stride);
        break;
    case MeshoptFilter::exponential:
        meshopt_decodeFilterExp(bytes.data(), layout.count, layout.stride);
        break;
    }
}

} // namespace

Result<MeshoptLayout> read_meshopt_layout(const JsonObject& extension) {
    auto count = extension.whole("count", 0);
    if (!count) return pass_on(count);
    auto stride = extension.whole("byteStride", 0);
    if (!stride) return pass_on(stride);
    auto mode = mode_of(extension);
    if (!mode) return pass_on(mode);
    auto filter = filter_of(extension);
    if (!filter) return pass_on(filter);
    const MeshoptLayout layout{*count, *stride, *mode, *filter};
    if (!layout_is_legal(layout))
        return refuse("{}: count {} with byteStride {} does not fit its mode and filter", extension.place(),
                      *count, *stride);
    return layout;
}

Result<void> check_meshopt_ratio(const MeshoptLayout& layout, std::size_t packed_size) {
    std::size_t least = 0;
    switch (layout.mode) {
    case MeshoptMode::attributes: // 2 bits stand for at most 16 bytes
        least = layout.count * layout.stride / 64;
        break;
    case MeshoptMode::triangles:
        least = layout.count / 3;
        break; // a byte a triangle
    case MeshoptMode::indices:
        least = layout.count;
        break; // a byte an index
    }
    if (least > packed_size)
        return refuse("{} bytes of meshopt data cannot hold {} elements", packed_size, layout.count);
    return {};
}

Result<std::vector<std::uint8_t>> decode_meshopt(const MeshoptLayout& layout,
                                                 std::span<const std::uint8_t> packed) {
    if (packed.empty()) return refuse("its meshopt data is empty");
    const std::uint8_t expected = header_of(layout.mode);
    if ((packed[0] & 0xf0) != expected) return refuse("its meshopt data does not begin as such");
    std::vector<std::uint8_t> bytes(layout.count * layout.stride);
    int failed = 0;
    switch (layout.mode) {
    case MeshoptMode::attributes:
        failed = meshopt_decodeVertexBuffer(bytes.data(), layout.count, layout.stride, packed.data(),
                                            packed.size());
        break;
    case MeshoptMode::triangles:
        failed = meshopt_decodeIndexBuffer(bytes.data(), layout.count, layout.stride, packed.data(),
                                           packed.size());
        break;
    case MeshoptMode::indices:
        failed = meshopt_decodeIndexSequence(bytes.data(), layout.count, layout.stride, packed.data(),
                                             packed.size());
        break;
    }
    if (failed != 0)
        return refuse("its meshopt data does not decode (damaged, or codec version {} of a newer exporter)",
                      packed[0] & 0x0f);
    apply_filter(layout, bytes);
    return bytes;
}

} // namespace mien::gltf

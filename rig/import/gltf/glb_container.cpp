#include "rig/import/gltf/glb_container.h"

#include <cstddef>

#include "rig/checked_json.h"

namespace mien::gltf {
namespace {

constexpr std::size_t header_size = 12;
constexpr std::size_t chunk_header_size = 8;
constexpr std::uint32_t json_type = 0x4e4f534a;   // "JSON"
constexpr std::uint32_t binary_type = 0x004e4942; // "BIN\0"

std::uint32_t little_endian(std::span<const std::uint8_t> bytes, std::size_t at) {
    return static_cast<std::uint32_t>(bytes[at]) | static_cast<std::uint32_t>(bytes[at + 1]) << 8 |
           static_cast<std::uint32_t>(bytes[at + 2]) << 16 | static_cast<std::uint32_t>(bytes[at + 3]) << 24;
}

std::string_view as_text(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Chunk {
    std::uint32_t type = 0;
    std::span<const std::uint8_t> content;
};

/// The chunk at the front of `rest`, which moves behind it.
Result<Chunk> next_chunk(std::span<const std::uint8_t>& rest) {
    if (rest.size() < chunk_header_size) return refuse("it ends inside a chunk header");
    const std::uint32_t length = little_endian(rest, 0);
    const std::uint32_t type = little_endian(rest, 4);
    rest = rest.subspan(chunk_header_size);
    if (length > rest.size())
        return refuse("a chunk of {} bytes ends beyond the file, which is cut or damaged", length);
    const Chunk chunk{type, rest.first(length)};
    rest = rest.subspan(length);
    return chunk;
}

Result<Container> split_glb(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < header_size) return refuse("it ends inside the GLB header");
    const std::uint32_t version = little_endian(bytes, 4);
    const std::uint32_t length = little_endian(bytes, 8);
    if (version != 2)
        return refuse(
            "its GLB container has version {}, only 2 can be read; convert it to a GLB of version 2",
            version);
    if (length > bytes.size())
        return refuse("it is cut: {} of {} bytes are there; fetch it again", bytes.size(), length);
    if (length < header_size) return refuse("its GLB header gives a length of {}", length);
    std::span<const std::uint8_t> rest = bytes.subspan(header_size, length - header_size);

    auto json = next_chunk(rest);
    if (!json) return pass_on(json);
    if (json->type != json_type) return refuse("its first chunk is not JSON");
    Container container;
    container.json = as_text(json->content);
    while (rest.size() >= chunk_header_size) {
        auto chunk = next_chunk(rest);
        if (!chunk) return pass_on(chunk);
        if (chunk->type != binary_type || container.has_binary) continue; // unknown kinds are to be ignored
        container.binary = chunk->content;
        container.has_binary = true;
    }
    return container;
}

/// What the beginning of a file that is no rig looks like, for the message.
std::string_view likely_kind(std::span<const std::uint8_t> bytes) {
    std::string_view text = as_text(bytes);
    if (text.starts_with("version https://git-lfs"))
        return "it is a Git LFS pointer, not the file itself; fetch it with git lfs pull";
    if (text.starts_with("BLENDER")) return "it is a Blender file; export it from there as GLB";
    if (text.starts_with("PMX ") || text.starts_with("Pmd"))
        return "it is a MikuMikuDance model; convert it to VRM or GLB";
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '<')
        return "it is a web page or XML, not a model; fetch the file itself";
    return "it is no GLB, glTF, VRM, FBX, Collada or OBJ file, or its beginning is damaged; export the model "
           "as one of these";
}

} // namespace

bool looks_like_glb(std::span<const std::uint8_t> bytes) {
    return as_text(bytes).starts_with("glTF");
}

bool looks_like_json(std::span<const std::uint8_t> bytes) {
    std::string_view text = as_text(bytes);
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

Result<Container> open_container(std::span<const std::uint8_t> bytes) {
    if (bytes.empty()) return refuse("it is empty");
    if (looks_like_glb(bytes)) return split_glb(bytes);
    if (!looks_like_json(bytes)) return refuse("{}", likely_kind(bytes));
    return Container{as_text(bytes), {}, false};
}

} // namespace mien::gltf

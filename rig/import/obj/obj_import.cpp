#include "rig/import/obj/obj_import.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "base/file.h"
#include "base/zip_archive.h"
#include "media/image_io.h"
#include "rig/checked_json.h"
#include "rig/expression_names.h"
#include "rig/front.h"
#include "rig/import/expressions.h"
#include "rig/import/gltf/uri.h"
#include "rig/import/obj/obj_file.h"
#include "rig/import/opacity.h"
#include "rig/import/plain_material.h"
#include "rig/import/report.h"
#include "rig/import/srgb.h"
#include "rig/morph_normals.h"
#include "rig/name_words.h"
#include "rig/normals.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = std::size_t{256} << 20;
constexpr std::size_t most_files = 1000;
constexpr std::size_t most_normal_bytes = std::size_t{256} << 20;
constexpr float tallest_in_metres = 8;

/// Gives the bytes of a file that another one names.
using OpenFile = std::function<Result<std::vector<std::uint8_t>>(const std::string& name)>;

OpenFile files_in(const fs::path& folder) {
    return [folder](const std::string& name) { return gltf::read_uri(name, folder, largest_file); };
}

/// Builds a rig of one mesh from a neutral file and adds targets to it.
class ObjRig {
public:
    ObjRig(const obj::File& neutral, OpenFile open) : open_(std::move(open)) {
        read_materials(neutral);
        place_vertices(neutral);
    }

    void add_target(const std::string& name, const obj::File& shape) {
        if (shape.positions.size() != position_count_) {
            report_.warn("{} is left out: it has {} vertices, the neutral shape {}", name,
                         shape.positions.size(), position_count_);
            return;
        }
        MorphTarget target;
        for (std::size_t v = 0; v < source_.size(); ++v) {
            const glm::vec3 delta = shape.positions[source_[v]] - buffer_.positions[v];
            if (delta == glm::vec3(0)) continue;
            target.vertices.push_back(static_cast<std::uint32_t>(v));
            target.positions.push_back(delta);
        }
        buffer_.targets.push_back(std::move(target));
        mesh_.target_names.push_back(name);
        mesh_.default_weights.push_back(0);
    }

    [[nodiscard]] Report& report() { return report_; }

    [[nodiscard]] Rig finish(const std::string& name) {
        std::vector<std::uint32_t> all;
        for (const Primitive& primitive : mesh_.primitives)
            all.insert(all.end(), primitive.indices.begin(), primitive.indices.end());
        if (!has_normals_) buffer_.normals = compute_normals(buffer_.positions, all);
        add_missing_target_normals(buffer_, all, most_normal_bytes);
        Node node;
        node.name = name;
        node.mesh = 0;
        node.scale = glm::vec3(scale_to_metres());
        mesh_.name = name;
        rig_.nodes = {std::move(node)};
        rig_.node_order = {0};
        rig_.node_in_scene = {true};
        rig_.vertex_buffers.push_back(std::move(buffer_));
        rig_.meshes.push_back(std::move(mesh_));
        rig_.expressions = collect_expressions(rig_.meshes);
        rig_.front_yaw = guess_front_yaw(rig_);
        rig_.report = report_.take();
        return std::move(rig_);
    }

private:
    /// Vertex i is the file's i-th; where corners give one of them several texture coordinates or normals,
    /// copies stand behind them all.
    void place_vertices(const obj::File& neutral) {
        position_count_ = neutral.positions.size();
        source_.resize(position_count_);
        for (std::size_t i = 0; i < position_count_; ++i) source_[i] = static_cast<std::uint32_t>(i);
        std::vector<obj::Corner> corner_of(position_count_);
        std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, std::uint32_t> copies;
        const auto vertex_of = [&](const obj::Corner& corner) {
            const auto own = static_cast<std::size_t>(corner.position);
            if (corner_of[own].position < 0) corner_of[own] = corner;
            if (corner_of[own] == corner) return static_cast<std::uint32_t>(own);
            const auto next = static_cast<std::uint32_t>(source_.size());
            const auto [copy, is_new] =
                copies.try_emplace(std::make_tuple(corner.position, corner.uv, corner.normal), next);
            if (is_new) {
                source_.push_back(static_cast<std::uint32_t>(own));
                corner_of.push_back(corner);
            }
            return copy->second;
        };
        for (const obj::Part& part : neutral.parts) {
            if (part.corners.empty()) continue;
            Primitive primitive;
            primitive.vertices = 0;
            primitive.material = material_named(part.material);
            for (const obj::Corner& corner : part.corners) primitive.indices.push_back(vertex_of(corner));
            mesh_.primitives.push_back(std::move(primitive));
        }
        fill_buffer(neutral, corner_of);
    }

    void fill_buffer(const obj::File& neutral, const std::vector<obj::Corner>& corner_of) {
        has_normals_ = !neutral.normals.empty();
        for (std::size_t v = 0; v < source_.size(); ++v) {
            const obj::Corner& corner = corner_of[v];
            buffer_.positions.push_back(neutral.positions[source_[v]]);
            if (!neutral.uv.empty())
                buffer_.uv[0].push_back(corner.uv < 0
                                            ? glm::vec2(0)
                                            : with_v_down(neutral.uv[static_cast<std::size_t>(corner.uv)]));
            if (corner.normal < 0 && corner.position >= 0) has_normals_ = false;
            glm::vec3 normal(0, 0, 1);
            if (corner.normal >= 0) {
                const glm::vec3& written = neutral.normals[static_cast<std::size_t>(corner.normal)];
                const float length = glm::length(written);
                if (length > 1e-6f && std::isfinite(length)) normal = written / length;
            }
            if (has_normals_) buffer_.normals.push_back(normal);
            if (!neutral.colours.empty()) {
                const glm::vec3& colour = neutral.colours[source_[v]];
                buffer_.colours.emplace_back(srgb_to_linear(colour.x), srgb_to_linear(colour.y),
                                             srgb_to_linear(colour.z), 1);
            }
        }
        if (!has_normals_) buffer_.normals.clear();
    }
    static glm::vec2 with_v_down(const glm::vec2& uv) { return {uv.x, 1 - uv.y}; }

    void read_materials(const obj::File& neutral) {
        for (const std::string& name : neutral.material_files) {
            auto bytes = open_(name);
            if (!bytes) {
                report_.warn("materials left out: {}", bytes.error().message);
                continue;
            }
            const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
            for (const obj::MaterialText& source : obj::read_materials(text)) add_material(source);
        }
        mend_opacities(rig_.materials, report_);
    }

    void add_material(const obj::MaterialText& source) {
        Material material = plain_material(source.name, source.colour, source.opacity);
        if (!source.picture.empty()) material.base_colour_texture.texture = texture(source.picture);
        rig_.materials.push_back(std::move(material));
    }

    [[nodiscard]] int texture(const std::string& path) {
        const auto known = std::ranges::find(rig_.textures, path, &Texture::name);
        if (known != rig_.textures.end()) return static_cast<int>(known - rig_.textures.begin());
        Texture texture;
        texture.name = path;
        auto bytes = open_(path);
        auto picture =
            bytes ? decode_image(*bytes, printable(path)) : Result<Image>(tl::unexpected(bytes.error()));
        if (picture)
            texture.picture = std::move(*picture);
        else
            report_.warn("image {} left out: {}", printable(path), picture.error().message);
        rig_.textures.push_back(std::move(texture));
        return static_cast<int>(rig_.textures.size()) - 1;
    }

    [[nodiscard]] int material_named(const std::string& name) const {
        const auto found = std::ranges::find(rig_.materials, name, &Material::name);
        return found == rig_.materials.end() ? no_index : static_cast<int>(found - rig_.materials.begin());
    }

    /// The format has no units. What would be taller than any avatar is in centimetres.
    [[nodiscard]] float scale_to_metres() {
        if (buffer_.positions.empty()) return 1;
        glm::vec3 low = buffer_.positions.front();
        glm::vec3 high = low;
        for (const glm::vec3& position : buffer_.positions) {
            low = glm::min(low, position);
            high = glm::max(high, position);
        }
        if (glm::length(high - low) <= tallest_in_metres) return 1;
        report_.note("it is {:.1f} units large: taken as centimetres", glm::length(high - low));
        return 0.01f;
    }

    OpenFile open_;
    Rig rig_;
    Report report_;
    Mesh mesh_;
    VertexBuffer buffer_;
    std::vector<std::uint32_t> source_; ///< by vertex: the file's vertex
    std::size_t position_count_ = 0;
    bool has_normals_ = false;
};

bool has_triangles(const obj::File& file) {
    return std::ranges::any_of(file.parts, [](const obj::Part& part) { return !part.corners.empty(); });
}

bool is_neutral_name(const fs::path& path) {
    constexpr std::array names = std::to_array<std::string_view>({"neutral", "basis", "rest", "base"});
    const auto words = name_words(path.stem().string());
    return std::ranges::any_of(
        names, [&](std::string_view name) { return std::ranges::find(words, name) != words.end(); });
}

std::vector<fs::path> obj_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
        if (entry->is_regular_file(failed) && is_obj(entry->path())) files.push_back(entry->path());
    std::ranges::sort(files);
    return files;
}

/// One OBJ file of a set: its path, for its name, and how to get its bytes.
struct SetFile {
    fs::path path;
    std::function<Result<std::vector<std::uint8_t>>()> read;
};

Result<obj::File> read_obj(const SetFile& source) {
    auto bytes = source.read();
    if (!bytes) return pass_on(bytes);
    auto file = obj::read({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!file) return refuse("{}: {}", printable(source.path.filename().string()), file.error().message);
    return file;
}

/// The neutral shape and all others as its targets. `place`: "the folder", for messages.
Result<Rig> import_set(const std::vector<SetFile>& files, const OpenFile& open, const char* place,
                       const std::string& name) {
    if (files.empty()) return refuse("{} has no OBJ files; give a model of another kind by itself", place);
    if (files.size() > most_files)
        return refuse("{} has {} OBJ files, at most {} are read", place, files.size(), most_files);
    const auto neutral_file = std::ranges::find_if(files, is_neutral_name, &SetFile::path);
    if (neutral_file == files.end())
        return refuse("none of its {} OBJ files is the neutral shape; call that one neutral.obj",
                      files.size());
    auto neutral = read_obj(*neutral_file);
    if (!neutral) return pass_on(neutral);
    if (!has_triangles(*neutral))
        return refuse("its neutral shape has no faces, so there is nothing to draw");
    ObjRig rig(*neutral, open);
    for (const SetFile& file : files) {
        if (&file == &*neutral_file) continue;
        const std::string target = to_valid_utf8(file.path.stem().string());
        if (auto shape = read_obj(file))
            rig.add_target(target, *shape);
        else
            rig.report().warn("{} is left out: {}", target, shape.error().message);
    }
    return rig.finish(name);
}

/// What an archive may unpack to in all, whatever its size says.
constexpr std::uint64_t most_unpacked = std::uint64_t{2} << 30;
constexpr std::uint64_t unpacked_per_byte = 40; // OBJ text packs to a third or a fifth

} // namespace

bool is_obj(const fs::path& path) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return extension == ".obj";
}

Result<Rig> import_obj(std::string_view text, const fs::path& folder) {
    auto file = obj::read(text);
    if (!file) return pass_on(file);
    if (!has_triangles(*file)) return refuse("it has no faces, so there is nothing to draw");
    return ObjRig(*file, files_in(folder)).finish("obj");
}

Result<Rig> import_obj_folder(const fs::path& folder) {
    std::vector<SetFile> files;
    for (const fs::path& path : obj_files(folder))
        files.push_back({path, [path] { return read_file(path, largest_file); }});
    return import_set(files, files_in(folder), "the folder", folder.filename().string());
}

Result<Rig> import_obj_zip(std::span<const std::uint8_t> bytes) {
    auto archive = ZipArchive::open(bytes);
    if (!archive) return pass_on(archive);
    std::uint64_t left =
        std::min(most_unpacked, (std::uint64_t{32} << 20) + bytes.size() * unpacked_per_byte);
    const auto extract = [&](const ZipArchive::Entry& entry) {
        auto contents = archive->extract(entry, std::min<std::uint64_t>(left, largest_file));
        if (contents) left -= contents->size();
        return contents;
    };
    std::vector<SetFile> files;
    for (const ZipArchive::Entry& entry : archive->entries())
        if (const fs::path path(to_valid_utf8(entry.name));
            is_obj(path) && !path.filename().string().starts_with('.'))
            files.push_back({path, [&extract, &entry] { return extract(entry); }});
    std::ranges::sort(files, {}, &SetFile::path);
    const OpenFile open = [&](const std::string& name) -> Result<std::vector<std::uint8_t>> {
        const auto last = fs::path(name).filename();
        for (const ZipArchive::Entry& entry : archive->entries())
            if (fs::path(to_valid_utf8(entry.name)).filename() == last) return extract(entry);
        return refuse("{} is not in the zip archive", printable(name));
    };
    return import_set(files, open, "the zip archive", "shapes");
}

bool is_of_obj_set(const fs::path& path) {
    if (!is_obj(path)) return false;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (is_neutral_name(path)) return obj_files(folder).size() > 1;
    return channel_of_expression(path.stem().string()) &&
           std::ranges::any_of(obj_files(folder), is_neutral_name);
}

} // namespace mien

#include "rig/import/fbx/fbx_layers.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <glm/geometric.hpp>

#include "rig/import/srgb.h"
#include "rig/printable_text.h"

namespace mien::fbx {
namespace {

std::optional<Mapping> mapping_named(std::string_view name) {
    if (name == "ByPolygonVertex") return Mapping::by_corner;
    if (name == "ByVertice" || name == "ByVertex") return Mapping::by_point;
    if (name == "ByPolygon") return Mapping::by_polygon;
    if (name == "AllSame") return Mapping::all_same;
    return std::nullopt;
}

float finite(double number) {
    const auto value = static_cast<float>(number);
    return std::isfinite(value) ? value : 0.0f;
}

class LayerReader {
public:
    LayerReader(const Polygons& polygons, std::size_t point_count, gltf::Budget& budget, Report& report)
        : polygons_(polygons), point_count_(point_count), budget_(budget), report_(report) {}

    /// Reads a layer of values with N numbers each; `make` turns them into one.
    template <typename T, std::size_t N, typename Make>
    [[nodiscard]] Result<std::optional<Layer<T>>> read(const Record* element, const char* values_name,
                                                       const char* indices_name, const Make& make) {
        if (element == nullptr) return std::nullopt;
        const Array* values = element->array_in(values_name);
        if (values == nullptr) return std::nullopt;
        auto numbers = unpack(*values, budget_);
        if (!numbers) return pass_on(numbers);
        Layer<T> layer;
        for (std::size_t i = 0; i + N <= numbers->size(); i += N)
            layer.values.push_back(make(&(*numbers)[i]));
        const Record* mapping = element->child("MappingInformationType");
        const auto known = mapping != nullptr ? mapping_named(mapping->text(0)) : std::nullopt;
        if (!known) return left_out<T>(*element, "it is mapped in a way that is not known");
        layer.mapping = *known;
        if (auto read = read_indices(*element, indices_name, layer.indices); !read) return pass_on(read);
        if (!reaches_all(layer)) return left_out<T>(*element, "it has too few values");
        return layer;
    }

private:
    [[nodiscard]] Result<void> read_indices(const Record& element, const char* name,
                                            std::vector<std::uint32_t>& indices) {
        const Record* reference = element.child("ReferenceInformationType");
        const Array* list = name != nullptr ? element.array_in(name) : nullptr;
        const bool direct = reference != nullptr && reference->text(0) == "Direct";
        if (direct || list == nullptr) return {};
        auto read = unpack_whole(*list, budget_);
        if (!read) return pass_on(read);
        for (const std::int64_t index : *read)
            indices.push_back(index < 0 || index > UINT32_MAX ? UINT32_MAX
                                                              : static_cast<std::uint32_t>(index));
        // -1 stands for corners without a value: they get the first.
        std::ranges::replace(indices, UINT32_MAX, 0u);
        return {};
    }

    template <typename T>
    [[nodiscard]] bool reaches_all(const Layer<T>& layer) const {
        const std::size_t needed = layer.mapping == Mapping::by_corner    ? polygons_.points.size()
                                   : layer.mapping == Mapping::by_point   ? point_count_
                                   : layer.mapping == Mapping::by_polygon ? polygons_.ends.size()
                                                                          : 1;
        if (layer.values.empty()) return false;
        if (layer.indices.empty()) return layer.values.size() >= needed;
        return layer.indices.size() >= needed &&
               std::ranges::all_of(layer.indices, [&](std::uint32_t i) { return i < layer.values.size(); });
    }

    template <typename T>
    [[nodiscard]] std::optional<Layer<T>> left_out(const Record& element, const char* why) {
        report_.warn("{} of a mesh is left out: {}", printable(std::string(element.name)), why);
        return std::nullopt;
    }

    const Polygons& polygons_;
    std::size_t point_count_;
    gltf::Budget& budget_;
    Report& report_;
};

/// The `index`-th layer element of a name: a mesh may have several sets of texture coordinates.
const Record* element(const Record& geometry, std::string_view name, std::size_t index) {
    for (const Record& child : geometry.children)
        if (child.name == name && index-- == 0) return &child;
    return nullptr;
}

} // namespace

Result<Layers> read_layers(const Record& geometry, const Polygons& polygons, std::size_t point_count,
                           gltf::Budget& budget, Report& report) {
    LayerReader reader(polygons, point_count, budget, report);
    Layers layers;
    layers.polygons = &polygons;
    const auto to_normal = [](const double* n) {
        const glm::vec3 normal(finite(n[0]), finite(n[1]), finite(n[2]));
        const float length = glm::length(normal);
        return length > 1e-6f ? normal / length : glm::vec3(0);
    };
    const auto to_uv = [](const double* n) { return glm::vec2(finite(n[0]), 1 - finite(n[1])); };
    const auto to_colour = [](const double* n) {
        return glm::vec4(srgb_to_linear(finite(n[0])), srgb_to_linear(finite(n[1])),
                         srgb_to_linear(finite(n[2])), finite(n[3]));
    };
    const auto to_material = [](const double* n) {
        return n[0] >= 0 && n[0] < 1e6 ? static_cast<int>(n[0]) : 0;
    };
    auto normals = reader.read<glm::vec3, 3>(element(geometry, "LayerElementNormal", 0), "Normals",
                                             "NormalsIndex", to_normal);
    if (!normals) return pass_on(normals);
    layers.normals = std::move(*normals);
    for (std::size_t set = 0; set < layers.uv.size(); ++set) {
        auto uv = reader.read<glm::vec2, 2>(element(geometry, "LayerElementUV", set), "UV", "UVIndex", to_uv);
        if (!uv) return pass_on(uv);
        layers.uv[set] = std::move(*uv);
    }
    auto colours = reader.read<glm::vec4, 4>(element(geometry, "LayerElementColor", 0), "Colors",
                                             "ColorIndex", to_colour);
    if (!colours) return pass_on(colours);
    layers.colours = std::move(*colours);
    // Here the "values" are themselves indices of the node's materials.
    auto materials =
        reader.read<int, 1>(element(geometry, "LayerElementMaterial", 0), "Materials", nullptr, to_material);
    if (!materials) return pass_on(materials);
    layers.materials = std::move(*materials);
    return layers;
}

} // namespace mien::fbx

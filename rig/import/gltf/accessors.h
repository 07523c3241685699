// Accessors: typed lists in the bytes of bufferViews, every element checked to lie inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/result.h"
#include "rig/import/gltf/buffers.h"
#include "rig/import/gltf/document.h"

namespace mien::gltf {

/// glTF's numbers, which are OpenGL's.
enum class ComponentType : std::uint16_t {
    int8 = 5120,
    uint8 = 5121,
    int16 = 5122,
    uint16 = 5123,
    uint32 = 5125,
    float32 = 5126,
};

[[nodiscard]] std::size_t size_of(ComponentType type);

/// Where equal elements stand. A view into Buffers or into what Draco decoded.
struct Elements {
    std::span<const std::uint8_t> bytes; ///< empty: all elements are zero
    std::size_t stride = 0;
    std::size_t count = 0;
    int components = 1;
    ComponentType type = ComponentType::float32;
    bool normalised = false; ///< whole numbers stand for 0..1 or -1..1
};

/// Elements that replace some of an accessor's: indices[i] takes values[i].
struct SparseElements {
    std::vector<std::uint32_t> indices; ///< below the accessor's count
    Elements values;
};

struct Accessor {
    std::string place; ///< "accessor 3"
    Elements elements;
    std::optional<SparseElements> sparse;
    [[nodiscard]] std::size_t count() const { return elements.count; }
};

/// Reads accessors of one document. One import, one thread.
class Accessors {
public:
    Accessors(Document& document, Buffers& buffers) : document_(document), buffers_(buffers) {}

    /// Accessor `index`, which must be below their number. Refuses what does not fit its bufferView, has a
    /// component type or stride that glTF does not know, or claims elements out of proportion to the file.
    [[nodiscard]] Result<Accessor> get(std::size_t index);

private:
    [[nodiscard]] Result<Elements> layout(const JsonObject& accessor);
    [[nodiscard]] Result<Elements> in_view(Elements elements, const JsonObject& where, View view);
    [[nodiscard]] Result<SparseElements> sparse(const JsonObject& accessor, const Elements& base);

    Document& document_;
    Buffers& buffers_;
};

/// All values of an accessor as floats, element after element; `components` is what it must have per element.
/// Whole numbers that are normalised are scaled to 0..1 or -1..1. Refuses NaN and infinity.
[[nodiscard]] Result<void> read_floats(const Accessor& accessor, int components, std::span<float> out);

/// The same as vectors, matrices or plain floats of glm's packed types.
template <typename T>
[[nodiscard]] Result<std::vector<T>> read_as(const Accessor& accessor) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(float) == 0);
    constexpr int components = sizeof(T) / sizeof(float);
    std::vector<T> values(accessor.count());
    const std::span<float> floats(reinterpret_cast<float*>(values.data()), values.size() * components);
    if (auto read = read_floats(accessor, components, floats); !read) return pass_on(read);
    return values;
}

/// All values as whole numbers. Refuses floats.
[[nodiscard]] Result<std::vector<std::uint32_t>> read_whole(const Accessor& accessor, int components);

} // namespace mien::gltf

#include "rig/import/gltf/accessors.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include <nlohmann/json.hpp>

#include "rig/printable_text.h"
#include "rig/rig.h"

namespace mien::gltf {
namespace {

Result<ComponentType> component_type(const JsonObject& where) {
    auto number = where.whole("componentType", 0);
    if (!number) return pass_on(number);
    switch (*number) {
    case 5120:
        return ComponentType::int8;
    case 5121:
        return ComponentType::uint8;
    case 5122:
        return ComponentType::int16;
    case 5123:
        return ComponentType::uint16;
    case 5125:
        return ComponentType::uint32;
    case 5126:
        return ComponentType::float32;
    default:
        return refuse("{}: unknown componentType {}", where.place(), *number);
    }
}

Result<int> components(const JsonObject& accessor) {
    const std::string type = accessor.text("type");
    if (type == "SCALAR") return 1;
    if (type == "VEC2") return 2;
    if (type == "VEC3") return 3;
    if (type == "VEC4") return 4;
    if (type == "MAT4") return 16;
    return refuse("{}: type \"{}\" is not one that a rig uses", accessor.place(), printable(type));
}

/// A number in the file: little-endian, at any alignment.
template <typename T>
T load(const std::uint8_t* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

/// The float that a stored component stands for (glTF 3.6.2.2).
template <typename T>
float decoded(T value, bool normalised) {
    if constexpr (std::is_floating_point_v<T>) return value;
    if (!normalised) return static_cast<float>(value);
    const float scaled = static_cast<float>(value) / static_cast<float>(std::numeric_limits<T>::max());
    return std::max(scaled, -1.0f);
}

template <typename T>
void copy_floats(const Elements& elements, float* out) {
    const auto components = static_cast<std::size_t>(elements.components);
    if (std::is_same_v<T, float> && elements.stride == components * sizeof(float)) {
        std::memcpy(out, elements.bytes.data(), elements.count * elements.stride);
        return;
    }
    const std::uint8_t* element = elements.bytes.data();
    for (std::size_t i = 0; i < elements.count; ++i, element += elements.stride)
        for (std::size_t c = 0; c < components; ++c)
            *out++ = decoded(load<T>(element + c * sizeof(T)), elements.normalised);
}

void copy_floats(const Elements& elements, std::span<float> out) {
    if (elements.bytes.empty()) {
        std::ranges::fill(out, 0.0f);
        return;
    }
    switch (elements.type) {
    case ComponentType::int8:
        return copy_floats<std::int8_t>(elements, out.data());
    case ComponentType::uint8:
        return copy_floats<std::uint8_t>(elements, out.data());
    case ComponentType::int16:
        return copy_floats<std::int16_t>(elements, out.data());
    case ComponentType::uint16:
        return copy_floats<std::uint16_t>(elements, out.data());
    case ComponentType::uint32:
        return copy_floats<std::uint32_t>(elements, out.data());
    case ComponentType::float32:
        return copy_floats<float>(elements, out.data());
    }
}

std::uint32_t whole_at(const Elements& elements, std::size_t element, std::size_t component) {
    const std::uint8_t* at =
        elements.bytes.data() + element * elements.stride + component * size_of(elements.type);
    switch (elements.type) {
    case ComponentType::uint8:
        return load<std::uint8_t>(at);
    case ComponentType::uint16:
        return load<std::uint16_t>(at);
    default:
        return load<std::uint32_t>(at);
    }
}

bool is_unsigned(ComponentType type) {
    return type == ComponentType::uint8 || type == ComponentType::uint16 || type == ComponentType::uint32;
}

std::vector<std::uint32_t> copy_whole(const Elements& elements) {
    const auto components = static_cast<std::size_t>(elements.components);
    std::vector<std::uint32_t> values(elements.count * components, 0);
    if (elements.bytes.empty()) return values;
    for (std::size_t i = 0; i < elements.count; ++i)
        for (std::size_t c = 0; c < components; ++c) values[i * components + c] = whole_at(elements, i, c);
    return values;
}

Result<void> check_finite(std::span<const float> values, int components, const std::string& place) {
    const auto bad = std::ranges::find_if_not(values, [](float value) { return std::isfinite(value); });
    if (bad == values.end()) return {};
    return refuse("{}: element {} holds NaN or infinity", place, (bad - values.begin()) / components);
}

/// Puts the elements that a sparse accessor replaces into `all`, which has `components` values per element.
template <typename T>
void overlay(const SparseElements& sparse, std::span<const T> values, std::size_t components,
             std::span<T> all) {
    for (std::size_t i = 0; i < sparse.indices.size(); ++i)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * components), components,
                    all.begin() + static_cast<std::ptrdiff_t>(sparse.indices[i] * components));
}

Result<void> check_components(const Accessor& accessor, int wanted) {
    if (accessor.elements.components == wanted) return {};
    return refuse("{}: it has {} components per element, {} are needed", accessor.place,
                  accessor.elements.components, wanted);
}

} // namespace

std::size_t size_of(ComponentType type) {
    switch (type) {
    case ComponentType::int8:
    case ComponentType::uint8:
        return 1;
    case ComponentType::int16:
    case ComponentType::uint16:
        return 2;
    case ComponentType::uint32:
    case ComponentType::float32:
        return 4;
    }
    return 4;
}

/// Type, shape and count; no bytes yet.
Result<Elements> Accessors::layout(const JsonObject& accessor) {
    auto type = component_type(accessor);
    if (!type) return pass_on(type);
    auto shape = components(accessor);
    if (!shape) return pass_on(shape);
    auto count = accessor.whole("count", 0);
    if (!count) return pass_on(count);
    if (*count == 0) return refuse("{}: it has no elements", accessor.place());
    if (*count > std::numeric_limits<std::uint32_t>::max())
        return refuse("{}: it claims {} elements", accessor.place(), *count);
    Elements elements;
    elements.count = *count;
    elements.components = *shape;
    elements.type = *type;
    elements.normalised = accessor.flag("normalized", false);
    elements.stride = size_of(*type) * static_cast<std::size_t>(*shape);
    return elements;
}

/// The same elements with their bytes: `where` says from which byte of the view on.
Result<Elements> Accessors::in_view(Elements elements, const JsonObject& where, View view) {
    auto offset = where.whole("byteOffset", 0);
    if (!offset) return pass_on(offset);
    const std::size_t size = elements.stride;
    if (view.stride != 0) {
        if (view.stride < size)
            return refuse("{}: a byteStride of {} for elements of {} bytes", where.place(), view.stride,
                          size);
        elements.stride = view.stride;
    }
    const std::uint64_t room = *offset <= view.bytes.size() ? view.bytes.size() - *offset : 0;
    if (room < size || (room - size) / elements.stride < elements.count - 1)
        return refuse("{}: {} elements of {} bytes end beyond its bufferView of {} bytes", where.place(),
                      elements.count, size, view.bytes.size());
    elements.bytes = view.bytes.subspan(*offset, (elements.count - 1) * elements.stride + size);
    return elements;
}

Result<SparseElements> Accessors::sparse(const JsonObject& accessor, const Elements& base) {
    const JsonObject where = accessor.object("sparse");
    const JsonObject at_indices = where.object("indices");
    const JsonObject at_values = where.object("values");
    auto count = where.whole("count", 0);
    if (!count) return pass_on(count);
    if (*count == 0 || *count > base.count)
        return refuse("{}: {} elements of {} replaced", where.place(), *count, base.count);

    auto read = [&](const JsonObject& from, Elements elements) -> Result<Elements> {
        auto view_index = from.index("bufferView", document_.size(List::buffer_views));
        if (!view_index) return pass_on(view_index);
        if (*view_index == no_index) return refuse("{}: it names no bufferView", from.place());
        auto view = buffers_.view(static_cast<std::size_t>(*view_index));
        if (!view) return pass_on(view);
        return in_view(elements, from, *view);
    };
    auto index_type = component_type(at_indices);
    if (!index_type) return pass_on(index_type);
    if (!is_unsigned(*index_type)) return refuse("{}: indices that are not unsigned", at_indices.place());
    auto indices = read(at_indices, {{}, size_of(*index_type), *count, 1, *index_type, false});
    if (!indices) return pass_on(indices);
    Elements close = base;
    close.count = *count;
    close.stride = size_of(base.type) * static_cast<std::size_t>(base.components);
    auto values = read(at_values, close);
    if (!values) return pass_on(values);

    SparseElements result{copy_whole(*indices), *values};
    if (std::ranges::any_of(result.indices, [&](std::uint32_t index) { return index >= base.count; }))
        return refuse("{}: an index is beyond the {} elements", where.place(), base.count);
    if (std::ranges::adjacent_find(result.indices, std::greater_equal{}) != result.indices.end())
        document_.report.warn("{}: indices do not increase; the last of equal ones counts", where.place());
    return result;
}

Result<Accessor> Accessors::get(std::size_t index) {
    const JsonObject object = document_.element(List::accessors, index);
    Accessor accessor;
    accessor.place = object.place();
    auto elements = layout(object);
    if (!elements) return pass_on(elements);
    accessor.elements = *elements;
    auto view_index = object.index("bufferView", document_.size(List::buffer_views));
    if (!view_index) return pass_on(view_index);
    if (*view_index != no_index) {
        auto view = buffers_.view(static_cast<std::size_t>(*view_index));
        if (!view) return pass_on(view);
        auto placed = in_view(*elements, object, *view);
        if (!placed) return pass_on(placed);
        accessor.elements = *placed;
    } else {
        // All zero, or filled by Draco: nothing in the file stands behind the count.
        const std::size_t decoded_size = elements->count * static_cast<std::size_t>(elements->components) * 4;
        if (auto charged = document_.budget.charge(decoded_size); !charged)
            return refuse("{}: {}", accessor.place, charged.error().message);
    }
    if (auto charged = document_.budget.charge_elements(elements->count); !charged)
        return refuse("{}: {}", accessor.place, charged.error().message);
    if (object.has("sparse")) {
        auto replaced = sparse(object, accessor.elements);
        if (!replaced) return pass_on(replaced);
        accessor.sparse = std::move(*replaced);
    }
    return accessor;
}

Result<void> read_floats(const Accessor& accessor, int components, std::span<float> out) {
    if (auto checked = check_components(accessor, components); !checked) return checked;
    copy_floats(accessor.elements, out);
    if (accessor.sparse) {
        const Elements& values = accessor.sparse->values;
        std::vector<float> replaced(values.count * static_cast<std::size_t>(components));
        copy_floats(values, replaced);
        overlay<float>(*accessor.sparse, replaced, static_cast<std::size_t>(components), out);
    }
    return check_finite(out, components, accessor.place);
}

Result<std::vector<std::uint32_t>> read_whole(const Accessor& accessor, int components) {
    if (auto checked = check_components(accessor, components); !checked) return pass_on(checked);
    if (!is_unsigned(accessor.elements.type))
        return refuse("{}: its values are not unsigned whole numbers", accessor.place);
    std::vector<std::uint32_t> all = copy_whole(accessor.elements);
    if (accessor.sparse)
        overlay<std::uint32_t>(*accessor.sparse, copy_whole(accessor.sparse->values),
                               static_cast<std::size_t>(components), all);
    return all;
}

} // namespace mien::gltf

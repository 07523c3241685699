// The binary half of a GLB in the making: views and accessors on it. One export, one thread.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mien::glb {

using Json = nlohmann::ordered_json;

enum class Component : std::uint16_t { uint16 = 5123, uint32 = 5125, float32 = 5126 };

class Buffer {
public:
    /// Appends bytes, aligned to 4; returns the index of their bufferView.
    int add_view(std::span<const std::uint8_t> bytes);
    template <typename T>
    int add_view_of(std::span<const T> values) {
        return add_view({reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()});
    }

    /// Appends a list as an accessor; `type` is glTF's ("VEC3"). Returns the accessor's index.
    template <typename T>
    int add(std::span<const T> values, std::string_view type, Component component) {
        return add_accessor({{"bufferView", add_view_of(values)},
                             {"componentType", static_cast<int>(component)},
                             {"count", values.size()},
                             {"type", type}});
    }
    int add_accessor(Json accessor);

    [[nodiscard]] Json& accessor(int index) { return accessors_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }
    [[nodiscard]] const Json& views() const { return views_; }
    [[nodiscard]] const Json& accessors() const { return accessors_; }

private:
    std::vector<std::uint8_t> bytes_;
    Json views_ = Json::array();
    Json accessors_ = Json::array();
};

} // namespace mien::glb

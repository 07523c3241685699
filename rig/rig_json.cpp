#include "rig/rig_json.h"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace mien {
namespace {

void append_number(std::string& text, float value) {
    if (std::isfinite(value))
        fmt::format_to(std::back_inserter(text), "{}", value);
    else
        text += "null";
}

void append_positions(std::string& text, const std::vector<glm::vec3>& positions) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        text += i == 0 ? "[" : ",[";
        for (int axis = 0; axis < 3; ++axis) {
            if (axis > 0) text += ',';
            append_number(text, positions[i][axis]);
        }
        text += ']';
    }
}

} // namespace

std::string vertices_to_json(const std::vector<DeformedPrimitive>& primitives) {
    std::string text = "{\"primitives\":[";
    for (std::size_t i = 0; i < primitives.size(); ++i) {
        const DeformedPrimitive& primitive = primitives[i];
        fmt::format_to(std::back_inserter(text),
                       "{}\n{{\"node\":{},\"mesh\":{},\"primitive\":{},\"positions\":[", i == 0 ? "" : ",",
                       primitive.node, primitive.mesh, primitive.primitive);
        append_positions(text, primitive.positions);
        text += "]}";
    }
    text += "\n]}\n";
    return text;
}

} // namespace mien

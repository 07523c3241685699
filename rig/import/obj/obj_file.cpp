#include "rig/import/obj/obj_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "rig/checked_json.h"
#include "rig/import/triangulate.h"
#include "rig/printable_text.h"

namespace mien::obj {
namespace {

/// The next word of a line, which moves behind it; empty at the end.
std::string_view next_word(std::string_view& line) {
    const std::size_t from = line.find_first_not_of(" \t");
    if (from == std::string_view::npos) {
        line = {};
        return {};
    }
    const std::size_t to = std::min(line.find_first_of(" \t", from), line.size());
    const std::string_view word = line.substr(from, to - from);
    line.remove_prefix(to);
    return word;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t");
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

/// Whatever the locale. "nan" and "inf" are numbers to it: the caller checks.
std::optional<float> to_number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    if (!std::isfinite(number) || std::abs(number) > std::numeric_limits<float>::max()) return std::nullopt;
    return static_cast<float>(number);
}

/// Calls `visit(line, number)` for each line, without its comment and line end; a backslash joins lines.
template <typename Visit>
Result<void> for_each_line(std::string_view text, const Visit& visit) {
    std::string joined;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.ends_with('\r')) line.remove_suffix(1);
        line = line.substr(0, line.find('#'));
        if (line.ends_with('\\')) {
            joined += line.substr(0, line.size() - 1);
            continue;
        }
        if (!joined.empty()) {
            joined += line;
            line = joined;
        }
        if (auto visited = visit(line, number); !visited) return visited;
        joined.clear();
    }
    return {};
}

class Reader {
public:
    [[nodiscard]] Result<void> line(std::string_view line, std::size_t number) {
        const std::string_view key = next_word(line);
        if (key == "v") return vertex(line, number);
        if (key == "vn") return vector(line, number, file_.normals);
        if (key == "vt") return texture_coordinate(line, number);
        if (key == "f") return face(line, number);
        if (key == "usemtl") use_material(std::string(trimmed(line)));
        if (key == "mtllib") file_.material_files.emplace_back(trimmed(line));
        return {};
    }
    [[nodiscard]] File take() { return std::move(file_); }

private:
    /// A position, and its colour where three numbers follow (one alone is a weight); white without.
    [[nodiscard]] Result<void> vertex(std::string_view line, std::size_t number) {
        if (auto read = vector(line, number, file_.positions); !read) return read;
        constexpr glm::vec3 white(1);
        glm::vec3 colour = white;
        int found = 0;
        for (; found < 3; ++found) {
            const auto channel = to_number(next_word(line));
            if (!channel) break;
            colour[found] = std::clamp(*channel, 0.0f, 1.0f);
        }
        const bool is_coloured = found == 3;
        if (!is_coloured && file_.colours.empty()) return {};
        file_.colours.resize(file_.positions.size() - 1, white);
        file_.colours.push_back(is_coloured ? colour : white);
        return {};
    }

    /// Three numbers at the front of `line`, which moves behind them.
    [[nodiscard]] static Result<void> vector(std::string_view& line, std::size_t number,
                                             std::vector<glm::vec3>& list) {
        glm::vec3 value(0);
        for (int axis = 0; axis < 3; ++axis) {
            const auto component = to_number(next_word(line));
            if (!component) return refuse("line {}: a coordinate is not a finite number", number);
            value[axis] = *component;
        }
        if (list.size() >= most_elements) return refuse("line {}: too many vertices", number);
        list.push_back(value);
        return {};
    }

    [[nodiscard]] Result<void> texture_coordinate(std::string_view line, std::size_t number) {
        const auto u = to_number(next_word(line));
        if (!u) return refuse("line {}: a texture coordinate is not a finite number", number);
        const auto v = to_number(next_word(line));
        if (file_.uv.size() >= most_elements) return refuse("line {}: too many texture coordinates", number);
        file_.uv.emplace_back(*u, v.value_or(0.0f)); // v may be left out
        return {};
    }

    [[nodiscard]] Result<void> face(std::string_view line, std::size_t number) {
        std::vector<Corner> polygon;
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
            auto corner = read_corner(word, number);
            if (!corner) return pass_on(corner);
            polygon.push_back(*corner);
        }
        if (file_.parts.empty()) use_material({});
        std::vector<Corner>& corners = file_.parts[current_].corners;
        std::vector<glm::vec3> outline;
        for (const Corner& corner : polygon)
            outline.push_back(file_.positions[static_cast<std::size_t>(corner.position)]);
        for (const std::uint32_t k : triangulate(outline)) corners.push_back(polygon[k]);
        return {};
    }

    /// "7", "7/2", "7//3" or "7/2/3".
    [[nodiscard]] Result<Corner> read_corner(std::string_view word, std::size_t number) {
        Corner corner;
        const std::size_t first = word.find('/');
        const std::size_t second = first == std::string_view::npos ? first : word.find('/', first + 1);
        const auto part = [&](std::size_t from, std::size_t to) {
            return from == std::string_view::npos ? std::string_view() : word.substr(from, to - from);
        };
        const auto read = [&](std::string_view text, std::size_t count, std::int32_t& index) -> bool {
            if (text.empty()) return true;
            const auto found = to_index(text, count);
            if (found) index = *found;
            return found.has_value();
        };
        const bool good =
            read(word.substr(0, first), file_.positions.size(), corner.position) &&
            read(part(first == word.npos ? first : first + 1, second), file_.uv.size(), corner.uv) &&
            read(part(second == word.npos ? second : second + 1, word.size()), file_.normals.size(),
                 corner.normal);
        if (!good || corner.position < 0)
            return refuse("line {}: a face names \"{}\", which does not exist (there are {} vertices)",
                          number, printable(word, 40), file_.positions.size());
        return corner;
    }

    /// From 1, or from the end with a minus.
    static std::optional<std::int32_t> to_index(std::string_view text, std::size_t count) {
        std::int64_t index = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
        if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
        const auto size = static_cast<std::int64_t>(count);
        const std::int64_t from_zero = index > 0 ? index - 1 : size + index;
        if (index == 0 || from_zero < 0 || from_zero >= size) return std::nullopt;
        return static_cast<std::int32_t>(from_zero);
    }

    void use_material(std::string name) {
        const auto found = std::ranges::find(file_.parts, name, &Part::material);
        current_ = static_cast<std::size_t>(found - file_.parts.begin());
        if (found == file_.parts.end()) file_.parts.push_back({std::move(name), {}});
    }

    static constexpr std::size_t most_elements = std::numeric_limits<std::int32_t>::max();

    File file_;
    std::size_t current_ = 0; ///< part
};

} // namespace

Result<File> read(std::string_view text) {
    Reader reader;
    auto done = for_each_line(
        text, [&](std::string_view line, std::size_t number) { return reader.line(line, number); });
    if (!done) return pass_on(done);
    return reader.take();
}

std::vector<MaterialText> read_materials(std::string_view text) {
    std::vector<MaterialText> materials;
    const auto visit = [&](std::string_view line, std::size_t) -> Result<void> {
        const std::string_view key = next_word(line);
        if (key == "newmtl") {
            materials.push_back({std::string(trimmed(line)), glm::vec3(0.8f), 1, {}});
        } else if (!materials.empty() && key == "Kd") {
            for (int axis = 0; axis < 3; ++axis)
                if (const auto number = to_number(next_word(line))) materials.back().colour[axis] = *number;
        } else if (!materials.empty() && key == "d") {
            if (const auto number = to_number(next_word(line))) materials.back().opacity = *number;
        } else if (!materials.empty() && key == "Tr") { // what others write in place of d
            if (const auto number = to_number(next_word(line))) materials.back().opacity = 1 - *number;
        } else if (!materials.empty() && key == "map_Kd") {
            // Options stand in front of the name: "-clamp on face.png".
            const std::string_view rest = trimmed(line);
            materials.back().picture =
                rest.starts_with('-') ? rest.substr(rest.find_last_of(" \t") + 1) : rest;
        }
        return {};
    };
    (void)for_each_line(text, visit); // the visitor never fails
    return materials;
}

} // namespace mien::obj

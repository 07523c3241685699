#include "app/asked_face.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "rig/arkit.h"
#include "rig/arkit_coverage.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

constexpr std::size_t largest_file = 1 << 20;

/// The object of numbers itself, or one that holds it under the option's name ("sliders", "weights").
Result<std::vector<NamedWeight>> read_weights(const std::filesystem::path& path, std::string_view option) {
    const auto text = read_text_file(path, largest_file);
    if (!text) return tl::unexpected<Error>(text.error());
    auto json = nlohmann::ordered_json::parse(*text, nullptr, false);
    const std::string key(option.substr(option.find_first_not_of('-')));
    if (json.is_object() && json.contains(key)) json = nlohmann::ordered_json(json[key]);
    std::vector<NamedWeight> weights;
    bool numbers = json.is_object();
    if (numbers)
        for (const auto& [name, value] : json.items()) {
            numbers = numbers && value.is_number() && std::isfinite(value.get<float>());
            if (numbers) weights.push_back({name, value.get<float>()});
        }
    if (!numbers)
        return fail(ErrorCode::unreadable,
                    "{}: it must hold one JSON object of names and numbers, as {{\"jawOpen\": 0.4}}",
                    printable(path.string()));
    return weights;
}

/// "Part" or "Group/Part"; the number of parts that fit.
struct SliderMatch {
    std::size_t index = 0;
    int count = 0;
};
SliderMatch find_slider(const FaceGroups& groups, const std::string& name) {
    SliderMatch match;
    std::size_t index = 0;
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts) {
            if (part.name == name || group.name + "/" + part.name == name) match = {index, match.count + 1};
            ++index;
        }
    return match;
}

/// What to look at for the names that there are.
std::string advice(const Avatar& avatar) {
    const std::filesystem::path& path = avatar.rig.path;
    return fmt::format("mien rig inspect {} lists them", path.empty() ? "RIG" : printable(path.string()));
}

Result<void> add_sliders(const Avatar& avatar, const std::vector<NamedWeight>& asked, FaceValues& values) {
    for (const NamedWeight& one : asked) {
        const SliderMatch match = find_slider(avatar.groups, one.name);
        if (match.count == 0)
            return fail(ErrorCode::usage, "{} has no slider {}; {}", printable(avatar.rig.name),
                        printable(one.name), advice(avatar));
        if (match.count > 1)
            return fail(ErrorCode::usage, "{} has several sliders {}: say Group/{}",
                        printable(avatar.rig.name), printable(one.name), printable(one.name));
        values.sliders.push_back({match.index, one.weight});
    }
    return {};
}

Result<void> add_expressions(const Avatar& avatar, const std::vector<NamedWeight>& asked,
                             FaceValues& values) {
    const ArkitCoverage coverage = arkit_coverage(avatar.rig);
    for (const NamedWeight& one : asked) {
        const std::size_t before = values.expressions.size();
        for (std::size_t i = 0; i < avatar.rig.expressions.size(); ++i)
            if (avatar.rig.expressions[i].name == one.name) values.expressions.push_back({i, one.weight});
        const auto channel = find_channel(one.name);
        if (values.expressions.size() == before && channel)
            for (const int expression : coverage.channels[*channel].expressions)
                values.expressions.push_back({static_cast<std::size_t>(expression), one.weight});
        if (values.expressions.size() == before)
            return fail(ErrorCode::usage, "{} has no expression {}; {}", printable(avatar.rig.name),
                        printable(one.name), advice(avatar));
    }
    return {};
}

} // namespace

void add_face_options(CLI::App& command, AskedFace& asked) {
    command
        .add_option("--sliders", asked.sliders,
                    "Sliders of the face groups: NAME=V,NAME=V ... or a JSON file of names and numbers")
        ->type_name("NAME=V,...|FILE")
        ->expected(1)
        ->take_all();
    command
        .add_option("--weights", asked.weights,
                    "Expressions, by the rig's own names or ARKit's; written likewise")
        ->type_name("NAME=V,...|FILE")
        ->expected(1)
        ->take_all();
}

Result<std::vector<NamedWeight>> parse_named_weights(const std::vector<std::string>& texts,
                                                     std::string_view option) {
    std::vector<NamedWeight> weights;
    for (const std::string& text : texts) {
        if (text.find('=') == std::string::npos) {
            if (!std::filesystem::exists(text))
                return fail(ErrorCode::usage,
                            "{} {}: expected NAME=V,NAME=V ... or a JSON file; there is no such file", option,
                            printable(text));
            auto read = read_weights(text, option);
            if (!read) return pass_on(read);
            weights.insert(weights.end(), read->begin(), read->end());
            continue;
        }
        for (std::size_t from = 0; from <= text.size();) {
            const std::size_t comma = std::min(text.find(',', from), text.size());
            auto one = parse_named_weight(std::string_view(text).substr(from, comma - from), option);
            if (!one) return pass_on(one);
            weights.push_back(*one);
            from = comma + 1;
        }
    }
    return weights;
}

void FaceValues::apply(const FaceGroups& groups, RigControls& controls) const {
    for (std::size_t i = controls.sliders.size(); i < groups.slider_count(); ++i)
        controls.sliders.push_back(groups.slider(i)->rest);
    for (const Value& value : sliders) controls.sliders[value.index] = value.value;
    for (const Value& value : expressions) {
        if (controls.expressions.size() <= value.index) controls.expressions.resize(value.index + 1, 0.0f);
        controls.expressions[value.index] = value.value;
    }
}

Result<FaceValues> find_face_values(const Avatar& avatar, const AskedFace& asked) {
    const auto sliders = parse_named_weights(asked.sliders, "--sliders");
    if (!sliders) return tl::unexpected<Error>(sliders.error());
    const auto weights = parse_named_weights(asked.weights, "--weights");
    if (!weights) return tl::unexpected<Error>(weights.error());
    FaceValues values;
    if (auto added = add_sliders(avatar, *sliders, values); !added) return pass_on(added);
    if (auto added = add_expressions(avatar, *weights, values); !added) return pass_on(added);
    return values;
}

PosedRig pose_of(const Avatar& avatar, const FaceValues& values) {
    RigControls controls;
    values.apply(avatar.groups, controls);
    return pose_rig(avatar.rig, avatar.groups, avatar.joints, controls);
}

} // namespace mien

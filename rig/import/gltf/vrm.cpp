#include "rig/import/gltf/vrm.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>

#include <nlohmann/json.hpp>

#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

/// True where two lists name the same targets with the same weights, in whatever order.
bool same_targets(std::vector<TargetRef> a, std::vector<TargetRef> b) {
    const auto before = [](const TargetRef& left, const TargetRef& right) {
        return std::tie(left.mesh, left.target) < std::tie(right.mesh, right.target);
    };
    std::ranges::sort(a, before);
    std::ranges::sort(b, before);
    return a == b;
}

/// Joins the VRM expressions to the plain morph targets. One that is a morph target under another name
/// becomes a mark on that, so that the same shape is not driven twice.
class ExpressionJoiner {
public:
    explicit ExpressionJoiner(Rig& rig) : rig_(rig), plain_(rig.expressions.size()) {
        for (const Expression& expression : rig.expressions) names_.insert(expression.name);
    }

    void add(const BoundExpression& bound, int vrm_index) {
        if (bound.targets.empty()) return;
        for (std::size_t i = 0; i < plain_; ++i) {
            Expression& expression = rig_.expressions[i];
            if (!same_targets(expression.targets, bound.targets)) continue;
            if (expression.vrm == no_index) expression.vrm = vrm_index;
            return;
        }
        rig_.expressions.push_back({unused_name(bound.vrm), bound.targets, vrm_index});
        names_.insert(rig_.expressions.back().name);
    }

private:
    [[nodiscard]] std::string unused_name(const VrmExpression& vrm) const {
        std::string name = vrm.name;
        for (int n = 1; names_.contains(name); ++n)
            name = n == 1 ? vrm.name + " (VRM)" : fmt::format("{} (VRM {})", vrm.name, n);
        return name;
    }

    Rig& rig_;
    std::size_t plain_;
    std::unordered_set<std::string> names_;
};

/// "TITLE by AUTHOR, licence LICENCE": what of it is there.
std::string licence_line(const VrmData& data) {
    std::string line = data.title;
    if (!data.author.empty()) line += (line.empty() ? "by " : " by ") + data.author;
    if (!data.licence.empty()) line += (line.empty() ? "licence " : ", licence ") + data.licence;
    return printable(line, 300);
}

/// The extension, or nothing with a warning where it is no object.
JsonObject find_extension(Document& document, const char* name) {
    const JsonObject extensions = document.root().object("extensions");
    const Json* found = extensions.find(name);
    if (found != nullptr && !found->is_object())
        document.report.warn("the extension {} is not an object; the file is read as plain glTF", name);
    return document.root().extension(name);
}

void tell_counts(const VrmContent& content, Report& report) {
    const auto unbound = std::ranges::count_if(
        content.expressions, [](const BoundExpression& bound) { return bound.targets.empty(); });
    if (unbound > 0)
        report.note("VRM: {} of {} expressions move no morph target", unbound, content.expressions.size());
    const auto with_materials = std::ranges::count_if(
        content.expressions, [](const BoundExpression& bound) { return bound.vrm.material_binds > 0; });
    if (with_materials > 0)
        report.note("VRM: {} expressions change materials too, which is not shown", with_materials);
}

} // namespace

void add_bone(Document& document, const std::string& name, const JsonObject& bone, const Rig& rig,
              VrmData& data) {
    const auto node = bone.index("node", rig.nodes.size());
    if (!node)
        document.report.warn("VRM bone {} left out: {}", printable(name), node.error().message);
    else if (*node != no_index)
        data.bones[name] = *node;
}

float look_limit(const JsonObject& maps, const char* map, const char* output) {
    const auto limit = maps.object(map).number(output, 0);
    return limit && *limit > 0 ? *limit : 0.0f;
}

std::optional<TargetRef> read_bind(Document& document, const std::string& expression, const JsonObject& bind,
                                   const Rig& rig, int mesh) {
    const auto warn = [&](const std::string& why) {
        document.report.warn("VRM expression {}: a bind is left out: {}", printable(expression), why);
    };
    const std::size_t targets = rig.meshes[static_cast<std::size_t>(mesh)].target_names.size();
    const auto target = bind.index("index", targets);
    const auto weight = bind.number("weight", 1);
    if (!target || !weight) {
        warn(target ? weight.error().message : target.error().message);
        return std::nullopt;
    }
    if (*target == no_index) {
        warn("it names no morph target");
        return std::nullopt;
    }
    return TargetRef{mesh, *target, *weight};
}

void read_vrm(Document& document, Rig& rig) {
    const JsonObject vrm1 = find_extension(document, "VRMC_vrm");
    const JsonObject vrm0 = find_extension(document, "VRM");
    if (vrm1.empty() && vrm0.empty()) return;
    VrmContent content = vrm1.empty() ? read_vrm0(document, vrm0, rig) : read_vrm1(document, vrm1, rig);
    tell_counts(content, document.report);
    rig.vrm = std::move(content.data);
    ExpressionJoiner joiner(rig);
    for (const BoundExpression& bound : content.expressions) {
        joiner.add(bound, static_cast<int>(rig.vrm->expressions.size()));
        rig.vrm->expressions.push_back(bound.vrm);
    }
    if (const std::string line = licence_line(*rig.vrm); !line.empty()) rig.licence_line = line;
}

} // namespace mien::gltf

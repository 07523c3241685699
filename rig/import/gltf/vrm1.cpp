// VRM 1.0: the extension VRMC_vrm.
#include <nlohmann/json.hpp>

#include "rig/import/gltf/vrm.h"
#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

VrmOverride override_of(const JsonObject& expression, const char* key) {
    const std::string mode = expression.text(key, "none");
    if (mode == "block") return VrmOverride::block;
    if (mode == "blend") return VrmOverride::blend;
    return VrmOverride::none;
}

/// VRM 1.0 binds a node, and by it the node's mesh.
std::optional<TargetRef> read_node_bind(Document& document, const std::string& name, const JsonObject& bind,
                                        const Rig& rig) {
    const auto node = bind.index("node", rig.nodes.size());
    const int mesh = node && *node != no_index ? rig.nodes[static_cast<std::size_t>(*node)].mesh : no_index;
    if (mesh != no_index) return read_bind(document, name, bind, rig, mesh);
    document.report.warn("VRM expression {}: a bind is left out: {}", printable(name),
                         node ? fmt::format("node {} has no mesh", *node) : node.error().message);
    return std::nullopt;
}

BoundExpression read_expression(Document& document, const std::string& name, const JsonObject& object,
                                const Rig& rig) {
    BoundExpression bound;
    bound.vrm.name = name;
    bound.vrm.is_binary = object.flag("isBinary", false);
    bound.vrm.override_blink = override_of(object, "overrideBlink");
    bound.vrm.override_look_at = override_of(object, "overrideLookAt");
    bound.vrm.override_mouth = override_of(object, "overrideMouth");
    bound.vrm.material_binds = static_cast<int>(object.list_or_empty("materialColorBinds").size() +
                                                object.list_or_empty("textureTransformBinds").size());
    for (const Json& bind : object.list_or_empty("morphTargetBinds"))
        if (const auto target = read_node_bind(document, name, JsonObject(bind, object.place()), rig))
            bound.targets.push_back(*target);
    return bound;
}

void read_expressions(Document& document, const JsonObject& list, const Rig& rig, bool presets,
                      std::vector<BoundExpression>& expressions) {
    for (const auto& [name, value] : list.items()) {
        const JsonObject object(*value, "expression " + name);
        expressions.push_back(read_expression(document, name, object, rig));
        if (presets) expressions.back().vrm.preset = name;
    }
}

std::string joined_authors(const JsonObject& meta) {
    std::string authors;
    for (const Json& author : meta.list_or_empty("authors"))
        if (author.is_string()) authors += (authors.empty() ? "" : ", ") + author.get<std::string>();
    return authors;
}

} // namespace

VrmContent read_vrm1(Document& document, const JsonObject& vrm, const Rig& rig) {
    VrmContent content;
    content.data.version = 1;
    for (const auto& [name, bone] : vrm.object("humanoid").object("humanBones").items())
        add_bone(document, name, JsonObject(*bone, "bone " + name), rig, content.data);
    const JsonObject maps = vrm.object("lookAt");
    content.data.look_limits = {look_limit(maps, "rangeMapHorizontalInner", "outputScale"),
                                look_limit(maps, "rangeMapHorizontalOuter", "outputScale"),
                                look_limit(maps, "rangeMapVerticalDown", "outputScale"),
                                look_limit(maps, "rangeMapVerticalUp", "outputScale")};
    const std::string look_at = maps.text("type");
    if (look_at == "bone") content.data.look_at = VrmLookAt::bone;
    if (look_at == "expression") content.data.look_at = VrmLookAt::expression;

    const JsonObject expressions = vrm.object("expressions");
    read_expressions(document, expressions.object("preset"), rig, true, content.expressions);
    read_expressions(document, expressions.object("custom"), rig, false, content.expressions);

    const JsonObject meta = vrm.object("meta");
    content.data.title = meta.text("name");
    content.data.author = joined_authors(meta);
    content.data.licence = meta.text("licenseUrl");
    return content;
}

} // namespace mien::gltf

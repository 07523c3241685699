#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "rig/checked_json.h"
#include "rig/import/fbx/fbx_scene.h"
#include "rig/printable_text.h"
#include "rig/transform.h"

namespace mien::fbx {
namespace {

constexpr std::size_t most_nodes = 100'000;
constexpr std::size_t deepest_tree = 2000;

bool is_one(const glm::dvec3& scale) {
    const glm::dvec3 off = glm::abs(scale - glm::dvec3(1));
    return off.x < 1e-5 && off.y < 1e-5 && off.z < 1e-5;
}

glm::dvec3 inverse(const glm::dvec3& scale) {
    glm::dvec3 result;
    for (int axis = 0; axis < 3; ++axis) result[axis] = std::abs(scale[axis]) < 1e-9 ? 1e9 : 1 / scale[axis];
    return result;
}

void set_rest(Node& node, const LocalTransform& local) {
    node.translation = glm::vec3(local.translation);
    node.rotation = glm::normalize(glm::quat(local.rotation));
    node.scale = glm::vec3(local.scale);
}

class TreeReader {
public:
    TreeReader(SceneReader& reader, const glm::mat4& to_model) : reader_(reader) {
        const TransformParts parts = decompose(to_model);
        Node root;
        root.name = "RootNode";
        root.translation = parts.translation;
        root.rotation = parts.rotation;
        root.scale = parts.scale;
        add(std::move(root));
        find_animated_scales();
    }

    [[nodiscard]] Result<void> read() {
        constexpr ObjectId scene = 0;
        struct Pending {
            ObjectId model;
            int parent;
            std::size_t depth;
        };
        std::vector<Pending> pending;
        const auto push_below = [&](ObjectId id, int parent, std::size_t depth) {
            const std::vector<ObjectId> children = reader_.objects.below(id, "Model");
            for (auto child = children.rbegin(); child != children.rend(); ++child)
                pending.push_back({*child, parent, depth});
        };
        push_below(scene, no_index, 0);
        while (!pending.empty()) {
            const Pending next = pending.back();
            pending.pop_back();
            if (next.depth > deepest_tree || is_below_itself(next.model, next.parent))
                return refuse("the model {} is its own ancestor, or nests more than {} levels deep",
                              printable(reader_.objects.name(next.model)), deepest_tree);
            if (reader_.models.size() >= most_nodes) return refuse("it has more than {} nodes", most_nodes);
            add_model(next.model, next.parent);
            push_below(next.model, static_cast<int>(reader_.models.size()) - 1, next.depth + 1);
        }
        reader_.rig.node_in_scene.assign(reader_.rig.nodes.size(), true);
        return {};
    }

private:
    /// Models whose scale some curve changes.
    void find_animated_scales() {
        for (const ObjectId curves : reader_.objects.all("AnimationCurveNode")) {
            if (reader_.objects.below(curves, "AnimationCurve").empty()) continue;
            for (const Objects::Use& use : reader_.objects.uses(curves))
                if (use.property == "Lcl Scaling" && !is_constantly_one(curves))
                    animated_scale_.insert(use.parent);
        }
    }

    /// Exporters key everything, a scale of 1 most of all.
    [[nodiscard]] bool is_constantly_one(ObjectId curves) {
        return std::ranges::all_of(reader_.objects.below(curves, "AnimationCurve"), [&](ObjectId curve) {
            const auto numbers = reader_.objects.find(curve)->numbers_in("KeyValueFloat", reader_.budget);
            return numbers && std::ranges::all_of(*numbers, [](double n) { return std::abs(n - 1) < 1e-5; });
        });
    }

    [[nodiscard]] bool is_below_itself(ObjectId model, int parent) const {
        for (; parent != no_index; parent = reader_.models[static_cast<std::size_t>(parent)].parent)
            if (reader_.models[static_cast<std::size_t>(parent)].model == model) return true;
        return false;
    }

    /// True where a node's parent or one above it scales, at rest or ever.
    [[nodiscard]] bool scale_comes_from_above(int parent) const {
        for (; parent != no_index; parent = reader_.models[static_cast<std::size_t>(parent)].parent) {
            const ModelNode& above = reader_.models[static_cast<std::size_t>(parent)];
            if (!is_one(above.transform.rest().scaling) || animated_scale_.contains(above.model)) return true;
        }
        return false;
    }

    int add(Node node) {
        const auto index = static_cast<int>(reader_.rig.nodes.size());
        if (node.name.empty()) node.name = fmt::format("node {}", index);
        reader_.rig.nodes.push_back(std::move(node));
        reader_.rig.node_order.push_back(index);
        return index;
    }

    void add_model(ObjectId id, int parent) {
        ModelNode model;
        model.model = id;
        model.parent = parent;
        model.transform = NodeTransform(reader_.objects, *reader_.objects.find(id));
        const LocalTransform local = model.transform.local(model.transform.rest());
        const std::string name = reader_.objects.name(id);
        int above = parent == no_index ? 0 : reader_.models[static_cast<std::size_t>(parent)].node;
        const bool needs_helper =
            model.transform.inheritance() != ScaleInheritance::local && scale_comes_from_above(parent);
        if (needs_helper) {
            Node helper;
            helper.name = fmt::format("{} (scale of its parent undone)", name);
            helper.parent = above;
            model.helper = above = add(std::move(helper));
        }
        Node node;
        node.name = name;
        node.parent = above;
        model.node = add(std::move(node));

        const auto p = static_cast<std::size_t>(parent);
        const glm::dvec3 carried = parent == no_index ? glm::dvec3(1) : carried_[p];
        const glm::dvec3 parent_scale =
            parent == no_index ? glm::dvec3(1) : reader_.models[p].transform.rest().scaling;
        const NodePlacement placed = place(model, local, carried, parent_scale);
        set_rest(reader_.rig.nodes[static_cast<std::size_t>(model.node)], placed.node);
        if (needs_helper) set_rest(reader_.rig.nodes[static_cast<std::size_t>(model.helper)], placed.helper);
        carried_.push_back(placed.carried);
        reader_.first_model.emplace(id, static_cast<int>(reader_.models.size()));
        reader_.models.push_back(std::move(model));
    }

    SceneReader& reader_;
    std::set<ObjectId> animated_scale_;
    std::vector<glm::dvec3> carried_; ///< by model
};

} // namespace

NodePlacement place(const ModelNode& model, const LocalTransform& local, const glm::dvec3& carried,
                    const glm::dvec3& parent_scale) {
    NodePlacement placed;
    placed.node = local;
    if (model.helper != no_index) {
        const bool without_parents = model.transform.inheritance() == ScaleInheritance::without_parents;
        placed.helper.translation = local.translation;
        placed.helper.scale = inverse(carried);
        placed.node.translation = glm::dvec3(0);
        placed.node.scale *= without_parents ? carried * inverse(parent_scale) : carried;
    }
    placed.carried = placed.node.scale;
    return placed;
}

Result<void> read_nodes(SceneReader& reader, const glm::mat4& to_model) {
    return TreeReader(reader, to_model).read();
}

} // namespace mien::fbx

#include "rig/import/fbx/fbx_facts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace mien::fbx {
namespace {

/// "Cube\0\1Model" of binary files and "Model::Cube" of ASCII ones.
std::string object_name(std::string_view raw) {
    if (const std::size_t binary = raw.find(std::string_view("\0\1", 2)); binary != std::string_view::npos)
        return std::string(raw.substr(0, binary));
    const std::size_t ascii = raw.find("::");
    return std::string(ascii == std::string_view::npos ? raw : raw.substr(ascii + 2));
}

/// The values of a property: P: "UpAxis", "int", "Integer", "", 1.
const Record* find_property(const Record& owner, std::string_view name) {
    const Record* list = owner.child("Properties70");
    if (list == nullptr) return nullptr;
    for (const Record& property : list->children)
        if (property.text(0) == name) return &property;
    return nullptr;
}

double property(const Record& owner, std::string_view name, double otherwise) {
    constexpr std::size_t first_value = 4;
    const Record* found = find_property(owner, name);
    return found != nullptr ? found->number(first_value, otherwise) : otherwise;
}

std::optional<glm::mat4> matrix_in(const Record& owner, std::string_view name) {
    const Record* record = owner.child(name);
    const std::vector<double> numbers = record != nullptr ? record->numbers() : std::vector<double>();
    if (numbers.size() != 16) return std::nullopt;
    glm::mat4 matrix(1);
    for (int i = 0; i < 16; ++i)
        matrix[i / 4][i % 4] = static_cast<float>(numbers[static_cast<std::size_t>(i)]);
    return matrix;
}

/// An axis, 0 to 2.
int axis_property(const Record& settings, std::string_view name, int otherwise) {
    const double number = property(settings, name, otherwise);
    return number == 0 ? 0 : number == 1 ? 1 : number == 2 ? 2 : otherwise;
}

/// The file's objects by id, and who is connected to whom.
class Objects {
public:
    explicit Objects(const Document& document) {
        if (const Record* list = document.root.child("Objects"))
            for (const Record& object : list->children) by_id_[object.whole(0)] = &object;
        if (const Record* list = document.root.child("Connections"))
            for (const Record& connection : list->children)
                if (connection.name == "C" && connection.text(0) == "OO")
                    add(connection.whole(1), connection.whole(2));
    }

    [[nodiscard]] const Record* find(std::int64_t id) const {
        const auto found = by_id_.find(id);
        return found == by_id_.end() ? nullptr : found->second;
    }
    /// Objects of a kind ("Deformer", and "Cluster" as its sub-kind) that are connected below `id`.
    [[nodiscard]] std::vector<std::int64_t> below(std::int64_t id, std::string_view kind,
                                                  std::string_view sub) const {
        return filtered(children_, id, kind, sub);
    }
    [[nodiscard]] std::vector<std::int64_t> above(std::int64_t id, std::string_view kind,
                                                  std::string_view sub) const {
        return filtered(parents_, id, kind, sub);
    }
    [[nodiscard]] std::vector<std::int64_t> all(std::string_view kind, std::string_view sub) const {
        std::vector<std::int64_t> ids;
        for (const auto& [id, record] : by_id_)
            if (is_kind(*record, kind, sub)) ids.push_back(id);
        return ids;
    }
    [[nodiscard]] std::string name(std::int64_t id) const {
        const Record* record = find(id);
        return record != nullptr ? object_name(record->text(1)) : std::string();
    }

private:
    using Links = std::multimap<std::int64_t, std::int64_t>;

    void add(std::int64_t child, std::int64_t parent) {
        children_.emplace(parent, child);
        parents_.emplace(child, parent);
    }
    static bool is_kind(const Record& record, std::string_view kind, std::string_view sub) {
        return record.name == kind && (sub.empty() || record.text(2) == sub);
    }
    [[nodiscard]] std::vector<std::int64_t> filtered(const Links& links, std::int64_t id,
                                                     std::string_view kind, std::string_view sub) const {
        std::vector<std::int64_t> ids;
        const auto [from, to] = links.equal_range(id);
        for (auto link = from; link != to; ++link) {
            const Record* record = find(link->second);
            if (record != nullptr && is_kind(*record, kind, sub)) ids.push_back(link->second);
        }
        return ids;
    }

    std::map<std::int64_t, const Record*> by_id_;
    Links children_;
    Links parents_;
};

std::vector<std::string> names_of(const Objects& objects, const std::vector<std::int64_t>& ids) {
    std::vector<std::string> names;
    for (const std::int64_t id : ids) names.push_back(objects.name(id));
    return names;
}

Channel read_channel(const Objects& objects, std::int64_t id) {
    const Record& record = *objects.find(id);
    Channel channel;
    channel.name = objects.name(id);
    const Record* percent = record.child("DeformPercent");
    channel.default_percent = property(record, "DeformPercent", percent != nullptr ? percent->number(0) : 0);
    const Record* weights = record.child("FullWeights");
    const std::vector<double> full = weights != nullptr ? weights->numbers() : std::vector<double>();
    for (const std::int64_t shape : objects.below(id, "Geometry", "Shape")) {
        const std::size_t index = channel.shapes.size();
        channel.shapes.push_back({objects.name(shape), index < full.size() ? full[index] : 100});
    }
    std::ranges::stable_sort(channel.shapes, {}, &Shape::full_weight);
    return channel;
}

std::vector<BlendedMesh> read_blends(const Objects& objects) {
    std::vector<BlendedMesh> meshes;
    for (const std::int64_t geometry : objects.all("Geometry", "Mesh")) {
        BlendedMesh mesh;
        for (const std::int64_t deformer : objects.below(geometry, "Deformer", "BlendShape"))
            for (const std::int64_t channel : objects.below(deformer, "Deformer", "BlendShapeChannel"))
                mesh.channels.push_back(read_channel(objects, channel));
        if (mesh.channels.empty()) continue;
        mesh.models = names_of(objects, objects.above(geometry, "Model", {}));
        meshes.push_back(std::move(mesh));
    }
    return meshes;
}

std::vector<Cluster> read_clusters(const Objects& objects) {
    std::vector<Cluster> clusters;
    for (const std::int64_t geometry : objects.all("Geometry", "Mesh"))
        for (const std::int64_t skin : objects.below(geometry, "Deformer", "Skin"))
            for (const std::int64_t id : objects.below(skin, "Deformer", "Cluster")) {
                const auto bones = objects.below(id, "Model", {});
                const auto matrix = matrix_in(*objects.find(id), "Transform");
                if (bones.empty() || !matrix) continue;
                Cluster cluster;
                cluster.models = names_of(objects, objects.above(geometry, "Model", {}));
                cluster.bone = objects.name(bones.front());
                cluster.mesh_to_bone = *matrix;
                clusters.push_back(std::move(cluster));
            }
    return clusters;
}

std::vector<Stack> read_stacks(const Objects& objects) {
    constexpr double ticks_per_second = 46186158000; // FBX's KTime
    std::vector<Stack> stacks;
    for (const std::int64_t id : objects.all("AnimationStack", {}))
        stacks.push_back({objects.name(id), property(*objects.find(id), "LocalStart", 0) / ticks_per_second});
    return stacks;
}

} // namespace

std::size_t Facts::shape_count() const {
    std::size_t count = 0;
    for (const BlendedMesh& mesh : meshes)
        for (const Channel& channel : mesh.channels) count += channel.shapes.size();
    return count;
}

Facts gather_facts(const Document& document) {
    Facts facts;
    if (const Record* settings = document.root.child("GlobalSettings")) {
        facts.unit_in_centimetres = property(*settings, "UnitScaleFactor", 1);
        facts.up_axis = axis_property(*settings, "UpAxis", 1);
        facts.up_sign = property(*settings, "UpAxisSign", 1) < 0 ? -1 : 1;
        facts.front_axis = axis_property(*settings, "FrontAxis", 2);
        facts.front_sign = property(*settings, "FrontAxisSign", 1) < 0 ? -1 : 1;
    }
    const Objects objects(document);
    facts.meshes = read_blends(objects);
    facts.clusters = read_clusters(objects);
    facts.stacks = read_stacks(objects);
    return facts;
}

} // namespace mien::fbx

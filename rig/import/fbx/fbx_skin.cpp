#include "rig/import/fbx/fbx_skin.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/matrix.hpp>

#include "rig/printable_text.h"
#include "rig/transform.h"

namespace mien::fbx {
namespace {

class SkinReader {
public:
    SkinReader(SceneReader& reader, std::size_t point_count, int carrier)
        : reader_(reader), carrier_(carrier) {
        bound_.influences.resize(point_count);
    }

    [[nodiscard]] Result<void> add_cluster(ObjectId id) {
        const std::vector<ObjectId> bones = reader_.objects.below(id, "Model");
        const auto bone = bones.empty() ? reader_.first_model.end() : reader_.first_model.find(bones.front());
        if (bone == reader_.first_model.end()) {
            const std::string name = reader_.objects.name(id);
            reader_.report.warn("the bone of {} is not in the scene; what it held follows the mesh",
                                name.empty() ? fmt::format("skin cluster {}", id) : printable(name));
            return {};
        }
        const Record& record = *reader_.objects.find(id);
        auto points = record.numbers_in("Indexes", reader_.budget);
        if (!points) return pass_on(points);
        auto weights = record.numbers_in("Weights", reader_.budget);
        if (!weights) return pass_on(weights);
        const int node = reader_.models[static_cast<std::size_t>(bone->second)].node;
        auto bind = matrix(record, "Transform");
        if (!bind) return pass_on(bind);
        const int joint = add_joint(node, bind->value_or(bind_at_rest(node)));
        const std::size_t count = std::min(points->size(), weights->size());
        for (std::size_t i = 0; i < count; ++i) {
            const double point = (*points)[i];
            const auto weight = static_cast<float>((*weights)[i]);
            if (!(point >= 0 && point < static_cast<double>(bound_.influences.size())) || !(weight > 0))
                continue;
            if (std::isfinite(weight))
                bound_.influences[static_cast<std::size_t>(point)].emplace_back(joint, weight);
        }
        return {};
    }

    [[nodiscard]] BoundSkin take() {
        if (bound_.skin.joints.empty()) return {};
        std::optional<int> carrier;
        for (auto& influences : bound_.influences) {
            if (!influences.empty()) continue;
            if (!carrier) carrier = add_joint(carrier_, glm::mat4(1));
            influences.emplace_back(*carrier, 1.0f);
        }
        return std::move(bound_);
    }

private:
    int add_joint(int node, const glm::mat4& inverse_bind) {
        bound_.skin.joints.push_back(node);
        bound_.skin.inverse_bind.push_back(inverse_bind);
        return static_cast<int>(bound_.skin.joints.size()) - 1;
    }

    /// Sixteen numbers, column after column.
    [[nodiscard]] Result<std::optional<glm::mat4>> matrix(const Record& record, std::string_view name) {
        auto list = record.numbers_in(name, reader_.budget);
        if (!list) return pass_on(list);
        if (list->size() != 16) return std::nullopt;
        glm::mat4 matrix(1);
        for (int i = 0; i < 16; ++i) {
            const auto value = static_cast<float>((*list)[static_cast<std::size_t>(i)]);
            if (!std::isfinite(value)) return std::nullopt;
            matrix[i / 4][i % 4] = value;
        }
        return matrix;
    }

    [[nodiscard]] glm::mat4 bind_at_rest(int bone) const {
        const glm::mat4 world = world_of(bone);
        if (glm::determinant(world) == 0) return glm::mat4(1);
        return glm::inverse(world) * world_of(carrier_);
    }
    [[nodiscard]] glm::mat4 world_of(int node) const {
        glm::mat4 world(1);
        for (; node != no_index; node = reader_.rig.nodes[static_cast<std::size_t>(node)].parent) {
            const Node& at = reader_.rig.nodes[static_cast<std::size_t>(node)];
            world = compose({at.translation, at.rotation, at.scale}) * world;
        }
        return world;
    }

    SceneReader& reader_;
    int carrier_;
    BoundSkin bound_;
};

} // namespace

Result<BoundSkin> read_skin(SceneReader& reader, ObjectId geometry, std::size_t point_count, int carrier) {
    SkinReader skin(reader, point_count, carrier);
    for (const ObjectId deformer : reader.objects.below(geometry, "Deformer", "Skin"))
        for (const ObjectId cluster : reader.objects.below(deformer, "Deformer", "Cluster"))
            if (auto added = skin.add_cluster(cluster); !added) return pass_on(added);
    return skin.take();
}

} // namespace mien::fbx

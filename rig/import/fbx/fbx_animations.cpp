#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "rig/checked_json.h"
#include "rig/import/fbx/fbx_curve.h"
#include "rig/import/fbx/fbx_scene.h"
#include "rig/printable_text.h"

namespace mien::fbx {
namespace {

/// Between keys that no straight line joins, and for all turns (their angles are interpolated, not the turn
/// itself), poses are sampled this often.
constexpr double samples_per_second = 60;
constexpr std::size_t most_samples = 100'000;

/// Curves of up to three numbers of one property.
struct PropertyCurves {
    std::array<std::optional<Curve>, 3> axes;
    glm::dvec3 otherwise{0}; ///< where an axis has no curve

    [[nodiscard]] bool any() const {
        return std::ranges::any_of(axes, [](const auto& curve) { return curve.has_value(); });
    }
    [[nodiscard]] glm::dvec3 at(double seconds) const {
        glm::dvec3 value = otherwise;
        for (std::size_t axis = 0; axis < axes.size(); ++axis)
            if (axes[axis]) value[static_cast<int>(axis)] = axes[axis]->at(seconds);
        return value;
    }
};

struct ModelCurves {
    PropertyCurves translation, rotation, scaling;
};

/// Collects the times at which something must be sampled.
class SampleTimes {
public:
    void add(const PropertyCurves& property, bool straight_lines_do) {
        for (const auto& curve : property.axes)
            if (curve) add(*curve, straight_lines_do);
    }
    void add(const Curve& curve, bool straight_lines_do) {
        const std::vector<Curve::Key>& keys = curve.keys();
        for (std::size_t i = 0; i < keys.size(); ++i) {
            times_.push_back(keys[i].time);
            if (i + 1 == keys.size()) break;
            const double from = keys[i].time;
            const double to = keys[i + 1].time;
            if (keys[i].joint == Curve::Joint::step) times_.push_back(std::nextafter(float(to), float(from)));
            if (keys[i].joint == Curve::Joint::step_to_next)
                times_.push_back(std::nextafter(float(from), float(to)));
            const bool joined =
                curve.is_flat_between(from, to) || (straight_lines_do && curve.is_straight_between(from, to));
            const double pieces = joined ? 1 : std::ceil((to - from) * samples_per_second);
            for (double piece = 1; piece < pieces && times_.size() < most_samples; ++piece)
                times_.push_back(std::lerp(from, to, piece / pieces));
        }
    }
    /// Strictly increasing as floats.
    [[nodiscard]] std::vector<float> take() {
        std::vector<float> times(times_.begin(), times_.end());
        std::ranges::sort(times);
        times.erase(std::unique(times.begin(), times.end()), times.end());
        return times;
    }

private:
    std::vector<double> times_;
};

class StackReader {
public:
    StackReader(SceneReader& reader, ObjectId stack) : reader_(reader) {
        animation_.name = reader.objects.name(stack);
        stack_ = stack;
    }

    [[nodiscard]] Result<Animation> read() {
        const std::vector<ObjectId> layers = reader_.objects.below(stack_, "AnimationLayer");
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const std::vector<ObjectId> nodes = reader_.objects.below(layers[i], "AnimationCurveNode");
            if (i > 0 && !nodes.empty())
                reader_.report.warn("animation {}: its layer {} is left out, only the first is read",
                                    printable(animation_.name), printable(reader_.objects.name(layers[i])));
            if (i > 0) continue;
            for (const ObjectId node : nodes)
                if (auto read = read_curve_node(node); !read) return pass_on(read);
        }
        for (std::size_t i = 0; i < reader_.models.size(); ++i) add_model(i);
        add_weights();
        return std::move(animation_);
    }

private:
    [[nodiscard]] Result<void> read_curve_node(ObjectId id) {
        for (const Objects::Use& use : reader_.objects.uses(id)) {
            if (use.property == "DeformPercent") {
                auto curve = curve_of(id, "d|DeformPercent");
                if (!curve) return pass_on(curve);
                if (*curve) weights_.insert_or_assign(use.parent, std::move(**curve));
                continue;
            }
            const auto model = reader_.first_model.find(use.parent);
            if (model == reader_.first_model.end()) continue;
            const LocalProperties& rest =
                reader_.models[static_cast<std::size_t>(model->second)].transform.rest();
            ModelCurves& curves = curves_[use.parent];
            Result<void> read;
            if (use.property == "Lcl Translation") read = fill(id, rest.translation, curves.translation);
            if (use.property == "Lcl Rotation") read = fill(id, rest.rotation, curves.rotation);
            if (use.property == "Lcl Scaling") read = fill(id, rest.scaling, curves.scaling);
            if (!read) return read;
        }
        return {};
    }

    [[nodiscard]] Result<void> fill(ObjectId id, const glm::dvec3& rest, PropertyCurves& property) {
        constexpr std::array names = {"d|X", "d|Y", "d|Z"};
        property.otherwise = rest;
        for (std::size_t axis = 0; axis < names.size(); ++axis) {
            const auto fixed = reader_.objects.number(*reader_.objects.find(id), names[axis]);
            if (fixed && std::abs(*fixed) < 1e15) property.otherwise[static_cast<int>(axis)] = *fixed;
            auto curve = curve_of(id, names[axis]);
            if (!curve) return pass_on(curve);
            property.axes[axis] = std::move(*curve);
        }
        return {};
    }

    [[nodiscard]] Result<std::optional<Curve>> curve_of(ObjectId node, std::string_view property) {
        const std::vector<ObjectId> curves = reader_.objects.below(node, "AnimationCurve", {}, property);
        if (curves.empty()) return std::nullopt;
        return read_curve(*reader_.objects.find(curves.front()), reader_.budget);
    }

    [[nodiscard]] const ModelCurves* curves_of(std::size_t model) const {
        const auto found = curves_.find(reader_.models[model].model);
        return found == curves_.end() ? nullptr : &found->second;
    }

    [[nodiscard]] LocalProperties properties_at(std::size_t model, double seconds) const {
        LocalProperties properties = reader_.models[model].transform.rest();
        const ModelCurves* curves = curves_of(model);
        if (curves == nullptr) return properties;
        if (curves->translation.any()) properties.translation = curves->translation.at(seconds);
        if (curves->rotation.any()) properties.rotation = curves->rotation.at(seconds);
        if (curves->scaling.any()) properties.scaling = curves->scaling.at(seconds);
        return properties;
    }

    /// Of a model with a helper the scales above count as well.
    [[nodiscard]] NodePlacement placed_at(std::size_t index, double seconds) const {
        const ModelNode& model = reader_.models[index];
        const LocalTransform local = model.transform.local(properties_at(index, seconds));
        if (model.helper == no_index) return place(model, local, glm::dvec3(1), glm::dvec3(1));
        const auto parent = static_cast<std::size_t>(model.parent); // only children have helpers
        return place(model, local, placed_at(parent, seconds).carried,
                     properties_at(parent, seconds).scaling);
    }

    void add_model(std::size_t index) {
        const ModelNode& model = reader_.models[index];
        const ModelCurves* own = curves_of(index);
        SampleTimes times;
        bool moves = false;
        if (own != nullptr) {
            moves = own->translation.any() || own->rotation.any() || own->scaling.any();
            const bool straight = !model.transform.has_pivots();
            times.add(own->translation, straight);
            times.add(own->rotation, false);
            times.add(own->scaling, straight && model.helper == no_index);
        }
        if (model.helper != no_index)
            for (int above = model.parent; above != no_index;
                 above = reader_.models[static_cast<std::size_t>(above)].parent)
                if (const ModelCurves* curves = curves_of(static_cast<std::size_t>(above));
                    curves != nullptr && curves->scaling.any()) {
                    times.add(curves->scaling, false);
                    moves = true;
                }
        if (!moves) return;
        const std::vector<float> at = times.take();
        if (auto charged = reader_.budget.charge(at.size() * sizeof(float) * 20); !charged) {
            reader_.report.warn("animation {}: it is too long to be read in full",
                                printable(animation_.name));
            return;
        }
        sample(index, at);
    }

    void sample(std::size_t index, const std::vector<float>& times) {
        const ModelNode& model = reader_.models[index];
        const int carrier = model.helper != no_index ? model.helper : model.node;
        AnimationChannel translation = channel(carrier, AnimatedProperty::translation, times);
        AnimationChannel rotation = channel(model.node, AnimatedProperty::rotation, times);
        AnimationChannel scale = channel(model.node, AnimatedProperty::scale, times);
        AnimationChannel undone = channel(carrier, AnimatedProperty::scale, times);
        glm::quat before(1, 0, 0, 0);
        const auto append = [](AnimationChannel& to, const glm::dvec3& v) {
            for (int axis = 0; axis < 3; ++axis) to.values.push_back(static_cast<float>(v[axis]));
        };
        for (const float seconds : times) {
            const NodePlacement placed = placed_at(index, static_cast<double>(seconds));
            append(translation,
                   model.helper != no_index ? placed.helper.translation : placed.node.translation);
            append(scale, placed.node.scale);
            append(undone, placed.helper.scale);
            glm::quat turn = glm::normalize(glm::quat(placed.node.rotation));
            if (glm::dot(turn, before) < 0) turn = -turn;
            before = turn;
            rotation.values.insert(rotation.values.end(), {turn.x, turn.y, turn.z, turn.w});
        }
        add(std::move(translation), 3);
        add(std::move(rotation), 4);
        add(std::move(scale), 3);
        if (model.helper != no_index) add(std::move(undone), 3);
    }

    static AnimationChannel channel(int node, AnimatedProperty property, const std::vector<float>& times) {
        AnimationChannel channel;
        channel.node = node;
        channel.property = property;
        channel.times = times;
        return channel;
    }

    /// What never changes needs one key.
    void add(AnimationChannel channel, std::size_t width) {
        const auto first = channel.values.begin();
        bool changes = false;
        for (std::size_t i = width; i < channel.values.size() && !changes; ++i)
            changes = std::abs(channel.values[i] - *(first + static_cast<std::ptrdiff_t>(i % width))) > 1e-6f;
        animation_.duration = std::max(animation_.duration, channel.times.back());
        if (!changes) {
            channel.times.resize(1);
            channel.values.resize(width);
        }
        animation_.channels.push_back(std::move(channel));
    }

    void add_weights() {
        for (const MorphedNode& morphed : reader_.morphed) {
            SampleTimes times;
            bool moves = false;
            for (const ObjectId id : morphed.channel_of_target)
                if (const auto curve = weights_.find(id); curve != weights_.end()) {
                    times.add(curve->second, true);
                    moves = true;
                }
            if (!moves) continue;
            const auto node = static_cast<std::size_t>(morphed.node);
            const Mesh& mesh = reader_.rig.meshes[static_cast<std::size_t>(reader_.rig.nodes[node].mesh)];
            AnimationChannel weights = channel(morphed.node, AnimatedProperty::weights, times.take());
            const std::size_t width = mesh.default_weights.size();
            if (auto charged = reader_.budget.charge(weights.times.size() * width * sizeof(float));
                !charged) {
                reader_.report.warn("animation {}: its weights are too many to be read",
                                    printable(animation_.name));
                continue;
            }
            for (const float seconds : weights.times)
                for (std::size_t target = 0; target < width; ++target) {
                    const auto curve = weights_.find(morphed.channel_of_target[target]);
                    constexpr double percent = 100;
                    weights.values.push_back(
                        curve == weights_.end()
                            ? mesh.default_weights[target]
                            : static_cast<float>(curve->second.at(static_cast<double>(seconds)) / percent));
                }
            add(std::move(weights), width);
        }
    }

    SceneReader& reader_;
    ObjectId stack_ = 0;
    Animation animation_;
    std::map<ObjectId, ModelCurves> curves_;
    std::map<ObjectId, Curve> weights_; ///< by channel
};

} // namespace

Result<void> read_animations(SceneReader& reader) {
    for (const ObjectId stack : reader.objects.all("AnimationStack")) {
        auto animation = StackReader(reader, stack).read();
        if (!animation) return pass_on(animation);
        if (!animation->channels.empty()) reader.rig.animations.push_back(std::move(*animation));
    }
    return {};
}

} // namespace mien::fbx

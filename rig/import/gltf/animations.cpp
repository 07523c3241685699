#include "rig/import/gltf/animations.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

std::optional<AnimatedProperty> property_of(const std::string& path) {
    if (path == "translation") return AnimatedProperty::translation;
    if (path == "rotation") return AnimatedProperty::rotation;
    if (path == "scale") return AnimatedProperty::scale;
    if (path == "weights") return AnimatedProperty::weights;
    return std::nullopt;
}

Result<Interpolation> interpolation_of(const JsonObject& sampler) {
    const std::string name = sampler.text("interpolation", "LINEAR");
    if (name == "LINEAR") return Interpolation::linear;
    if (name == "STEP") return Interpolation::step;
    if (name == "CUBICSPLINE") return Interpolation::cubic_spline;
    return refuse("{}: unknown interpolation \"{}\"", sampler.place(), printable(name));
}

class AnimationReader {
public:
    AnimationReader(Document& document, Accessors& accessors, const Rig& rig)
        : document_(document), accessors_(accessors), rig_(rig) {}

    /// An error means that the whole animation is worthless.
    [[nodiscard]] Result<Animation> read(const JsonObject& object) {
        Animation animation;
        animation.name = object.text("name", object.place());
        const Json& samplers = object.list_or_empty("samplers");
        const Json& channels = object.list_or_empty("channels");
        for (std::size_t i = 0; i < channels.size(); ++i) {
            const JsonObject channel(channels[i], fmt::format("{} channel {}", object.place(), i));
            auto read = read_channel(channel, samplers);
            if (!read) return pass_on(read);
            if (!*read) continue;
            animation.duration = std::max(animation.duration, (*read)->times.back());
            animation.channels.push_back(std::move(**read));
        }
        return animation;
    }

private:
    /// Nothing for a channel that moves nothing in this rig.
    [[nodiscard]] Result<std::optional<AnimationChannel>> read_channel(const JsonObject& object,
                                                                       const Json& samplers) {
        const JsonObject target = object.object("target");
        const std::string path = target.text("path");
        const auto property = property_of(path);
        auto node = target.index("node", rig_.nodes.size());
        if (!node || !property) {
            document_.report.warn("{} left out: {}", object.place(),
                                  node ? fmt::format("path \"{}\" is not known", printable(path))
                                       : node.error().message);
            return std::nullopt;
        }
        if (*node == no_index) return std::nullopt; // allowed by glTF: to be ignored
        auto sampler_index = object.index("sampler", samplers.size());
        if (!sampler_index) return pass_on(sampler_index);
        if (*sampler_index == no_index) return refuse("{}: it names no sampler", object.place());
        const JsonObject sampler(samplers[static_cast<std::size_t>(*sampler_index)],
                                 fmt::format("{} sampler {}", object.place(), *sampler_index));
        const int width = width_of(*property, *node);
        if (width == 0) {
            document_.report.warn("{} left out: node {} has no morph targets", object.place(), *node);
            return std::nullopt;
        }
        auto channel = read_sampler(sampler, static_cast<std::size_t>(width));
        if (!channel) return pass_on(channel);
        channel->node = *node;
        channel->property = *property;
        return std::move(*channel);
    }

    /// Values per key.
    [[nodiscard]] int width_of(AnimatedProperty property, int node) const {
        switch (property) {
        case AnimatedProperty::translation:
        case AnimatedProperty::scale:
            return 3;
        case AnimatedProperty::rotation:
            return 4;
        case AnimatedProperty::weights:
            break;
        }
        const int mesh = rig_.nodes[static_cast<std::size_t>(node)].mesh;
        if (mesh == no_index) return 0;
        return static_cast<int>(rig_.meshes[static_cast<std::size_t>(mesh)].target_names.size());
    }

    [[nodiscard]] Result<AnimationChannel> read_sampler(const JsonObject& object, std::size_t width) {
        AnimationChannel channel;
        auto interpolation = interpolation_of(object);
        if (!interpolation) return pass_on(interpolation);
        channel.interpolation = *interpolation;
        auto input = accessor(object, "input");
        if (!input) return pass_on(input);
        auto times = read_as<float>(*input);
        if (!times) return pass_on(times);
        if (std::ranges::adjacent_find(*times, std::greater_equal{}) != times->end())
            return refuse("{}: its key times do not increase", object.place());
        auto output = accessor(object, "output");
        if (!output) return pass_on(output);
        const std::size_t per_key = *interpolation == Interpolation::cubic_spline ? 3 : 1;
        const auto components = static_cast<std::size_t>(output->elements.components);
        if (output->count() * components != times->size() * per_key * width)
            return refuse("{}: {} output values for {} keys of {}", object.place(),
                          output->count() * components, times->size(), per_key * width);
        const std::size_t bytes = (times->size() + output->count() * components) * sizeof(float);
        if (auto charged = document_.budget.charge(bytes); !charged) return pass_on(charged);
        channel.values.resize(output->count() * components);
        if (auto read = read_floats(*output, output->elements.components, channel.values); !read)
            return pass_on(read);
        channel.times = std::move(*times);
        return channel;
    }

    [[nodiscard]] Result<Accessor> accessor(const JsonObject& sampler, const char* key) {
        auto index = sampler.index(key, document_.size(List::accessors));
        if (!index) return pass_on(index);
        if (*index == no_index) return refuse("{}: it has no {}", sampler.place(), key);
        return accessors_.get(static_cast<std::size_t>(*index));
    }

    Document& document_;
    Accessors& accessors_;
    const Rig& rig_;
};

} // namespace

void read_animations(Document& document, Accessors& accessors, Rig& rig) {
    AnimationReader reader(document, accessors, rig);
    for (std::size_t i = 0; i < document.size(List::animations); ++i) {
        const JsonObject object = document.element(List::animations, i);
        auto animation = reader.read(object);
        if (!animation) {
            document.report.warn("{} left out: {}", object.place(), animation.error().message);
            animation = Animation{object.text("name", object.place()), {}, 0};
        }
        rig.animations.push_back(std::move(*animation));
    }
}

} // namespace mien::gltf

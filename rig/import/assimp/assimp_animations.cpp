#include <algorithm>
#include <cmath>

#include "rig/import/assimp/assimp_scene_private.h"
#include "rig/printable_text.h"

namespace mien::assimp {
namespace {

/// Keys in time order with strictly increasing times: of equal ones the last counts.
template <typename Key, typename Append>
AnimationChannel make_channel(const Key* keys, unsigned count, double ticks_per_second,
                              const Append& append) {
    AnimationChannel channel;
    for (unsigned i = 0; i < count; ++i) {
        const auto seconds = static_cast<float>(keys[i].mTime / ticks_per_second);
        if (!std::isfinite(seconds)) continue;
        if (!channel.times.empty() && seconds <= channel.times.back()) continue;
        channel.times.push_back(seconds);
        append(keys[i], channel.values);
    }
    return channel;
}

bool all_finite(const AnimationChannel& channel) {
    return std::ranges::all_of(channel.values, [](float value) { return std::isfinite(value); });
}

class AnimationReader {
public:
    AnimationReader(SceneReader& reader, const aiAnimation& source)
        : reader_(reader), source_(source),
          ticks_per_second_(source.mTicksPerSecond > 0 ? source.mTicksPerSecond : 25) {}

    [[nodiscard]] Animation read() {
        animation_.name = source_.mName.C_Str();
        for (unsigned i = 0; i < source_.mNumChannels; ++i) read_node(*source_.mChannels[i]);
        for (unsigned i = 0; i < source_.mNumMorphMeshChannels; ++i)
            read_morph(*source_.mMorphMeshChannels[i]);
        return std::move(animation_);
    }

private:
    void add(AnimationChannel channel, int node, AnimatedProperty property) {
        if (channel.times.empty()) return;
        if (!all_finite(channel)) {
            reader_.report.warn("animation {}: a channel with NaN or infinity is left out",
                                printable(animation_.name));
            return;
        }
        channel.node = node;
        channel.property = property;
        animation_.duration = std::max(animation_.duration, channel.times.back());
        animation_.channels.push_back(std::move(channel));
    }

    void read_node(const aiNodeAnim& source) {
        const auto found = reader_.node_by_name.find(source.mNodeName.C_Str());
        if (found == reader_.node_by_name.end()) {
            reader_.report.warn("animation {}: its channel of {} is left out: there is no such node",
                                printable(animation_.name), printable(source.mNodeName.C_Str()));
            return;
        }
        const auto vector = [](const aiVectorKey& key, std::vector<float>& values) {
            values.insert(values.end(), {key.mValue.x, key.mValue.y, key.mValue.z});
        };
        const auto rotation = [](const aiQuatKey& key, std::vector<float>& values) {
            values.insert(values.end(), {key.mValue.x, key.mValue.y, key.mValue.z, key.mValue.w});
        };
        const auto channel = [&](const auto* keys, unsigned count, const auto& append) {
            return make_channel(keys, count, ticks_per_second_, append);
        };
        add(channel(source.mPositionKeys, source.mNumPositionKeys, vector), found->second,
            AnimatedProperty::translation);
        add(channel(source.mRotationKeys, source.mNumRotationKeys, rotation), found->second,
            AnimatedProperty::rotation);
        add(channel(source.mScalingKeys, source.mNumScalingKeys, vector), found->second,
            AnimatedProperty::scale);
    }

    /// Channels are called NODE*NUMBER. Their keys count the channels of the file, which are the rig's
    /// targets where every channel of the mesh was read.
    void read_morph(const aiMeshMorphAnim& source) {
        const std::string name = source.mName.C_Str();
        const auto found = reader_.node_by_name.find(name.substr(0, name.rfind('*')));
        const int mesh = found == reader_.node_by_name.end()
                             ? no_index
                             : reader_.rig.nodes[static_cast<std::size_t>(found->second)].mesh;
        if (mesh == no_index) return;
        const std::vector<float>& rest = reader_.rig.meshes[static_cast<std::size_t>(mesh)].default_weights;
        if (!names_all(source, rest.size())) {
            reader_.report.warn(
                "animation {}: the weights of {} are left out: they name shapes that were not read",
                printable(animation_.name), printable(name));
            return;
        }
        std::vector<float> weights = rest; // a key names only what changes
        const auto append = [&](const aiMeshMorphKey& key, std::vector<float>& values) {
            for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i)
                weights[key.mValues[i]] = static_cast<float>(key.mWeights[i]);
            values.insert(values.end(), weights.begin(), weights.end());
        };
        add(make_channel(source.mKeys, source.mNumKeys, ticks_per_second_, append), found->second,
            AnimatedProperty::weights);
    }

    static bool names_all(const aiMeshMorphAnim& source, std::size_t targets) {
        if (targets == 0) return false;
        for (unsigned i = 0; i < source.mNumKeys; ++i)
            for (unsigned k = 0; k < source.mKeys[i].mNumValuesAndWeights; ++k)
                if (source.mKeys[i].mValues[k] >= targets) return false;
        return true;
    }

    SceneReader& reader_;
    const aiAnimation& source_;
    double ticks_per_second_;
    Animation animation_;
};

} // namespace

void read_animations(SceneReader& reader) {
    for (unsigned i = 0; i < reader.scene.mNumAnimations; ++i)
        reader.rig.animations.push_back(AnimationReader(reader, *reader.scene.mAnimations[i]).read());
}

} // namespace mien::assimp

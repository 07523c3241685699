#include "rig/import/fbx/fbx_shapes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rig/checked_json.h"
#include "rig/finite.h"
#include "rig/printable_text.h"

namespace mien::fbx {
namespace {

/// Some exporters write a point twice: the last delta counts. `percent`: Blender's vertex groups, one number
/// for each point that the shape names; of another length it says nothing.
Result<Shape> read_shape(const Objects& objects, ObjectId id, std::size_t point_count, gltf::Budget& budget,
                         const std::vector<double>& percent) {
    const Record& record = *objects.find(id);
    Shape shape;
    shape.name = objects.name(id);
    auto points = record.numbers_in("Indexes", budget);
    if (!points) return pass_on(points);
    auto values = record.numbers_in("Vertices", budget);
    if (!values) return pass_on(values);
    if (values->size() != points->size() * 3)
        return refuse("the shape {} has {} points and {} numbers for them", printable(shape.name),
                      points->size(), values->size());
    std::vector<std::pair<std::uint32_t, glm::vec3>> deltas;
    deltas.reserve(points->size());
    for (std::size_t i = 0; i < points->size(); ++i) {
        const double point = (*points)[i];
        if (!(point >= 0 && point < static_cast<double>(point_count)))
            return refuse("the shape {} moves point {} of {}", printable(shape.name), point, point_count);
        const double share = percent.size() == points->size() ? percent[i] / 100 : 1;
        const glm::vec3 delta(glm::dvec3((*values)[i * 3], (*values)[i * 3 + 1], (*values)[i * 3 + 2]) *
                              share);
        if (!all_finite(delta))
            return refuse("the shape {} has a position that is NaN or infinite", printable(shape.name));
        deltas.emplace_back(static_cast<std::uint32_t>(point), delta);
    }
    std::ranges::stable_sort(deltas, {}, [](const auto& entry) { return entry.first; });
    for (std::size_t i = 0; i < deltas.size(); ++i) {
        const auto& [point, delta] = deltas[i];
        const bool is_last = i + 1 == deltas.size() || deltas[i + 1].first != point;
        if (!is_last || delta == glm::vec3(0)) continue;
        shape.points.push_back(point);
        shape.deltas.push_back(delta);
    }
    return shape;
}

Result<Channel> read_channel(const Objects& objects, ObjectId id, std::size_t point_count,
                             gltf::Budget& budget) {
    const Record& record = *objects.find(id);
    Channel channel;
    channel.id = id;
    channel.name = objects.name(id);
    const Record* percent = record.child("DeformPercent");
    const auto own = find_property(record, "DeformPercent") != nullptr
                         ? objects.number(record, "DeformPercent")
                         : std::nullopt;
    const double rest = own.value_or(percent != nullptr ? percent->number(0) : 0) / 100;
    channel.default_weight = std::abs(rest) < 1e6 ? static_cast<float>(rest) : 0.0f;
    auto full = record.numbers_in("FullWeights", budget);
    if (!full) return pass_on(full);
    const std::vector<ObjectId> geometries = objects.below(id, "Geometry", "Shape");
    const bool is_by_shape = full->size() == geometries.size();
    for (const ObjectId geometry : geometries) {
        auto shape =
            read_shape(objects, geometry, point_count, budget, is_by_shape ? std::vector<double>() : *full);
        if (!shape) return pass_on(shape);
        const std::size_t index = channel.shapes.size();
        if (is_by_shape) shape->full_weight = static_cast<float>((*full)[index] / 100);
        if (!std::isfinite(shape->full_weight) || shape->full_weight == 0) shape->full_weight = 1;
        channel.shapes.push_back(std::move(*shape));
    }
    std::ranges::stable_sort(channel.shapes, {}, &Shape::full_weight);
    // Of shapes at the same weight only one can be there.
    const auto same = [](const Shape& a, const Shape& b) { return a.full_weight == b.full_weight; };
    channel.shapes.erase(std::unique(channel.shapes.begin(), channel.shapes.end(), same),
                         channel.shapes.end());
    return channel;
}

} // namespace

Result<std::vector<Channel>> read_channels(const Objects& objects, ObjectId geometry, std::size_t point_count,
                                           gltf::Budget& budget) {
    std::vector<Channel> channels;
    for (const ObjectId deformer : objects.below(geometry, "Deformer", "BlendShape"))
        for (const ObjectId id : objects.below(deformer, "Deformer", "BlendShapeChannel")) {
            auto channel = read_channel(objects, id, point_count, budget);
            if (!channel) return pass_on(channel);
            channels.push_back(std::move(*channel));
        }
    return channels;
}

} // namespace mien::fbx

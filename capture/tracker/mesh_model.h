// The two networks that find the 478 points in a square around a face: the attention mesh of the mesh package
// and the landmark model of face_landmarker.task.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/image.h"
#include "base/result.h"
#include "capture/landmark_frame.h"
#include "capture/network/executor.h"
#include "capture/tracker/hidden_parts.h"
#include "capture/tracker/square_sampler.h"

namespace mien {

inline constexpr std::size_t mesh_points = point_count(Scheme::mesh478);

/// One owner, one thread at a time.
class MeshModel {
public:
    /// Either of the two; which one is seen from the graph. Error: unreadable; `name` is the file for the
    /// message.
    [[nodiscard]] static Result<MeshModel>
    create(network::Graph graph, std::string_view name,
           const network::FastKernels& kernels = network::best_kernels());

    /// Cuts the region out of the picture: the network's input.
    void look(const Image& picture, const SquareRegion& region);
    /// Runs the network on it.
    void run() { executor_->run(); }
    /// What look() cut out: RGB in 0..1, until the next look().
    [[nodiscard]] network::InputView crop() const { return executor_->input(0); }
    /// How sure the network is that the region holds a face, 0..1. It says nothing about how well the points
    /// fit.
    [[nodiscard]] float presence() const;
    /// Which parts are hidden; nothing where the model has no heads for it.
    [[nodiscard]] std::optional<HiddenParts> hidden() const;
    /// The points in the picture. z in the same unit, relative to the head's middle.
    void points(const SquareRegion& region, std::array<Landmark, mesh_points>& points) const;

private:
    // Which points of the mesh an output refines, in its order; first the two of each iris come after.
    struct Refinement {
        std::size_t output = 0;
        std::vector<std::size_t> indices;
    };
    explicit MeshModel(std::unique_ptr<network::Executor> executor) : executor_(std::move(executor)) {}

    std::unique_ptr<network::Executor> executor_;
    SquareSampler sampler_;
    std::optional<HiddenPartsProbe> hidden_;
    float side_ = 0;                      ///< of the network's input
    std::size_t presence_ = 0;            ///< number of the output
    std::vector<Refinement> refinements_; ///< lips, two eyes, two irises; none where one output has all
};

/// The square to look at in the next frame: 1.5 times the box round the points, turned as the line between
/// the outer corners of the eyes.
[[nodiscard]] SquareRegion region_of(std::span<const Landmark, mesh_points> points);

} // namespace mien

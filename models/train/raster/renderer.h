// A software renderer for training pictures: 2x2 samples a pixel, morph targets, a head that turns on the
// neck, three lights with a soft shadow of the first, sky and ground light, grain. Linear light, sRGB out.
#pragma once

#include <random>
#include <vector>

#include <Eigen/Geometry>

#include "scene.h"

namespace mien::train {

class Renderer {
public:
    explicit Renderer(const Scene& scene);
    /// picture_size x picture_size x 3 bytes; frames in order, since the grain goes on from frame to frame.
    [[nodiscard]] const std::vector<std::uint8_t>& render(const Pose& pose);

private:
    /// A mesh as it stands in this frame: camera space, metres; on the sample grid x, y and 1 / depth.
    struct Posed {
        std::vector<Vector> points;
        std::vector<Vector> normals;
        std::vector<Vector> screen;
    };
    /// One corner's share of each of a triangle's attributes.
    using Shares = Eigen::Vector3f;

    void pose_meshes(const Pose& pose);
    void pose_mesh(const Mesh& mesh, const Pose& pose, Posed& posed);
    void cast_shadows();
    void draw(const Mesh& mesh, const Posed& posed);
    [[nodiscard]] Vector shade(const Mesh& mesh, const Vector& point, const Vector& normal,
                               const Vector& albedo) const;
    [[nodiscard]] float lit_share(const Vector& point, const Vector& normal) const;
    [[nodiscard]] Eigen::Vector3f on_shadow_map(const Vector& point) const;
    void develop();

    const Scene& scene_;
    std::vector<Posed> posed_;
    std::vector<Vector> backdrop_; ///< on the sample grid
    std::vector<Vector> colour_;
    std::vector<float> nearness_; ///< 1 / depth; 0 is the backdrop
    std::vector<float> shadow_;   ///< greatest height towards the first light
    Vector shadow_centre_;
    Eigen::Matrix3f shadow_axes_; ///< rows: right, up, towards the light
    std::mt19937 random_;
    std::vector<float> grain_; ///< normally distributed
    std::vector<std::uint8_t> picture_;
};

} // namespace mien::train

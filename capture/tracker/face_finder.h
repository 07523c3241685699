// Finds a face to follow in a picture, and makes sure that it is one.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "base/image.h"
#include "capture/tracker/face_detector.h"
#include "capture/tracker/mesh_model.h"
#include "capture/tracker/region_evidence.h"
#include "capture/tracker/rigid_face.h"
#include "capture/tracker/tracker.h"

namespace mien {

using MeshPoints = std::array<Landmark, mesh_points>;

/// What one look of the mesh network at a region gave.
struct MeshLook {
    MeshPoints points;
    float presence = 0; ///< of a face, as the network says
    double misfit = 0;  ///< of the rigid points with the canonical face, see RigidFace::misfit
    RegionEvidence evidence;
    std::optional<HiddenParts> hidden; ///< as the network sees it, where it can say so
};

/// The mesh network with its judgement. One owner, one thread at a time.
class MeshEye {
public:
    MeshEye(MeshModel model, RigidFace face) : model_(std::move(model)), face_(std::move(face)) {}
    /// Nothing where the network sees no face there, or where its points make none. Adds to `times`.
    [[nodiscard]] std::optional<MeshLook> look(const Image& picture, const SquareRegion& region,
                                               TrackTimes& times);

private:
    MeshModel model_;
    RigidFace face_;
};

/// How much speaks against a find being a face: 0 nothing, about 1 for a plain face, 2 for one half hidden by
/// a hand, 3 and more for the folds of a curtain and the muzzles of dogs. `first` and `second` are two looks,
/// the second at the region that the first one's points suggest.
[[nodiscard]] double doubt(const Detection& detection, const MeshPoints& first, const MeshLook& second);

/// One owner, one thread at a time.
class FaceFinder {
public:
    FaceFinder(FaceDetector detector, const TrackerOptions& options)
        : detector_(std::move(detector)), options_(options) {}

    /// The face that is to be followed. The first call after reset() looks everywhere (it may be a still);
    /// each later one at the whole picture and one of the other squares, in turn. `near`: where the face was
    /// lost; while it is given, one that is there again is taken, with `best` another if there is none.
    [[nodiscard]] std::optional<MeshLook> find(const Image& picture, MeshEye& eye,
                                               const std::optional<SquareRegion>& near, TrackTimes& times);
    /// The face that is at this point, if there is one: whom a person pointed at. From then on one
    /// that is lost is waited for as with any other choice.
    [[nodiscard]] std::optional<MeshLook> find_at(const Image& picture, MeshEye& eye, float x, float y,
                                                  TrackTimes& times);
    void reset() {
        next_square_.reset();
        pointed_at_ = false;
    }

private:
    [[nodiscard]] std::vector<Detection> detect(const Image& picture, const SquareRegion& square,
                                                TrackTimes& times);
    [[nodiscard]] std::optional<MeshLook> near_one(const Image& picture, MeshEye& eye,
                                                   std::vector<Detection> faces, const SquareRegion& near,
                                                   TrackTimes& times) const;
    [[nodiscard]] std::optional<MeshLook> chosen(const Image& picture, MeshEye& eye,
                                                 std::vector<Detection> faces, TrackTimes& times) const;

    FaceDetector detector_;
    TrackerOptions options_;
    std::optional<std::size_t> next_square_; ///< nothing before the first call
    bool pointed_at_ = false;                ///< a person chose the one that is followed
};

} // namespace mien

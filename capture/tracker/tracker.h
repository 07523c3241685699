// Pictures in, landmarks out. Trackers behind one interface.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "capture/landmark_frame.h"
#include "capture/video_frame.h"

namespace mien {

enum class TrackerKind : std::uint8_t {
    automatic, ///< mesh where its models are there, else dlib68
    mesh,      ///< detector and 478-point attention mesh
    dlib68,    ///< dlib's 68 points; the model's licence excludes commercial use
    task,      ///< the user's own face_landmarker.task
};

[[nodiscard]] std::optional<TrackerKind> tracker_kind_from_name(std::string_view name);
[[nodiscard]] std::string_view name_of(TrackerKind kind);

/// Where the models are looked for, first to last; see find_models().
struct ModelPaths {
    std::filesystem::path directory;  ///< holds the four parts of the mesh package under their own names
    std::filesystem::path dlib_shape; ///< shape_predictor_68_face_landmarks.dat
    std::filesystem::path task;       ///< face_landmarker.task; empty where the user has none
};

/// The models of this machine: `override_directory` (--models) if not empty, else $MIEN_MODELS, else the
/// user's cache
/// ($XDG_CACHE_HOME/mien/models or ~/.cache/mien/models), where models/fetch puts them; dlib's from Debian's
/// libdlib-data; the task from $MIEN_TASK or the override directory. Paths are returned whether the files
/// exist or not, for messages.
[[nodiscard]] ModelPaths find_models(const std::filesystem::path& override_directory = {});

/// Time of one track() call by stage, CPU milliseconds of the calling thread.
struct TrackTimes {
    double detect_ms = 0;  ///< finding the face in the whole picture; 0 while following
    double crop_ms = 0;    ///< cutting out and converting
    double network_ms = 0; ///< inference, or the shape predictor
    double points_ms = 0;  ///< back to the picture, quality, appearance
};

/// Which face is followed, where there are several. Chosen when a face is found; once followed it stays, also
/// over a loss of up to two seconds.
enum class FaceChoice : std::uint8_t {
    best, ///< the clearest big one
    largest,
    left,     ///< the leftmost in the picture
    right,    ///< the rightmost
    numbered, ///< TrackerOptions::number
};

struct TrackerOptions {
    FaceChoice face = FaceChoice::best; ///< dlib68 knows `best` alone
    /// For `numbered`: 1 is the leftmost face, 2 the next to its right and so on, by their middles. Nothing
    /// is tracked while there are fewer faces.
    int number = 1;
};

/// Follows one face. One owner, one thread at a time.
class Tracker {
public:
    virtual ~Tracker() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual Scheme scheme() const = 0;
    /// Frames must come in time order; a step back in time resets by itself.
    [[nodiscard]] virtual LandmarkFrame track(const VideoFrame& frame) = 0;
    /// Forgets the face that was followed.
    virtual void reset() = 0;
    /// The next track() follows the face at this point of the upright picture (pixels) instead, where there
    /// is one; else nothing changes. A tracker that cannot choose ignores it.
    virtual void choose(float /*x*/, float /*y*/) {}
    /// Of the last track() call.
    [[nodiscard]] virtual TrackTimes times() const = 0;
};

/// Errors: unavailable (a model file is missing: the message has the full path tried and how to get it),
/// unreadable (a damaged model file).
[[nodiscard]] Result<std::unique_ptr<Tracker>> make_tracker(TrackerKind kind, const ModelPaths& models,
                                                            const TrackerOptions& options = {});

/// One line that must be shown where dlib68 is chosen.
[[nodiscard]] std::string_view dlib68_licence_notice();

} // namespace mien

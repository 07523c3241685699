#include "capture/tracker/tracker.h"

#include <array>
#include <cstdlib>
#include <utility>

#include "capture/network/tflite_model.h"
#include "capture/tracker/dlib68_tracker.h"
#include "capture/tracker/mesh_tracker.h"
#include "capture/tracker/task_bundle.h"

namespace mien {
namespace {

constexpr std::array<std::pair<TrackerKind, std::string_view>, 4> kind_names = {{
    {TrackerKind::automatic, "auto"},
    {TrackerKind::mesh, "mesh"},
    {TrackerKind::dlib68, "dlib68"},
    {TrackerKind::task, "task"},
}};

constexpr std::string_view detector_file = "face_detection_short_range.tflite";
constexpr std::string_view mesh_file = "face_landmark_with_attention.tflite";
constexpr std::string_view geometry_file = "geometry_pipeline_metadata_landmarks.binarypb";
constexpr std::string_view task_file = "face_landmarker.task";
constexpr std::string_view dlib_file = "/usr/share/dlib/shape_predictor_68_face_landmarks.dat";

// An environment variable; empty where unset.
std::filesystem::path from_environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::filesystem::path() : std::filesystem::path(value);
}

std::filesystem::path cache_directory() {
    if (const auto models = from_environment("MIEN_MODELS"); !models.empty()) return models;
    if (const auto cache = from_environment("XDG_CACHE_HOME"); !cache.empty())
        return cache / "mien" / "models";
    return from_environment("HOME") / ".cache" / "mien" / "models";
}

bool is_there(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

Result<std::unique_ptr<Tracker>> make_mesh(const ModelPaths& models, const TrackerOptions& options) {
    const auto detector_path = models.directory / detector_file;
    const auto mesh_path = models.directory / mesh_file;
    auto face = RigidFace::read_file(models.directory / geometry_file);
    if (!face) return pass_on(face);
    auto detector_graph = network::read_tflite_file(detector_path);
    if (!detector_graph) return pass_on(detector_graph);
    auto mesh_graph = network::read_tflite_file(mesh_path);
    if (!mesh_graph) return pass_on(mesh_graph);
    auto detector = FaceDetector::create(std::move(*detector_graph), detector_path.string());
    if (!detector) return pass_on(detector);
    auto mesh = MeshModel::create(std::move(*mesh_graph), mesh_path.string());
    if (!mesh) return pass_on(mesh);
    return make_mesh_tracker("mesh", {std::move(*detector), std::move(*mesh), std::move(*face), {}}, options);
}

Result<std::unique_ptr<Tracker>> make_task(const ModelPaths& models, const TrackerOptions& options) {
    if (models.task.empty())
        return fail(ErrorCode::unavailable,
                    "The task tracker needs MediaPipe's face_landmarker.task; say where yours "
                    "is with MIEN_TASK=FILE or --models DIR");
    auto bundle = TaskBundle::read(models.task);
    if (!bundle) return pass_on(bundle);
    const std::string name = models.task.string();
    auto face = RigidFace::read(bundle->geometry, name);
    if (!face) return pass_on(face);
    auto detector_graph = network::read_tflite_model(bundle->detector, name + ":face_detector.tflite");
    if (!detector_graph) return pass_on(detector_graph);
    auto mesh_graph = network::read_tflite_model(bundle->landmarks, name + ":face_landmarks_detector.tflite");
    if (!mesh_graph) return pass_on(mesh_graph);
    auto detector = FaceDetector::create(std::move(*detector_graph), name);
    if (!detector) return pass_on(detector);
    auto mesh = MeshModel::create(std::move(*mesh_graph), name);
    if (!mesh) return pass_on(mesh);
    MeshParts parts{std::move(*detector), std::move(*mesh), std::move(*face), {}};
    if (!bundle->blendshapes.empty()) {
        auto graph = network::read_tflite_model(bundle->blendshapes, name + ":face_blendshapes.tflite");
        if (!graph) return pass_on(graph);
        auto blendshapes = BlendshapeModel::create(std::move(*graph), name);
        if (!blendshapes) return pass_on(blendshapes);
        parts.blendshapes = std::move(*blendshapes);
    }
    return make_mesh_tracker("task", std::move(parts), options);
}

Result<std::unique_ptr<Tracker>> make_automatic(const ModelPaths& models, const TrackerOptions& options) {
    auto mesh = make_mesh(models, options);
    if (mesh || mesh.error().code != ErrorCode::unavailable || !is_there(models.dlib_shape)) return mesh;
    return make_dlib68_tracker(models.dlib_shape);
}

} // namespace

std::optional<TrackerKind> tracker_kind_from_name(std::string_view name) {
    for (const auto& [kind, kind_name] : kind_names)
        if (kind_name == name) return kind;
    return std::nullopt;
}

std::string_view name_of(TrackerKind kind) {
    for (const auto& [known, kind_name] : kind_names)
        if (known == kind) return kind_name;
    return "?";
}

ModelPaths find_models(const std::filesystem::path& override_directory) {
    ModelPaths paths;
    paths.directory = override_directory.empty() ? cache_directory() : override_directory;
    paths.dlib_shape = dlib_file;
    paths.task = from_environment("MIEN_TASK");
    if (paths.task.empty() && is_there(paths.directory / task_file)) paths.task = paths.directory / task_file;
    return paths;
}

Result<std::unique_ptr<Tracker>> make_tracker(TrackerKind kind, const ModelPaths& models,
                                              const TrackerOptions& options) {
    switch (kind) {
    case TrackerKind::automatic:
        return make_automatic(models, options);
    case TrackerKind::mesh:
        return make_mesh(models, options);
    case TrackerKind::dlib68:
        return make_dlib68_tracker(models.dlib_shape);
    case TrackerKind::task:
        return make_task(models, options);
    }
    return fail(ErrorCode::internal, "There is no tracker number {}", static_cast<int>(kind));
}

std::string_view dlib68_licence_notice() {
    return "dlib68: the landmark model was trained on iBUG 300-W, whose licence excludes commercial use.";
}

} // namespace mien

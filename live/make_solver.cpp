#include "live/make_solver.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"
#include "capture/tracker/task_bundle.h"

namespace mien {
namespace {

constexpr std::size_t largest_face = 1 << 20;

/// The canonical face as it is stored, and where.
struct StoredFace {
    std::vector<std::uint8_t> bytes;
    std::string place;
};

Result<StoredFace> stored_face(const ModelPaths& models) {
    const std::filesystem::path face = models.directory / "geometry_pipeline_metadata_landmarks.binarypb";
    std::error_code ignored;
    if (std::filesystem::exists(face, ignored)) {
        auto bytes = read_file(face, largest_face);
        if (!bytes) return pass_on(bytes);
        return StoredFace{*std::move(bytes), face.string()};
    }
    if (models.task.empty())
        return fail(ErrorCode::unavailable,
                    "The face model {} is missing; run models/fetch, or say where it is with --models DIR",
                    face.string());
    const auto bundle = TaskBundle::read(models.task);
    if (!bundle) return tl::unexpected<Error>(bundle.error());
    return StoredFace{{bundle->geometry.begin(), bundle->geometry.end()}, models.task.string()};
}

} // namespace

Result<CanonicalFace> load_canonical_face(const ModelPaths& models) {
    const auto face = stored_face(models);
    if (!face) return tl::unexpected<Error>(face.error());
    return parse_canonical_face(face->bytes, face->place);
}

Result<Solver> make_solver(Scheme scheme, const ModelPaths& models, const SolverOptions& options) {
    if (scheme != Scheme::mesh478) return Solver::create({}, options);
    const auto face = stored_face(models);
    if (!face) return tl::unexpected<Error>(face.error());
    return Solver::create(face->bytes, face->place, options);
}

} // namespace mien

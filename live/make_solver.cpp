#include "live/make_solver.h"

#include <filesystem>
#include <system_error>

#include "capture/tracker/task_bundle.h"

namespace mien {

Result<Solver> make_solver(Scheme scheme, const ModelPaths& models, const SolverOptions& options) {
    if (scheme != Scheme::mesh478) return Solver::create({}, options);
    const std::filesystem::path face = models.directory / "geometry_pipeline_metadata_landmarks.binarypb";
    std::error_code ignored;
    if (std::filesystem::exists(face, ignored)) return Solver::create(face, options);
    if (models.task.empty())
        return fail(ErrorCode::unavailable,
                    "The face model {} is missing; run models/fetch, or say where it is with --models DIR",
                    face.string());
    const auto bundle = TaskBundle::read(models.task);
    if (!bundle) return tl::unexpected<Error>(bundle.error());
    return Solver::create(bundle->geometry, models.task.string(), options);
}

} // namespace mien

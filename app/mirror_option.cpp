#include "app/mirror_option.h"

#include <optional>

#include <fmt/format.h>

#include "app/progress.h"
#include "app/tell.h"
#include "live/rig_mirror.h"
#include "rig/printable_text.h"

namespace mien {

Result<std::shared_ptr<const FaceBasis>> mirror_with_progress(const Avatar& avatar,
                                                              const ModelPaths& models) {
    std::optional<Progress> progress;
    return mirror_of({avatar.rig, avatar.groups, avatar.joints, avatar.mapping}, models,
                     [&](std::size_t done, std::size_t all) {
                         if (!progress)
                             progress.emplace(fmt::format("{} in the mirror", printable(avatar.rig.name)),
                                              all);
                         progress->show(done);
                     });
}

Result<std::shared_ptr<const FaceBasis>> open_mirror(const std::string& rig, const ModelPaths& models) {
    if (rig.empty()) return nullptr;
    const auto avatar = load_avatar(rig);
    if (!avatar) return tl::unexpected<Error>(avatar.error());
    auto basis = mirror_with_progress(*avatar, models);
    if (basis || basis.error().code != ErrorCode::check_failed) return basis;
    tell("mien: {}\n", basis.error().message);
    return nullptr;
}

} // namespace mien

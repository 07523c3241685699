// The performer's profile, as --profile names it.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "solver/profile.h"

namespace mien {

/// Null where no file is named. Errors: unreadable, naming the file.
[[nodiscard]] Result<std::shared_ptr<const Profile>> open_profile(const std::string& file);

} // namespace mien

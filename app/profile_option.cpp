#include "app/profile_option.h"

#include <utility>

namespace mien {

Result<std::shared_ptr<const Profile>> open_profile(const std::string& file) {
    if (file.empty()) return nullptr;
    auto profile = read_profile(file);
    if (!profile) return pass_on(profile);
    return std::make_shared<const Profile>(*std::move(profile));
}

} // namespace mien

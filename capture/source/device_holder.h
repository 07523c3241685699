// Which program holds a device, for the message "the camera is in use by ...".
#pragma once

#include <filesystem>
#include <string>

namespace mien {

/// Another process that has the device open, as "NAME (process ID)"; empty where none can be seen: the files
/// of other users' processes are not readable. `proc` is /proc, or a folder like it.
[[nodiscard]] std::string device_holder(const std::filesystem::path& device,
                                        const std::filesystem::path& proc = "/proc");

} // namespace mien

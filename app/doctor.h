// What this machine has for mien, and what is missing: gathered as data, so that it can be shown as text or
// JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mien {

enum class Finding : std::uint8_t {
    ok,
    note,    ///< worth knowing; something optional is not there
    missing, ///< something needed is not there
};

struct Check {
    std::string name;
    Finding finding = Finding::ok;
    std::string detail; ///< what was found, with full paths
    std::string fix;    ///< the one step that helps; empty where nothing needs help
};

/// Looks at everything: loads the trackers' models, asks the cameras, makes a GL context, encodes a short
/// film. Takes a second or two.
[[nodiscard]] std::vector<Check> examine_machine(const std::filesystem::path& models_override);

[[nodiscard]] std::string checks_text(const std::vector<Check>& checks);
[[nodiscard]] std::string checks_json(const std::vector<Check>& checks);

} // namespace mien

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/doctor.h"
#include "app/version.h"

namespace mien {
namespace {

const char* word_for(Finding finding) {
    switch (finding) {
    case Finding::ok:
        return "ok";
    case Finding::note:
        return "note";
    case Finding::missing:
        break;
    }
    return "missing";
}

} // namespace

std::string checks_text(const std::vector<Check>& checks) {
    std::size_t width = 0;
    for (const Check& check : checks) width = std::max(width, check.name.size());
    std::string text;
    for (const Check& check : checks) {
        text += fmt::format("{:<7}  {:<{}}  {}\n", word_for(check.finding), check.name, width, check.detail);
        if (!check.fix.empty()) text += fmt::format("{:<7}  {:<{}}  -> {}\n", "", "", width, check.fix);
    }
    return text;
}

std::string checks_json(const std::vector<Check>& checks) {
    nlohmann::ordered_json json;
    json["version"] = version();
    json["ok"] = std::none_of(checks.begin(), checks.end(),
                              [](const Check& check) { return check.finding == Finding::missing; });
    nlohmann::ordered_json& list = json["checks"] = nlohmann::ordered_json::array();
    for (const Check& check : checks)
        list.push_back({{"name", check.name},
                        {"finding", word_for(check.finding)},
                        {"detail", check.detail},
                        {"fix", check.fix}});
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace mien

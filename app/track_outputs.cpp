#include "app/track_outputs.h"

#include <array>
#include <system_error>

#include "app/distinct_paths.h"

namespace mien {
namespace {

struct Kind {
    std::filesystem::path TrackOutputs::*field;
    const char* option;
    const char* ending;
};
constexpr std::array<Kind, 4> kinds = {{{&TrackOutputs::take, "-o", ".mien"},
                                        {&TrackOutputs::csv, "--csv", ".csv"},
                                        {&TrackOutputs::stage_csv, "--stage-csv", ".stages.csv"},
                                        {&TrackOutputs::overlay, "--overlay", ".overlay.mp4"}}};

/// "clip" of "films/clip.mp4" and "films" of "films/"; of "camera:ID" what a file name can hold.
std::string name_of_input(const std::string& input) {
    std::filesystem::path path(input);
    if (!path.has_filename()) path = path.parent_path();
    std::string name = path.stem().string();
    for (char& c : name)
        if (c == ':') c = '-';
    return name.empty() ? "input" : name;
}

bool is_folder(const std::filesystem::path& path) {
    std::error_code ignored;
    return !path.empty() && (!path.has_filename() || std::filesystem::is_directory(path, ignored));
}

Result<void> make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder, error))
        return fail(ErrorCode::unavailable, "Cannot make the folder {}: {}", folder.string(),
                    error ? error.message() : "a file has that name");
    return {};
}

} // namespace

Result<std::vector<TrackOutputs>> plan_outputs(const std::vector<std::string>& inputs,
                                               const TrackOutputs& wanted) {
    std::vector<TrackOutputs> plan(inputs.size());
    for (const Kind& kind : kinds) {
        const std::filesystem::path& path = wanted.*kind.field;
        if (path.empty()) continue;
        const bool several = inputs.size() > 1;
        if (several && path == "-")
            return fail(ErrorCode::usage, "{} -: several inputs cannot go to standard output", kind.option);
        if (!several && !is_folder(path)) {
            plan[0].*kind.field = path;
            continue;
        }
        if (auto made = make_folder(path); !made) return pass_on(made);
        for (std::size_t i = 0; i < inputs.size(); ++i)
            plan[i].*kind.field = path / (name_of_input(inputs[i]) + kind.ending);
    }
    if (plan.size() == 1 && plan[0].take == "-")
        return fail(ErrorCode::usage, "-o -: a take cannot go to standard output");
    std::vector<NamedOutput> all;
    for (const TrackOutputs& outputs : plan)
        for (const Kind& kind : kinds) all.push_back({kind.option, outputs.*kind.field});
    if (auto distinct = check_distinct(inputs, all); !distinct) return pass_on(distinct);
    return plan;
}

} // namespace mien

#include "solver/state_csv.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace mien {
namespace {

constexpr std::array<std::string_view, 6> pose_columns = {"head_x",     "head_y",   "head_z",
                                                          "head_pitch", "head_yaw", "head_roll"};

/// Five decimals: 0.01 mm, 0.00001 degrees or weight. An exact zero is "0", never "-0.00000".
void append_number(std::string& line, float value) {
    line += ',';
    if (value == 0 || !std::isfinite(value)) {
        line += '0';
        return;
    }
    const std::size_t start = line.size();
    fmt::format_to(std::back_inserter(line), "{:.5f}", value);
    if (std::string_view(line).substr(start) == "-0.00000") line.erase(start, 1);
}

/// Takes the next line off `text`, without its end ("\n" or "\r\n").
std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> cells;
    while (true) {
        const std::size_t comma = line.find(',');
        std::string_view cell = line.substr(0, comma);
        while (cell.starts_with(' ')) cell.remove_prefix(1);
        while (cell.ends_with(' ')) cell.remove_suffix(1);
        cells.push_back(cell);
        if (comma == std::string_view::npos) return cells;
        line.remove_prefix(comma + 1);
    }
}

std::optional<double> number(std::string_view cell) {
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
    return value;
}

constexpr std::size_t absent = std::numeric_limits<std::size_t>::max();

/// Where each value stands in a line.
struct Columns {
    std::size_t time = absent;
    std::size_t tracked = absent;
    std::size_t quality = absent; ///< may stay absent: other programs' files have none
    std::array<std::size_t, pose_columns.size()> pose{};
    std::array<std::size_t, channel_count> weights{};
    std::size_t count = 0;
};

Result<Columns> find_columns(std::string_view header, const std::string& what) {
    const std::vector<std::string_view> names = split(header);
    Columns columns;
    columns.count = names.size();
    const auto find = [&](std::string_view name) {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == name) return i;
        return absent;
    };
    std::string_view missing;
    const auto required = [&](std::string_view name) {
        const std::size_t at = find(name);
        if (at == absent && missing.empty()) missing = name;
        return at;
    };
    columns.time = required("t");
    columns.tracked = required("tracked");
    columns.quality = find("quality");
    for (std::size_t i = 0; i < pose_columns.size(); ++i) columns.pose[i] = required(pose_columns[i]);
    for (ChannelIndex i = 0; i < channel_count; ++i) columns.weights[i] = required(channel_names[i]);
    if (!missing.empty())
        return fail(ErrorCode::unreadable, "Cannot read {} as CSV of weights: line 1 has no column \"{}\"",
                    what, missing);
    return columns;
}

/// The values of one line; an untracked line keeps its time alone, whatever its other cells hold ("nan" in
/// some programs' files).
Result<FaceState> read_line(std::string_view line, const Columns& columns, std::size_t line_number,
                            const std::string& what) {
    const std::vector<std::string_view> cells = split(line);
    if (cells.size() < columns.count)
        return fail(ErrorCode::unreadable, "Cannot read {}: line {} has {} of {} columns", what, line_number,
                    cells.size(), columns.count);
    const auto value = [&](std::size_t column) -> Result<double> {
        const std::optional<double> read = number(cells[column]);
        if (!read || !std::isfinite(*read))
            return fail(ErrorCode::unreadable, "Cannot read {}: line {} has \"{}\" where a number belongs",
                        what, line_number, cells[column].substr(0, 20));
        return *read;
    };
    FaceState state;
    const Result<double> time = value(columns.time);
    if (!time) return tl::unexpected(time.error());
    if (std::abs(*time) > 1e9)
        return fail(ErrorCode::unreadable, "Cannot read {}: line {} is at {} s, beyond any clock", what,
                    line_number, *time);
    state.t = Timestamp::from_seconds(*time);
    const Result<double> tracked = value(columns.tracked);
    if (!tracked) return tl::unexpected(tracked.error());
    state.tracked = *tracked != 0;
    if (!state.tracked) return state;

    state.quality = 1;
    Error first{};
    bool failed = false;
    const auto read_into = [&](float& target, std::size_t column) {
        if (failed) return;
        const Result<double> read = value(column);
        if (read) {
            target = static_cast<float>(*read);
        } else {
            first = read.error();
            failed = true;
        }
    };
    if (columns.quality != absent) read_into(state.quality, columns.quality);
    const std::array<float*, pose_columns.size()> pose = {
        &state.head.x, &state.head.y, &state.head.z, &state.head.pitch, &state.head.yaw, &state.head.roll};
    for (std::size_t i = 0; i < pose.size(); ++i) read_into(*pose[i], columns.pose[i]);
    for (ChannelIndex i = 0; i < channel_count; ++i) read_into(state.weights[i], columns.weights[i]);
    if (failed) return tl::unexpected(first);
    return state;
}

} // namespace

std::string csv_header() {
    std::string line = "frame,t,tracked,quality";
    for (const std::string_view name : pose_columns) line.append(",").append(name);
    for (const std::string_view name : channel_names) line.append(",").append(name);
    line += '\n';
    return line;
}

std::string csv_row(std::uint64_t frame, const FaceState& state) {
    const FaceState& shown = state.tracked ? state : FaceState{};
    // Whole microseconds by integer arithmetic: a long stream's clock has no room for them in a double.
    const std::int64_t microseconds = (state.t.ns + (state.t.ns < 0 ? -500 : 500)) / 1000;
    const std::int64_t magnitude = microseconds < 0 ? -microseconds : microseconds;
    std::string line = fmt::format("{},{}{}.{:06d},{}", frame, microseconds < 0 ? "-" : "",
                                   magnitude / 1'000'000, magnitude % 1'000'000, state.tracked ? 1 : 0);
    append_number(line, shown.quality);
    const HeadPose& head = shown.head;
    for (const float value : {head.x, head.y, head.z, head.pitch, head.yaw, head.roll})
        append_number(line, value);
    for (const float weight : shown.weights) append_number(line, weight);
    line += '\n';
    return line;
}

Result<std::vector<FaceState>> read_state_csv(std::string_view text, const std::string& what) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    auto columns = find_columns(take_line(text), what);
    if (!columns) return pass_on(columns);
    std::vector<FaceState> states;
    for (std::size_t line_number = 2; !text.empty(); ++line_number) {
        const std::string_view line = take_line(text);
        if (line.empty()) continue;
        auto state = read_line(line, *columns, line_number, what);
        if (!state) return pass_on(state);
        if (!states.empty() && state->t <= states.back().t)
            return fail(ErrorCode::unreadable, "Cannot read {}: time does not increase at line {}", what,
                        line_number);
        states.push_back(*state);
    }
    return states;
}

} // namespace mien

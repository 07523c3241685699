#include "app/option_values.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace mien {
namespace {

tl::unexpected<Error> wrong(std::string_view text, std::string_view option, std::string_view wanted) {
    return fail(ErrorCode::usage, "{} {}: expected {}", option, text, wanted);
}

bool read_number(std::string_view text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
}

bool read_side(std::string_view text, int& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= 16 && value <= 16384;
}

} // namespace

Result<double> parse_number(std::string_view text, std::string_view option) {
    double value = 0;
    if (!read_number(text, value)) return wrong(text, option, "a number");
    return value;
}

Result<SolverOptions::Interval> parse_interval(std::string_view text, std::string_view option) {
    SolverOptions::Interval interval;
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos || !read_number(text.substr(0, dash), interval.from) ||
        !read_number(text.substr(dash + 1), interval.to) || interval.from < 0 || interval.to <= interval.from)
        return wrong(text, option, "seconds as FROM-TO, for instance 0-1.5");
    return interval;
}

Result<PictureSize> parse_size(std::string_view text, std::string_view option) {
    PictureSize size;
    const std::size_t cross = text.find('x');
    if (cross == std::string_view::npos || !read_side(text.substr(0, cross), size.width) ||
        !read_side(text.substr(cross + 1), size.height))
        return wrong(text, option, "WIDTHxHEIGHT in pixels, each 16 to 16384, for instance 1280x720");
    return size;
}

Result<glm::vec4> parse_colour(std::string_view text, std::string_view option) {
    if (text == "transparent") return glm::vec4(0);
    std::uint32_t rgb = 0;
    const std::string_view digits = text.substr(text.empty() ? 0 : 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rgb, 16);
    if (text.size() != 7 || text[0] != '#' || error != std::errc{} || end != digits.data() + digits.size())
        return wrong(text, option, "#rrggbb or transparent");
    const auto channel = [rgb](int shift) { return static_cast<float>((rgb >> shift) & 0xffu) / 255.0f; };
    return glm::vec4(channel(16), channel(8), channel(0), 1);
}

Result<NamedWeight> parse_named_weight(std::string_view text, std::string_view option) {
    const std::size_t equals = text.rfind('=');
    double weight = 0;
    if (equals == std::string_view::npos || equals == 0 || !read_number(text.substr(equals + 1), weight))
        return wrong(text, option, "NAME=WEIGHT, for instance jawOpen=0.5");
    return NamedWeight{std::string(text.substr(0, equals)), static_cast<float>(weight)};
}

Result<NamedRotation> parse_named_rotation(std::string_view text, std::string_view option) {
    constexpr std::string_view wanted = "JOINT=x,y,z,w, a quaternion that is not zero";
    const std::size_t equals = text.rfind('=');
    if (equals == std::string_view::npos || equals == 0) return wrong(text, option, wanted);
    std::array<double, 4> q{};
    std::string_view rest = text.substr(equals + 1);
    for (std::size_t i = 0; i < q.size(); ++i) {
        const std::size_t comma = rest.find(',');
        if ((comma == std::string_view::npos) != (i == 3) || !read_number(rest.substr(0, comma), q[i]))
            return wrong(text, option, wanted);
        if (i < 3) rest = rest.substr(comma + 1);
    }
    const glm::dquat rotation(q[3], q[0], q[1], q[2]);
    if (glm::length(rotation) < 1e-9) return wrong(text, option, wanted);
    return NamedRotation{std::string(text.substr(0, equals)), glm::quat(glm::normalize(rotation))};
}

Result<TrackerKind> parse_tracker(std::string_view text) {
    if (const auto kind = tracker_kind_from_name(text)) return *kind;
    return wrong(text, "--tracker", "auto, mesh, dlib68 or task");
}

Result<TrackerOptions> parse_face(std::string_view text) {
    if (text == "best") return TrackerOptions{.face = FaceChoice::best};
    if (text == "largest") return TrackerOptions{.face = FaceChoice::largest};
    if (text == "left") return TrackerOptions{.face = FaceChoice::left};
    if (text == "right") return TrackerOptions{.face = FaceChoice::right};
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc{} && end == text.data() + text.size() && number >= 1 && number <= 99)
        return TrackerOptions{.face = FaceChoice::numbered, .number = number};
    return wrong(text, "--face", "best, largest, left, right, or a number from 1 (the leftmost face)");
}

Result<Calm> parse_calm(const std::vector<std::string>& texts, std::string_view option) {
    Calm calm;
    for (const std::string_view text : texts) {
        const std::size_t equals = text.find('=');
        const bool all = equals == std::string_view::npos;
        double amount = 0;
        const bool known =
            read_number(all ? text : text.substr(equals + 1), amount) && amount >= 0 && amount <= 1;
        bool named = all;
        const std::string_view name = text.substr(0, equals);
        for (const CalmGroup& group : calm_groups) {
            const bool eye = name == "eyes" && (group.name == "lids" || group.name == "gaze");
            if (!all && !eye && group.name != name) continue;
            named = true;
            if (known) calm.*group.amount = static_cast<float>(amount);
        }
        if (!known || !named)
            return wrong(text, option,
                         "an amount from 0 (quick) to 1 (calm), for all or as head=, brows=, lids=, "
                         "gaze=, eyes= (both) or mouth=, for instance head=0.8");
    }
    return calm;
}

} // namespace mien

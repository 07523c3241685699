#include "solver/profile.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "rig/checked_json.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::size_t largest_file = 16 << 20;
/// By ChannelVerdict.
constexpr std::array<std::string_view, 4> verdict_names = {"unasked", "unchecked", "confirmed",
                                                           "not_confirmed"};

/// Which data of the solver a response belongs to: its correction means nothing to others (FNV-1a, 64 bit).
std::string fingerprint_of(Scheme scheme) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const std::uint8_t byte : embedded_fit_model(scheme)) hash = (hash ^ byte) * 1099511628211ULL;
    return fmt::format("{:016x}", hash);
}

/// Five digits are more than a landmark is worth, and a third of the text of nine.
double rounded(double value) {
    return std::round(value * 1e5) / 1e5;
}

template <typename Values>
OrderedJson list_of(const Values& values) {
    OrderedJson list = OrderedJson::array();
    for (Eigen::Index i = 0; i < values.size(); ++i) list.push_back(rounded(static_cast<double>(values(i))));
    return list;
}

void write_settings(const ChannelSettings& settings, OrderedJson& json) {
    const ChannelSettings plain;
    if (settings.on != plain.on) json["on"] = settings.on;
    if (settings.gain != plain.gain) json["gain"] = settings.gain;
    if (settings.offset != plain.offset) json["offset"] = settings.offset;
    if (settings.low != plain.low) json["low"] = settings.low;
    if (settings.high != plain.high) json["high"] = settings.high;
    if (settings.curve == plain.curve) return;
    json["curve"] = curve_shape_names[static_cast<std::size_t>(settings.curve.shape)];
    json["exponent"] = settings.curve.exponent;
}

OrderedJson channel_to_json(const Profile& profile, ChannelIndex c) {
    const ChannelCalibration& seen = profile.calibration.channels[c];
    const PersonalResponse& response = profile.calibration.response;
    OrderedJson json = OrderedJson::object();
    if (profile.rest[c] != 0) json["rest"] = profile.rest[c];
    if (response.scheme != Scheme::none) {
        json["verdict"] = verdict_names[static_cast<std::size_t>(seen.verdict)];
        json["reach"] = rounded(static_cast<double>(seen.reach));
        json["noise"] = rounded(static_cast<double>(seen.noise));
        json["leak"] = rounded(static_cast<double>(seen.leak));
    }
    write_settings(profile.channels[c], json);
    if (response.adapted[c]) {
        json["row"] = list_of(response.seen.row(static_cast<Eigen::Index>(c)));
        if (!takes_no_correction(c))
            json["correction"] = list_of(response.correction.col(static_cast<Eigen::Index>(c)));
    }
    return json;
}

/// Exactly `size` finite numbers, or nothing at all where the key is absent.
Result<std::vector<float>> numbers_of(const JsonObject& object, const char* key, Eigen::Index size) {
    const auto list = object.list(key);
    if (!list) return tl::unexpected<Error>(list.error());
    std::vector<float> numbers((*list)->size());
    if (numbers.empty()) return numbers;
    if (std::cmp_not_equal(numbers.size(), size))
        return refuse("{}: {} numbers in \"{}\", {} are needed", object.place(), numbers.size(), key, size);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (!to_finite((**list)[i], numbers[i]))
            return refuse("{}: \"{}\" holds something else than numbers", object.place(), key);
    return numbers;
}

Result<ChannelSettings> settings_of(const JsonObject& object) {
    ChannelSettings settings;
    settings.on = object.flag("on", settings.on);
    struct Field {
        const char* key;
        float* value;
    };
    for (const Field field : {Field{"gain", &settings.gain},
                              {"offset", &settings.offset},
                              {"low", &settings.low},
                              {"high", &settings.high},
                              {"exponent", &settings.curve.exponent}}) {
        const auto number = object.number(field.key, *field.value);
        if (!number) return tl::unexpected<Error>(number.error());
        *field.value = *number;
    }
    if (settings.low > settings.high) return refuse("{}: low is above high", object.place());
    const std::string curve = object.text("curve", curve_shape_names[0]);
    const auto shape = curve_shape_from_name(curve);
    if (!shape) return refuse("{}: there is no curve \"{}\"", object.place(), printable(curve));
    settings.curve.shape = *shape;
    return settings;
}

Result<void> read_report(const JsonObject& object, ChannelCalibration& channel) {
    const std::string verdict = object.text("verdict", verdict_names[0]);
    const auto found = std::ranges::find(verdict_names, verdict);
    if (found == verdict_names.end())
        return refuse("{}: there is no verdict \"{}\"", object.place(), printable(verdict));
    channel.verdict = static_cast<ChannelVerdict>(found - verdict_names.begin());
    struct Field {
        const char* key;
        float* value;
    };
    for (const Field field :
         {Field{"reach", &channel.reach}, {"noise", &channel.noise}, {"leak", &channel.leak}}) {
        const auto number = object.number(field.key, 0);
        if (!number) return tl::unexpected<Error>(number.error());
        *field.value = *number;
    }
    return {};
}

Result<void> read_channel(const JsonObject& object, ChannelIndex c, Profile& profile) {
    const auto rest = object.number("rest", 0);
    if (!rest) return tl::unexpected<Error>(rest.error());
    if (*rest < 0 || *rest >= 1) return refuse("{}: \"rest\" must be 0 or more and below 1", object.place());
    profile.rest[c] = *rest;
    auto settings = settings_of(object);
    if (!settings) return pass_on(settings);
    profile.channels[c] = *settings;
    if (auto report = read_report(object, profile.calibration.channels[c]); !report) return report;
    PersonalResponse& response = profile.calibration.response;
    const auto index = static_cast<Eigen::Index>(c);
    const auto row = numbers_of(object, "row", response.seen.cols());
    if (!row) return tl::unexpected<Error>(row.error());
    const auto correction = numbers_of(object, "correction", response.correction.rows());
    if (!correction) return tl::unexpected<Error>(correction.error());
    response.adapted[c] = !row->empty();
    if (!row->empty())
        response.seen.row(index) = Eigen::Map<const Eigen::RowVectorXf>(row->data(), response.seen.cols());
    if (!correction->empty())
        response.correction.col(index) =
            Eigen::Map<const Eigen::VectorXf>(correction->data(), response.correction.rows());
    return {};
}

Result<void> read_channels(const JsonObject& all, Profile& profile) {
    for (const auto& [name, json] : all.items()) {
        const auto channel = find_channel(name);
        if (!channel) return refuse("there is no channel \"{}\"", printable(name));
        if (auto read = read_channel(JsonObject(*json, "channel " + name), *channel, profile); !read)
            return read;
    }
    return {};
}

Result<Profile> read(std::string_view text) {
    const auto json = parse_json(text);
    if (!json) return tl::unexpected<Error>(json.error());
    const JsonObject object(*json, "profile");
    if (object.text("mien") != "profile") return refuse("it is no profile");
    const auto version = object.whole("version", 0);
    if (!version) return tl::unexpected<Error>(version.error());
    if (*version != format_version)
        return refuse("version {} of profiles is not known here; a newer mien may read it", *version);
    const std::string scheme_name = object.text("scheme");
    const Scheme scheme = scheme_name == "mesh478"  ? Scheme::mesh478
                          : scheme_name == "ibug68" ? Scheme::ibug68
                                                    : Scheme::none;
    if (scheme == Scheme::none) return refuse("there is no scheme \"{}\"", printable(scheme_name));
    if (object.text("solver") != fingerprint_of(scheme))
        return refuse(
            "it was made for another version of the solver; calibrate again, or solve the take of the "
            "calibration again");
    const FitModel model = parse_fit_model(embedded_fit_model(scheme), "built in").value();
    Profile profile;
    profile.name = object.text("name");
    profile.camera = object.text("camera");
    profile.calibration.response = no_response(model);
    profile.calibration.response.basis = object.text("rig");
    const auto points = static_cast<Eigen::Index>(point_count(scheme));
    const auto neutral = numbers_of(object, "neutral", 3 * points);
    if (!neutral) return tl::unexpected<Error>(neutral.error());
    if (neutral->empty()) return refuse("it has no neutral face");
    profile.neutral = Eigen::Map<const Eigen::Matrix3Xf>(neutral->data(), 3, points).cast<double>();
    if (auto channels = read_channels(object.object("channels"), profile); !channels)
        return pass_on(channels);
    return profile;
}

} // namespace

float ChannelSettings::operator()(float weight) const {
    if (!on) return 0;
    return std::clamp(gain * curve(weight) + offset, low, high);
}

std::string profile_to_json(const Profile& profile) {
    const Scheme scheme = profile.calibration.response.scheme;
    OrderedJson json;
    json["mien"] = "profile";
    json["version"] = format_version;
    json["name"] = profile.name;
    if (!profile.camera.empty()) json["camera"] = profile.camera;
    json["scheme"] = scheme == Scheme::mesh478 ? "mesh478" : "ibug68";
    json["solver"] = fingerprint_of(scheme);
    if (!profile.calibration.response.basis.empty()) json["rig"] = profile.calibration.response.basis;
    json["neutral"] = list_of(profile.neutral.reshaped());
    OrderedJson& channels = json["channels"] = OrderedJson::object();
    for (ChannelIndex c = 0; c < channel_count; ++c)
        channels[std::string(channel_names[c])] = channel_to_json(profile, c);
    return json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

Result<Profile> profile_from_json(std::string_view json, const std::string& what) {
    auto profile = read(json);
    if (!profile) return fail(profile.error().code, "{}: {}", what, profile.error().message);
    return profile;
}

Result<Profile> read_profile(const std::filesystem::path& file) {
    const auto text = read_text_file(file, largest_file);
    if (!text) return tl::unexpected<Error>(text.error());
    return profile_from_json(*text, file.string());
}

Result<void> write_profile(const std::filesystem::path& file, const Profile& profile) {
    return write_file_atomically(file, std::string_view(profile_to_json(profile)));
}

} // namespace mien

// A performer as a calibration found them: the face at rest, their own expressions, and what the user set on
// top. A JSON file that is written atomically.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include "base/result.h"
#include "solver/calibration/calibrate.h"
#include "solver/response_curve.h"

namespace mien {

/// What the user set for one channel, on top of everything else.
struct ChannelSettings {
    bool on = true; ///< off: always 0
    float gain = 1;
    float offset = 0; ///< added after the gain
    float low = 0;    ///< limits of the result
    float high = 1;
    ResponseCurve curve{};
    /// The weight as it goes on. A weight of 0 with no offset stays 0.
    [[nodiscard]] float operator()(float weight) const;
    bool operator==(const ChannelSettings&) const = default;
};

struct Profile {
    std::string name;   ///< of the performer
    std::string camera; ///< what it was recorded with; may be empty
    /// The face at rest: a column per landmark, eye-corner units, head frame; and what the solver still reads
    /// of it.
    Eigen::Matrix3Xd neutral;
    Weights rest{};
    /// What the recording showed; its response is empty (Scheme::none) where there is none.
    Calibration calibration;
    std::array<ChannelSettings, channel_count> channels{};
};

/// {"mien": "profile", "version": 1, "solver": ..., "name": ..., "scheme": "mesh478", "rig": ..., "neutral":
/// [x, y, z,
/// ...],
///  "channels": {"jawOpen": {"rest", "verdict", "reach", "noise", "leak", "row": [...], "correction": [...],
///  "gain": ...}}}.
/// "rig" names the basis that the corrections are for (FaceBasis::name). Rows and corrections stand at the
/// channels that were adapted; settings where they differ from ChannelSettings{}.
[[nodiscard]] std::string profile_to_json(const Profile& profile);

/// The same back. `what` names it in messages. Errors: unreadable (no profile, of another version, made for
/// other data of the solver than this program's: calibrate again, or solve the calibration's take again).
[[nodiscard]] Result<Profile> profile_from_json(std::string_view json, const std::string& what);

/// A file of at most 16 MB. Errors: unreadable, naming the file.
[[nodiscard]] Result<Profile> read_profile(const std::filesystem::path& file);
/// Atomically. Errors: unavailable.
[[nodiscard]] Result<void> write_profile(const std::filesystem::path& file, const Profile& profile);

} // namespace mien

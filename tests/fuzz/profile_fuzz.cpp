// Any text as a performer's profile, and as the prompts of a calibration.
#include <cstdint>
#include <string_view>

#include "solver/calibration/prompts.h"
#include "solver/profile.h"
#include "tests/fuzz/use_rig.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto prompts = mien::parse_prompts(text, "fuzz"))
        for (const mien::Prompt& prompt : *prompts) mien::fuzz::require(prompt.to > prompt.from);
    const auto profile = mien::profile_from_json(text, "fuzz");
    if (!profile) return 0;
    mien::fuzz::require(profile->neutral.allFinite());
    for (const mien::ChannelSettings& channel : profile->channels) (void)channel(0.5F);
    // What was read is written and read again.
    mien::fuzz::require(mien::profile_from_json(mien::profile_to_json(*profile), "fuzz").has_value());
    return 0;
}

// A face that a person asks for on the command line: values of sliders and expressions by name. All errors
// are of kind usage (a name that the rig lacks, no number) or unreadable (a file).
#pragma once

#include <string>
#include <vector>

#include "app/avatar.h"
#include "app/option_values.h"
#include "base/result.h"
#include "rig/posed_rig.h"
#include "rig/rig_controls.h"

namespace CLI {
class App;
}

namespace mien {

/// What --sliders and --weights were given, as they stand on the command line: "NAME=V,NAME=V ..." or the
/// path of a JSON file with an object of names and numbers. Both may be given several times; later values
/// count.
struct AskedFace {
    std::vector<std::string> sliders;
    std::vector<std::string> weights;
    [[nodiscard]] bool empty() const { return sliders.empty() && weights.empty(); }
};

/// Adds --sliders and --weights.
void add_face_options(CLI::App& command, AskedFace& asked);

/// Names and numbers of one of the two.
[[nodiscard]] Result<std::vector<NamedWeight>> parse_named_weights(const std::vector<std::string>& texts,
                                                                   std::string_view option);

/// What a face asks for, by this avatar's own numbers.
struct FaceValues {
    struct Value {
        std::size_t index = 0;
        float value = 0;
    };
    std::vector<Value> sliders;     ///< flat slider numbers
    std::vector<Value> expressions; ///< into Rig::expressions
    /// Puts the values over what controls already say; sliders that they do not mention are at their rest.
    void apply(const FaceGroups& groups, RigControls& controls) const;
};

/// Sliders are named "Part" or "Group/Part"; expressions by the rig's own name, else by ARKit's.
[[nodiscard]] Result<FaceValues> find_face_values(const Avatar& avatar, const AskedFace& asked);

/// Sliders at their rest but for what was asked.
[[nodiscard]] PosedRig pose_of(const Avatar& avatar, const FaceValues& values);

} // namespace mien

// Whether eyes, brows and mouth can be seen in the picture at all. The mesh network answers for a face behind
// a hand or dark glasses too, and as surely; the picture there lacks what makes an eye an eye.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "base/time.h"
#include "capture/landmark_frame.h"
#include "capture/network/executor.h"
#include "capture/tracker/hidden_parts.h"
#include "capture/tracker/square_sampler.h"

namespace mien {

/// What speaks for each part, in shares of the brightness of the skin beside it: the dark of lashes and
/// irises, of brows against forehead and lid, of the line between the lips and their colour. About 0 or below
/// where skin, cloth or glass covers the part. In pairs the eye and brow on the image's left come first.
struct RegionEvidence {
    std::array<float, 2> eyes{1, 1};
    std::array<float, 2> brows{1, 1};
    float mouth = 1;
    float skin = 0.5F; ///< brightness of the cheeks, 0..1
    float detail = 1;  ///< pixels of the picture for one of the network's, across; below 1 it is enlarged
    float yaw = 0;     ///< degrees, from the depth of the outer eye corners; + to the performer's left
};

/// `crop` is what the network saw of `region`: RGB in 0..1. `points` are in the picture. A few hundred pixels
/// are read.
[[nodiscard]] RegionEvidence region_evidence(const network::InputView& crop, const SquareRegion& region,
                                             std::span<const Landmark, point_count(Scheme::mesh478)> points);

/// Turns what is seen into trust by what is usual with this performer: blond brows show little at any time, a
/// beard speaks a little for a hidden mouth. One owner.
class RegionTrust {
public:
    /// 0..1 for each part, by `hidden` where the network says something of it, else by the picture. `step`:
    /// since the last frame.
    [[nodiscard]] RegionQuality judge(const RegionEvidence& evidence,
                                      const std::optional<HiddenParts>& hidden, Duration step);
    /// Another face begins.
    void reset() { known_ = false; }

private:
    using Parts = std::array<float, 5>; ///< two eyes, two brows, mouth
    [[nodiscard]] Parts by_picture(const RegionEvidence& evidence, Duration step);
    [[nodiscard]] Parts by_network(const HiddenParts& hidden, float detail, Duration step);

    bool known_ = false;
    Parts usual_{};
};

} // namespace mien

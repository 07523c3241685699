#include "models/generator/binding.h"

#include <string>

#include "models/generator/lids.h"
#include "models/generator/motion.h"
#include "models/generator/mouth.h"
#include "models/generator/skeleton.h"

namespace mien::head {

namespace {

using Kind = FacePoint::Kind;

/// Like Brush, but 0 beyond its radii: a vertex has room for four joints only.
double reach(const Vec3& p, const Vec3& centre, const Vec3& radii) {
    const Vec3 q = (p - centre) / radii;
    const double rest = std::max(0.0, 1 - glm::dot(q, q));
    return rest * rest;
}

/// Collects the shares of one point on the left half; names are those of left bones.
class Shares {
public:
    explicit Shares(bool on_right) : on_right_(on_right) {}

    void add(const std::string& name, double share) {
        if (share > 1e-4) shares_.push_back({on_right_ ? other_side(name) : name, share});
    }
    /// What the named bones leave over goes to others.
    [[nodiscard]] double rest() const {
        double sum = 0;
        for (const auto& [name, share] : shares_) sum += share;
        return std::max(0.0, 1 - sum);
    }
    /// Makes room where local bones overlap too much.
    void limit_to_one() {
        double all = 0;
        for (const auto& [name, share] : shares_) all += share;
        if (all > 1)
            for (auto& [name, share] : shares_) share /= all;
    }
    [[nodiscard]] Binding best_four(const std::vector<Joint>& joints) {
        std::ranges::stable_sort(shares_, std::greater{}, [](const auto& s) { return s.second; });
        shares_.resize(std::min<std::size_t>(shares_.size(), 4));
        double sum = 0;
        for (const auto& [name, share] : shares_) sum += share;
        Binding binding;
        binding.weights = {0, 0, 0, 0};
        for (std::size_t k = 0; k < shares_.size(); ++k) {
            binding.joints[k] = joint_number(joints, shares_[k].first);
            binding.weights[k] = shares_[k].second / sum;
        }
        return binding;
    }

private:
    static std::string other_side(const std::string& name) {
        return name.starts_with("Left") ? "Right" + name.substr(4) : name;
    }
    bool on_right_;
    std::vector<std::pair<std::string, double>> shares_;
};

/// A lid's bone turns about the eyeball's horizontal axis by what its rim needs in the middle. Towards the
/// corners the rim needs less, but the same turn lifts a place aside of the axis' front less, too.
double lid_turn(double outwards, bool is_upper) {
    const auto travel = [&](double t) {
        return std::abs(closed_lid(t).up - (is_upper ? upper_lid(t) : lower_lid(t)).up);
    };
    return std::min(1.0, travel(lid_place(outwards)) / (travel(0.5) * std::max(0.3, std::cos(outwards))));
}

void add_lids_and_orbit(Shares& shares, const FacePoint& f) {
    const EyeAngles a = eye_angles(f.p);
    if (f.kind == Kind::lid_film) {
        shares.add("LeftUpperLid", (0.5 + 0.5 * f.lid) * lid_turn(a.outwards, true));
        shares.add("LeftLowerLid", (0.5 - 0.5 * f.lid) * lid_turn(a.outwards, false));
        shares.add("LeftOrbit", shares.rest());
        return;
    }
    if (std::cos(a.outwards) < 0) return;
    const double orbit = smooth_step(lid_radius + 13, lid_radius + 2, a.radius);
    // Away from the rim a place hangs on the lid as much as shutting moves it, against the rim below it.
    constexpr double probe = 0.02;
    const double t = lid_place(a.outwards);
    const bool is_upper = f.lid != 0 ? f.lid > 0 : a.up > closed_lid(t).up;
    const double rim =
        std::abs(closed_lid(t).up - (is_upper ? upper_lid(t) : lower_lid(t)).up) * probe * a.radius;
    const double along = rim < 1e-9 ? 0.0 : std::min(1.0, glm::length(move_lids(f, {.close = probe})) / rim);
    const double lid = along * lid_turn(a.outwards, is_upper);
    shares.add(is_upper ? "LeftUpperLid" : "LeftLowerLid", lid);
    shares.add("LeftOrbit", std::max(0.0, orbit - lid));
}

/// Lip bones share the lips between them: middle, half way, corner, each fading to the next.
void add_lips(Shares& shares, const FacePoint& f) {
    const double belongs = lip_share(f, 9) * (f.inward > 1 ? std::max(0.0, 1 - (f.inward - 1) * 2.5) : 1.0);
    const double s = std::min(1.0, std::abs(f.p.x) / mouth_half_width);
    const auto hat = [&](double centre) { return std::max(0.0, 1 - std::abs(s - centre) * 2); };
    const double side = lip_side(f), upper = 0.5 + 0.5 * side, lower = 0.5 - 0.5 * side;
    constexpr double most = 0.85; // the rest stays with jaw and head
    shares.add("UpperLip", most * belongs * upper * hat(0));
    shares.add("LeftUpperLip", most * belongs * upper * hat(0.5));
    shares.add("LowerLip", most * belongs * lower * hat(0));
    shares.add("LeftLowerLip", most * belongs * lower * hat(0.5));
    // The corner must follow the jaw half way, which its own bone does not do.
    shares.add("LeftLipCorner", 0.6 * belongs * hat(1));
}

void add_face_bones(Shares& shares, const FacePoint& f) {
    add_lids_and_orbit(shares, f);
    add_lips(shares, f);
    const Vec3& p = f.p;
    const double free = lid_freedom(p);
    if (f.ear > 0) {
        shares.add("LeftEar", f.ear);
        return;
    }
    shares.add("LeftInnerBrow", 0.9 * free * reach(p, {15, 216, 74}, {19, 20, 26}));
    shares.add("LeftOuterBrow", 0.9 * free * reach(p, {43, 218, 62}, {19, 20, 26}));
    shares.add("LeftCheek", 0.8 * free * reach(p, {40, 160, 60}, {23, 21, 32}));
    shares.add("LeftNostril", 0.8 * reach(p, from_nose({11.5, 7, 2}), {9, 11, 15}));
    shares.add("Nose", reach(p, from_nose({0, 15, 6}), {19, 30, 24}));
    if (f.lip == 0 || f.inward == 0) {
        shares.add("Chin", 0.9 * reach(p, {0, 109, 72}, {26, 15, 34}));
        shares.add("LeftJawAngle", 0.9 * reach(p, {52, 142, 4}, {30, 34, 46}));
    }
}

void add_skull(Shares& shares, const FacePoint& f) {
    const double rest = shares.rest();
    // Planes that lean forward, so that the chin belongs to the head and the nape to the neck at the same
    // height.
    const double height = f.p.y + 0.45 * f.p.z;
    const double on_neck = smooth_step(-12, 45, height);
    const double on_head = f.inward > 0 ? 1.0 : smooth_step(68, 112, height);
    const double on_jaw = jaw_share(f);
    const double low = f.kind == Kind::rigid ? 0.0
                       : f.inward > 0        ? 1.0
                                             : smooth_step(176, 150, f.p.y) * smooth_step(-22, 22, f.p.z);
    shares.add("Spine", rest * (1 - on_neck) * (1 - on_head));
    shares.add("Neck", rest * on_neck * (1 - on_head));
    shares.add("Head", rest * on_head * (1 - on_jaw) * (1 - low));
    shares.add("LowerFace", rest * on_head * (1 - on_jaw) * low);
    shares.add("Jaw", rest * on_head * on_jaw);
}

void add_tongue(Shares& shares, const FacePoint& f) {
    const double loose = jaw_share(f), tip = smooth_step(34, 62, f.p.z);
    shares.add("LowerFace", 1 - loose);
    shares.add("Tongue", loose * (1 - tip));
    shares.add("TongueTip", loose * tip);
}

} // namespace

Binding bind_to_joints(const std::vector<Joint>& joints, const FacePoint& point) {
    const bool on_right = point.p.x < 0;
    FacePoint f = point;
    if (on_right) f.p = mirrored(f.p);
    Shares shares(on_right);
    switch (f.kind) {
    case Kind::eyeball:
        shares.add("LeftEye", 1);
        break;
    case Kind::upper_teeth:
        shares.add("LowerFace", 1);
        break;
    case Kind::lower_teeth:
        shares.add("Jaw", 1);
        break;
    case Kind::tongue:
        add_tongue(shares, f);
        break;
    case Kind::lid_film:
        add_lids_and_orbit(shares, f);
        break;
    case Kind::rigid:
        add_skull(shares, f);
        break;
    case Kind::skin:
        add_face_bones(shares, f);
        shares.limit_to_one();
        add_skull(shares, f);
        break;
    }
    return shares.best_four(joints);
}

} // namespace mien::head

#include "live/rig_mirror.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"
#include "live/make_solver.h"
#include "live/studio.h"
#include "rig/printable_text.h"
#include "solver/calibration/face_basis_file.h"
#include "solver/calibration/mirror_basis.h"
#include "solver/channel_support.h"
#include "solver/mapping_file.h"
#include "solver/scheme_solver.h"

namespace mien {
namespace {

/// Pixels. A tracker answers the same face a little differently at each size: two are asked.
constexpr std::array<int, 2> picture_sizes = {240, 320};
constexpr double rate = 30;
constexpr std::size_t largest_file = 64 << 20;

FaceState state_of(const MirrorStep& step) {
    FaceState state;
    state.tracked = true;
    state.quality = 1;
    state.head = step.head;
    state.weights = step.weights;
    return state;
}

RigControls controls_of(const MirrorSubject& subject, const MirrorStep& step) {
    return retarget(state_of(step), subject.mapping, subject.rig, subject.groups);
}

/// FNV-1a, 64 bit.
class Hash {
public:
    template <typename T>
    void add(const std::vector<T>& values) {
        add(values.data(), values.size() * sizeof(T));
    }
    void add(const std::string& text) { add(text.data(), text.size()); }
    void add(const void* data, std::size_t size) {
        const auto* bytes = static_cast<const std::uint8_t*>(data);
        for (std::size_t i = 0; i < size; ++i) value_ = (value_ ^ bytes[i]) * 1099511628211ULL;
    }
    [[nodiscard]] std::string text() const { return fmt::format("{:016x}", value_); }

private:
    std::uint64_t value_ = 14695981039346656037ULL;
};

struct Mirror {
    Studio studio;
    std::unique_ptr<Tracker> tracker;
};

Result<Mirror> set_up(const MirrorSubject& subject, const ModelPaths& models, int size) {
    auto tracker = make_tracker(TrackerKind::mesh, models);
    if (!tracker) return pass_on(tracker);
    auto studio = Studio::open(subject.rig, subject.joints,
                               {.width = size, .height = size, .framing = Framing::face, .style = {}});
    if (!studio) return pass_on(studio);
    return Mirror{*std::move(studio), *std::move(tracker)};
}

/// What the tracker sees in every picture.
Result<std::vector<LandmarkFrame>> watch(const MirrorSubject& subject, Mirror& mirror,
                                         const std::vector<MirrorStep>& steps,
                                         const std::function<void()>& step_done,
                                         const std::stop_token& stop) {
    std::vector<LandmarkFrame> frames;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (stop.stop_requested()) return fail(ErrorCode::cancelled, "The look into the mirror was stopped");
        const PosedRig pose =
            pose_rig(subject.rig, subject.groups, subject.joints, controls_of(subject, steps[i]));
        const VideoFrame frame{.t = Timestamp::from_seconds(static_cast<double>(i) / rate),
                               .index = i,
                               .picture = convert(mirror.studio.picture(pose), PixelFormat::rgb8)};
        frames.push_back(mirror.tracker->track(frame));
        step_done();
    }
    return frames;
}

/// Features of all frames with a face against the rig's own rest.
std::vector<MirrorLook> looks_of(const FitModel& model, const CanonicalFace& canonical,
                                 const std::vector<MirrorStep>& steps,
                                 const std::vector<LandmarkFrame>& frames, double vertical_fov) {
    std::vector<LandmarkFrame> rest;
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i].kind == MirrorStep::Kind::rest && frames[i].tracked) rest.push_back(frames[i]);
    SchemeSolver solver(model.scheme, &canonical);
    solver.set_neutral(rest, vertical_fov);
    std::vector<MirrorLook> looks;
    if (!solver.neutral()) return looks;
    const BoundedFit everyone(model);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!frames[i].tracked) continue;
        if (const auto input = solver.input_of(frames[i], vertical_fov))
            looks.push_back({&steps[i], everyone.feature(*input)});
    }
    return looks;
}

Result<std::vector<MirrorLook>> look_at_size(const MirrorSubject& subject, const ModelPaths& models,
                                             const FitModel& model, const CanonicalFace& canonical,
                                             const std::vector<MirrorStep>& steps, int size,
                                             const std::function<void()>& step_done,
                                             const std::stop_token& stop) {
    auto mirror = set_up(subject, models, size);
    if (!mirror) return pass_on(mirror);
    const auto frames = watch(subject, *mirror, steps, step_done, stop);
    if (!frames) return tl::unexpected<Error>(frames.error());
    return looks_of(model, canonical, steps, *frames,
                    static_cast<double>(mirror->studio.camera().vertical_fov));
}

} // namespace

std::array<bool, channel_count> channels_shown(const MirrorSubject& subject) {
    std::array<bool, channel_count> shown{};
    const MirrorStep rest;
    const RigControls still = controls_of(subject, rest);
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        if (channel_support(Scheme::mesh478, c) == ChannelSupport::none) continue;
        MirrorStep step;
        step.weights[c] = 1;
        if (c == channel("mouthClose")) { // it never exceeds the jaw
            MirrorStep open;
            step.weights[channel("jawOpen")] = open.weights[channel("jawOpen")] = 1;
            shown[c] = controls_of(subject, step) != controls_of(subject, open);
            continue;
        }
        shown[c] = controls_of(subject, step) != still;
    }
    return shown;
}

std::string mirror_name(const MirrorSubject& subject) {
    Hash hash;
    for (const VertexBuffer& buffer : subject.rig.vertex_buffers) {
        hash.add(buffer.positions);
        for (const MorphTarget& target : buffer.targets) {
            hash.add(target.vertices);
            hash.add(target.positions);
        }
    }
    for (const Node& node : subject.rig.nodes) hash.add(node.name);
    hash.add(mapping_to_json(subject.mapping, subject.rig, subject.groups));
    hash.add(face_groups_to_json(subject.groups));
    const auto data = embedded_fit_model(Scheme::mesh478);
    hash.add(data.data(), data.size());
    return hash.text();
}

Result<FaceBasis> look_into_mirror(const MirrorSubject& subject, const ModelPaths& models,
                                   const MirrorProgress& progress, std::stop_token stop) {
    const auto canonical = load_canonical_face(models);
    if (!canonical) return tl::unexpected<Error>(canonical.error());
    const std::vector<MirrorStep> steps = mirror_schedule(channels_shown(subject));
    const FitModel model = parse_fit_model(embedded_fit_model(Scheme::mesh478), "built in").value();
    const std::size_t all = picture_sizes.size() * steps.size();
    std::size_t done = 0;
    const auto step_done = [&] {
        if (progress) progress(++done, all);
    };
    std::vector<MirrorLook> looks;
    for (const int size : picture_sizes) {
        auto some = look_at_size(subject, models, model, *canonical, steps, size, step_done, stop);
        if (!some) return pass_on(some);
        std::ranges::move(*some, std::back_inserter(looks));
    }
    auto basis = learn_mirror(model, looks, all, mirror_name(subject));
    if (!basis)
        return fail(basis.error().code, "{}: {}; it is driven as everyone is", printable(subject.rig.name),
                    basis.error().message);
    return basis;
}

std::filesystem::path mirror_file(const std::string& name) {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    std::filesystem::path folder;
    if (cache != nullptr && *cache != 0)
        folder = cache;
    else
        folder = std::filesystem::path(home != nullptr ? home : "/tmp") / ".cache";
    return folder / "mien" / "mirrors" / (name + ".face");
}

Result<std::shared_ptr<const FaceBasis>> mirror_of(const MirrorSubject& subject, const ModelPaths& models,
                                                   const MirrorProgress& progress, std::stop_token stop) {
    const std::string name = mirror_name(subject);
    const auto file = mirror_file(name);
    if (const auto bytes = read_file(file, largest_file)) {
        auto kept = face_basis_from_bytes(*bytes, file.string());
        if (kept && kept->name == name) return std::make_shared<const FaceBasis>(*std::move(kept));
    }
    auto basis = look_into_mirror(subject, models, progress, std::move(stop));
    if (!basis) return pass_on(basis);
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    const auto bytes = face_basis_to_bytes(*basis);
    (void)write_file_atomically(file, std::span<const std::uint8_t>(bytes)); // it will be made again
    return std::make_shared<const FaceBasis>(*std::move(basis));
}

} // namespace mien

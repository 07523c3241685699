#include "tests/gui/fake_machine.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <optional>
#include <thread>

#include <QByteArray>
#include <fmt/format.h>

#include "base/file.h"
#include "rig/import/import.h"

namespace mien::test {

namespace {

constexpr std::chrono::milliseconds frame_time(20);
constexpr int picture_width = 64;
constexpr int picture_height = 48;

/// Dark on the left, bright on the right: mirroring shows.
Image make_picture() {
    Image picture(picture_width, picture_height, PixelFormat::rgb8);
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            for (int c = 0; c < 3; ++c)
                picture.row(y)[static_cast<std::size_t>(3 * x + c)] = static_cast<std::uint8_t>(x * 4);
    return picture;
}

LandmarkFrame make_landmarks(const FaceState& state, std::uint64_t index) {
    LandmarkFrame frame;
    frame.t = state.t;
    frame.index = index;
    frame.image_width = picture_width;
    frame.image_height = picture_height;
    frame.tracked = state.tracked;
    if (!state.tracked) return frame;
    frame.quality = 0.9f;
    frame.scheme = Scheme::ibug68;
    for (int i = 0; i < 68; ++i) {
        const auto angle = static_cast<float>(i) * 0.0924f;
        frame.points.push_back({32 + 12 * std::cos(angle), 24 + 16 * std::sin(angle), 0});
    }
    return frame;
}

class FakePipeline : public gui::LivePipeline {
public:
    FakePipeline(std::shared_ptr<FakeControl> control, PipelineOptions options,
                 std::function<void()> on_frame)
        : control_(std::move(control)), options_(std::move(options)), on_frame_(std::move(on_frame)) {
        const int alive = ++control_->alive;
        if (alive > control_->most_alive) control_->most_alive = alive;
        const std::lock_guard lock(control_->mutex);
        control_->sources.push_back(options_.source);
        control_->options = options_;
    }
    FakePipeline(const FakePipeline&) = delete;
    FakePipeline& operator=(const FakePipeline&) = delete;
    ~FakePipeline() override {
        while (control_->hold_stop) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        thread_ = {};
        --control_->alive;
    }

    void start() override {
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    std::optional<PipelineFrame> newest() override { return newest_.try_take(); }
    [[nodiscard]] PipelineStatus status() const override {
        const std::lock_guard lock(control_->mutex);
        return control_->status;
    }
    void capture_neutral() override { ++control_->neutrals; }
    void set_calm(const Calm& calm) override {
        const std::lock_guard lock(control_->mutex);
        control_->calm = calm;
    }
    void set_optics(const Optics& optics) override {
        const std::lock_guard lock(control_->mutex);
        control_->optics = optics;
    }
    void choose_face(float x, float y) override {
        const std::lock_guard lock(control_->mutex);
        control_->face = {x, y, 0};
    }
    Result<void> start_recording(const std::filesystem::path& path) override {
        const std::lock_guard lock(mutex_);
        if (const std::lock_guard also(control_->mutex); !control_->recording_error.empty())
            return fail(ErrorCode::unavailable, "{}", control_->recording_error);
        auto writer = TakeWriter::create(path, {{"source", "fake"}});
        if (!writer) return pass_on(writer);
        writer_.emplace(std::move(*writer));
        return {};
    }
    Result<void> stop_recording() override {
        const std::lock_guard lock(mutex_);
        if (!writer_) return {};
        auto finished = writer_->finish();
        writer_.reset();
        return finished;
    }
    [[nodiscard]] bool recording() const override {
        const std::lock_guard lock(mutex_);
        return writer_.has_value();
    }

private:
    void run(const std::stop_token& stop) {
        for (std::uint64_t index = 0; !stop.stop_requested(); ++index) {
            std::this_thread::sleep_for(frame_time);
            if (!control_->send_frames) continue;
            PipelineFrame frame;
            {
                const std::lock_guard lock(control_->mutex);
                frame.shown = control_->state;
                frame.tracking = control_->tracking;
            }
            frame.shown.t = monotonic_now();
            frame.solved = {.raw = frame.shown, .calibrated = frame.shown};
            frame.frame = {.t = frame.shown.t, .index = index, .picture = picture_};
            frame.landmarks = make_landmarks(frame.shown, index);
            frame.frames_per_second = 50;
            frame.latency_ms = 7;
            frame.source_rate = control_->source_rate;
            {
                const std::lock_guard lock(mutex_);
                if (writer_)
                    (void)writer_->add({.landmarks = frame.landmarks,
                                        .raw = frame.shown,
                                        .calibrated = frame.shown,
                                        .sent = std::nullopt});
            }
            newest_.put(std::move(frame));
            on_frame_();
        }
    }

    std::shared_ptr<FakeControl> control_;
    PipelineOptions options_;
    std::function<void()> on_frame_;
    Image picture_ = make_picture();
    Mailbox<PipelineFrame> newest_;
    mutable std::mutex mutex_;
    std::optional<TakeWriter> writer_;
    std::jthread thread_;
};

} // namespace

void FakeControl::set_status(PipelineStatus::Kind kind, const std::string& message) {
    const std::lock_guard lock(mutex);
    status.kind = kind;
    status.message = message;
}

void FakeControl::set_error(ErrorCode code) {
    const std::lock_guard lock(mutex);
    status.error = code;
}

void FakeControl::set_state(const FaceState& shown) {
    const std::lock_guard lock(mutex);
    state = shown;
}

void FakeControl::set_source(const SourceInfo& source) {
    const std::lock_guard lock(mutex);
    status.source = source;
}

FakeMachine::FakeMachine() {
    control_->status.kind = PipelineStatus::Kind::running;
    control_->status.source_name = "Fake camera";
    control_->status.tracker_name = "fake";
    control_->state.tracked = true;
    control_->state.quality = 0.9f;
    control_->state.head.z = -0.6f;
    services_.make_pipeline = [control = control_](PipelineOptions options, std::function<void()> on_frame) {
        return std::make_unique<FakePipeline>(control, std::move(options), std::move(on_frame));
    };
    services_.list_cameras = [control = control_] {
        const std::lock_guard lock(control->mutex);
        return control->cameras;
    };
    services_.import_rig = [](const std::filesystem::path& path) { return import_rig(path); };
    services_.bundled_rig = [](const std::string&) {
        const std::string text = test_head_gltf("mouthPucker");
        return import_gltf({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, "the test head",
                           {});
    };
    services_.settings_file = folder_.path() / "config" / "window.json";
    services_.cameras_file = folder_.path() / "config" / "cameras.json";
    services_.takes_folder = folder_.path() / "takes";
    services_.sample_clip = folder_.path() / "no-clip.mp4";
}

FakeMachine::~FakeMachine() {
    control_->hold_stop = false;
}

std::filesystem::path FakeMachine::write_rig(const std::string& name, const std::string& expression) {
    const auto path = folder_.path() / name;
    EXPECT_TRUE(write_file_atomically(path, test_head_gltf(expression)).has_value());
    return path;
}

std::string test_head_gltf(const std::string& expression) {
    // A box 0.2 m high, its front towards +z, and for each target a movement of the lower four corners.
    QByteArray bytes;
    const auto put = [&bytes](const auto& values) {
        bytes.append(reinterpret_cast<const char*>(values.data()),
                     static_cast<qsizetype>(values.size() * sizeof(values[0])));
    };
    std::array<float, 24> positions{};
    std::array<float, 24> open{};
    std::array<float, 24> wide{};
    for (std::size_t i = 0; i < 8; ++i) {
        positions[3 * i] = (i & 1) != 0 ? 0.08f : -0.08f;
        positions[3 * i + 1] = (i & 2) != 0 ? 0.1f : -0.1f;
        positions[3 * i + 2] = (i & 4) != 0 ? 0.08f : -0.08f;
        if ((i & 2) == 0) {
            open[3 * i + 1] = -0.08f;
            wide[3 * i] = (i & 1) != 0 ? 0.05f : -0.05f;
        }
    }
    const std::array<std::uint16_t, 36> indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                                   2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    put(positions);
    put(open);
    put(wide);
    put(indices);
    const auto accessor = [](int view, const char* more) {
        return fmt::format(R"({{"bufferView":{},"componentType":5126,"count":8,"type":"VEC3"{}}})", view,
                           more);
    };
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"Head","mesh":0}}],
"meshes":[{{"name":"Face","primitives":[{{"attributes":{{"POSITION":0}},"indices":3,"material":0,
"targets":[{{"POSITION":1}},{{"POSITION":2}}]}}],"extras":{{"targetNames":["jawOpen","{}"]}}}}],
"materials":[{{"pbrMetallicRoughness":{{"baseColorFactor":[0.8,0.5,0.4,1],"metallicFactor":0}},"doubleSided":true}}],
"accessors":[{},{},{},{{"bufferView":3,"componentType":5123,"count":36,"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":96}},{{"buffer":0,"byteOffset":96,"byteLength":96}},
{{"buffer":0,"byteOffset":192,"byteLength":96}},{{"buffer":0,"byteOffset":288,"byteLength":72}}],
"buffers":[{{"byteLength":360,"uri":"data:application/octet-stream;base64,{}"}}]}})",
        expression, accessor(0, R"(,"min":[-0.08,-0.1,-0.08],"max":[0.08,0.1,0.08])"),
        accessor(1, R"(,"min":[0,-0.08,0],"max":[0,0,0])"),
        accessor(2, R"(,"min":[-0.05,0,0],"max":[0.05,0,0])"), bytes.toBase64().toStdString());
}

} // namespace mien::test

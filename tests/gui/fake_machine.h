// A machine that tests hold in their hands: a pipeline that does what it is told, cameras that come and go.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "gui/services.h"
#include "tests/support/paths.h"

namespace mien::test {

/// What the fake pipelines of one machine do, and what became of them. Any thread.
struct FakeControl {
    std::mutex mutex;
    PipelineStatus status; ///< running, as "Fake camera"
    FaceState state;       ///< what every frame shows, but for the time
    TrackingState tracking = TrackingState::ok;
    std::string recording_error;      ///< start_recording() fails with it where it is not empty
    std::vector<std::string> sources; ///< opened so far
    PipelineOptions options;          ///< of the newest pipeline
    // What the newest pipeline was told last.
    std::optional<Calm> calm;
    std::optional<Optics> optics;
    std::optional<Landmark> face;
    std::vector<CameraInfo> cameras = {
        {.path = "/dev/video0", .id = "fake", .name = "Fake camera", .driver = "fake"}};

    std::atomic<bool> send_frames = true;
    std::atomic<double> source_rate = 0;
    std::atomic<int> alive = 0;          ///< pipelines that are not destroyed
    std::atomic<int> most_alive = 0;     ///< at once
    std::atomic<int> neutrals = 0;       ///< capture_neutral() calls
    std::atomic<bool> hold_stop = false; ///< while true a pipeline's end does not return

    void set_status(PipelineStatus::Kind kind, const std::string& message);
    void set_error(ErrorCode code);
    void set_state(const FaceState& shown);
    /// The source that runs is this camera.
    void set_source(const SourceInfo& source);
};

/// Services for a window in a folder of its own.
class FakeMachine {
public:
    FakeMachine();
    ~FakeMachine();
    [[nodiscard]] gui::Services& services() { return services_; }
    [[nodiscard]] FakeControl& control() { return *control_; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
    /// Writes a rig with a jaw that opens and the named expression beside it.
    [[nodiscard]] std::filesystem::path write_rig(const std::string& name, const std::string& expression);

private:
    TemporaryFolder folder_;
    std::shared_ptr<FakeControl> control_ = std::make_shared<FakeControl>();
    gui::Services services_;
};

/// A glTF text: a head of eight corners, its jaw opened by the target "jawOpen" and widened by `expression`.
[[nodiscard]] std::string test_head_gltf(const std::string& expression);

} // namespace mien::test

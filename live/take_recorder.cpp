#include "live/take_recorder.h"

#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace mien {
namespace {

// Below this a person should know before recording: about 40 minutes at 200 KB a second.
constexpr std::uintmax_t low_space_bytes = 500u << 20;
// Stands in until two frames were seen.
constexpr Duration usual_step = Duration::from_ms(33);

std::string space_warning(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const auto space = std::filesystem::space(folder, error);
    if (error || space.available >= low_space_bytes) return {};
    return fmt::format("Only {} MB are free on the disk of {}; the recording ends when it is full",
                       space.available >> 20, path.string());
}

} // namespace

Result<void> TakeRecorder::start(const std::filesystem::path& path, const TakeMeta& meta) {
    const std::lock_guard lock(mutex_);
    if (writer_) return fail(ErrorCode::usage, "A take is being recorded already; stop it first");
    auto writer = TakeWriter::create(path, meta, WhenFull::drop);
    if (!writer) return pass_on(writer);
    writer_ = std::move(*writer);
    error_.reset();
    warning_ = space_warning(path);
    previous_.reset();
    step_ = usual_step;
    shift_ = {};
    return {};
}

Result<void> TakeRecorder::stop() {
    std::optional<TakeWriter> writer;
    std::optional<Error> error;
    {
        const std::lock_guard lock(mutex_);
        if (!writer_) return fail(ErrorCode::usage, "No take is being recorded");
        writer = std::exchange(writer_, std::nullopt);
        error = std::exchange(error_, std::nullopt);
        warning_.clear();
    }
    // Without the lock: the last frames go to the disk while tracking goes on.
    auto finished = writer->finish();
    if (error) return tl::unexpected<Error>(std::move(*error));
    return finished;
}

bool TakeRecorder::active() const {
    const std::lock_guard lock(mutex_);
    return writer_ && !error_;
}

void TakeRecorder::add(TakeFrame frame) {
    const std::lock_guard lock(mutex_);
    if (!writer_ || error_) return;
    Timestamp t = frame.landmarks.t + shift_;
    if (previous_ && t <= *previous_) {
        t = *previous_ + step_;
        shift_ = t - frame.landmarks.t;
    } else if (previous_) {
        step_ = t - *previous_;
    }
    previous_ = t;
    frame.landmarks.t = t;
    if (auto added = writer_->add(std::move(frame)); !added) error_ = std::move(added.error());
}

void TakeRecorder::set_meta(const std::string& key, const std::string& value) {
    const std::lock_guard lock(mutex_);
    if (writer_) writer_->set_meta(key, value);
}

std::string TakeRecorder::message() const {
    const std::lock_guard lock(mutex_);
    return error_ ? error_->message : warning_;
}

} // namespace mien

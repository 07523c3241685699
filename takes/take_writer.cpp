#include "takes/take.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "base/file.h"
#include "takes/sample_codec.h"
#include "takes/schema.h"
#include "takes/sqlite.h"

namespace mien {
namespace {

using Clock = std::chrono::steady_clock;

// A frame waits at most this long for its commit; what is left of 0.25 s is for the writing itself.
constexpr std::chrono::milliseconds commit_interval{200};
// A file tracked faster than it plays is committed in portions of this size, not every 0.2 s.
constexpr std::size_t frames_per_commit = 512;
// Two minutes at 30 frames a second, about 25 MB: a disk that stands still longer than that has failed.
constexpr std::size_t queue_capacity = 4096;

/// The two files that SQLite keeps beside a database while it writes.
void remove_log(const std::filesystem::path& path) {
    std::error_code ignored;
    std::filesystem::remove(path.string() + "-wal", ignored);
    std::filesystem::remove(path.string() + "-shm", ignored);
}

/// May a new take come to `path`?
Result<void> check_place(const std::filesystem::path& path, const std::string& purpose) {
    std::error_code ignored;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (!std::filesystem::is_directory(folder, ignored))
        return fail(ErrorCode::unavailable, "{}: there is no folder {}", purpose, folder.string());
    if (!std::filesystem::exists(path, ignored)) return {};
    if (!looks_like_take(path))
        return fail(ErrorCode::usage, "{}: the file exists and is not a take; choose another name", purpose);
    // Leaving the log mode needs the file alone: that fails while another recorder or reader has it open.
    auto old = sqlite::Database::open(path, sqlite::Access::recover, purpose);
    if (!old) return {};
    const auto alone = old->execute("PRAGMA busy_timeout = 500; PRAGMA journal_mode = DELETE");
    if (!alone && alone.error().code == ErrorCode::unavailable)
        return fail(ErrorCode::unavailable, "{}: the take there is in use or cannot be replaced", purpose);
    return {};
}

/// Makes the take with its tables under another name and moves it to `path`: an old take there is lost only
/// when the new one exists.
Result<void> place_empty_take(const std::filesystem::path& path, const TakeMeta& meta,
                              const std::string& purpose) {
    const std::filesystem::path temporary = temporary_beside(path);
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    Result<void> made;
    {
        auto database = sqlite::Database::open(temporary, sqlite::Access::create, purpose);
        made = database ? create_schema(*database, meta) : pass_on(database);
    }
    if (!made) {
        std::filesystem::remove(temporary, ignored);
        return made;
    }
    remove_log(path);
    return commit_file(temporary, path);
}

Result<void> check_storable(const TakeFrame& frame) {
    const bool finite = is_finite(frame.landmarks) && is_finite(frame.raw) && is_finite(frame.calibrated) &&
                        (!frame.sent || is_finite(*frame.sent));
    if (!finite)
        return fail(ErrorCode::internal, "The frame at {:.3f} s holds a number that is not finite",
                    frame.landmarks.t.seconds());
    const std::size_t points = frame.landmarks.points.size();
    if (points != (frame.landmarks.tracked ? point_count(frame.landmarks.scheme) : 0) ||
        frame.landmarks.appearance.size() > max_features)
        return fail(ErrorCode::internal, "The frame at {:.3f} s has {} points and {} features",
                    frame.landmarks.t.seconds(), points, frame.landmarks.appearance.size());
    return {};
}

} // namespace

struct TakeWriter::State {
    State(std::filesystem::path file, std::string why, WhenFull full, sqlite::Database opened,
          sqlite::Statement prepared)
        : path(std::move(file)), purpose(std::move(why)), when_full(full), database(std::move(opened)),
          insert(std::move(prepared)) {}

    const std::filesystem::path path;
    const std::string purpose;
    const WhenFull when_full;

    // Of the writing thread while it runs.
    std::optional<sqlite::Database> database;
    std::optional<sqlite::Statement> insert;

    // Of the thread that records.
    std::int64_t last_t = std::numeric_limits<std::int64_t>::min();
    bool drop_reported = false;
    bool finished = false;

    std::mutex mutex; // of all below
    std::condition_variable changed;
    std::vector<TakeFrame> queue;
    TakeMeta meta; ///< entries that are not written yet
    Clock::time_point oldest_queued;
    bool finishing = false;
    std::optional<Error> error;
    bool error_reported = false;
    std::uint64_t dropped = 0;

    std::atomic<std::uint64_t> written = 0;
    std::jthread thread; // last: joined before the rest goes

    void write_until_finished();
    Result<void> write(const std::vector<TakeFrame>& frames, const TakeMeta& entries);
    Result<void> write_meta(const TakeMeta& entries);
    Result<void> write_sample(StreamKind kind, Timestamp t, std::span<const std::uint8_t> bytes);
    Result<void> report_error_once();
    Result<void> close();
};

void TakeWriter::State::write_until_finished() {
    std::vector<TakeFrame> portion;
    TakeMeta entries;
    std::unique_lock lock(mutex);
    while (true) {
        changed.wait(lock, [this] { return !queue.empty() || finishing; });
        if (queue.empty()) return;
        changed.wait_until(lock, oldest_queued + commit_interval,
                           [this] { return finishing || queue.size() >= frames_per_commit; });
        portion.clear();
        portion.swap(queue);
        entries.clear();
        entries.swap(meta);
        const bool failed = error.has_value();
        lock.unlock();
        changed.notify_all(); // there is room again
        Result<void> done;
        if (!failed) done = write(portion, entries);
        lock.lock();
        if (!done && !error) error = std::move(done.error());
    }
}

Result<void> TakeWriter::State::write_sample(StreamKind kind, Timestamp t,
                                             std::span<const std::uint8_t> bytes) {
    insert->bind(1, stream_id(kind));
    insert->bind(2, t.ns);
    insert->bind(3, bytes);
    return insert->run();
}

Result<void> TakeWriter::State::write_meta(const TakeMeta& entries) {
    if (entries.empty()) return {};
    auto replace = database->prepare("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)");
    if (!replace) return pass_on(replace);
    for (const auto& [key, value] : entries) {
        replace->bind(1, std::string_view(key));
        replace->bind(2, std::string_view(value));
        if (auto done = replace->run(); !done) return done;
    }
    return {};
}

Result<void> TakeWriter::State::write(const std::vector<TakeFrame>& frames, const TakeMeta& entries) {
    const auto write_frame = [this](const TakeFrame& frame) -> Result<void> {
        const Timestamp t = frame.landmarks.t;
        if (auto done = write_sample(StreamKind::landmarks, t, encode_landmarks(frame.landmarks)); !done)
            return done;
        if (auto done = write_sample(StreamKind::state_raw, t, encode_state(frame.raw)); !done) return done;
        if (auto done = write_sample(StreamKind::state_calibrated, t, encode_state(frame.calibrated)); !done)
            return done;
        if (!frame.sent) return {};
        return write_sample(StreamKind::state_sent, t, encode_state(*frame.sent));
    };
    if (auto begun = database->execute("BEGIN IMMEDIATE"); !begun) return begun;
    Result<void> done = write_meta(entries);
    for (const TakeFrame& frame : frames) {
        if (!done) break;
        done = write_frame(frame);
    }
    if (done) done = database->execute("COMMIT");
    if (!done) {
        (void)database->execute("ROLLBACK"); // SQLite may have done so itself
        return done;
    }
    written += frames.size();
    return {};
}

Result<void> TakeWriter::State::report_error_once() {
    if (!error || error_reported) return {};
    error_reported = true;
    return tl::unexpected<Error>(*error);
}

/// After the writing thread has ended: one file, complete.
Result<void> TakeWriter::State::close() {
    Result<void> done;
    if (dropped > 0) meta["frames_lost"] = fmt::format("{}", dropped);
    if (!error) done = write_meta(meta);
    if (!error && done) done = database->execute("PRAGMA wal_checkpoint(TRUNCATE)");
    insert.reset();
    // Refused while somebody reads along; the last who closes then tidies up.
    if (!error && done) (void)database->execute("PRAGMA journal_mode = DELETE");
    database.reset();
    return done;
}

TakeWriter::TakeWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
TakeWriter::TakeWriter(TakeWriter&&) noexcept = default;

TakeWriter& TakeWriter::operator=(TakeWriter&& other) noexcept {
    if (this != &other) {
        if (state_) (void)finish();
        state_ = std::move(other.state_);
    }
    return *this;
}

TakeWriter::~TakeWriter() {
    if (state_) (void)finish();
}

Result<TakeWriter> TakeWriter::create(const std::filesystem::path& path, const TakeMeta& meta,
                                      WhenFull when_full) {
    const std::string purpose = fmt::format("Cannot write the take {}", path.string());
    if (auto free = check_place(path, purpose); !free) return pass_on(free);
    if (auto placed = place_empty_take(path, meta, purpose); !placed) return pass_on(placed);
    auto database = sqlite::Database::open(path, sqlite::Access::recover, purpose);
    if (!database) return pass_on(database);
    // FULL: each commit reaches the disk itself, a power cut loses no more than a kill. The first read opens
    // the log, and from then on the take counts as in use for others.
    if (auto log = database->execute(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; SELECT id FROM stream LIMIT 1");
        !log)
        return pass_on(log);
    auto insert = database->prepare("INSERT INTO sample(stream, t_ns, blob) VALUES(?, ?, ?)");
    if (!insert) return pass_on(insert);
    auto state = std::make_unique<State>(path, purpose, when_full, std::move(*database), std::move(*insert));
    State* const writer = state.get();
    state->thread = std::jthread([writer] { writer->write_until_finished(); });
    return TakeWriter(std::move(state));
}

Result<void> TakeWriter::add(TakeFrame frame) {
    State& s = *state_;
    if (s.finished) return fail(ErrorCode::internal, "{}: it is finished", s.purpose);
    if (auto storable = check_storable(frame); !storable) return storable;
    if (frame.landmarks.t.ns <= s.last_t)
        return fail(ErrorCode::internal, "The frame at {:.6f} s does not come after the one before it",
                    frame.landmarks.t.seconds());
    std::unique_lock lock(s.mutex);
    if (s.when_full == WhenFull::wait)
        s.changed.wait(lock, [&s] { return s.queue.size() < queue_capacity || s.error; });
    if (s.error) return s.report_error_once();
    if (s.queue.size() >= queue_capacity) {
        ++s.dropped;
        if (std::exchange(s.drop_reported, true)) return {};
        return fail(ErrorCode::unavailable, "{}: the disk is too slow, frames are lost", s.purpose);
    }
    s.last_t = frame.landmarks.t.ns;
    if (s.queue.empty()) s.oldest_queued = Clock::now();
    s.queue.push_back(std::move(frame));
    // Only what the writing thread waits for: each frame would wake it for nothing.
    const bool wake = s.queue.size() == 1 || s.queue.size() >= frames_per_commit;
    lock.unlock();
    if (wake) s.changed.notify_all();
    return {};
}

void TakeWriter::set_meta(const std::string& key, const std::string& value) {
    const std::lock_guard lock(state_->mutex);
    state_->meta.insert_or_assign(key, value);
}

Result<void> TakeWriter::finish() {
    State& s = *state_;
    if (std::exchange(s.finished, true)) return {};
    {
        const std::lock_guard lock(s.mutex);
        s.finishing = true;
    }
    s.changed.notify_all();
    s.thread.join();
    const Result<void> closed = s.close();
    if (s.error) return s.report_error_once();
    return closed;
}

std::uint64_t TakeWriter::written() const {
    return state_->written;
}

} // namespace mien

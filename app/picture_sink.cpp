#include "app/picture_sink.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "media/image_io.h"
#include "media/movie_writer.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

class OnePicture final : public PictureSink {
public:
    OnePicture(std::filesystem::path path, bool alpha) : path_(std::move(path)), alpha_(alpha) {}
    [[nodiscard]] Result<void> add(const Image& picture, Timestamp /*t*/) override {
        return write_image(path_, alpha_ ? picture : convert(picture, PixelFormat::rgb8));
    }
    [[nodiscard]] Result<void> finish() override { return {}; }

private:
    std::filesystem::path path_;
    bool alpha_;
};

/// The number of a picture that a PictureFolder named: "000012.png" is 12.
std::optional<std::uint64_t> number_of(const std::filesystem::path& path) {
    const std::string stem = path.stem().string();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
    const bool all = error == std::errc{} && end == stem.data() + stem.size();
    if (!all || path.extension() != ".png" || stem != fmt::format("{:06}", number)) return std::nullopt;
    return number;
}

/// Whoever plays the folder would play other pictures in it too.
Result<void> refuse_other_pictures(const std::filesystem::path& folder) {
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        if (sink_kind(at->path()) != SinkKind::picture || number_of(at->path())) continue;
        return fail(ErrorCode::usage, "{} holds other pictures ({}): say a new or empty folder",
                    folder.string(), printable(at->path().filename().string()));
    }
    return {};
}

class PictureFolder final : public PictureSink {
public:
    PictureFolder(std::filesystem::path folder, bool alpha) : folder_(std::move(folder)), alpha_(alpha) {}
    [[nodiscard]] Result<void> add(const Image& picture, Timestamp /*t*/) override {
        return write_image(folder_ / fmt::format("{:06}.png", count_++),
                           alpha_ ? picture : convert(picture, PixelFormat::rgb8));
    }
    /// Pictures of an earlier, longer run would play on behind these.
    [[nodiscard]] Result<void> finish() override {
        std::vector<std::filesystem::path> surplus;
        std::error_code error;
        for (std::filesystem::directory_iterator at(folder_, error), end; !error && at != end;
             at.increment(error))
            if (const auto number = number_of(at->path()); number && *number >= count_)
                surplus.push_back(at->path());
        for (const std::filesystem::path& path : surplus) {
            std::filesystem::remove(path, error);
            if (error)
                return fail(ErrorCode::unavailable, "Cannot remove {}, which an earlier run left: {}",
                            path.string(), error.message());
        }
        return {};
    }

private:
    std::filesystem::path folder_;
    bool alpha_;
    std::uint64_t count_ = 0;
};

class Film final : public PictureSink {
public:
    Film(MovieWriter writer, bool alpha) : writer_(std::move(writer)), alpha_(alpha) {}
    [[nodiscard]] Result<void> add(const Image& picture, Timestamp t) override {
        return writer_.add(alpha_ ? picture : convert(picture, PixelFormat::rgb8), t);
    }
    [[nodiscard]] Result<void> finish() override { return writer_.finish(); }

private:
    MovieWriter writer_;
    bool alpha_;
};

} // namespace

SinkKind sink_kind(const std::filesystem::path& path) {
    std::error_code ignored;
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    if (ending.empty() || std::filesystem::is_directory(path, ignored)) return SinkKind::folder;
    return ending == ".png" || ending == ".jpg" || ending == ".jpeg" ? SinkKind::picture : SinkKind::film;
}

Result<std::unique_ptr<PictureSink>> open_sink(const std::filesystem::path& path,
                                               const SinkOptions& options) {
    if (sink_kind(path) == SinkKind::picture) return std::make_unique<OnePicture>(path, options.alpha);
    if (sink_kind(path) == SinkKind::folder) {
        std::error_code error;
        std::filesystem::create_directories(path, error);
        if (error)
            return fail(ErrorCode::unavailable, "Cannot make the folder {}: {}", path.string(),
                        error.message());
        if (auto clean = refuse_other_pictures(path); !clean) return pass_on(clean);
        return std::make_unique<PictureFolder>(path, options.alpha);
    }
    auto writer = MovieWriter::open(
        path,
        {.width = options.width, .height = options.height, .rate = options.rate, .alpha = options.alpha});
    if (!writer) return pass_on(writer);
    return std::make_unique<Film>(std::move(*writer), options.alpha);
}

} // namespace mien

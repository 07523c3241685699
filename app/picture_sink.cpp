#include "app/picture_sink.h"

#include <algorithm>
#include <cctype>
#include <system_error>

#include <fmt/format.h>

#include "media/image_io.h"
#include "media/movie_writer.h"

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

class PictureFolder final : public PictureSink {
public:
    PictureFolder(std::filesystem::path folder, bool alpha) : folder_(std::move(folder)), alpha_(alpha) {}
    [[nodiscard]] Result<void> add(const Image& picture, Timestamp /*t*/) override {
        return write_image(folder_ / fmt::format("{:06}.png", count_++),
                           alpha_ ? picture : convert(picture, PixelFormat::rgb8));
    }
    [[nodiscard]] Result<void> finish() override { return {}; }

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
        return std::make_unique<PictureFolder>(path, options.alpha);
    }
    auto writer = MovieWriter::open(
        path,
        {.width = options.width, .height = options.height, .rate = options.rate, .alpha = options.alpha});
    if (!writer) return pass_on(writer);
    return std::make_unique<Film>(std::move(*writer), options.alpha);
}

} // namespace mien

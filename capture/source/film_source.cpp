#include "capture/source/film_source.h"

#include <utility>

#include "media/video_reader.h"

namespace mien {
namespace {

class FilmSource final : public VideoSource {
public:
    FilmSource(VideoReader reader, std::string name) : reader_(std::move(reader)) {
        const VideoInfo& film = reader_.info();
        info_ = {.name = std::move(name),
                 .live = false,
                 .width = film.width,
                 .height = film.height,
                 .rate = film.rate,
                 .duration = film.duration,
                 .frame_estimate = film.frame_estimate};
    }
    [[nodiscard]] const SourceInfo& info() const override { return info_; }
    [[nodiscard]] Result<std::optional<VideoFrame>> next(std::stop_token stop) override {
        if (stop.stop_requested()) return std::optional<VideoFrame>();
        auto decoded = reader_.next();
        if (!decoded) return pass_on(decoded);
        if (!*decoded) return std::optional<VideoFrame>();
        return std::optional(VideoFrame{(*decoded)->t, index_++, std::move((*decoded)->picture)});
    }

private:
    VideoReader reader_;
    SourceInfo info_;
    std::uint64_t index_ = 0;
};

} // namespace

Result<std::unique_ptr<VideoSource>> open_film_source(const std::filesystem::path& path) {
    auto reader = VideoReader::open(path);
    if (!reader) return pass_on(reader);
    return std::make_unique<FilmSource>(std::move(*reader), path.filename().string());
}

} // namespace mien

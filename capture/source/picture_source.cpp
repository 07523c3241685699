#include "capture/source/picture_source.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "media/image_io.h"

namespace mien {
namespace {

constexpr std::int64_t folder_rate = 30; ///< pictures a second

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The run of digits at the start of `text`, taken off it, without leading zeros.
std::string_view take_number(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
    std::string_view run = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(run.size());
    run.remove_prefix(std::min(run.find_first_not_of('0'), run.size()));
    return run;
}

/// Trackers take grey and RGB; alpha says nothing about a face.
Image without_alpha(Image picture) {
    if (picture.format == PixelFormat::rgba8) picture = convert(picture, PixelFormat::rgb8);
    return picture;
}

class StillSource final : public VideoSource {
public:
    StillSource(Image picture, std::string name) : picture_(std::move(picture)) {
        info_.name = std::move(name);
        info_.width = picture_->width;
        info_.height = picture_->height;
        info_.frame_estimate = 1;
    }
    [[nodiscard]] const SourceInfo& info() const override { return info_; }
    [[nodiscard]] Result<std::optional<VideoFrame>> next(std::stop_token stop) override {
        if (stop.stop_requested() || !picture_) return std::optional<VideoFrame>();
        return std::optional(VideoFrame{{0}, 0, *std::exchange(picture_, std::nullopt)});
    }

private:
    std::optional<Image> picture_;
    SourceInfo info_;
};

class FolderSource final : public VideoSource {
public:
    FolderSource(std::vector<std::filesystem::path> files, std::string name) : files_(std::move(files)) {
        info_.name = std::move(name);
        info_.rate = static_cast<double>(folder_rate);
        info_.frame_estimate = files_.size();
        info_.duration = time_of(files_.size()) - Timestamp{};
    }
    [[nodiscard]] const SourceInfo& info() const override { return info_; }
    [[nodiscard]] Result<std::optional<VideoFrame>> next(std::stop_token stop) override {
        if (stop.stop_requested() || index_ == files_.size()) return std::optional<VideoFrame>();
        auto picture = read_image(files_[index_]);
        if (!picture) return pass_on(picture);
        const std::size_t index = index_++;
        return std::optional(VideoFrame{time_of(index), index, without_alpha(std::move(*picture))});
    }

private:
    static Timestamp time_of(std::size_t index) {
        return {static_cast<std::int64_t>(index) * 1'000'000'000 / folder_rate};
    }

    std::vector<std::filesystem::path> files_;
    SourceInfo info_;
    std::size_t index_ = 0;
};

/// The last part of the path, also where it ends in a slash.
std::string folder_name(const std::filesystem::path& path) {
    const std::filesystem::path trimmed = path.has_filename() ? path : path.parent_path();
    return trimmed.filename().string();
}

} // namespace

bool has_picture_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    static constexpr std::array<std::string_view, 4> known = {".png", ".jpg", ".jpeg", ".webp"};
    return std::find(known.begin(), known.end(), extension) != known.end();
}

bool natural_less(std::string_view a, std::string_view b) {
    const std::string_view whole_a = a;
    const std::string_view whole_b = b;
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const std::string_view number_a = take_number(a);
            const std::string_view number_b = take_number(b);
            if (number_a.size() != number_b.size()) return number_a.size() < number_b.size();
            if (number_a != number_b) return number_a < number_b;
        } else {
            if (a.front() != b.front())
                return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    if (a.empty() != b.empty()) return a.empty();
    if (whole_a.size() != whole_b.size()) return whole_a.size() < whole_b.size();
    return whole_a < whole_b;
}

Result<std::unique_ptr<VideoSource>> open_still_source(const std::filesystem::path& path) {
    auto picture = read_image(path);
    if (!picture) return pass_on(picture);
    return std::make_unique<StillSource>(without_alpha(std::move(*picture)), path.filename().string());
}

Result<std::unique_ptr<VideoSource>> open_folder_source(const std::filesystem::path& path) {
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        if (!name.starts_with('.') && has_picture_extension(at->path()) && at->is_regular_file(ignored))
            files.push_back(at->path());
    }
    if (error)
        return fail(ErrorCode::unreadable, "Cannot read the folder {}: {}", path.string(), error.message());
    if (files.empty())
        return fail(ErrorCode::unreadable, "Cannot read {}: the folder holds no PNG, JPEG or WebP pictures",
                    path.string());
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
        return natural_less(a.filename().string(), b.filename().string());
    });
    return std::make_unique<FolderSource>(std::move(files), folder_name(path));
}

} // namespace mien

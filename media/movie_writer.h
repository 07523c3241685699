// Films out, through libav. The file appears under its name only when finish() succeeded.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/image.h"
#include "base/result.h"
#include "base/time.h"

namespace mien {

struct MovieOptions {
    int width = 0; ///< even sizes for H.264: odd ones are padded by a pixel
    int height = 0;
    double rate = 30;   ///< nominal, for the header; frames carry their own times
    bool alpha = false; ///< wants a format with alpha: .mov gets QuickTime Animation or ProRes 4444, .webm
                        ///< VP9; others are refused
    std::string encoder = {}; ///< of libav, by its name, instead of the best that there is
};

/// One owner, one thread at a time.
class MovieWriter {
public:
    /// The format follows the extension (.mp4, .mkv, .mov, .webm); H.264 where this libav has an encoder for
    /// it, else its best for the container. Errors: usage (extension, size), unavailable (no encoder, cannot
    /// write).
    [[nodiscard]] static Result<MovieWriter> open(const std::filesystem::path& path,
                                                  const MovieOptions& options);
    MovieWriter(MovieWriter&&) noexcept;
    MovieWriter& operator=(MovieWriter&&) noexcept;
    ~MovieWriter(); ///< without finish() the temporary file is removed

    /// Times must increase; the first frame's time becomes 0 in the file. The picture must have the size of
    /// the options. Times are kept to 1/90000 s (.mp4, .mov) or 1 ms (.mkv, .webm). Errors: usage (time,
    /// size), unavailable (cannot write).
    [[nodiscard]] Result<void> add(const Image& picture, Timestamp t);
    /// Ends the film and moves it to its name. Errors: usage (no frames), unavailable.
    [[nodiscard]] Result<void> finish();
    /// The libav encoder in use, such as "libx264".
    [[nodiscard]] const std::string& encoder() const;

private:
    struct State;
    explicit MovieWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace mien

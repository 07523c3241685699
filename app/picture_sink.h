// Where rendered pictures go: one picture, a folder of numbered pictures, or a film.
#pragma once

#include <filesystem>
#include <memory>

#include "base/image.h"
#include "base/result.h"
#include "base/time.h"

namespace mien {

/// One owner.
class PictureSink {
public:
    virtual ~PictureSink() = default;
    /// The picture is rgba8 with straight alpha; times increase.
    [[nodiscard]] virtual Result<void> add(const Image& picture, Timestamp t) = 0;
    [[nodiscard]] virtual Result<void> finish() = 0;
};

enum class SinkKind : std::uint8_t { picture, folder, film };

/// By the path: .png, .jpg and .jpeg are one picture; another ending is a film; none, or an existing folder,
/// is a folder of 000000.png and so on.
[[nodiscard]] SinkKind sink_kind(const std::filesystem::path& path);

struct SinkOptions {
    int width = 0;
    int height = 0;
    double rate = 30;   ///< for the header of a film
    bool alpha = false; ///< keep the transparency
};
/// Errors: usage (an ending that no film has), unavailable (cannot write there).
[[nodiscard]] Result<std::unique_ptr<PictureSink>> open_sink(const std::filesystem::path& path,
                                                             const SinkOptions& options);

} // namespace mien

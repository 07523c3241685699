#include "media/movie_format.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace mien {
namespace {

// CRF 18 is what x264's makers call visually lossless. No B-frames: the first picture of a film is its first
// packet, and players that ignore edit lists start at 0.
constexpr EncoderChoice x264{
    .name = "libx264", .pixels = AV_PIX_FMT_YUV420P, .options = "preset=veryfast:crf=18:bf=0"};
constexpr EncoderChoice openh264{
    .name = "libopenh264", .pixels = AV_PIX_FMT_YUV420P, .options = "", .by_bit_rate = true};
constexpr EncoderChoice nvenc{
    .name = "h264_nvenc", .pixels = AV_PIX_FMT_YUV420P, .options = "bf=0", .by_bit_rate = true};
// MPEG-4 part 2 has 16 bits for the time scale.
constexpr EncoderChoice mpeg4{.name = "mpeg4",
                              .pixels = AV_PIX_FMT_YUV420P,
                              .options = "flags=+qscale:global_quality=354", // 3 * FF_QP2LAMBDA
                              .max_time_scale = 60'000};
constexpr EncoderChoice vp9{
    .name = "libvpx-vp9", .pixels = AV_PIX_FMT_YUV420P, .options = "crf=24:b=0:deadline=realtime:cpu-used=6"};
constexpr EncoderChoice vp9_alpha{.name = "libvpx-vp9",
                                  .pixels = AV_PIX_FMT_YUVA420P,
                                  .options = "crf=24:b=0:deadline=realtime:cpu-used=6:auto-alt-ref=0"};
constexpr EncoderChoice vp8{.name = "libvpx",
                            .pixels = AV_PIX_FMT_YUV420P,
                            .options = "crf=8:deadline=realtime:cpu-used=6",
                            .by_bit_rate = true};
constexpr EncoderChoice animation{.name = "qtrle", .pixels = AV_PIX_FMT_ARGB};
constexpr EncoderChoice prores{
    .name = "prores_ks", .pixels = AV_PIX_FMT_YUVA444P10LE, .options = "profile=4444"};

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

constexpr int quicktime_scale = 90'000; // 24, 25, 30, 50, 60 and 29.97 frames a second all come out exact
constexpr int matroska_scale = 1000;    // fixed by the format as everyone writes it

MovieFormat opaque_format(std::string_view extension) {
    if (extension == ".mp4") return {"mp4", quicktime_scale, {x264, openh264, nvenc, mpeg4}};
    if (extension == ".mov") return {"mov", quicktime_scale, {x264, openh264, nvenc, mpeg4}};
    if (extension == ".mkv") return {"matroska", matroska_scale, {x264, openh264, nvenc, mpeg4}};
    if (extension == ".webm") return {"webm", matroska_scale, {vp9, vp8}};
    return {};
}

MovieFormat alpha_format(std::string_view extension) {
    if (extension == ".mov") return {"mov", quicktime_scale, {animation, prores}};
    if (extension == ".webm") return {"webm", matroska_scale, {vp9_alpha}};
    return {};
}

} // namespace

Result<MovieFormat> movie_format_for(const std::filesystem::path& path, bool alpha, const std::string& only) {
    const std::string extension = lower(path.extension().string());
    MovieFormat format = alpha ? alpha_format(extension) : opaque_format(extension);
    if (format.muxer == nullptr && alpha && opaque_format(extension).muxer != nullptr)
        return fail(ErrorCode::usage, "Cannot write {} with transparency: use .mov or .webm", path.string());
    if (format.muxer == nullptr)
        return fail(ErrorCode::usage, "Cannot write {}: films end in .mp4, .mkv, .mov or .webm",
                    path.string());
    if (only.empty()) return format;
    std::erase_if(format.encoders, [&](const EncoderChoice& choice) { return only != choice.name; });
    if (format.encoders.empty())
        return fail(ErrorCode::usage, "Cannot write {} with the encoder {}: it does not fit the file",
                    path.string(), only);
    return format;
}

} // namespace mien

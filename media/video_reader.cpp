#include "media/video_reader.h"

#include <algorithm>
#include <cmath>
#include <system_error>

extern "C" {
#include <libavutil/display.h>
}

#include "media/libav_internal.h"
#include "media/orientation.h"
#include "media/picture_converter.h"

namespace mien {
namespace {

/// Containers of films. Play lists (HLS, DASH, concat, SDP ...) are not among them: they name further files
/// and addresses, which a file from a stranger must not open.
constexpr const char* film_formats =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,mpegvideo,m4v,h264,hevc,mjpeg,mjpeg_2000,flv,"
    "live_flv,asf,ogg,nut,mxf,ivf,obu,av1,dv,gif,apng,yuv4mpegpipe,rm,wtv,vc1,dirac,bink,smk,nsv,gxf";

/// As for stills (ImageLimits): 64 megapixels.
constexpr std::int64_t max_pixels = 64 << 20;

/// Stamps further than this from 0 (31 years) are damage; sums of smaller ones cannot overflow.
constexpr std::int64_t max_stamp_ns = 1'000'000'000'000'000'000;

/// Read errors in a row after which a damaged file counts as ended.
constexpr int max_read_errors = 200;

/// The display matrix of the stream as an Orientation. The matrix maps stored to shown pixels; angles that
/// are no quarter turns go to the nearest.
Orientation orientation_of(const AVStream& stream) {
    const std::uint8_t* data = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, nullptr);
    if (data == nullptr) return {};
    const auto* matrix = reinterpret_cast<const std::int32_t*>(data);
    // Rows (a, b), (c, d) with x' = a x + c y, y' = b x + d y, y downwards, 16.16 fixed point.
    const double a = matrix[0];
    const double b = matrix[1];
    const double c = matrix[3];
    const double d = matrix[4];
    const bool mirrored = a * d - b * c < 0;
    const double clockwise = std::atan2(mirrored ? -b : b, mirrored ? -a : a); // of the (mirrored) x axis
    const long turns = std::lround(clockwise / 1.5707963267948966);
    return {mirrored, static_cast<std::uint8_t>((turns + 4) % 4)};
}

struct Opened {
    libav::InputPtr input;
    libav::CodecPtr codec;
    int stream = -1;
};

Result<libav::CodecPtr> open_decoder(const std::string& name, const AVStream& stream, const AVCodec* found) {
    if (found == nullptr)
        return fail(ErrorCode::unreadable, "Cannot read {}: no decoder for its video ({})", name,
                    avcodec_get_name(stream.codecpar->codec_id));
    libav::CodecPtr codec(avcodec_alloc_context3(found));
    int error = codec ? avcodec_parameters_to_context(codec.get(), stream.codecpar) : AVERROR(ENOMEM);
    if (error >= 0) {
        codec->thread_count = 1; // repeatable, and no frames of delay
        codec->pkt_timebase = stream.time_base;
        codec->max_pixels = max_pixels;
        error = avcodec_open2(codec.get(), found, nullptr);
    }
    if (error < 0)
        return fail(ErrorCode::unreadable, "Cannot read {}: its video ({}) cannot be decoded: {}", name,
                    found->name, libav::reason(error));
    return codec;
}

Result<Opened> open_film(const std::filesystem::path& path) {
    const std::string name = path.string();
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fail(ErrorCode::unreadable, "Cannot read {}: it is a folder", name);
    libav::silence();
    AVDictionary* options = nullptr;
    av_dict_set(&options, "protocol_whitelist", "file", 0);
    av_dict_set(&options, "format_whitelist", film_formats, 0);
    AVFormatContext* raw = nullptr;
    const int open_error = avformat_open_input(&raw, ("file:" + name).c_str(), nullptr, &options);
    av_dict_free(&options);
    if (open_error == AVERROR(ENOENT))
        return fail(ErrorCode::unreadable, "Cannot open {}: no such file", name);
    if (open_error < 0)
        return fail(ErrorCode::unreadable, "Cannot read {} as a video: {}", name, libav::reason(open_error));
    Opened film{.input = libav::InputPtr(raw), .codec = nullptr, .stream = -1};
    if (const int error = avformat_find_stream_info(raw, nullptr); error < 0)
        return fail(ErrorCode::unreadable, "Cannot read {} as a video: {}", name, libav::reason(error));

    const AVCodec* decoder = nullptr;
    film.stream = av_find_best_stream(raw, AVMEDIA_TYPE_VIDEO, -1, -1, &decoder, 0);
    if (film.stream == AVERROR_DECODER_NOT_FOUND)
        return fail(ErrorCode::unreadable, "Cannot read {}: no decoder for its video", name);
    if (film.stream < 0) return fail(ErrorCode::unreadable, "Cannot read {}: it holds no video", name);
    for (unsigned i = 0; i < raw->nb_streams; ++i)
        if (static_cast<int>(i) != film.stream) raw->streams[i]->discard = AVDISCARD_ALL;
    auto codec = open_decoder(name, *raw->streams[film.stream], decoder);
    if (!codec) return pass_on(codec);
    film.codec = std::move(*codec);
    return film;
}

VideoInfo info_of(const Opened& film, Orientation orientation) {
    const AVStream& stream = *film.input->streams[film.stream];
    const AVRational aspect =
        av_guess_sample_aspect_ratio(film.input.get(), film.input->streams[film.stream], nullptr);
    const DisplaySize size = display_size(film.codec->width, film.codec->height, aspect);
    VideoInfo info;
    info.width = orientation.swaps_sides() ? size.height : size.width;
    info.height = orientation.swaps_sides() ? size.width : size.height;
    const AVRational mean = stream.avg_frame_rate;
    if (mean.num > 0 && mean.den > 0) info.rate = av_q2d(mean);
    if (stream.duration > 0)
        info.duration = Duration{libav::to_ns(stream.duration, stream.time_base)};
    else if (film.input->duration > 0)
        info.duration = Duration{libav::to_ns(film.input->duration, AVRational{1, AV_TIME_BASE})};
    if (stream.nb_frames > 0)
        info.frame_estimate = static_cast<std::uint64_t>(stream.nb_frames);
    else if (info.duration && info.rate > 0)
        info.frame_estimate = static_cast<std::uint64_t>(std::llround(info.duration->seconds() * info.rate));
    return info;
}

/// What a frame without a usable stamp is shown for.
std::int64_t nominal_frame_ns(const Opened& film) {
    const AVStream& stream = *film.input->streams[film.stream];
    for (const AVRational rate : {stream.avg_frame_rate, stream.r_frame_rate})
        if (rate.num > 0 && rate.den > 0)
            return std::clamp<std::int64_t>(libav::to_ns(1, AVRational{rate.den, rate.num}), 1,
                                            10'000'000'000);
    return 40'000'000; // 25 a second, where the container says nothing
}

} // namespace

struct VideoReader::State {
    std::filesystem::path path;
    Opened film;
    libav::FramePtr frame{av_frame_alloc()};
    libav::PacketPtr packet{av_packet_alloc()};
    Orientation orientation;
    VideoInfo info;
    PictureConverter converter;
    std::int64_t nominal_ns = 0;
    std::optional<std::int64_t> last_ns;
    std::uint64_t damaged = 0;
    std::uint64_t delivered = 0;
    bool draining = false;

    void start() {
        orientation = orientation_of(*film.input->streams[film.stream]);
        info = info_of(film, orientation);
        nominal_ns = nominal_frame_ns(film);
        last_ns.reset();
        delivered = 0;
        draining = false;
    }

    /// Feeds the decoder one packet of the film, or the end.
    Result<void> feed() {
        for (int errors = 0;;) {
            const int error = av_read_frame(film.input.get(), packet.get());
            if (error == AVERROR(EAGAIN)) continue;
            if (error == AVERROR_INVALIDDATA && ++errors < max_read_errors) {
                ++damaged;
                continue;
            }
            if (error < 0) {
                if (error != AVERROR_EOF && error != AVERROR_INVALIDDATA)
                    return fail(ErrorCode::unreadable, "Cannot read {} further: {}", path.string(),
                                libav::reason(error));
                draining = true;
                avcodec_send_packet(film.codec.get(), nullptr);
                return {};
            }
            if (packet->stream_index == film.stream) break;
            av_packet_unref(packet.get());
        }
        if (avcodec_send_packet(film.codec.get(), packet.get()) < 0) ++damaged;
        av_packet_unref(packet.get());
        return {};
    }

    Timestamp stamp() {
        const std::int64_t stored = frame->best_effort_timestamp;
        std::optional<std::int64_t> ns;
        if (stored != AV_NOPTS_VALUE) ns = libav::to_ns(stored, film.input->streams[film.stream]->time_base);
        if (ns && (*ns > max_stamp_ns || *ns < -max_stamp_ns)) ns.reset();
        if (!ns || (last_ns && *ns <= *last_ns)) ns = last_ns ? *last_ns + nominal_ns : 0;
        last_ns = ns;
        return {*ns};
    }

    Result<DecodedFrame> take_frame() {
        if ((frame->flags & AV_FRAME_FLAG_CORRUPT) != 0 || frame->decode_error_flags != 0) ++damaged;
        const Timestamp t = stamp();
        const AVRational aspect =
            av_guess_sample_aspect_ratio(film.input.get(), film.input->streams[film.stream], frame.get());
        auto picture = converter.convert(*frame, aspect, orientation);
        av_frame_unref(frame.get());
        if (!picture)
            return fail(ErrorCode::unreadable, "Cannot read {}: {}", path.string(), picture.error().message);
        ++delivered;
        return DecodedFrame{t, std::move(*picture)};
    }
};

VideoReader::VideoReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
VideoReader::VideoReader(VideoReader&&) noexcept = default;
VideoReader& VideoReader::operator=(VideoReader&&) noexcept = default;
VideoReader::~VideoReader() = default;

Result<VideoReader> VideoReader::open(const std::filesystem::path& path) {
    auto film = open_film(path);
    if (!film) return pass_on(film);
    auto state = std::make_unique<State>();
    if (!state->frame || !state->packet)
        return fail(ErrorCode::internal, "Cannot read {}: out of memory", path.string());
    state->path = path;
    state->film = std::move(*film);
    state->start();
    return VideoReader(std::move(state));
}

const VideoInfo& VideoReader::info() const {
    return state_->info;
}

std::uint64_t VideoReader::damaged() const {
    return state_->damaged;
}

Result<std::optional<DecodedFrame>> VideoReader::next() {
    State& state = *state_;
    for (int drain_errors = 0; drain_errors < max_read_errors;) {
        const int error = avcodec_receive_frame(state.film.codec.get(), state.frame.get());
        if (error == 0) {
            auto frame = state.take_frame();
            if (!frame) return pass_on(frame);
            return std::optional(std::move(*frame));
        }
        if (error == AVERROR_EOF) break;
        if (error != AVERROR(EAGAIN)) ++state.damaged;
        if (state.draining)
            ++drain_errors; // what is left in the decoder may still come
        else if (auto fed = state.feed(); !fed)
            return pass_on(fed);
    }
    if (state.delivered == 0 && state.damaged > 0)
        return fail(ErrorCode::unreadable, "Cannot read {}: not one frame of it can be decoded",
                    state.path.string());
    return std::optional<DecodedFrame>();
}

Result<void> VideoReader::rewind() {
    // Opening again is exact for every container; seeking to the start is not (edit lists, raw streams).
    auto film = open_film(state_->path);
    if (!film) return pass_on(film);
    state_->film = std::move(*film);
    state_->start();
    return {};
}

} // namespace mien

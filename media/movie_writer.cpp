#include "media/movie_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <system_error>

#include "base/file.h"
#include "media/libav_internal.h"
#include "media/movie_format.h"

extern "C" {
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
}

namespace mien {
namespace {

constexpr int max_side = 16384;

/// Bits a pixel for encoders that cannot hold a quality by themselves: a film of a face looks clean at it.
constexpr double bits_per_pixel = 0.2;

Result<void> check(const std::filesystem::path& path, const MovieOptions& options) {
    if (options.width < 1 || options.height < 1 || options.width > max_side || options.height > max_side)
        return fail(ErrorCode::usage, "Cannot write {}: a size of {} x {} is not between 1 and {}",
                    path.string(), options.width, options.height, max_side);
    if (!(options.rate > 0 && options.rate <= 1000))
        return fail(ErrorCode::usage,
                    "Cannot write {}: a rate of {} frames a second is not above 0 and up to 1000",
                    path.string(), options.rate);
    return {};
}

/// Chroma of half the size needs even sides.
bool wants_even_sides(AVPixelFormat pixels) {
    const AVPixFmtDescriptor* description = av_pix_fmt_desc_get(pixels);
    return description->log2_chroma_w > 0 || description->log2_chroma_h > 0;
}

AVPixelFormat libav_format(PixelFormat format) {
    switch (format) {
    case PixelFormat::gray8:
        return AV_PIX_FMT_GRAY8;
    case PixelFormat::rgb8:
        return AV_PIX_FMT_RGB24;
    case PixelFormat::rgba8:
        break;
    }
    return AV_PIX_FMT_RGBA;
}

libav::FramePtr make_frame(AVPixelFormat format, int width, int height) {
    libav::FramePtr frame(av_frame_alloc());
    if (!frame) return nullptr;
    frame->format = format;
    frame->width = width;
    frame->height = height;
    return av_frame_get_buffer(frame.get(), 64) >= 0 ? std::move(frame) : nullptr;
}

libav::CodecPtr open_encoder(const EncoderChoice& choice, const MovieOptions& options, int time_scale,
                             bool global_header) {
    const AVCodec* found = avcodec_find_encoder_by_name(choice.name);
    if (found == nullptr) return nullptr;
    libav::CodecPtr codec(avcodec_alloc_context3(found));
    if (!codec) return nullptr;
    const bool even = wants_even_sides(choice.pixels);
    codec->width = even ? (options.width + 1) / 2 * 2 : options.width;
    codec->height = even ? (options.height + 1) / 2 * 2 : options.height;
    codec->pix_fmt = choice.pixels;
    codec->time_base = AVRational{1, std::min(time_scale, choice.max_time_scale)};
    codec->framerate = av_d2q(options.rate, 1'001'000);
    codec->gop_size = std::max(1, static_cast<int>(std::lround(options.rate * 2))); // seekable to 2 s
    codec->thread_count = 1; // the same pictures give the same bytes on any machine
    codec->flags |= AV_CODEC_FLAG_BITEXACT;
    if (global_header) codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    if (choice.by_bit_rate)
        codec->bit_rate = std::llround(codec->width * codec->height * options.rate * bits_per_pixel);
    if ((av_pix_fmt_desc_get(choice.pixels)->flags & AV_PIX_FMT_FLAG_RGB) == 0) {
        codec->color_range = AVCOL_RANGE_MPEG;
        codec->colorspace = AVCOL_SPC_BT709;
        codec->color_primaries = AVCOL_PRI_BT709; // those of sRGB
        codec->color_trc = AVCOL_TRC_IEC61966_2_1;
    }
    AVDictionary* dictionary = nullptr;
    av_dict_parse_string(&dictionary, choice.options, "=", ":", 0);
    const int error = avcodec_open2(codec.get(), found, &dictionary);
    av_dict_free(&dictionary);
    return error >= 0 ? std::move(codec) : nullptr;
}

} // namespace

struct MovieWriter::State {
    std::filesystem::path path;
    std::filesystem::path temporary;
    MovieOptions options;
    std::string encoder_name;
    libav::OutputPtr output;
    libav::CodecPtr codec;
    AVStream* stream = nullptr;
    libav::PacketPtr packet{av_packet_alloc()};
    libav::FramePtr source;  ///< the picture with padded rows, as swscale wants it
    libav::FramePtr encoded; ///< in the encoder's format
    libav::ScalerPtr scaler; ///< from source to encoded
    std::optional<Timestamp> first;
    Timestamp last;
    std::int64_t last_tick = -1;
    bool finished = false;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (finished || temporary.empty()) return;
        output.reset();
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
    }

    [[nodiscard]] tl::unexpected<Error> cannot_write(int error) const {
        return fail(ErrorCode::unavailable, "Cannot write {}: {}", path.string(), libav::reason(error));
    }

    Result<void> choose_encoder(const MovieFormat& format) {
        AVFormatContext* raw = nullptr;
        avformat_alloc_output_context2(&raw, nullptr, format.muxer, temporary.c_str());
        if (raw == nullptr)
            return fail(ErrorCode::unavailable, "Cannot write {}: this libav has no {} container",
                        path.string(), format.muxer);
        output.reset(raw);
        const bool global_header = (raw->oformat->flags & AVFMT_GLOBALHEADER) != 0;
        for (const EncoderChoice& candidate : format.encoders) {
            codec = open_encoder(candidate, options, format.time_scale, global_header);
            if (!codec) continue;
            encoder_name = candidate.name;
            return {};
        }
        std::string names;
        for (const EncoderChoice& candidate : format.encoders)
            names += (names.empty() ? "" : ", ") + std::string(candidate.name);
        return fail(ErrorCode::unavailable, "Cannot write {}: this libav has none of the encoders {}",
                    path.string(), names);
    }

    Result<void> start_file() {
        stream = avformat_new_stream(output.get(), nullptr);
        if (stream == nullptr) return cannot_write(AVERROR(ENOMEM));
        stream->time_base = codec->time_base;
        stream->avg_frame_rate = codec->framerate;
        avcodec_parameters_from_context(stream->codecpar, codec.get());
        output->flags |= AVFMT_FLAG_BITEXACT;
        if (const int error = avio_open(&output->pb, ("file:" + temporary.string()).c_str(), AVIO_FLAG_WRITE);
            error < 0) {
            temporary.clear(); // nothing there to remove
            return cannot_write(error);
        }
        AVDictionary* raw = nullptr;
        // The index in front lets a player start before it has the whole film.
        av_dict_set(&raw, "movflags", "+faststart", 0);
        av_dict_set_int(&raw, "video_track_timescale", codec->time_base.den, 0);
        const int error = avformat_write_header(output.get(), &raw);
        av_dict_free(&raw);
        if (error < 0) return cannot_write(error);
        encoded = make_frame(codec->pix_fmt, codec->width, codec->height);
        if (!encoded || !packet) return cannot_write(AVERROR(ENOMEM));
        return {};
    }

    Result<void> prepare_scaler(AVPixelFormat format) {
        if (source && source->format == format) return {};
        source = make_frame(format, codec->width, codec->height);
        scaler.reset(sws_getContext(
            codec->width, codec->height, format, codec->width, codec->height, codec->pix_fmt,
            SWS_BILINEAR | SWS_FULL_CHR_H_INP | SWS_ACCURATE_RND | SWS_BITEXACT, nullptr, nullptr, nullptr));
        if (!source || !scaler) return cannot_write(AVERROR(ENOMEM));
        const int* bt709 = sws_getCoefficients(SWS_CS_ITU709);
        const int full_range = (av_pix_fmt_desc_get(codec->pix_fmt)->flags & AV_PIX_FMT_FLAG_RGB) != 0;
        sws_setColorspaceDetails(scaler.get(), bt709, 1, bt709, full_range, 0, 1 << 16, 1 << 16);
        return {};
    }

    /// Copies the picture into `source`; the pixel that makes an odd side even repeats the last one.
    void fill_source(const Image& picture) {
        const auto channels = static_cast<std::size_t>(picture.channels());
        for (int y = 0; y < codec->height; ++y) {
            const std::span<const std::uint8_t> row = picture.row(std::min(y, picture.height - 1));
            std::uint8_t* to = source->data[0] + static_cast<std::ptrdiff_t>(y) * source->linesize[0];
            to = std::copy(row.begin(), row.end(), to);
            if (codec->width > picture.width)
                std::copy(row.end() - static_cast<std::ptrdiff_t>(channels), row.end(), to);
        }
    }

    Result<void> encode(const AVFrame* frame) {
        if (const int error = avcodec_send_frame(codec.get(), frame); error < 0) return cannot_write(error);
        for (;;) {
            const int error = avcodec_receive_packet(codec.get(), packet.get());
            if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return {};
            if (error < 0) return cannot_write(error);
            // Containers take a frame's length from the next one's time; this is for the last one.
            if (packet->duration <= 0) packet->duration = std::llround(codec->time_base.den / options.rate);
            av_packet_rescale_ts(packet.get(), codec->time_base, stream->time_base);
            packet->stream_index = stream->index;
            if (const int written = av_interleaved_write_frame(output.get(), packet.get()); written < 0)
                return cannot_write(written);
        }
    }
};

MovieWriter::MovieWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
MovieWriter::MovieWriter(MovieWriter&&) noexcept = default;
MovieWriter& MovieWriter::operator=(MovieWriter&&) noexcept = default;
MovieWriter::~MovieWriter() = default;

Result<MovieWriter> MovieWriter::open(const std::filesystem::path& path, const MovieOptions& options) {
    libav::silence();
    if (auto checked = check(path, options); !checked) return pass_on(checked);
    const auto format = movie_format_for(path, options.alpha, options.encoder);
    if (!format) return tl::unexpected(format.error());
    auto state = std::make_unique<State>();
    state->path = path;
    state->options = options;
    state->temporary = temporary_beside(path);
    if (auto chosen = state->choose_encoder(*format); !chosen) return pass_on(chosen);
    if (auto started = state->start_file(); !started) return pass_on(started);
    return MovieWriter(std::move(state));
}

const std::string& MovieWriter::encoder() const {
    return state_->encoder_name;
}

Result<void> MovieWriter::add(const Image& picture, Timestamp t) {
    State& state = *state_;
    if (state.finished) return fail(ErrorCode::usage, "Cannot write {}: it is finished", state.path.string());
    if (picture.width != state.options.width || picture.height != state.options.height)
        return fail(ErrorCode::usage, "Cannot write {}: a picture of {} x {} in a film of {} x {}",
                    state.path.string(), picture.width, picture.height, state.options.width,
                    state.options.height);
    if (state.first && t <= state.last)
        return fail(ErrorCode::usage, "Cannot write {}: a frame at {:.6f} s after one at {:.6f} s",
                    state.path.string(), t.seconds(), state.last.seconds());
    if (!state.first) state.first = t;
    state.last = t;
    if (auto ready = state.prepare_scaler(libav_format(picture.format)); !ready) return ready;
    state.fill_source(picture);
    if (const int error = av_frame_make_writable(state.encoded.get()); error < 0)
        return state.cannot_write(error);
    sws_scale(state.scaler.get(), state.source->data, state.source->linesize, 0, state.source->height,
              state.encoded->data, state.encoded->linesize);
    const std::int64_t tick =
        av_rescale_q((t - *state.first).ns, AVRational{1, 1'000'000'000}, state.codec->time_base);
    state.last_tick = std::max(tick, state.last_tick + 1); // frames closer than a tick must not meet
    state.encoded->pts = state.last_tick;
    return state.encode(state.encoded.get());
}

Result<void> MovieWriter::finish() {
    State& state = *state_;
    if (state.finished) return fail(ErrorCode::usage, "Cannot write {}: it is finished", state.path.string());
    if (!state.first)
        return fail(ErrorCode::usage, "Cannot write {}: a film without frames", state.path.string());
    if (auto drained = state.encode(nullptr); !drained) return drained;
    if (const int error = av_write_trailer(state.output.get()); error < 0) return state.cannot_write(error);
    // A full disk may only show now.
    if (const int error = avio_closep(&state.output->pb); error < 0) return state.cannot_write(error);
    if (auto committed = commit_file(state.temporary, state.path); !committed) return committed;
    state.finished = true;
    return {};
}

} // namespace mien

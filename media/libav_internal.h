// What the files that use libav share: its C headers without their warnings, owners for its objects, and its
// reasons in words. Internal to media/.
#pragma once

#include <memory>
#include <string>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>
#include <libswscale/swscale.h>
}

namespace mien::libav {

struct Free {
    void operator()(AVFormatContext* input) const { avformat_close_input(&input); }
    void operator()(AVCodecContext* codec) const { avcodec_free_context(&codec); }
    void operator()(AVFrame* frame) const { av_frame_free(&frame); }
    void operator()(AVPacket* packet) const { av_packet_free(&packet); }
    void operator()(AVDictionary* options) const { av_dict_free(&options); }
    void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};

using InputPtr = std::unique_ptr<AVFormatContext, Free>; ///< opened for reading
struct FreeOutput {
    void operator()(AVFormatContext* output) const {
        avio_closep(&output->pb);
        avformat_free_context(output);
    }
};
using OutputPtr = std::unique_ptr<AVFormatContext, FreeOutput>; ///< for writing; closes its file
using CodecPtr = std::unique_ptr<AVCodecContext, Free>;
using FramePtr = std::unique_ptr<AVFrame, Free>;
using PacketPtr = std::unique_ptr<AVPacket, Free>;
using ScalerPtr = std::unique_ptr<SwsContext, Free>;

/// libav's words for one of its error numbers.
[[nodiscard]] std::string reason(int error);

/// Keeps libav from writing to standard error: what matters comes back as an Error. Any thread, any number of
/// times.
void silence();

/// A time in units of `base` as nanoseconds, rounded to the nearest.
[[nodiscard]] std::int64_t to_ns(std::int64_t value, AVRational base);

} // namespace mien::libav

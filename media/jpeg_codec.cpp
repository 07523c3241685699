#include "media/jpeg_codec.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

#include <jerror.h>

#include "media/exif.h"
#include "media/guarded_call.h"

namespace mien {
namespace {

/// A progressive file may repeat scans without end; sane ones have about ten.
constexpr int max_scans = 100;

/// libjpeg's error manager with a way out. Standard layout: libjpeg knows only the first member.
struct Errors {
    jpeg_error_mgr base{};
    std::jmp_buf escape{};
    std::array<char, JMSG_LENGTH_MAX> message{};
};

Errors* errors_of(j_common_ptr codec) {
    return reinterpret_cast<Errors*>(codec->err);
}

[[noreturn]] void leave(j_common_ptr codec) {
    Errors* errors = errors_of(codec);
    errors->base.format_message(codec, errors->message.data());
    std::longjmp(errors->escape, 1); // NOLINT(cert-err52-cpp)
}

/// Warnings that mean wrong pixels end the decoding; the rest (stray bytes between segments, odd version
/// numbers) is what many cameras write.
void on_message(j_common_ptr codec, int level) {
    if (level >= 0) return;
    switch (codec->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_BOGUS_PROGRESSION:
        leave(codec);
    default:
        break;
    }
}

void on_progress(j_common_ptr codec) {
    const auto* decoder = reinterpret_cast<j_decompress_ptr>(codec);
    if (decoder->input_scan_number <= max_scans) return;
    codec->err->msg_code = JERR_BAD_PROGRESSION;
    leave(codec);
}

void set_up(Errors& errors) {
    jpeg_std_error(&errors.base);
    errors.base.error_exit = leave;
    errors.base.emit_message = on_message;
}

class Decoder {
public:
    explicit Decoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
        set_up(errors_);
        codec_.err = &errors_.base;
        progress_.progress_monitor = on_progress;
    }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    ~Decoder() { jpeg_destroy_decompress(&codec_); }

    [[nodiscard]] const char* message() const { return errors_.message.data(); }
    [[nodiscard]] bool read_header() {
        return guarded_call(errors_.escape, [this] {
            jpeg_create_decompress(&codec_);
            codec_.progress = &progress_;
            jpeg_mem_src(&codec_, bytes_.data(), bytes_.size());
            jpeg_save_markers(&codec_, JPEG_APP0 + 1, 0xffff);
            jpeg_read_header(&codec_, TRUE);
            if (codec_.jpeg_color_space == JCS_GRAYSCALE)
                codec_.out_color_space = JCS_GRAYSCALE;
            else
                codec_.out_color_space = inks() ? JCS_CMYK : JCS_RGB;
        });
    }
    /// `row` holds one row of samples in the decoder's own form; `keep` puts it where it belongs.
    template <typename Keep>
    [[nodiscard]] bool read_rows(std::span<std::uint8_t> row, const Keep& keep) {
        return guarded_call(errors_.escape, [&] {
            jpeg_start_decompress(&codec_);
            JSAMPROW to = row.data();
            while (codec_.output_scanline < codec_.output_height) {
                const auto y = static_cast<int>(codec_.output_scanline);
                jpeg_read_scanlines(&codec_, &to, 1);
                keep(y);
            }
            jpeg_finish_decompress(&codec_);
        });
    }
    [[nodiscard]] Orientation orientation() const {
        for (const jpeg_marker_struct* marker = codec_.marker_list; marker != nullptr; marker = marker->next)
            if (const Orientation found = exif_orientation({marker->data, marker->data_length});
                !found.upright())
                return found;
        return {};
    }
    [[nodiscard]] int width() const { return static_cast<int>(codec_.image_width); }
    [[nodiscard]] int height() const { return static_cast<int>(codec_.image_height); }
    [[nodiscard]] bool grey() const { return codec_.out_color_space == JCS_GRAYSCALE; }
    [[nodiscard]] bool inks() const {
        return codec_.jpeg_color_space == JCS_CMYK || codec_.jpeg_color_space == JCS_YCCK;
    }
    /// Adobe's programs store CMYK with 255 for "no ink".
    [[nodiscard]] bool inks_inverted() const { return codec_.saw_Adobe_marker != FALSE; }

private:
    std::span<const std::uint8_t> bytes_;
    Errors errors_;
    jpeg_progress_mgr progress_{};
    jpeg_decompress_struct codec_{};
};

void inks_to_rgb(std::span<const std::uint8_t> inks, bool inverted, std::span<std::uint8_t> rgb) {
    const auto light = [inverted](std::uint8_t ink) { return inverted ? ink : 255 - ink; };
    for (std::size_t i = 0; i * 4 < inks.size(); ++i) {
        const int key = light(inks[i * 4 + 3]);
        for (std::size_t c = 0; c < 3; ++c)
            rgb[i * 3 + c] = static_cast<std::uint8_t>((light(inks[i * 4 + c]) * key + 127) / 255);
    }
}

/// A block of 8 x 8 pixels takes at least one bit a component in its first scan: what promises more than 1024
/// pixels a byte is a false header.
bool promises_too_much(const Decoder& decoder, std::size_t file_size) {
    return static_cast<std::uint64_t>(decoder.width()) * static_cast<std::uint64_t>(decoder.height()) / 1024 >
           file_size;
}

} // namespace

bool is_jpeg(std::span<const std::uint8_t> bytes) {
    return bytes.size() >= 3 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff;
}

Result<Image> decode_jpeg(std::span<const std::uint8_t> bytes, const std::string& what,
                          const ImageLimits& limits) {
    Decoder decoder(bytes);
    if (!decoder.read_header())
        return fail(ErrorCode::unreadable, "Cannot read {}: damaged JPEG ({})", what, decoder.message());
    const auto pixels =
        static_cast<std::uint64_t>(decoder.width()) * static_cast<std::uint64_t>(decoder.height());
    if (pixels > limits.max_pixels)
        return fail(ErrorCode::unreadable, "Cannot read {}: {} x {} pixels are more than the limit of {}",
                    what, decoder.width(), decoder.height(), limits.max_pixels);
    if (promises_too_much(decoder, bytes.size()))
        return fail(ErrorCode::unreadable,
                    "Cannot read {}: damaged JPEG ({} bytes cannot hold {} x {} pixels)", what, bytes.size(),
                    decoder.width(), decoder.height());
    Image picture(decoder.width(), decoder.height(), decoder.grey() ? PixelFormat::gray8 : PixelFormat::rgb8);
    std::vector<std::uint8_t> row(static_cast<std::size_t>(picture.width) *
                                  (decoder.inks() ? 4u : static_cast<std::size_t>(picture.channels())));
    const Orientation orientation = decoder.orientation(); // libjpeg forgets the markers at the end
    const bool inverted = decoder.inks_inverted();
    const bool inks = decoder.inks();
    const bool read = decoder.read_rows(row, [&](int y) {
        if (inks)
            inks_to_rgb(row, inverted, picture.row(y));
        else
            std::copy(row.begin(), row.end(), picture.row(y).begin());
    });
    if (!read)
        return fail(ErrorCode::unreadable, "Cannot read {}: damaged JPEG ({})", what, decoder.message());
    return oriented(std::move(picture), orientation);
}

Result<std::vector<std::uint8_t>> encode_jpeg(const Image& picture, int quality) {
    if (picture.empty()) return fail(ErrorCode::usage, "Cannot write a picture without pixels");
    if (picture.format == PixelFormat::rgba8)
        return encode_jpeg(convert(picture, PixelFormat::rgb8), quality); // JPEG has no alpha
    Errors errors;
    set_up(errors);
    jpeg_compress_struct codec{};
    codec.err = &errors.base;
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    const bool written = guarded_call(errors.escape, [&] {
        jpeg_create_compress(&codec);
        jpeg_mem_dest(&codec, &bytes, &size);
        codec.image_width = static_cast<JDIMENSION>(picture.width);
        codec.image_height = static_cast<JDIMENSION>(picture.height);
        codec.input_components = picture.channels();
        codec.in_color_space = picture.format == PixelFormat::gray8 ? JCS_GRAYSCALE : JCS_RGB;
        jpeg_set_defaults(&codec);
        jpeg_set_quality(&codec, std::clamp(quality, 1, 100), TRUE);
        jpeg_start_compress(&codec, TRUE);
        while (codec.next_scanline < codec.image_height) {
            const auto y = static_cast<int>(codec.next_scanline);
            JSAMPROW row = const_cast<JSAMPROW>(picture.row(y).data()); // libjpeg only reads it
            jpeg_write_scanlines(&codec, &row, 1);
        }
        jpeg_finish_compress(&codec);
    });
    jpeg_destroy_compress(&codec);
    std::vector<std::uint8_t> result(bytes, bytes + (written ? size : 0));
    std::free(bytes);
    if (!written) return fail(ErrorCode::usage, "Cannot write a JPEG: {}", errors.message.data());
    return result;
}

} // namespace mien

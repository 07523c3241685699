#include "media/png_codec.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <png.h>

#include "media/guarded_call.h"

namespace mien {
namespace {

constexpr std::array<std::uint8_t, 8> signature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

/// What the callbacks of libpng share with us.
struct Session {
    std::jmp_buf escape{};
    std::array<char, 128> message{};
    std::span<const std::uint8_t> input;
    std::vector<std::uint8_t>* output = nullptr;
    bool out_of_memory = false;
};

[[noreturn]] void on_error(png_structp png, png_const_charp text) {
    auto* session = static_cast<Session*>(png_get_error_ptr(png));
    std::strncpy(session->message.data(), text, session->message.size() - 1);
    std::longjmp(session->escape, 1); // NOLINT(cert-err52-cpp)
}

void on_warning(png_structp, png_const_charp) {}

void read_some(png_structp png, png_bytep to, std::size_t count) {
    auto* session = static_cast<Session*>(png_get_io_ptr(png));
    if (count > session->input.size()) png_error(png, "the data ends too early");
    std::copy_n(session->input.begin(), count, to);
    session->input = session->input.subspan(count);
}

void write_some(png_structp png, png_bytep from, std::size_t count) {
    auto* session = static_cast<Session*>(png_get_io_ptr(png));
    try {
        session->output->insert(session->output->end(), from, from + count);
        return;
    } catch (const std::bad_alloc&) {
        session->out_of_memory = true;
    }
    png_error(png, "out of memory"); // outside of the handler: it jumps
}

void flush_nothing(png_structp) {}

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) {
        session_.input = bytes;
        png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &session_, on_error, on_warning);
        if (png_ != nullptr) info_ = png_create_info_struct(png_);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }

    [[nodiscard]] bool created() const { return info_ != nullptr; }
    [[nodiscard]] const char* message() const { return session_.message.data(); }

    /// The header, and the transformations to 8-bit grey, RGB or RGBA.
    [[nodiscard]] bool read_header() {
        return guarded_call(session_.escape, [this] {
            // Sizes are checked against the caller's limit afterwards, with a better message.
            png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
            png_set_chunk_malloc_max(png_, 8u << 20);
            png_set_read_fn(png_, &session_, read_some);
            png_read_info(png_, info_);
        });
    }
    [[nodiscard]] bool start_rows() {
        return guarded_call(session_.escape, [this] {
            const bool keyed = png_get_valid(png_, info_, PNG_INFO_tRNS) != 0;
            const int colour = png_get_color_type(png_, info_);
            if (colour == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png_);
            if (colour == PNG_COLOR_TYPE_GRAY) png_set_expand_gray_1_2_4_to_8(png_);
            if (keyed) png_set_tRNS_to_alpha(png_);
            png_set_scale_16(png_);
            const bool grey = (colour & PNG_COLOR_MASK_COLOR) == 0;
            if (grey && (keyed || (colour & PNG_COLOR_MASK_ALPHA) != 0)) png_set_gray_to_rgb(png_);
            png_set_interlace_handling(png_);
            png_read_update_info(png_, info_);
        });
    }
    [[nodiscard]] bool read_rows(std::span<png_bytep> rows) {
        return guarded_call(session_.escape, [&] {
            png_read_image(png_, rows.data());
            png_read_end(png_, nullptr);
        });
    }

    [[nodiscard]] std::uint64_t width() const { return png_get_image_width(png_, info_); }
    [[nodiscard]] std::uint64_t height() const { return png_get_image_height(png_, info_); }
    [[nodiscard]] int channels() const { return png_get_channels(png_, info_); }
    /// Bits of a row as it is stored (before start_rows).
    [[nodiscard]] std::uint64_t stored_row_bits() const {
        return width() * png_get_channels(png_, info_) * png_get_bit_depth(png_, info_);
    }

private:
    Session session_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
};

/// Deflate cannot shrink below 1:1032, so a header that promises more than its file can hold is false; saying
/// so here keeps a file of some bytes from asking for hundreds of megabytes.
bool promises_too_much(const Reader& reader, std::size_t file_size) {
    return reader.stored_row_bits() / 8 * reader.height() / 1032 > file_size;
}

std::vector<png_bytep> row_pointers(Image& picture) {
    std::vector<png_bytep> rows;
    rows.reserve(static_cast<std::size_t>(picture.height));
    for (int y = 0; y < picture.height; ++y) rows.push_back(picture.row(y).data());
    return rows;
}

class Writer {
public:
    Writer(const Image& picture, std::vector<std::uint8_t>& output) : picture_(picture) {
        session_.output = &output;
        png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, &session_, on_error, on_warning);
        if (png_ != nullptr) info_ = png_create_info_struct(png_);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { png_destroy_write_struct(&png_, &info_); }

    [[nodiscard]] bool created() const { return info_ != nullptr; }
    [[nodiscard]] const char* message() const { return session_.message.data(); }
    [[nodiscard]] bool write() {
        return guarded_call(session_.escape, [this] {
            png_set_write_fn(png_, &session_, write_some, flush_nothing);
            const int colour = picture_.format == PixelFormat::gray8  ? PNG_COLOR_TYPE_GRAY
                               : picture_.format == PixelFormat::rgb8 ? PNG_COLOR_TYPE_RGB
                                                                      : PNG_COLOR_TYPE_RGBA;
            png_set_IHDR(png_, info_, static_cast<png_uint_32>(picture_.width),
                         static_cast<png_uint_32>(picture_.height), 8, colour, PNG_INTERLACE_NONE,
                         PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
            png_set_sRGB(png_, info_, PNG_sRGB_INTENT_PERCEPTUAL);
            png_write_info(png_, info_);
            for (int y = 0; y < picture_.height; ++y) png_write_row(png_, picture_.row(y).data());
            png_write_end(png_, nullptr);
        });
    }

private:
    const Image& picture_;
    Session session_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
};

} // namespace

bool is_png(std::span<const std::uint8_t> bytes) {
    return bytes.size() >= signature.size() && std::equal(signature.begin(), signature.end(), bytes.begin());
}

Result<Image> decode_png(std::span<const std::uint8_t> bytes, const std::string& what,
                         const ImageLimits& limits) {
    Reader reader(bytes);
    if (!reader.created()) return fail(ErrorCode::internal, "Cannot read {}: libpng does not start", what);
    const auto damaged = [&] {
        return fail(ErrorCode::unreadable, "Cannot read {}: damaged PNG ({})", what, reader.message());
    };
    if (!reader.read_header()) return damaged();
    if (reader.width() * reader.height() > limits.max_pixels)
        return fail(ErrorCode::unreadable, "Cannot read {}: {} x {} pixels are more than the limit of {}",
                    what, reader.width(), reader.height(), limits.max_pixels);
    if (promises_too_much(reader, bytes.size()))
        return fail(ErrorCode::unreadable,
                    "Cannot read {}: damaged PNG ({} bytes cannot hold {} x {} pixels)", what, bytes.size(),
                    reader.width(), reader.height());
    if (!reader.start_rows()) return damaged();
    Image picture(static_cast<int>(reader.width()), static_cast<int>(reader.height()),
                  static_cast<PixelFormat>(reader.channels()));
    std::vector<png_bytep> rows = row_pointers(picture);
    if (!reader.read_rows(rows)) return damaged();
    return picture;
}

Result<std::vector<std::uint8_t>> encode_png(const Image& picture) {
    if (picture.empty()) return fail(ErrorCode::usage, "Cannot write a picture without pixels");
    std::vector<std::uint8_t> bytes;
    Writer writer(picture, bytes);
    if (!writer.created()) return fail(ErrorCode::internal, "Cannot write a PNG: libpng does not start");
    if (!writer.write()) return fail(ErrorCode::internal, "Cannot write a PNG: {}", writer.message());
    return bytes;
}

} // namespace mien

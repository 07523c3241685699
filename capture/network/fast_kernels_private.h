// The body of every kernel set. Each set's own .cpp file defines MIEN_KERNELS_NAME and includes this once;
// its compiler flags decide about the instructions. Nothing here has external linkage but the set itself, and
// nothing of the standard library's inline code is used: code compiled for a newer processor must not become
// the one copy that the linker keeps for everybody.
#include "capture/network/fast_kernels.h"

#if defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)
#define MIEN_KERNELS_AVX2 1
#include <immintrin.h>
#endif

namespace mien::network {
namespace {

#ifdef MIEN_KERNELS_AVX2

using Vector = __m256;
constexpr int vector_width = 8;

inline Vector load(const float* p) {
    return _mm256_loadu_ps(p);
}
inline Vector load(const std::uint16_t* p) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
inline void store(float* p, Vector v) {
    _mm256_storeu_ps(p, v);
}
inline Vector splat(float value) {
    return _mm256_set1_ps(value);
}
inline Vector multiply_add(Vector a, Vector b, Vector c) {
    return _mm256_fmadd_ps(a, b, c);
}
inline Vector larger(Vector a, Vector b) {
    return _mm256_max_ps(a, b);
}
inline Vector smaller(Vector a, Vector b) {
    return _mm256_min_ps(a, b);
}
constexpr bool has_half = true;

#else

// GCC's and clang's own vectors: SSE2 or NEON without their names.
using Vector = float __attribute__((vector_size(16)));
constexpr int vector_width = 4;

inline Vector load(const float* p) {
    Vector v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}
// Never called: half weights are unpacked beforehand for this set.
inline Vector load(const std::uint16_t* p) {
    return Vector{} + static_cast<float>(*p);
}
inline void store(float* p, Vector v) {
    __builtin_memcpy(p, &v, sizeof v);
}
inline Vector splat(float value) {
    return Vector{value, value, value, value};
}
inline Vector multiply_add(Vector a, Vector b, Vector c) {
    return a * b + c;
}
inline Vector larger(Vector a, Vector b) {
    return a > b ? a : b;
}
inline Vector smaller(Vector a, Vector b) {
    return a < b ? a : b;
}
constexpr bool has_half = false;

#endif

constexpr int panel_width = 2 * vector_width;
static_assert(channel_multiple % vector_width == 0);

// ---- depthwise convolution ----

// Three inputs of one column times the three weights of one column.
inline Vector column(Vector sum, const Vector (&in)[3], Vector w0, Vector w1, Vector w2) {
    sum = multiply_add(in[0], w0, sum);
    sum = multiply_add(in[1], w1, sum);
    return multiply_add(in[2], w2, sum);
}

template <int Stride>
void depthwise_channels(const DepthwiseRow& row, int c) {
    const int n = row.channels;
    const Vector w00 = load(row.weights + 0 * n + c);
    const Vector w01 = load(row.weights + 1 * n + c);
    const Vector w02 = load(row.weights + 2 * n + c);
    const Vector w10 = load(row.weights + 3 * n + c);
    const Vector w11 = load(row.weights + 4 * n + c);
    const Vector w12 = load(row.weights + 5 * n + c);
    const Vector w20 = load(row.weights + 6 * n + c);
    const Vector w21 = load(row.weights + 7 * n + c);
    const Vector w22 = load(row.weights + 8 * n + c);
    const Vector bias = load(row.bias + c);
    const float* in = row.input + c;
    float* out = row.output + c;
    const auto read = [&](Vector(&into)[3], int x) {
        const float* p = in + static_cast<std::size_t>(x) * row.pixel_step;
        into[0] = load(p);
        into[1] = load(p + row.row_step);
        into[2] = load(p + 2 * row.row_step);
    };
    int x = 0;
    Vector v[3];
    if constexpr (Stride == 1) {
        // Four pixels share six columns: 18 loads for 36 products.
        for (; x + 4 <= row.width; x += 4, in += 4 * row.pixel_step, out += 4 * n) {
            read(v, 0);
            Vector s0 = column(bias, v, w00, w10, w20);
            read(v, 1);
            s0 = column(s0, v, w01, w11, w21);
            Vector s1 = column(bias, v, w00, w10, w20);
            read(v, 2);
            s0 = column(s0, v, w02, w12, w22);
            s1 = column(s1, v, w01, w11, w21);
            Vector s2 = column(bias, v, w00, w10, w20);
            store(out, s0);
            read(v, 3);
            s1 = column(s1, v, w02, w12, w22);
            s2 = column(s2, v, w01, w11, w21);
            Vector s3 = column(bias, v, w00, w10, w20);
            store(out + n, s1);
            read(v, 4);
            s2 = column(s2, v, w02, w12, w22);
            s3 = column(s3, v, w01, w11, w21);
            store(out + 2 * n, s2);
            read(v, 5);
            s3 = column(s3, v, w02, w12, w22);
            store(out + 3 * n, s3);
        }
    } else {
        for (; x + 2 <= row.width; x += 2, in += 4 * row.pixel_step, out += 2 * n) {
            read(v, 0);
            Vector s0 = column(bias, v, w00, w10, w20);
            read(v, 1);
            s0 = column(s0, v, w01, w11, w21);
            read(v, 2);
            s0 = column(s0, v, w02, w12, w22);
            Vector s1 = column(bias, v, w00, w10, w20);
            store(out, s0);
            read(v, 3);
            s1 = column(s1, v, w01, w11, w21);
            read(v, 4);
            s1 = column(s1, v, w02, w12, w22);
            store(out + n, s1);
        }
    }
    for (; x < row.width; ++x, in += Stride * row.pixel_step, out += n) {
        read(v, 0);
        Vector s = column(bias, v, w00, w10, w20);
        read(v, 1);
        s = column(s, v, w01, w11, w21);
        read(v, 2);
        store(out, column(s, v, w02, w12, w22));
    }
}

void depthwise_row(const DepthwiseRow& row) {
    for (int c = 0; c < row.channels; c += vector_width) {
        if (row.stride == 1)
            depthwise_channels<1>(row, c);
        else
            depthwise_channels<2>(row, c);
    }
}

// ---- convolution as a matrix product ----

template <typename T>
inline T* place(const PixelPlaces<T>& places, int pixel) {
    return places.each != nullptr ? places.each[pixel]
                                  : places.base + static_cast<std::size_t>(pixel) * places.step;
}

inline Vector residual_at(const ConvolutionTile& tile, const float* p) {
    if (tile.pool_right == 0) return load(p);
    const float* below = p + tile.pool_below;
    return larger(larger(load(p), load(p + tile.pool_right)),
                  larger(load(below), load(below + tile.pool_right)));
}

inline void finish_vector(const ConvolutionTile& tile, Vector sum, int channel, const float* residual,
                          float* out) {
    if (channel >= tile.output_channels) return;
    if (residual != nullptr && channel < tile.residual_channels) sum += residual_at(tile, residual + channel);
    if (tile.slopes != nullptr) {
        const Vector zero = splat(0);
        sum = multiply_add(smaller(sum, zero), load(tile.slopes + channel), larger(sum, zero));
    }
    if (channel + vector_width <= tile.output_channels) {
        store(out + channel, sum);
        return;
    }
    float values[vector_width];
    store(values, sum);
    for (int i = 0; channel + i < tile.output_channels; ++i) out[channel + i] = values[i];
}

inline void finish(const ConvolutionTile& tile, int pixel, int channel, Vector low, Vector high) {
    const bool adds = tile.residual.base != nullptr || tile.residual.each != nullptr;
    const float* residual = adds ? place(tile.residual, pixel) : nullptr;
    float* out = place(tile.output, pixel);
    finish_vector(tile, low, channel, residual, out);
    finish_vector(tile, high, channel + vector_width, residual, out);
}

// `Rows` pixels x one panel. The sums are named one by one: in an array, GCC 12 writes all of them to memory
// in every step.
template <int Rows, typename Weight>
void multiply(const ConvolutionTile& tile, int pixel, int panel, const Weight* weights) {
    const int channel = panel * panel_width;
    const Vector bias0 = load(tile.bias + channel);
    const Vector bias1 = load(tile.bias + channel + vector_width);
    Vector s00 = bias0, s01 = bias1, s10 = bias0, s11 = bias1, s20 = bias0, s21 = bias1;
    Vector s30 = bias0, s31 = bias1, s40 = bias0, s41 = bias1, s50 = bias0, s51 = bias1;
    const float* first = tile.input + static_cast<std::size_t>(pixel) * tile.input_step;
    for (int s = 0; s < tile.segments; ++s, first += tile.segment_step) {
        const float* p0 = first;
        const float* p1 = p0 + tile.input_step;
        const float* p2 = p1 + tile.input_step;
        const float* p3 = p2 + tile.input_step;
        const float* p4 = p3 + tile.input_step;
        const float* p5 = p4 + tile.input_step;
        for (int k = 0; k < tile.segment_length; ++k, weights += panel_width) {
            const Vector w0 = load(weights);
            const Vector w1 = load(weights + vector_width);
            Vector a = splat(p0[k]);
            s00 = multiply_add(a, w0, s00);
            s01 = multiply_add(a, w1, s01);
            if constexpr (Rows > 1) {
                a = splat(p1[k]);
                s10 = multiply_add(a, w0, s10);
                s11 = multiply_add(a, w1, s11);
            }
            if constexpr (Rows > 2) {
                a = splat(p2[k]);
                s20 = multiply_add(a, w0, s20);
                s21 = multiply_add(a, w1, s21);
            }
            if constexpr (Rows > 3) {
                a = splat(p3[k]);
                s30 = multiply_add(a, w0, s30);
                s31 = multiply_add(a, w1, s31);
            }
            if constexpr (Rows > 4) {
                a = splat(p4[k]);
                s40 = multiply_add(a, w0, s40);
                s41 = multiply_add(a, w1, s41);
            }
            if constexpr (Rows > 5) {
                a = splat(p5[k]);
                s50 = multiply_add(a, w0, s50);
                s51 = multiply_add(a, w1, s51);
            }
        }
    }
    finish(tile, pixel, channel, s00, s01);
    if constexpr (Rows > 1) finish(tile, pixel + 1, channel, s10, s11);
    if constexpr (Rows > 2) finish(tile, pixel + 2, channel, s20, s21);
    if constexpr (Rows > 3) finish(tile, pixel + 3, channel, s30, s31);
    if constexpr (Rows > 4) finish(tile, pixel + 4, channel, s40, s41);
    if constexpr (Rows > 5) finish(tile, pixel + 5, channel, s50, s51);
}

// One pixel: four panels at once keep enough products in flight.
template <typename Weight>
void multiply_single(const ConvolutionTile& tile, const Weight* weights, std::size_t panel_size) {
    int panel = 0;
    for (; panel + 4 <= tile.panels; panel += 4, weights += 4 * panel_size) {
        const float* bias = tile.bias + panel * panel_width;
        Vector s0 = load(bias), s1 = load(bias + vector_width);
        Vector s2 = load(bias + 2 * vector_width), s3 = load(bias + 3 * vector_width);
        Vector s4 = load(bias + 4 * vector_width), s5 = load(bias + 5 * vector_width);
        Vector s6 = load(bias + 6 * vector_width), s7 = load(bias + 7 * vector_width);
        const Weight* w = weights;
        const float* in = tile.input;
        for (int s = 0; s < tile.segments; ++s, in += tile.segment_step) {
            for (int k = 0; k < tile.segment_length; ++k, w += panel_width) {
                const Vector a = splat(in[k]);
                s0 = multiply_add(a, load(w), s0);
                s1 = multiply_add(a, load(w + vector_width), s1);
                s2 = multiply_add(a, load(w + panel_size), s2);
                s3 = multiply_add(a, load(w + panel_size + vector_width), s3);
                s4 = multiply_add(a, load(w + 2 * panel_size), s4);
                s5 = multiply_add(a, load(w + 2 * panel_size + vector_width), s5);
                s6 = multiply_add(a, load(w + 3 * panel_size), s6);
                s7 = multiply_add(a, load(w + 3 * panel_size + vector_width), s7);
            }
        }
        finish(tile, 0, panel * panel_width, s0, s1);
        finish(tile, 0, (panel + 1) * panel_width, s2, s3);
        finish(tile, 0, (panel + 2) * panel_width, s4, s5);
        finish(tile, 0, (panel + 3) * panel_width, s6, s7);
    }
    for (; panel < tile.panels; ++panel, weights += panel_size) multiply<1>(tile, 0, panel, weights);
}

template <typename Weight>
void multiply_all(const ConvolutionTile& tile) {
    const auto* weights = static_cast<const Weight*>(tile.weights);
    const std::size_t panel_size =
        static_cast<std::size_t>(tile.segments) * static_cast<std::size_t>(tile.segment_length) * panel_width;
    if (tile.pixels == 1) return multiply_single(tile, weights, panel_size);
    // A panel's weights stay in the cache for all pixels of the tile.
    for (int panel = 0; panel < tile.panels; ++panel, weights += panel_size) {
        int pixel = 0;
        for (; pixel + 6 <= tile.pixels; pixel += 6) multiply<6>(tile, pixel, panel, weights);
        switch (tile.pixels - pixel) {
        case 5:
            multiply<5>(tile, pixel, panel, weights);
            break;
        case 4:
            multiply<4>(tile, pixel, panel, weights);
            break;
        case 3:
            multiply<3>(tile, pixel, panel, weights);
            break;
        case 2:
            multiply<2>(tile, pixel, panel, weights);
            break;
        case 1:
            multiply<1>(tile, pixel, panel, weights);
            break;
        default:
            break;
        }
    }
}

void convolution_tile(const ConvolutionTile& tile) {
    if (has_half && tile.half_weights)
        multiply_all<std::uint16_t>(tile);
    else
        multiply_all<float>(tile);
}

// ---- samples of a picture ----

#ifdef MIEN_KERNELS_AVX2

// Two neighbouring pixels: red, green, blue and nothing, twice.
inline __m256 two_pixels(const std::uint8_t* p) {
    const __m128i spread = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i bytes = _mm_shuffle_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)), spread);
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
}

inline void sample(const std::uint8_t* upper, std::size_t row_step, float fx, float fy, const SampleRow& row,
                   float* out) {
    const __m256 up = two_pixels(upper);
    const __m256 down = two_pixels(upper + row_step);
    const __m256 mixed = _mm256_fmadd_ps(_mm256_sub_ps(down, up), _mm256_set1_ps(fy), up);
    const __m128 left = _mm256_castps256_ps128(mixed);
    const __m128 right = _mm256_extractf128_ps(mixed, 1);
    const __m128 value = _mm_fmadd_ps(_mm_sub_ps(right, left), _mm_set1_ps(fx), left);
    const __m128 scaled = _mm_fmadd_ps(value, _mm_set1_ps(row.scale), _mm_set1_ps(row.offset));
    // Three floats; a fourth would spoil what lies behind the last.
    _mm_storel_pi(reinterpret_cast<__m64*>(out), scaled);
    _mm_store_ss(out + 2, _mm_movehl_ps(scaled, scaled));
}

#else

inline void sample(const std::uint8_t* upper, std::size_t row_step, float fx, float fy, const SampleRow& row,
                   float* out) {
    const std::uint8_t* lower = upper + row_step;
    for (int c = 0; c < 3; ++c) {
        const float u0 = static_cast<float>(upper[c]);
        const float d0 = static_cast<float>(lower[c]);
        const float u = u0 + (static_cast<float>(upper[c + 3]) - u0) * fx;
        const float d = d0 + (static_cast<float>(lower[c + 3]) - d0) * fx;
        out[c] = (u + (d - u) * fy) * row.scale + row.offset;
    }
}

#endif

void sample_row(const SampleRow& row) {
    float* out = row.output;
    for (int i = 0; i < row.count; ++i, out += 3) {
        const float x = row.x + static_cast<float>(i) * row.step_x;
        const float y = row.y + static_cast<float>(i) * row.step_y;
        const int left = static_cast<int>(x);
        const int top = static_cast<int>(y);
        const std::uint8_t* upper =
            row.pixels + static_cast<std::size_t>(top) * row.row_step + static_cast<std::size_t>(left) * 3;
        sample(upper, row.row_step, x - static_cast<float>(left), y - static_cast<float>(top), row, out);
    }
}

} // namespace

extern const FastKernels MIEN_KERNELS_NAME;
const FastKernels MIEN_KERNELS_NAME = {MIEN_KERNELS_LABEL, panel_width,      has_half,
                                       depthwise_row,      convolution_tile, sample_row};

} // namespace mien::network

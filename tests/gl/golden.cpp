#include "tests/gl/golden.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <gtest/gtest.h>

#include "media/image_io.h"
#include "tests/support/paths.h"

namespace mien::test {
namespace {

constexpr int tolerance = 5;           // of 255, in any channel
constexpr double share_allowed = 1e-3; // of the pixels

bool accepted(const std::string& name) {
    const char* wanted = std::getenv("MIEN_ACCEPT_GOLDEN");
    return wanted != nullptr && (name == wanted || std::string_view(wanted) == "all");
}

/// Absolute differences times 8, opaque; and how many pixels are beyond the tolerance.
struct Comparison {
    Image difference;
    std::size_t beyond = 0;
};

Comparison compare(const Image& a, const Image& b) {
    Comparison result{Image(a.width, a.height, PixelFormat::rgb8), 0};
    for (std::size_t pixel = 0; pixel < a.pixels.size() / 4; ++pixel) {
        int worst = 0;
        for (std::size_t c = 0; c < 4; ++c) {
            const int apart = std::abs(a.pixels[4 * pixel + c] - b.pixels[4 * pixel + c]);
            worst = std::max(worst, apart);
            const std::size_t shown = 3 * pixel + std::min<std::size_t>(c, 2); // alpha's shows in blue
            result.difference.pixels[shown] = std::max(result.difference.pixels[shown],
                                                       static_cast<std::uint8_t>(std::min(8 * apart, 255)));
        }
        if (worst > tolerance) ++result.beyond;
    }
    return result;
}

} // namespace

void expect_golden(const std::string& name, const Image& actual) {
    ASSERT_FALSE(actual.empty()) << name << " was not drawn";
    const std::filesystem::path golden = source_dir() / "tests/golden" / (name + ".png");
    if (accepted(name)) {
        const Result<void> written = write_image(golden, actual);
        ASSERT_TRUE(written) << written.error().message;
        return;
    }
    const std::filesystem::path kept = binary_dir() / "golden";
    std::filesystem::create_directories(kept);
    const auto keep = [&](const char* what, const Image& picture) {
        const Result<void> written = write_image(kept / (name + "." + what + ".png"), picture);
        EXPECT_TRUE(written) << written.error().message;
    };
    const Result<Image> expected = read_image(golden);
    if (!expected) {
        keep("actual", actual);
        FAIL() << expected.error().message << "; see " << (kept / (name + ".actual.png"));
    }
    const Image wanted = convert(*expected, PixelFormat::rgba8);
    ASSERT_TRUE(wanted.width == actual.width && wanted.height == actual.height)
        << name << " has another size";
    const Comparison comparison = compare(wanted, actual);
    const double share =
        static_cast<double>(comparison.beyond) / static_cast<double>(actual.pixels.size() / 4);
    if (share <= share_allowed) return;
    keep("actual", actual);
    keep("expected", wanted);
    keep("difference", comparison.difference);
    ADD_FAILURE() << name << ": " << comparison.beyond << " pixels differ by more than " << tolerance
                  << "/255; see " << kept / (name + ".{actual,expected,difference}.png");
}

} // namespace mien::test

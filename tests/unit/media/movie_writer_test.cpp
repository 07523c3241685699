#include "media/movie_writer.h"

#include "media/libav_internal.h"
#include "media/movie_format.h"
#include "media/video_reader.h"
#include "tests/support/films.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

std::vector<DecodedFrame> read_film(const std::filesystem::path& path) {
    std::vector<DecodedFrame> frames;
    auto reader = VideoReader::open(path);
    EXPECT_TRUE(reader) << reader.error().message;
    if (!reader) return frames;
    for (;;) {
        auto frame = reader->next();
        EXPECT_TRUE(frame) << frame.error().message;
        if (!frame || !*frame) return frames;
        frames.push_back(std::move(**frame));
    }
}

class MovieFile : public testing::TestWithParam<const char*> {};

TEST_P(MovieFile, KeepsEveryFrameAndItsTime) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / GetParam();
    const bool whole_ms = path.extension() == ".mkv" || path.extension() == ".webm";
    for (const double rate : {30.0, 24.0, 29.97}) {
        const std::vector<Timestamp> times = test::even_times(12, rate);
        test::write_film(path, times, {.width = 64, .height = 48, .rate = rate});
        const auto frames = read_film(path);
        ASSERT_EQ(frames.size(), times.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            EXPECT_EQ(test::film_index(frames[i].picture), static_cast<int>(i));
            EXPECT_NEAR(frames[i].t.seconds(), times[i].seconds(), whole_ms ? 0.000501 : 0.000006);
        }
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

INSTANTIATE_TEST_SUITE_P(MovieWriter, MovieFile,
                         testing::Values("film.mp4", "film.mkv", "film.mov", "film.webm", "FILM.MP4"));

TEST(MovieWriter, OddStepsOfVariableRateStayAsTheyAre) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "variable.mp4";
    const std::vector<Timestamp> times = {Timestamp::from_seconds(100), Timestamp::from_seconds(100.033),
                                          Timestamp::from_seconds(100.075), Timestamp::from_seconds(100.5),
                                          Timestamp::from_seconds(103.25)};
    test::write_film(path, times);
    const auto frames = read_film(path);
    ASSERT_EQ(frames.size(), times.size());
    for (std::size_t i = 0; i < frames.size(); ++i)
        EXPECT_NEAR(frames[i].t.seconds(), times[i].seconds() - 100, 0.000006) << "the first becomes 0";
}

TEST(MovieWriter, FramesCloserThanATickAreKeptApart) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "close.mkv";
    test::write_film(path, {{0}, {1000}, {2000}, {50'000'000}});
    const auto frames = read_film(path);
    ASSERT_EQ(frames.size(), 4u);
    EXPECT_EQ(frames[2].t.ns, 2'000'000);
    EXPECT_EQ(frames[3].t.ns, 50'000'000);
}

TEST(MovieWriter, OddSizesArePaddedByAPixel) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "odd.mp4";
    test::write_film(path, test::even_times(3, 30), {.width = 63, .height = 47});
    const auto frames = read_film(path);
    ASSERT_EQ(frames.size(), 3u);
    EXPECT_EQ(frames[0].picture.width, 64);
    EXPECT_EQ(frames[0].picture.height, 48);
    EXPECT_NEAR(frames[0].picture.row(47)[63 * 3], 16, 3) << "the padding repeats the last pixel";
}

TEST(MovieWriter, ColoursComeBackCloseAndGreyExact) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "colours.mp4";
    const std::array<std::array<std::uint8_t, 3>, 5> colours = {
        {{200, 30, 40}, {20, 180, 60}, {40, 50, 220}, {250, 250, 250}, {224, 172, 140}}};
    auto writer = MovieWriter::open(path, {.width = 64, .height = 48});
    ASSERT_TRUE(writer) << writer.error().message;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        Image picture(64, 48, PixelFormat::rgb8);
        for (std::size_t at = 0; at < picture.pixels.size(); ++at) picture.pixels[at] = colours[i][at % 3];
        ASSERT_TRUE(writer->add(picture, {static_cast<std::int64_t>(i) * 33'000'000}));
    }
    ASSERT_TRUE(writer->finish());
    const auto frames = read_film(path);
    ASSERT_EQ(frames.size(), colours.size());
    for (std::size_t i = 0; i < colours.size(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(frames[i].picture.row(24)[32 * 3 + c], colours[i][c], 4)
                << "colour " << i << ", " << c;
}

TEST(MovieWriter, TheSamePicturesGiveTheSameBytes) {
    const test::TemporaryFolder folder;
    for (const char* name : {"film.mp4", "film.mkv", "film.mov", "film.webm"}) {
        test::write_film(folder.path() / name, test::even_times(5, 30));
        const auto first = read_file(folder.path() / name, 1 << 20).value();
        test::write_film(folder.path() / name, test::even_times(5, 30));
        EXPECT_EQ(read_file(folder.path() / name, 1 << 20).value(), first) << name;
    }
}

/// The first frame of a film as libav has it.
libav::FramePtr first_frame(const std::filesystem::path& path, const char* decoder_name) {
    AVFormatContext* raw = nullptr;
    if (avformat_open_input(&raw, path.c_str(), nullptr, nullptr) < 0) return nullptr;
    const libav::InputPtr input(raw);
    libav::CodecPtr codec(avcodec_alloc_context3(avcodec_find_decoder_by_name(decoder_name)));
    avcodec_parameters_to_context(codec.get(), input->streams[0]->codecpar);
    avcodec_open2(codec.get(), nullptr, nullptr);
    const libav::PacketPtr packet(av_packet_alloc());
    libav::FramePtr frame(av_frame_alloc());
    while (av_read_frame(input.get(), packet.get()) >= 0) {
        avcodec_send_packet(codec.get(), packet.get());
        av_packet_unref(packet.get());
        if (avcodec_receive_frame(codec.get(), frame.get()) == 0) return frame;
    }
    avcodec_send_packet(codec.get(), nullptr);
    return avcodec_receive_frame(codec.get(), frame.get()) == 0 ? std::move(frame) : nullptr;
}

void write_half_transparent(const std::filesystem::path& path, const std::string& encoder) {
    auto writer = MovieWriter::open(path, {.width = 64, .height = 48, .alpha = true, .encoder = encoder});
    ASSERT_TRUE(writer) << writer.error().message;
    Image picture(64, 48, PixelFormat::rgba8);
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 64; ++x) {
            const std::array<std::uint8_t, 4> pixel = {200, 100, 50,
                                                       static_cast<std::uint8_t>(x < 32 ? 255 : 128)};
            std::copy(pixel.begin(), pixel.end(), picture.row(y).begin() + x * 4);
        }
    ASSERT_TRUE(writer->add(picture, {0}));
    ASSERT_TRUE(writer->finish());
}

TEST(MovieWriter, QuickTimeAnimationKeepsColourAndAlphaExactly) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "alpha.mov";
    write_half_transparent(path, "");
    const libav::FramePtr frame = first_frame(path, "qtrle");
    ASSERT_TRUE(frame);
    ASSERT_EQ(frame->format, AV_PIX_FMT_ARGB);
    const std::uint8_t* row = frame->data[0] + 10 * frame->linesize[0];
    EXPECT_EQ(std::vector(row, row + 4), (std::vector<std::uint8_t>{255, 200, 100, 50}));
    EXPECT_EQ(row[63 * 4], 128);
}

TEST(MovieWriter, ProRes4444AndVp9KeepAlpha) {
    const test::TemporaryFolder folder;
    write_half_transparent(folder.path() / "alpha.mov", "prores_ks");
    const libav::FramePtr prores = first_frame(folder.path() / "alpha.mov", "prores");
    ASSERT_TRUE(prores);
    ASSERT_EQ(prores->format, AV_PIX_FMT_YUVA444P12LE); // as libav decodes 4444
    const auto* prores_alpha = reinterpret_cast<const std::uint16_t*>(prores->data[3]);
    EXPECT_NEAR(prores_alpha[8], 4095, 32);
    EXPECT_NEAR(prores_alpha[60], 2056, 48);

    write_half_transparent(folder.path() / "alpha.webm", "");
    const libav::FramePtr vp9 = first_frame(folder.path() / "alpha.webm", "libvpx-vp9");
    ASSERT_TRUE(vp9);
    ASSERT_EQ(vp9->format, AV_PIX_FMT_YUVA420P);
    EXPECT_NEAR(vp9->data[3][8], 255, 8);
    EXPECT_NEAR(vp9->data[3][60], 128, 12);
}

TEST(MovieWriter, AnotherEncoderServesWhereX264IsMissing) {
    const test::TemporaryFolder folder;
    for (const char* name : {"film.mp4", "film.mkv", "film.mov"}) {
        const auto path = folder.path() / name;
        test::write_film(path, test::even_times(6, 24),
                         {.width = 64, .height = 48, .rate = 24, .encoder = "mpeg4"});
        const auto frames = read_film(path);
        ASSERT_EQ(frames.size(), 6u);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            EXPECT_EQ(test::film_index(frames[i].picture), static_cast<int>(i));
            EXPECT_NEAR(frames[i].t.seconds(), static_cast<double>(i) / 24, 0.0006);
        }
    }
}

TEST(MovieWriter, RefusesWhatCannotBeAFilm) {
    const test::TemporaryFolder folder;
    const auto code_of = [&](const char* name, const MovieOptions& options) {
        const auto writer = MovieWriter::open(folder.path() / name, options);
        EXPECT_FALSE(writer) << name;
        if (writer) return ErrorCode::internal;
        EXPECT_NE(writer.error().message.find(name), std::string::npos) << writer.error().message;
        return writer.error().code;
    };
    EXPECT_EQ(code_of("film.avi", {.width = 64, .height = 48}), ErrorCode::usage);
    EXPECT_EQ(code_of("film", {.width = 64, .height = 48}), ErrorCode::usage);
    EXPECT_EQ(code_of("film.mp4", {.width = 64, .height = 48, .alpha = true}), ErrorCode::usage);
    EXPECT_EQ(code_of("film.mp4", {.width = 64, .height = 48, .encoder = "nonsense"}), ErrorCode::usage);
    EXPECT_EQ(code_of("film.mp4", {.width = 0, .height = 48}), ErrorCode::usage);
    EXPECT_EQ(code_of("film.mp4", {.width = 64, .height = 1 << 20}), ErrorCode::usage);
    EXPECT_EQ(code_of("film.mp4", {.width = 64, .height = 48, .rate = 0}), ErrorCode::usage);
    EXPECT_EQ(code_of("missing/film.mp4", {.width = 64, .height = 48}), ErrorCode::unavailable);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(MovieWriter, RefusesTimesThatDoNotIncreaseAndOtherSizes) {
    const test::TemporaryFolder folder;
    auto writer = MovieWriter::open(folder.path() / "film.mp4", {.width = 64, .height = 48});
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(writer->add(test::film_picture(0), {1000}));
    EXPECT_EQ(writer->add(test::film_picture(1), {1000}).error().code, ErrorCode::usage);
    EXPECT_EQ(writer->add(test::film_picture(1), {999}).error().code, ErrorCode::usage);
    EXPECT_EQ(writer->add(test::film_picture(1, 32, 48), {2000}).error().code, ErrorCode::usage);
    EXPECT_TRUE(writer->finish());
    EXPECT_EQ(writer->add(test::film_picture(1), {5000}).error().code, ErrorCode::usage);
    EXPECT_EQ(writer->finish().error().code, ErrorCode::usage);
    EXPECT_EQ(read_film(folder.path() / "film.mp4").size(), 1u);
}

TEST(MovieWriter, AnUnfinishedFilmLeavesTheOldOneAndNothingElse) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "film.mp4";
    ASSERT_TRUE(write_file_atomically(path, "old"));
    {
        auto writer = MovieWriter::open(path, {.width = 64, .height = 48});
        ASSERT_TRUE(writer) << writer.error().message;
        ASSERT_TRUE(writer->add(test::film_picture(0), {0}));
    }
    EXPECT_EQ(read_text_file(path, 100).value(), "old");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    auto empty = MovieWriter::open(path, {.width = 64, .height = 48});
    EXPECT_EQ(empty.value().finish().error().code, ErrorCode::usage) << "a film without frames";
}

TEST(MovieFormat, PrefersH264AndFallsBackInOrder) {
    const auto mp4 = movie_format_for("a.mp4", false, "");
    ASSERT_TRUE(mp4);
    EXPECT_STREQ(mp4->encoders.front().name, "libx264");
    EXPECT_STREQ(mp4->encoders.back().name, "mpeg4");
    EXPECT_STREQ(movie_format_for("a.webm", false, "").value().encoders.front().name, "libvpx-vp9");
    EXPECT_STREQ(movie_format_for("a.mov", true, "").value().encoders.front().name, "qtrle");
}

} // namespace
} // namespace mien

// landmark_dump mesh|dlib68 OUTDIR FILM...: tracks films and writes OUTDIR/NAME.landmarks, raw little-endian:
// uint32 frames, points, width, height, then per frame float64 time, float32 quality (negative: not tracked)
// and points * 3 float32. What the trainer in models/train reads.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "capture/tracker/tracker.h"
#include "media/video_reader.h"

namespace {

template <typename T>
void put(std::ofstream& file, T value) {
    file.write(reinterpret_cast<const char*>(&value), sizeof value);
}

bool dump(mien::Tracker& tracker, const std::filesystem::path& film, const std::filesystem::path& folder) {
    auto reader = mien::VideoReader::open(film);
    if (!reader) {
        std::fprintf(stderr, "%s\n", reader.error().message.c_str());
        return false;
    }
    std::ofstream file(folder / (film.stem().string() + ".landmarks"), std::ios::binary);
    const auto points = static_cast<std::uint32_t>(mien::point_count(tracker.scheme()));
    std::uint32_t frames = 0;
    for (const std::uint32_t value : {frames, points, static_cast<std::uint32_t>(reader->info().width),
                                      static_cast<std::uint32_t>(reader->info().height)})
        put(file, value);
    tracker.reset();
    while (true) {
        auto decoded = reader->next();
        if (!decoded || !*decoded) break;
        mien::VideoFrame frame{
            .t = (*decoded)->t, .index = frames, .picture = std::move((*decoded)->picture)};
        const mien::LandmarkFrame found = tracker.track(frame);
        put(file, frame.t.seconds());
        put(file, found.tracked ? found.quality : -1.0F);
        for (std::uint32_t i = 0; i < points; ++i) {
            const mien::Landmark p = found.tracked ? found.points[i] : mien::Landmark{};
            for (const float value : {p.x, p.y, p.z}) put(file, value);
        }
        ++frames;
    }
    file.seekp(0);
    put(file, frames);
    return file.good();
}

} // namespace

int main(int count, char** arguments) {
    if (count < 4) {
        std::fprintf(stderr, "landmark_dump mesh|dlib68 OUTDIR FILM...\n");
        return 2;
    }
    const auto kind = mien::tracker_kind_from_name(arguments[1]);
    if (!kind) {
        std::fprintf(stderr, "landmark_dump: no tracker \"%s\"\n", arguments[1]);
        return 2;
    }
    auto tracker = mien::make_tracker(*kind, mien::find_models());
    if (!tracker) {
        std::fprintf(stderr, "%s\n", tracker.error().message.c_str());
        return 4;
    }
    int failed = 0;
    for (int i = 3; i < count; ++i) failed += dump(**tracker, arguments[i], arguments[2]) ? 0 : 1;
    return failed == 0 ? 0 : 3;
}

#include "capture/tracker/task_bundle.h"

#include <algorithm>

#include "base/file.h"
#include "base/zip_archive.h"

namespace mien {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{64} << 20U;
using Bytes = std::span<const std::uint8_t>;

} // namespace

Result<TaskBundle> TaskBundle::read(std::vector<std::uint8_t> bytes, std::string_view name) {
    TaskBundle bundle;
    bundle.bytes = std::move(bytes);
    const auto not_whole = [&] {
        return fail(ErrorCode::unreadable, "{} is not a FaceLandmarker bundle: it is no whole zip file",
                    name);
    };
    const auto archive = ZipArchive::open(bundle.bytes);
    if (!archive) return not_whole();
    struct Wanted {
        std::string_view member;
        Bytes& into;
        bool needed;
    };
    for (const auto& [member, into, needed] :
         {Wanted{"face_detector.tflite", bundle.detector, true},
          Wanted{"face_landmarks_detector.tflite", bundle.landmarks, true},
          Wanted{"geometry_pipeline_metadata_landmarks.binarypb", bundle.geometry, true},
          Wanted{"face_blendshapes.tflite", bundle.blendshapes, false}}) {
        const auto found = std::ranges::find(archive->entries(), member, &ZipArchive::Entry::name);
        if (found == archive->entries().end()) {
            if (!needed) continue;
            return fail(ErrorCode::unreadable, "{} is not a FaceLandmarker bundle: it has no {}", name,
                        member);
        }
        if (found->method != ZipArchive::stored)
            return fail(ErrorCode::unreadable,
                        "{}: its member {} is compressed; take the bundle as MediaPipe hands it out", name,
                        member);
        const auto data = archive->packed(*found);
        if (!data) return not_whole();
        into = *data;
    }
    return bundle;
}

Result<TaskBundle> TaskBundle::read(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return fail(
            ErrorCode::unavailable,
            "{} is not there; say where your face_landmarker.task is with MIEN_TASK=FILE or --models DIR",
            path.string());
    auto bytes = read_file(path, max_file_bytes);
    if (!bytes) return pass_on(bytes);
    return read(std::move(*bytes), path.string());
}

} // namespace mien

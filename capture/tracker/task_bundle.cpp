#include "capture/tracker/task_bundle.h"

#include <algorithm>
#include <optional>

#include "base/file.h"

namespace mien {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{64} << 20U;
constexpr std::size_t max_members = 64;

// Zip's own records (APPNOTE.TXT sections 4.3.7, 4.3.12, 4.3.16): signatures and the sizes of their fixed
// parts.
constexpr std::uint32_t end_signature = 0x06054b50;
constexpr std::size_t end_size = 22;
constexpr std::size_t max_comment = 65535;
constexpr std::uint32_t entry_signature = 0x02014b50;
constexpr std::size_t entry_size = 46;
constexpr std::uint32_t local_signature = 0x04034b50;
constexpr std::size_t local_size = 30;

using Bytes = std::span<const std::uint8_t>;

/// Little-endian numbers of a record that is known to be long enough.
std::uint32_t u16(Bytes bytes, std::size_t at) {
    return static_cast<std::uint32_t>(bytes[at]) | static_cast<std::uint32_t>(bytes[at + 1]) << 8U;
}
std::uint32_t u32(Bytes bytes, std::size_t at) {
    return u16(bytes, at) | u16(bytes, at + 2) << 16U;
}

/// `count` bytes from `at`, or nothing where the file is shorter.
std::optional<Bytes> part(Bytes bytes, std::size_t at, std::size_t count) {
    if (at > bytes.size() || bytes.size() - at < count) return {};
    return bytes.subspan(at, count);
}

std::optional<Bytes> find_end(Bytes bytes) {
    if (bytes.size() < end_size) return {};
    const std::size_t last = bytes.size() - end_size;
    for (std::size_t back = 0; back <= std::min(last, max_comment); ++back)
        if (u32(bytes, last - back) == end_signature) return bytes.subspan(last - back, end_size);
    return {};
}

struct Member {
    std::string_view name;
    bool stored = false;
    Bytes data;
};

/// Everything the directory lists; nothing where a record is broken.
std::optional<std::vector<Member>> list_members(Bytes bytes) {
    const auto end = find_end(bytes);
    if (!end) return {};
    const std::size_t count = u16(*end, 10);
    if (count > max_members) return {};
    std::size_t at = u32(*end, 16);
    std::vector<Member> members;
    for (std::size_t i = 0; i < count; ++i) {
        const auto entry = part(bytes, at, entry_size);
        if (!entry || u32(*entry, 0) != entry_signature) return {};
        const std::size_t name_length = u16(*entry, 28);
        const auto name = part(bytes, at + entry_size, name_length);
        const std::size_t local_at = u32(*entry, 42);
        const auto local = part(bytes, local_at, local_size);
        if (!name || !local || u32(*local, 0) != local_signature) return {};
        const std::size_t size = u32(*entry, 24);
        const auto data = part(bytes, local_at + local_size + u16(*local, 26) + u16(*local, 28), size);
        Member member;
        member.name = {reinterpret_cast<const char*>(name->data()), name->size()};
        member.stored = u16(*entry, 10) == 0 && u32(*entry, 20) == size;
        if (member.stored && !data) return {};
        if (member.stored) member.data = *data;
        members.push_back(member);
        at += entry_size + name_length + u16(*entry, 30) + u16(*entry, 32);
    }
    return members;
}

} // namespace

Result<TaskBundle> TaskBundle::read(std::vector<std::uint8_t> bytes, std::string_view name) {
    TaskBundle bundle;
    bundle.bytes = std::move(bytes);
    const auto members = list_members(bundle.bytes);
    if (!members)
        return fail(ErrorCode::unreadable, "{} is not a FaceLandmarker bundle: it is no whole zip file",
                    name);
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
        const auto found = std::find_if(members->begin(), members->end(),
                                        [&, wanted = member](const Member& m) { return m.name == wanted; });
        if (found == members->end()) {
            if (!needed) continue;
            return fail(ErrorCode::unreadable, "{} is not a FaceLandmarker bundle: it has no {}", name,
                        member);
        }
        if (!found->stored)
            return fail(ErrorCode::unreadable,
                        "{}: its member {} is compressed; take the bundle as MediaPipe hands it out", name,
                        member);
        into = found->data;
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

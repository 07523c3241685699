// PKWARE's APPNOTE.TXT, sections 4.3.7 (local header), 4.3.12 (list of files), 4.3.16 (its end).
#include "base/zip_archive.h"

#include <algorithm>
#include <utility>

#include <zlib.h>

namespace mien {
namespace {

constexpr std::uint32_t end_signature = 0x06054b50;
constexpr std::uint32_t list_signature = 0x02014b50;
constexpr std::uint32_t local_signature = 0x04034b50;
constexpr std::size_t end_size = 22;
constexpr std::size_t list_size = 46;
constexpr std::size_t local_size = 30;
constexpr std::uint32_t deflated = 8;

template <typename... Args>
tl::unexpected<Error> refuse(fmt::format_string<Args...> format, Args&&... args) {
    return fail(ErrorCode::unreadable, format, std::forward<Args>(args)...);
}

std::uint32_t u16(std::span<const std::uint8_t> bytes, std::size_t at) {
    return bytes[at] | std::uint32_t{bytes[at + 1]} << 8;
}
std::uint32_t u32(std::span<const std::uint8_t> bytes, std::size_t at) {
    return u16(bytes, at) | u16(bytes, at + 2) << 16;
}

/// The record that ends an archive; a comment of up to 64 KiB may follow it.
Result<std::size_t> find_end(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < end_size) return refuse("the zip archive is cut");
    constexpr std::size_t longest_comment = 65535;
    const std::size_t last = bytes.size() - end_size;
    const std::size_t first = last > longest_comment ? last - longest_comment : 0;
    for (std::size_t at = last + 1; at-- > first;)
        if (u32(bytes, at) == end_signature) return at;
    return refuse("the zip archive has no list of files; it is cut");
}

/// Inflates exactly `size` bytes; false where the data holds another number or is damaged.
bool inflate_exactly(std::span<const std::uint8_t> packed, std::vector<std::uint8_t>& out) {
    z_stream stream{};
    constexpr int raw_deflate = -15;
    if (inflateInit2(&stream, raw_deflate) != Z_OK) return false;
    stream.next_in = const_cast<Bytef*>(packed.data()); // zlib does not write there
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    const int status = inflate(&stream, Z_FINISH);
    const bool is_whole = status == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return is_whole;
}

} // namespace

bool looks_like_zip(std::span<const std::uint8_t> bytes) {
    return bytes.size() >= local_size && u32(bytes, 0) == local_signature;
}

Result<ZipArchive> ZipArchive::open(std::span<const std::uint8_t> bytes) {
    auto end = find_end(bytes);
    if (!end) return pass_on(end);
    const std::size_t count = u16(bytes, *end + 10);
    std::size_t at = u32(bytes, *end + 16);
    if (count > most_entries)
        return refuse("the zip archive has {} files, at most {} are read", count, most_entries);
    ZipArchive archive;
    archive.bytes_ = bytes;
    for (std::size_t i = 0; i < count; ++i) {
        if (at > bytes.size() || bytes.size() - at < list_size || u32(bytes, at) != list_signature)
            return refuse("the list of files in the zip archive is damaged");
        const std::size_t name_size = u16(bytes, at + 28);
        const std::size_t more = u16(bytes, at + 30) + std::size_t{u16(bytes, at + 32)};
        if (bytes.size() - at - list_size < name_size + more)
            return refuse("the list of files in the zip archive is cut");
        Entry entry;
        const auto* name = reinterpret_cast<const char*>(bytes.data() + at + list_size);
        entry.name.assign(name, name_size);
        std::ranges::replace(entry.name, '\\', '/');
        entry.method = u16(bytes, at + 10);
        entry.packed_size = u32(bytes, at + 20);
        entry.size = u32(bytes, at + 24);
        entry.header = u32(bytes, at + 42);
        const bool is_encrypted = (u16(bytes, at + 8) & 1) != 0;
        if (!entry.name.empty() && !entry.name.ends_with('/') && !is_encrypted)
            archive.entries_.push_back(std::move(entry));
        at += list_size + name_size + more;
    }
    return archive;
}

Result<std::span<const std::uint8_t>> ZipArchive::packed(const Entry& entry) const {
    if (entry.header > bytes_.size() || bytes_.size() - entry.header < local_size ||
        u32(bytes_, entry.header) != local_signature)
        return refuse("its place in the zip archive is wrong");
    const std::size_t from =
        entry.header + local_size + u16(bytes_, entry.header + 26) + u16(bytes_, entry.header + 28);
    if (from > bytes_.size() || entry.packed_size > bytes_.size() - from)
        return refuse("it ends beyond the zip archive");
    if (entry.method == stored && entry.size != entry.packed_size)
        return refuse("its size in the zip archive is wrong");
    return bytes_.subspan(from, entry.packed_size);
}

Result<std::vector<std::uint8_t>> ZipArchive::extract(const Entry& entry, std::size_t limit) const {
    auto data = packed(entry);
    if (!data) return pass_on(data);
    constexpr std::uint64_t best_ratio = 1040; // of deflate
    if (entry.size > limit || entry.size > (entry.packed_size + 1) * best_ratio)
        return refuse("it claims {} bytes, which is too much", entry.size);
    if (entry.method == stored) return std::vector<std::uint8_t>(data->begin(), data->end());
    if (entry.method != deflated) return refuse("it is packed by method {}, which is not read", entry.method);
    std::vector<std::uint8_t> contents(entry.size);
    if (!inflate_exactly(*data, contents)) return refuse("it is damaged in the zip archive");
    return contents;
}

} // namespace mien

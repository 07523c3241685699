// A zip archive in memory: its list of files and their contents, within bounds. Names are only compared,
// never opened. Errors are unreadable and do not name the archive. Const from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace mien {

class ZipArchive {
public:
    static constexpr std::size_t most_entries = 4000;
    static constexpr std::uint32_t stored = 0; ///< the method of entries that lie there unpacked

    struct Entry {
        std::string name; ///< the archive's own bytes, maybe no UTF-8; folders with "/"
        std::uint32_t method = stored;
        std::uint64_t packed_size = 0;
        std::uint64_t size = 0;
        std::uint64_t header = 0; ///< where its local header is
    };

    /// Reads the list. `bytes` must outlive the archive. Refuses what is no zip, is cut, spans several disks
    /// or has more than `most_entries` files. Folders and encrypted entries are not listed.
    [[nodiscard]] static Result<ZipArchive> open(std::span<const std::uint8_t> bytes);

    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
    /// An entry as it lies in the archive, packed or not; points into the archive's bytes.
    [[nodiscard]] Result<std::span<const std::uint8_t>> packed(const Entry& entry) const;
    /// The contents of an entry, at most `limit` bytes. Refuses methods other than stored and deflated, and
    /// contents that are not as large as the list says.
    [[nodiscard]] Result<std::vector<std::uint8_t>> extract(const Entry& entry, std::size_t limit) const;

private:
    std::span<const std::uint8_t> bytes_;
    std::vector<Entry> entries_;
};

/// True where the bytes begin as a zip archive with at least one file does.
[[nodiscard]] bool looks_like_zip(std::span<const std::uint8_t> bytes);

} // namespace mien

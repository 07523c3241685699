// Zip archives for tests, as their specification has them; checksums are left 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mien::test {

struct ZipEntry {
    std::string name;
    std::string data;                    ///< as it lies in the archive
    std::uint32_t method = 0;            ///< 0 stored, 8 deflated
    std::optional<std::uint64_t> size{}; ///< what the archive says of it unpacked; nothing: that of `data`
};

[[nodiscard]] inline std::vector<std::uint8_t> zip_bytes(const std::vector<ZipEntry>& entries,
                                                         const std::string& comment = {}) {
    std::vector<std::uint8_t> file;
    std::vector<std::uint8_t> list;
    const auto number = [](std::vector<std::uint8_t>& bytes, std::uint64_t value, int count) {
        for (int i = 0; i < count; ++i, value >>= 8) bytes.push_back(static_cast<std::uint8_t>(value));
    };
    const auto text = [](std::vector<std::uint8_t>& bytes, const std::string& value) {
        bytes.insert(bytes.end(), value.begin(), value.end());
    };
    for (const ZipEntry& entry : entries) {
        const std::size_t at = file.size();
        for (std::vector<std::uint8_t>* record : {&file, &list}) {
            const bool local = record == &file;
            number(*record, local ? 0x04034b50 : 0x02014b50, 4);
            number(*record, 0, local ? 4 : 6); // versions, flags
            number(*record, entry.method, 2);
            number(*record, 0, 8); // time, date, checksum
            number(*record, entry.data.size(), 4);
            number(*record, entry.size.value_or(entry.data.size()), 4);
            number(*record, entry.name.size(), 2);
            number(*record, 0, local ? 2 : 12); // extra field, comment, disk, attributes
            if (!local) number(*record, at, 4);
            text(*record, entry.name);
        }
        text(file, entry.data);
    }
    const std::size_t start = file.size();
    file.insert(file.end(), list.begin(), list.end());
    number(file, 0x06054b50, 4);
    number(file, 0, 4);
    number(file, entries.size(), 2);
    number(file, entries.size(), 2);
    number(file, list.size(), 4);
    number(file, start, 4);
    number(file, comment.size(), 2);
    text(file, comment);
    return file;
}

} // namespace mien::test

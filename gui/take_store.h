// Where takes lie on the disk and what they are called.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <QDateTime>

namespace mien::gui {

/// A take as a folder listing shows it; the file is not opened.
struct TakeFile {
    std::filesystem::path path;
    QDateTime changed;
    std::uintmax_t bytes = 0;
};

/// A name for a take that begins now: "2025-03-09 14-02-11.mien" in `folder`, with " 2", " 3" ... where the
/// name is taken (two in one second, a clock set back). Never the name of an existing file.
[[nodiscard]] std::filesystem::path new_take_path(const std::filesystem::path& folder, const QDateTime& now);

/// The .mien files of `folder`, newest first. Empty where there is no such folder.
[[nodiscard]] std::vector<TakeFile> list_takes(const std::filesystem::path& folder);

} // namespace mien::gui

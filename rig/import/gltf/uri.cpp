#include "rig/import/gltf/uri.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "base/file.h"
#include "rig/checked_json.h"
#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

constexpr std::uint8_t not_base64 = 0xff;

constexpr std::array<std::uint8_t, 256> make_base64_table() {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::uint8_t, 256> table{};
    table.fill(not_base64);
    for (std::size_t i = 0; i < digits.size(); ++i)
        table[static_cast<std::uint8_t>(digits[i])] = static_cast<std::uint8_t>(i);
    return table;
}

int hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// "%20" -> " "; a percent sign without two digits stays, as exporters write it.
std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escape = text[i] == '%' && i + 2 < text.size();
        const int high = escape ? hexadecimal(text[i + 1]) : -1;
        const int low = escape ? hexadecimal(text[i + 2]) : -1;
        if (high >= 0 && low >= 0) {
            decoded += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            decoded += text[i];
        }
    }
    return decoded;
}

/// "http:", "C:" and the like: letters, digits, + - . before the first colon.
bool has_scheme(std::string_view uri) {
    const std::size_t colon = uri.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    return std::ranges::all_of(uri.substr(0, colon), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
               c == '-' || c == '.';
    });
}

bool leaves_folder(const std::filesystem::path& relative) {
    return relative.is_absolute() ||
           std::ranges::find(relative, std::filesystem::path("..")) != relative.end();
}

/// True where `file` lies below `folder` once links are followed; both must exist.
bool is_inside(const std::filesystem::path& file, const std::filesystem::path& folder) {
    std::error_code failed;
    const auto real_file = std::filesystem::canonical(file, failed);
    if (failed) return false;
    const auto real_folder = std::filesystem::canonical(folder, failed);
    if (failed) return false;
    return std::ranges::mismatch(real_folder, real_file).in1 == real_folder.end();
}

Result<std::vector<std::uint8_t>> read_beside(std::string_view uri, const std::filesystem::path& folder,
                                              std::size_t limit) {
    std::string name = percent_decoded(uri);
    std::ranges::replace(name, '\\', '/'); // exporters on Windows write them
    if (name.find('\0') != std::string::npos) return refuse("the URI holds a NUL");
    const std::filesystem::path relative(name);
    if (leaves_folder(relative))
        return refuse("the URI {} leaves the model's folder and is not opened", printable(uri));
    if (folder.empty()) return refuse("the URI {} has no folder to be looked up in", printable(uri));
    const std::filesystem::path path = folder / relative;
    std::error_code failed;
    const auto status = std::filesystem::status(path, failed);
    if (!std::filesystem::exists(status)) return refuse("the file {} is missing", printable(name));
    if (!std::filesystem::is_regular_file(status)) return refuse("{} is not a file", printable(name));
    if (!is_inside(path, folder))
        return refuse("{} is a link that leaves the model's folder and is not opened", printable(name));
    return read_file(path, limit);
}

Result<std::vector<std::uint8_t>> decode_data_uri(std::string_view uri) {
    const std::size_t comma = uri.find(',');
    if (comma == std::string_view::npos) return refuse("a data URI has no data");
    if (!uri.substr(0, comma).ends_with(";base64")) return refuse("a data URI is not base64");
    const std::string_view data = uri.substr(comma + 1);
    if (data.find('%') != std::string_view::npos) return decode_base64(percent_decoded(data));
    return decode_base64(data);
}

} // namespace

Result<std::vector<std::uint8_t>> decode_base64(std::string_view text) {
    static constexpr auto table = make_base64_table();
    while (!text.empty() && text.back() == '=') text.remove_suffix(1);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int have = 0;
    for (const char c : text) {
        const std::uint8_t digit = table[static_cast<std::uint8_t>(c)];
        if (digit == not_base64) return refuse("a data URI is not base64");
        bits = (bits << 6) | digit;
        have += 6;
        if (have < 8) continue;
        have -= 8;
        bytes.push_back(static_cast<std::uint8_t>(bits >> have));
    }
    return bytes;
}

Result<std::vector<std::uint8_t>> read_uri(std::string_view uri, const std::filesystem::path& folder,
                                           std::size_t limit) {
    if (uri.starts_with("data:")) return decode_data_uri(uri);
    if (has_scheme(uri))
        return refuse("the URI {} is not a file beside the model and is not opened", printable(uri));
    return read_beside(uri, folder, limit);
}

} // namespace mien::gltf

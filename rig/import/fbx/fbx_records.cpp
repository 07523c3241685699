#include "rig/import/fbx/fbx_records.h"

#include <algorithm>

#include "rig/checked_json.h"

namespace mien::fbx {
namespace {

constexpr std::string_view binary_magic("Kaydara FBX Binary  \0", 21);

std::string_view as_text(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// ASCII files begin with a comment that names the format, or with the header's record.
bool looks_like_ascii(std::string_view text) {
    constexpr std::size_t far_enough = 1024;
    text = text.substr(0, far_enough);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return false;
    if (text.substr(first).starts_with("FBXHeaderExtension")) return true;
    return text[first] == ';' && text.find("FBX") != std::string_view::npos;
}

} // namespace

const Record* Record::child(std::string_view wanted) const {
    const auto found = std::ranges::find(children, wanted, &Record::name);
    return found == children.end() ? nullptr : &*found;
}

std::int64_t Record::whole(std::size_t index, std::int64_t otherwise) const {
    if (index >= values.size()) return otherwise;
    const auto* value = std::get_if<std::int64_t>(&values[index]);
    return value != nullptr ? *value : otherwise;
}

double Record::number(std::size_t index, double otherwise) const {
    if (index >= values.size()) return otherwise;
    if (const auto* value = std::get_if<double>(&values[index])) return *value;
    if (const auto* value = std::get_if<std::int64_t>(&values[index])) return static_cast<double>(*value);
    return otherwise;
}

std::string_view Record::text(std::size_t index) const {
    if (index >= values.size()) return {};
    const auto* value = std::get_if<std::string_view>(&values[index]);
    return value != nullptr ? *value : std::string_view();
}

const Array* Record::array() const {
    return values.empty() ? nullptr : std::get_if<Array>(&values[0]);
}

const Array* Record::array_in(std::string_view child_name) const {
    const Record* found = child(child_name);
    return found != nullptr ? found->array() : nullptr;
}

Result<std::vector<double>> Record::numbers_in(std::string_view child_name, gltf::Budget& budget) const {
    const Array* found = array_in(child_name);
    return found != nullptr ? unpack(*found, budget) : std::vector<double>();
}

bool looks_like_fbx(std::span<const std::uint8_t> bytes) {
    return as_text(bytes).starts_with(binary_magic) || looks_like_ascii(as_text(bytes));
}

Result<void> check_version(int version) {
    if (version < oldest_version)
        return refuse("its FBX version is {}.{}, which is too old; export it as FBX 7.4 or newer, or as GLB",
                      version / 1000, version / 100 % 10);
    if (version > newest_version)
        return refuse("its FBX version {} is newer than any known; export it as FBX 7.4 or as GLB", version);
    return {};
}

Result<Document> read_records(std::span<const std::uint8_t> bytes) {
    if (as_text(bytes).starts_with(binary_magic)) return read_binary_records(bytes);
    return read_ascii_records(as_text(bytes));
}

} // namespace mien::fbx

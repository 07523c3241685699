#include "rig/checked_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "rig/printable_text.h"
#include "rig/rig.h"

namespace mien {
namespace {

constexpr std::size_t deepest_nesting = 64;
constexpr std::size_t most_values = 4'000'000;

const Json& nothing() {
    static const Json null;
    return null;
}

const Json& empty_list() {
    static const Json list = Json::array();
    return list;
}

/// Looks at brackets and commas only, before anything is allocated.
Result<void> check_shape(std::string_view text) {
    std::size_t depth = 0;
    std::size_t values = 1;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
            continue;
        }
        switch (c) {
        case '"':
            in_string = true;
            break;
        case '[':
        case '{':
            ++values;
            if (++depth > deepest_nesting)
                return refuse("its JSON nests more than {} levels deep", deepest_nesting);
            break;
        case ']':
        case '}':
            if (depth > 0) --depth;
            break;
        case ',':
            ++values;
            break;
        default:
            break;
        }
        if (values > most_values) return refuse("its JSON has more than {} values", most_values);
    }
    return {};
}

} // namespace

Result<Json> parse_json(std::string_view text) {
    if (auto checked = check_shape(text); !checked) return pass_on(checked);
    try {
        return Json::parse(text.begin(), text.end());
    } catch (const Json::parse_error& error) {
        if (error.byte > text.size())
            return refuse("its JSON ends in the middle, after {} bytes", text.size());
        return refuse("its JSON is damaged at byte {} of {}", error.byte, text.size());
    } catch (const Json::exception& error) { // a number beyond double
        return refuse("its JSON cannot be read: {}", printable(error.what()));
    }
}

bool to_finite(const Json& value, float& out) {
    if (!value.is_number()) return false;
    out = static_cast<float>(value.get<double>());
    return std::isfinite(out);
}

bool to_whole(const Json& value, std::uint64_t& out) {
    constexpr double largest = 9007199254740992.0; // 2^53: beyond, a double has no exact whole numbers
    if (!value.is_number()) return false;
    const double number = value.get<double>();
    if (!(number >= 0 && number <= largest) || number != std::floor(number)) return false;
    out = static_cast<std::uint64_t>(number);
    return true;
}

JsonObject::JsonObject(const Json& json, std::string place) : json_(&json), place_(std::move(place)) {}

bool JsonObject::empty() const {
    return !json_->is_object() || json_->empty();
}

std::vector<std::pair<std::string, const Json*>> JsonObject::items() const {
    std::vector<std::pair<std::string, const Json*>> items;
    if (!json_->is_object()) return items;
    items.reserve(json_->size());
    for (auto entry = json_->begin(); entry != json_->end(); ++entry)
        items.emplace_back(entry.key(), &*entry);
    return items;
}

const Json* JsonObject::find(const char* key) const {
    if (!json_->is_object()) return nullptr;
    const auto found = json_->find(key);
    return found == json_->end() || found->is_null() ? nullptr : &*found;
}

Result<std::uint64_t> JsonObject::whole(const char* key, std::uint64_t otherwise) const {
    const Json* value = find(key);
    if (value == nullptr) return otherwise;
    std::uint64_t number = 0;
    if (!to_whole(*value, number)) return refuse("{}: {} is not a whole number from 0 up", place_, key);
    return number;
}

Result<int> JsonObject::index(const char* key, std::size_t size) const {
    if (!has(key)) return no_index;
    auto number = whole(key, 0);
    if (!number) return pass_on(number);
    if (*number >= size) return refuse("{}: {} {} does not exist, there are {}", place_, key, *number, size);
    return static_cast<int>(*number);
}

Result<float> JsonObject::number(const char* key, float otherwise) const {
    const Json* value = find(key);
    if (value != nullptr && !to_finite(*value, otherwise))
        return refuse("{}: {} is not a finite number", place_, key);
    return otherwise;
}

Result<void> JsonObject::read_numbers(const char* key, float* out, std::size_t count) const {
    const Json* value = find(key);
    if (value == nullptr) return {};
    if (!value->is_array() || value->size() != count)
        return refuse("{}: {} is not a list of {} numbers", place_, key, count);
    for (std::size_t i = 0; i < count; ++i)
        if (!to_finite((*value)[i], out[i]))
            return refuse("{}: {}[{}] is not a finite number", place_, key, i);
    return {};
}

std::string JsonObject::text(const char* key, std::string_view otherwise) const {
    const Json* value = find(key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string(otherwise);
}

bool JsonObject::flag(const char* key, bool otherwise) const {
    const Json* value = find(key);
    return value != nullptr && value->is_boolean() ? value->get<bool>() : otherwise;
}

JsonObject JsonObject::object(const char* key) const {
    const Json* value = find(key);
    return {value != nullptr ? *value : nothing(), fmt::format("{} {}", place_, key)};
}

JsonObject JsonObject::extension(const char* name) const {
    const JsonObject inside(object("extensions").object(name));
    return {*inside.json_, fmt::format("{} {}", place_, name)};
}

Result<const Json*> JsonObject::list(const char* key) const {
    const Json* value = find(key);
    if (value == nullptr) return &empty_list();
    if (!value->is_array()) return refuse("{}: {} is not a list", place_, key);
    return value;
}

const Json& JsonObject::list_or_empty(const char* key) const {
    const Json* value = find(key);
    return value != nullptr && value->is_array() ? *value : empty_list();
}

} // namespace mien

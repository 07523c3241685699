// JSON from strangers: parsed within limits and read with checks. Nothing here throws or recurses, whatever
// the file holds. Messages say where in the file and what; the file's own name is put in front at the border
// of the reader that knows it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace mien {

/// Sorted by key, not in the file's order: looking a key up in a hostile object of 100,000 stays cheap.
using Json = nlohmann::json;

/// The refusal of a file, without its name: `return refuse("accessor {}: no count", 3);`
template <typename... Args>
[[nodiscard]] tl::unexpected<Error> refuse(fmt::format_string<Args...> format, Args&&... args) {
    return fail(ErrorCode::unreadable, format, std::forward<Args>(args)...);
}

/// Parses. Refuses what is not JSON, nests deeper than 64, or has more than four million values (a parsed
/// value takes up to 100 times the memory of its text).
[[nodiscard]] Result<Json> parse_json(std::string_view text);

/// One object of the file together with the name that messages give it ("accessor 3"). A view: the JSON must
/// outlive it. Reading a key that is absent gives the default; one of the wrong kind is refused, except where
/// a function says otherwise.
class JsonObject {
public:
    /// `json` may be anything; what is no object reads as an empty one.
    JsonObject(const Json& json, std::string place);

    [[nodiscard]] const std::string& place() const { return place_; }
    [[nodiscard]] bool empty() const;
    [[nodiscard]] bool has(const char* key) const { return find(key) != nullptr; }
    /// All keys with their values, by key; the values live as long as the JSON.
    [[nodiscard]] std::vector<std::pair<std::string, const Json*>> items() const;
    /// The value of a key, nullptr where it is absent or null.
    [[nodiscard]] const Json* find(const char* key) const;

    /// A whole number from 0 to 2^53.
    [[nodiscard]] Result<std::uint64_t> whole(const char* key, std::uint64_t otherwise) const;
    /// An index into a list of `size` elements, no_index where the key is absent.
    [[nodiscard]] Result<int> index(const char* key, std::size_t size) const;
    [[nodiscard]] Result<float> number(const char* key, float otherwise) const;
    /// Exactly N finite numbers.
    template <std::size_t N>
    [[nodiscard]] Result<std::array<float, N>> numbers(const char* key,
                                                       std::array<float, N> otherwise) const {
        if (auto read = read_numbers(key, otherwise.data(), N); !read) return pass_on(read);
        return otherwise;
    }
    /// Text; anything else gives the default.
    [[nodiscard]] std::string text(const char* key, std::string_view otherwise = {}) const;
    /// A boolean; anything else gives the default.
    [[nodiscard]] bool flag(const char* key, bool otherwise) const;
    /// An object inside, empty where there is none: "accessor 3 sparse".
    [[nodiscard]] JsonObject object(const char* key) const;
    /// glTF: the object of an extension on this object, empty where there is none.
    [[nodiscard]] JsonObject extension(const char* name) const;
    /// A list inside, empty where the key is absent; refused where it is no list.
    [[nodiscard]] Result<const Json*> list(const char* key) const;
    /// The same, empty as well where it is no list: for what costs no geometry.
    [[nodiscard]] const Json& list_or_empty(const char* key) const;

private:
    [[nodiscard]] Result<void> read_numbers(const char* key, float* out, std::size_t count) const;

    const Json* json_;
    std::string place_;
};

/// A number as a finite float, nothing where it is none.
[[nodiscard]] bool to_finite(const Json& value, float& out);
/// A whole number from 0 to 2^53, also where it is written as 3.0.
[[nodiscard]] bool to_whole(const Json& value, std::uint64_t& out);

} // namespace mien

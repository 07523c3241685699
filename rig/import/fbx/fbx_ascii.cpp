// ASCII FBX: "Name: value, value {" records in braces "}", arrays as "*count { a: number,number }".
#include <charconv>

#include "rig/checked_json.h"
#include "rig/import/fbx/fbx_records.h"
#include "rig/printable_text.h"

namespace mien::fbx {
namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Characters of bare words and numbers: Y, W, -1.5e-05, 1#QNAN.
bool is_bare(char c) {
    return !is_space(c) && c != ',' && c != ':' && c != '{' && c != '}' && c != '"' && c != ';' && c != '*';
}

class AsciiReader {
public:
    explicit AsciiReader(std::string_view text) : text_(text) {}

    [[nodiscard]] Result<Document> read() {
        Document document;
        skip_blank();
        while (at_ < text_.size()) {
            if (auto read = read_record(document.root.children, 0); !read) return pass_on(read);
            skip_blank();
        }
        document.version = version_of(document.root);
        if (document.version == 0) return refuse("it names no FBX version");
        if (auto checked = check_version(document.version); !checked) return pass_on(checked);
        return document;
    }

private:
    static int version_of(const Record& root) {
        const Record* header = root.child("FBXHeaderExtension");
        const Record* version = header != nullptr ? header->child("FBXVersion") : nullptr;
        return version != nullptr ? static_cast<int>(version->whole(0)) : 0;
    }

    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_blank() {
        while (at_ < text_.size()) {
            if (is_space(text_[at_])) {
                ++at_;
            } else if (text_[at_] == ';') {
                const std::size_t line_end = text_.find('\n', at_);
                at_ = line_end == std::string_view::npos ? text_.size() : line_end;
            } else {
                return;
            }
        }
    }

    [[nodiscard]] std::string_view bare_word() {
        const std::size_t from = at_;
        while (at_ < text_.size() && is_bare(text_[at_])) ++at_;
        return text_.substr(from, at_ - from);
    }

    [[nodiscard]] Result<void> read_record(std::vector<Record>& list, std::size_t depth) {
        if (depth > deepest_nesting)
            return refuse("its records nest more than {} levels deep", deepest_nesting);
        if (++items_ > most_items) return refuse("it has more than {} records", most_items);
        Record record;
        record.name = bare_word();
        skip_blank();
        if (record.name.empty() || peek() != ':')
            return refuse("it is damaged at byte {}: a record without name or colon", at_);
        ++at_;
        if (auto read = read_values(record); !read) return read;
        if (at_ >= text_.size() && record.values.empty())
            return refuse("the file ends inside the record {}; it is cut",
                          printable(std::string(record.name)));
        if (peek() == '{')
            if (auto read = read_children(record, depth); !read) return read;
        list.push_back(std::move(record));
        return {};
    }

    /// Values up to a brace or the next record. Lists may go on over lines behind a comma.
    [[nodiscard]] Result<void> read_values(Record& record) {
        bool expects_more = true;
        for (;;) {
            const std::size_t before = at_;
            skip_blank();
            const bool new_line = text_.substr(before, at_ - before).find('\n') != std::string_view::npos;
            const char next = peek();
            if (next == '{' || next == '}' || next == '\0') return {};
            if (next == ',') {
                ++at_;
                expects_more = true;
                continue;
            }
            if (!expects_more || (new_line && begins_record())) return {};
            auto value = read_value();
            if (!value) return pass_on(value);
            if (++items_ > most_items) return refuse("it has more than {} values", most_items);
            record.values.push_back(*value);
            expects_more = false;
        }
    }

    /// True where a bare word and a colon follow.
    [[nodiscard]] bool begins_record() const {
        std::size_t i = at_;
        while (i < text_.size() && is_bare(text_[i])) ++i;
        return i > at_ && i < text_.size() && text_[i] == ':';
    }

    [[nodiscard]] Result<Value> read_value() {
        if (peek() == '"') return read_text();
        if (peek() == '*') return read_array();
        const std::string_view word = bare_word();
        if (word.empty()) return refuse("it is damaged at byte {}", at_);
        std::int64_t whole = 0;
        const auto [whole_end, whole_error] = std::from_chars(word.data(), word.data() + word.size(), whole);
        if (whole_error == std::errc() && whole_end == word.data() + word.size()) return Value(whole);
        double number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error == std::errc() && end == word.data() + word.size()) return Value(number);
        return Value(word);
    }

    [[nodiscard]] Result<Value> read_text() {
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == std::string_view::npos) return refuse("a text has no end");
        const std::string_view value = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return Value(value);
    }

    /// "*3 {" newline "a: 1,2,3" newline "}".
    [[nodiscard]] Result<Value> read_array() {
        ++at_;
        const std::string_view word = bare_word();
        std::uint64_t claimed = 0;
        std::from_chars(word.data(), word.data() + word.size(), claimed);
        skip_blank();
        if (peek() != '{') return refuse("an array at byte {} has no numbers", at_);
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos)
            return refuse("the file ends inside an array of {} numbers; it is cut", claimed);
        std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        const std::size_t colon = inside.find(':');
        inside = colon == std::string_view::npos ? std::string_view() : inside.substr(colon + 1);
        const std::size_t count = count_numbers(inside);
        if (count != claimed) return refuse("an array claims {} numbers and has {}", claimed, count);
        return Value(Array{count, 't', false, as_bytes(inside)});
    }

    static std::span<const std::uint8_t> as_bytes(std::string_view text) {
        return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
    }

    static std::size_t count_numbers(std::string_view text) {
        std::size_t count = 0;
        bool inside = false;
        for (const char c : text) {
            const bool separates = is_space(c) || c == ',';
            if (!separates && !inside) ++count;
            inside = !separates;
        }
        return count;
    }

    [[nodiscard]] Result<void> read_children(Record& record, std::size_t depth) {
        ++at_;
        for (;;) {
            skip_blank();
            if (at_ >= text_.size())
                return refuse("the file ends inside the record {}; it is cut",
                              printable(std::string(record.name)));
            if (peek() == '}') break;
            if (auto read = read_record(record.children, depth + 1); !read) return read;
        }
        ++at_;
        return {};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t items_ = 0;
};

} // namespace

Result<Document> read_ascii_records(std::string_view text) {
    return AsciiReader(text).read();
}

} // namespace mien::fbx

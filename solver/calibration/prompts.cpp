#include "solver/calibration/prompts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

namespace mien {
namespace {

constexpr std::size_t most_prompts = 10'000;

/// The fields of one line; "" inside quotes is a quote.
std::vector<std::string> fields_of(std::string_view line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            fields.emplace_back();
        } else if (c != '\r') {
            fields.back() += c;
        }
    }
    return fields;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t from = text.find_first_not_of(' ');
        if (from == std::string_view::npos) return words;
        text.remove_prefix(from);
        const std::size_t length = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
}

std::optional<double> number_of(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

struct Columns {
    std::size_t from, to, text, channels;
};

std::optional<Columns> columns_of(const std::vector<std::string>& header) {
    const auto place = [&header](std::string_view name) {
        return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
    };
    const Columns columns{place("t_start"), place("t_end"), place("prompt"), place("channels")};
    if (std::max({columns.from, columns.to, columns.channels}) >= header.size()) return std::nullopt;
    return columns;
}

/// Why a line is none, or nothing.
std::optional<std::string> read_line(const std::vector<std::string>& fields, const Columns& columns,
                                     Prompt& prompt) {
    if (fields.size() <= std::max({columns.from, columns.to, columns.channels}))
        return "it has too few fields";
    const auto from = number_of(fields[columns.from]);
    const auto to = number_of(fields[columns.to]);
    if (!from || !to || *from < 0 || *to <= *from)
        return "t_start and t_end must be seconds, the end after the start";
    prompt.from = *from;
    prompt.to = *to;
    if (columns.text < fields.size()) prompt.text = fields[columns.text];
    for (const std::string_view word : words_of(fields[columns.channels])) {
        const auto channel = find_channel(word);
        if (!channel) return "there is no channel \"" + std::string(word) + "\"";
        prompt.channels.push_back(*channel);
    }
    return std::nullopt;
}

} // namespace

Result<std::vector<Prompt>> parse_prompts(std::string_view csv, const std::string& name) {
    std::vector<Prompt> prompts;
    std::optional<Columns> columns;
    for (std::size_t number = 1; !csv.empty(); ++number) {
        const std::size_t length = std::min(csv.find('\n'), csv.size());
        const std::vector<std::string> fields = fields_of(csv.substr(0, length));
        csv.remove_prefix(std::min(length + 1, csv.size()));
        if (fields.size() == 1 && fields[0].empty()) continue;
        if (!columns) {
            columns = columns_of(fields);
            if (!columns)
                return fail(ErrorCode::unreadable, "{}: the first line must name t_start, t_end and channels",
                            name);
            continue;
        }
        Prompt prompt;
        if (const auto fault = read_line(fields, *columns, prompt))
            return fail(ErrorCode::unreadable, "{}: line {} is no prompt: {}", name, number, *fault);
        if (prompts.size() == most_prompts)
            return fail(ErrorCode::unreadable, "{}: more than {} prompts", name, most_prompts);
        prompts.push_back(std::move(prompt));
    }
    if (!columns) return fail(ErrorCode::unreadable, "{}: it holds no prompts", name);
    std::stable_sort(prompts.begin(), prompts.end(),
                     [](const Prompt& a, const Prompt& b) { return a.from < b.from; });
    return prompts;
}

} // namespace mien

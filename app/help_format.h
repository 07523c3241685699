// How --help looks: an option's name and value, and no more; what it goes with is said in words.
#pragma once

#include <string>
#include <utility>

#include <CLI/CLI.hpp>

namespace mien {

class HelpFormat final : public CLI::Formatter {
public:
    HelpFormat() { column_width(28); }

    /// One empty line between the groups, not two.
    [[nodiscard]] std::string make_help(const CLI::App* app, std::string name,
                                        CLI::AppFormatMode mode) const override {
        std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
        for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n"))
            text.erase(at, 1);
        return text;
    }

    [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override {
        if (option->get_type_size() == 0) return {}; // a flag
        std::string text;
        if (!option->get_type_name().empty()) text += " " + option->get_type_name();
        if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
        if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
        return text;
    }
};

} // namespace mien

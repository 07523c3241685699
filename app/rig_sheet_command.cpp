#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/asked_face.h"
#include "app/avatar.h"
#include "app/distinct_paths.h"
#include "app/label_font.h"
#include "app/option_checks.h"
#include "app/picture_sink.h"
#include "app/progress.h"
#include "app/rig_commands.h"
#include "live/studio.h"
#include "media/image_io.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

struct SheetOptions {
    std::string rig;
    std::string output;
    int columns = 8;
    int size = 192;
};

/// One picture of the sheet.
struct Cell {
    std::string label;
    FaceValues face;
};

/// The rest pose, every expression at 1, every slider at both its ends.
std::vector<Cell> cells_of(const Avatar& avatar) {
    std::vector<Cell> cells = {{"rest", {}}};
    for (std::size_t i = 0; i < avatar.rig.expressions.size(); ++i)
        cells.push_back({printable(avatar.rig.expressions[i].name), {{}, {{i, 1.0f}}}});
    std::size_t slider = 0;
    for (const FaceGroup& group : avatar.groups.groups)
        for (const FacePart& part : group.parts) {
            for (const float end : {0.0f, 1.0f})
                if (end != part.rest)
                    cells.push_back({fmt::format("{}={}", printable(part.name), end), {{{slider, end}}, {}}});
            ++slider;
        }
    return cells;
}

void paste(const Image& picture, Image& sheet, int x, int y) {
    for (int row = 0; row < picture.height; ++row)
        std::ranges::copy(picture.row(row),
                          sheet.row(y + row).begin() + static_cast<std::ptrdiff_t>(x) * sheet.channels());
}

Result<void> run_sheet(const SheetOptions& options) {
    if (sink_kind(options.output) != SinkKind::picture)
        return fail(ErrorCode::usage, "-o {}: a sheet is one picture; say a name that ends in .png or .jpg",
                    printable(options.output));
    const std::array outputs = {NamedOutput{"-o", options.output}};
    if (auto distinct = check_distinct(std::array{options.rig}, outputs); !distinct) return distinct;
    const auto avatar = load_avatar(options.rig);
    if (!avatar) return tl::unexpected<Error>(avatar.error());
    const std::vector<Cell> cells = cells_of(*avatar);
    const int columns = std::min(options.columns, static_cast<int>(cells.size()));
    const int rows = (static_cast<int>(cells.size()) + columns - 1) / columns;
    const int scale = options.size >= 320 ? 2 : 1;
    const int label = letter_height * scale + 4;
    constexpr int largest = 32767; // a side that every reader of PNG takes
    if (columns * options.size > largest || rows * (options.size + label) > largest)
        return fail(ErrorCode::usage,
                    "{} pictures of {} pixels in {} columns are too large a sheet: ask for "
                    "a smaller --size or other --columns",
                    cells.size(), options.size, columns);
    auto studio =
        Studio::open(avatar->rig, avatar->joints,
                     {.width = options.size, .height = options.size, .framing = Framing::face, .style = {}});
    if (!studio) return pass_on(studio);
    Image sheet(columns * options.size, rows * (options.size + label), PixelFormat::rgb8);
    Progress progress(avatar->rig.name, cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const int x = static_cast<int>(i) % columns * options.size;
        const int y = static_cast<int>(i) / columns * (options.size + label);
        paste(convert(studio->picture(pose_of(*avatar, cells[i].face)), PixelFormat::rgb8), sheet, x, y);
        const auto room = static_cast<std::size_t>(options.size / (letter_width * scale));
        write_label(sheet, std::string_view(cells[i].label).substr(0, room), x + 2, y + options.size + 2,
                    scale);
        progress.show(i + 1);
    }
    return write_image(options.output, sheet);
}

} // namespace

void add_rig_sheet(CLI::App& rig, CommandContext& context) {
    auto options = std::make_shared<SheetOptions>();
    CLI::App* command = rig.add_subcommand(
        "sheet", "Draw every expression at 1 and every slider at its ends, labelled, in one picture");
    command->add_option("RIG", options->rig, "A file or bundled:NAME")->type_name("")->required();
    command->add_option("-o,--output", options->output, "Required: the picture (.png, .jpg)")
        ->type_name("FILE")
        ->required();
    command->add_option("--columns", options->columns, "Pictures in a row")
        ->type_name("N")
        ->check(quietly(CLI::Range(1, 64)))
        ->capture_default_str();
    command->add_option("--size", options->size, "Side of one picture in pixels")
        ->type_name("N")
        ->check(quietly(CLI::Range(64, 1024)))
        ->capture_default_str();
    command->footer("Example:\n  mien rig sheet avatar.glb -o sheet.png --columns 10");
    command->callback([options, &context] { context.chosen = [options] { return run_sheet(*options); }; });
}

} // namespace mien

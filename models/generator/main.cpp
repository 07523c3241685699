// mien_make_head FOLDER: writes the bundled rigs into a folder. The build runs it; the same sources give the
// same bytes on the same machine.
#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "models/generator/character.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        fmt::print(stderr, "usage: mien_make_head FOLDER\n");
        return 2;
    }
    const auto rigs = mien::head::make_bundled_rigs();
    if (!rigs) {
        fmt::print(stderr, "mien_make_head: {}\n", rigs.error().message);
        return 5;
    }
    for (const auto& [name, bytes] : *rigs)
        if (const auto written = mien::write_file_atomically(std::filesystem::path(argv[1]) / name, bytes);
            !written) {
            fmt::print(stderr, "mien_make_head: {}\n", written.error().message);
            return 4;
        }
    return 0;
}

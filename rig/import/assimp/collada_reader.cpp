// mien-collada-reader FOLDER: Collada on standard input, GLB on standard output, a warning a line on standard
// error. Exit status 3 with one line where it cannot be read. A program of its own, because the Assimp
// library can be crashed by a damaged file; mien runs it (rig/import/collada/).
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "rig/export/glb_export.h"
#include "rig/import/assimp/assimp_import.h"

namespace {

constexpr int refused_status = 3;

std::vector<std::uint8_t> read_all(std::FILE* file) {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint8_t> piece(std::size_t{1} << 16U);
    while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), file))
        bytes.insert(bytes.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    return bytes;
}

/// A small file must not get a large machine's memory, nor all its time.
void limit_resources([[maybe_unused]] std::size_t file_size) {
    const auto limit = [](auto what, rlim_t most) {
        const rlimit value{most, most};
        setrlimit(what, &value);
    };
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, 60);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // they map terabytes
    constexpr rlim_t program_itself = rlim_t{512} << 20U;
    limit(RLIMIT_AS, program_itself + 40 * static_cast<rlim_t>(file_size));
#endif
}

int refuse_file(const std::string& message) {
    fmt::print(stderr, "{}\n", message);
    return refused_status;
}

} // namespace

int main(int count, char** words) {
    const std::vector<std::uint8_t> bytes = read_all(stdin);
    limit_resources(bytes.size());
    const auto rig = mien::assimp::read_collada(bytes, count > 1 ? words[1] : "");
    if (!rig) return refuse_file(rig.error().message);
    const auto glb = mien::export_glb(*rig);
    if (!glb) return refuse_file(glb.error().message);
    for (const mien::ReportLine& line : rig->report) fmt::print(stderr, "{}\n", line.text);
    const bool is_whole = std::fwrite(glb->data(), 1, glb->size(), stdout) == glb->size();
    return is_whole && std::fflush(stdout) == 0 ? 0 : refuse_file("it does not fit into memory");
}

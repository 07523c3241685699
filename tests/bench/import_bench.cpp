// How long the import of an uncompressed GLB takes and what memory it needs, by vertices and morph targets:
//   import_bench [FOLDER]
// Each case is measured in a process of its own with a warm file cache: the best of three CPU times, the
// peak of resident memory above what the process had before, and what stays while the rig lives. The targets
// move 40 % of the vertices, with positions alone or with normals too.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <malloc.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "rig/import/import.h"

namespace {

using Json = nlohmann::ordered_json;

struct Case {
    int vertices;
    int targets;
    bool normals;
};

/// Appends a VEC3 accessor of floats.
int add(Json& json, std::string& binary, const std::vector<float>& values) {
    const std::size_t bytes = values.size() * sizeof(float);
    json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", bytes}});
    json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                 {"componentType", 5126},
                                 {"count", values.size() / 3},
                                 {"type", "VEC3"}});
    binary.append(reinterpret_cast<const char*>(values.data()), bytes);
    return static_cast<int>(json["accessors"].size()) - 1;
}

std::string chunk(std::string bytes, const char* kind, char padding) {
    while (bytes.size() % 4 != 0) bytes += padding;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    return std::string(reinterpret_cast<const char*>(&size), 4) + std::string(kind, 4) + bytes;
}

/// A wavy square sheet of about `vertices` vertices.
std::string make_glb(const Case& wanted) {
    const int side = static_cast<int>(std::lround(std::sqrt(wanted.vertices)));
    const auto count = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    Json json = {{"asset", {{"version", "2.0"}}}, {"scene", 0}, {"scenes", {{{"nodes", {0}}}}}};
    json["nodes"] = Json::array({{{"mesh", 0}, {"name", "head"}}});
    std::string binary;
    std::vector<float> positions, normals;
    for (std::size_t i = 0; i < count; ++i) {
        const auto x = static_cast<float>(i % static_cast<std::size_t>(side)) / static_cast<float>(side);
        const auto y = static_cast<float>(i / static_cast<std::size_t>(side)) / static_cast<float>(side);
        positions.insert(positions.end(), {x, y, 0.05f * std::sin(9 * x) * std::cos(7 * y)});
        normals.insert(normals.end(), {0, 0, 1});
    }
    Json primitive;
    primitive["attributes"] = {{"POSITION", add(json, binary, positions)},
                               {"NORMAL", add(json, binary, normals)}};
    Json names = Json::array();
    for (int t = 0; t < wanted.targets; ++t) {
        std::vector<float> deltas(count * 3, 0.0f);
        for (std::size_t i = 0; i < count; ++i) {
            if ((i + static_cast<std::size_t>(t) * 97) % count >= count * 2 / 5) continue;
            for (std::size_t k = 0; k < 3; ++k)
                deltas[i * 3 + k] = 0.001f * static_cast<float>(1 + (i + k) % 7);
        }
        primitive["targets"].push_back({{"POSITION", add(json, binary, deltas)}});
        if (wanted.normals) primitive["targets"].back()["NORMAL"] = add(json, binary, deltas);
        names.push_back("shape " + std::to_string(t));
    }
    std::vector<std::uint32_t> indices;
    for (int y = 0; y + 1 < side; ++y)
        for (int x = 0; x + 1 < side; ++x) {
            const auto a = static_cast<std::uint32_t>(y * side + x);
            const auto b = a + static_cast<std::uint32_t>(side);
            indices.insert(indices.end(), {a, a + 1, b, b, a + 1, b + 1});
        }
    const std::size_t bytes = indices.size() * sizeof(std::uint32_t);
    json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", bytes}});
    json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                 {"componentType", 5125},
                                 {"count", indices.size()},
                                 {"type", "SCALAR"}});
    binary.append(reinterpret_cast<const char*>(indices.data()), bytes);
    primitive["indices"] = json["accessors"].size() - 1;
    json["meshes"] = Json::array({{{"primitives", {primitive}}, {"extras", {{"targetNames", names}}}}});
    json["buffers"] = Json::array({{{"byteLength", binary.size()}}});
    const std::string body =
        chunk(json.dump(), "JSON", ' ') + chunk(binary, std::string("BIN\0", 4).data(), '\0');
    const std::uint32_t head[] = {0x46546c67, 2, static_cast<std::uint32_t>(body.size() + 12)};
    return std::string(reinterpret_cast<const char*>(head), sizeof(head)) + body;
}

/// A line of /proc/self/status, MiB.
double memory(const char* name) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name)) return std::stod(line.substr(line.find(':') + 1)) / 1024;
    return 0;
}

int run_case(const Case& measured, const std::filesystem::path& folder) {
    const auto file = folder / "mien-import-bench.glb";
    if (const auto written = mien::write_file_atomically(file, make_glb(measured)); !written) {
        fmt::print(stderr, "{}\n", written.error().message);
        return 5;
    }
    const double size = static_cast<double>(std::filesystem::file_size(file)) / (1024 * 1024);
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        malloc_trim(0);
        std::ofstream("/proc/self/clear_refs") << 5; // the peak counts from here
        const double before = memory("VmRSS");
        auto rig = mien::import_rig(file);
        const double peak = memory("VmHWM") - before;
        malloc_trim(0);
        const double stays = memory("VmRSS") - before;
        double best = 1e9;
        for (int i = 0; i < 3; ++i) {
            rig = mien::import_rig("/nonexistent.glb"); // lets go of the last one
            const std::clock_t start = std::clock();
            rig = mien::import_rig(file);
            const double took = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
            best = std::min(best, took);
        }
        if (!rig) fmt::print(stderr, "{}\n", rig.error().message);
        fmt::print("{:>8}  {:>7}  {:<7}  {:>8.1f}  {:>7.0f}  {:>9.2f}  {:>9.2f}\n", measured.vertices,
                   measured.targets, measured.normals ? "yes" : "no", size, best, peak / size, stays / size);
        std::fflush(stdout);
        std::_Exit(rig ? 0 : 5);
    }
    int status = 0;
    waitpid(child, &status, 0);
    std::filesystem::remove(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 5;
}

} // namespace

int main(int argc, char** argv) {
    const std::filesystem::path folder = argc > 1 ? argv[1] : std::filesystem::temp_directory_path();
    fmt::print("vertices  targets  normals  file MiB   CPU ms  peak/file  stays/file\n");
    for (const Case& measured : {Case{26000, 52, true}, Case{26000, 52, false}, Case{10000, 52, true},
                                 Case{50000, 52, true}, Case{100000, 52, true}, Case{200000, 52, true},
                                 Case{26000, 10, true}, Case{26000, 100, true}, Case{26000, 300, true}})
        if (const int failed = run_case(measured, folder); failed != 0) return failed;
    return 0;
}

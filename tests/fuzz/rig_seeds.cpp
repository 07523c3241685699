// Writes the corpora to start from for the fuzz targets of FBX, OBJ and face groups.
#include <cstdio>
#include <filesystem>
#include <string>

#include "base/file.h"
#include "tests/support/square_fbx.h"

namespace {

constexpr const char* obj =
    "mtllib a.mtl\no face\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\n"
    "vn 0 0 1\ng skin\nusemtl skin\ns 1\nf 1/1/1 2/2/1 3/3/1 4//1\nf -4 -3 -2\n";

constexpr const char* groups =
    R"({"version":1,"groups":[{"name":"Mouth","parts":[{"name":"Jaw open","rest":0,"channel":"jawOpen",)"
    R"("bones":[{"bone":"Head/Jaw","channel":"rotation x","start":0,"end":20}]}]}]})";

bool write(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    return mien::write_file_atomically(path, text).has_value();
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: rig_seeds FOLDER\n", stderr);
        return 2;
    }
    using namespace std::string_literals;
    const std::filesystem::path folder = argv[1];
    const std::string values =
        "I\x05\0\0\0S\x03\0\0\0abcC\x01"s + "d\x02\0\0\0\0\0\0\0\x10\0\0\0"s + std::string(16, '\0');
    const bool written = write(folder / "fbx/square.fbx", mien::test::square_fbx()) &&
                         write(folder / "fbx/binary.fbx", mien::test::binary_file("Objects", values, 4)) &&
                         write(folder / "obj/square.obj", obj) &&
                         write(folder / "face_groups/jaw.json", groups);
    return written ? 0 : 5;
}

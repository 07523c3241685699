// Any bytes as a Collada file. The reader is a library's: what it does on its own is told to its makers.
#include "rig/import/assimp/assimp_import.h"
#include "tests/fuzz/use_rig.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    mien::fuzz::check(mien::import_collada({data, size}, {}));
    return 0;
}

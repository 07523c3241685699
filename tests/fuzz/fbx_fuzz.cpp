// Any bytes as an FBX file.
#include "rig/import/fbx/fbx_import.h"
#include "tests/fuzz/use_rig.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    mien::fuzz::check(mien::import_fbx({data, size}, {}, {}));
    return 0;
}

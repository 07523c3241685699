// Any bytes as a glTF, GLB or VRM.
#include "rig/import/import.h"
#include "tests/fuzz/use_rig.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto rig = mien::import_gltf({data, size}, "fuzz", {});
    mien::fuzz::check(rig);
    if (!rig) mien::fuzz::require(mien::is_valid_utf8(rig.error().message));
    return 0;
}

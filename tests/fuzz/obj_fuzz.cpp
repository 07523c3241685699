// Any bytes as an OBJ file, or as a zip archive of them where they begin as one does.
#include "base/zip_archive.h"
#include "rig/import/obj/obj_import.h"
#include "tests/fuzz/use_rig.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (mien::looks_like_zip({data, size}))
        mien::fuzz::check(mien::import_obj_zip({data, size}));
    else
        mien::fuzz::check(mien::import_obj({reinterpret_cast<const char*>(data), size}, {}));
    return 0;
}

// How an avatar is to be imported. A plain value; the defaults are what mien works with.
#pragma once

#include <cstdint>

namespace mien {

enum class Units : std::uint8_t {
    metres_y_up, ///< as glTF, whatever the file uses
    of_the_file, ///< FBX and Collada: the file's own units and axes, for comparing with its maker's program
};

struct ImportOptions {
    Units units = Units::metres_y_up;
};

} // namespace mien

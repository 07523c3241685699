// For every processor that the program runs on.
#define MIEN_KERNELS_NAME kernels_portable
#define MIEN_KERNELS_LABEL "portable"
#include "capture/network/fast_kernels_private.h"

// Compiled with -mavx2 -mfma -mf16c; run only where the processor has them (fast_kernels.cpp).
#define MIEN_KERNELS_NAME kernels_avx2
#define MIEN_KERNELS_LABEL "AVX2"
#include "capture/network/fast_kernels_private.h"

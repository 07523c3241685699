#include "capture/network/fast_kernels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace mien::network {

extern const FastKernels kernels_portable;
#if defined(__x86_64__)
extern const FastKernels kernels_avx2;

namespace {

bool has_avx2() {
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    // The builtin also asks whether the system keeps the wide registers; it does not know of F16C in every
    // compiler.
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}

} // namespace
#endif

std::vector<const FastKernels*> usable_kernels() {
    std::vector<const FastKernels*> usable{&kernels_portable};
#if defined(__x86_64__)
    if (has_avx2()) usable.push_back(&kernels_avx2);
#endif
    return usable;
}

const FastKernels& best_kernels() {
    static const FastKernels* const best = usable_kernels().back();
    return *best;
}

} // namespace mien::network

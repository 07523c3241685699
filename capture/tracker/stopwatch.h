// Adds the CPU time of a scope to a stage of TrackTimes.
#pragma once

#include "base/time.h"

namespace mien {

/// From its making to its end, CPU time of the calling thread.
class StageClock {
public:
    explicit StageClock(double& sum_ms) : sum_ms_(&sum_ms), begin_(thread_cpu_time()) {}
    StageClock(const StageClock&) = delete;
    StageClock& operator=(const StageClock&) = delete;
    ~StageClock() { *sum_ms_ += (thread_cpu_time() - begin_).ms(); }

private:
    double* sum_ms_;
    Duration begin_;
};

} // namespace mien

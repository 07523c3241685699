// Runs a Graph.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/result.h"
#include "capture/network/fast_kernels.h"
#include "capture/network/graph.h"

namespace mien::network {

/// An input picture or map as the executor wants it filled: `height` rows of `width` pixels of `channels`
/// floats, `row_stride` floats from one row to the next. Inputs that are no picture are one row of one pixel.
struct InputView {
    float* data = nullptr;
    int width = 0;
    int height = 0;
    int channels = 0;
    std::size_t row_stride = 0;
};

/// One owner, one thread at a time.
class Executor {
public:
    virtual ~Executor() = default;
    /// Where the values of the i-th input are written before run(); the same memory for the executor's life.
    [[nodiscard]] virtual InputView input(std::size_t i) = 0;
    virtual void run() = 0;
    /// The i-th output of the last run, row major without gaps; valid until the next run.
    [[nodiscard]] virtual std::span<const float> output(std::size_t i) const = 0;
    [[nodiscard]] virtual const Shape& output_shape(std::size_t i) const = 0;
};

/// Operator by operator, in plain loops: slow, obvious, and the oracle of the other. `graph` must have passed
/// check_graph().
[[nodiscard]] std::unique_ptr<Executor> make_plain_executor(Graph graph);

/// Blocks of operators at once, on vector kernels: what the trackers use. Agrees with the plain one up to
/// rounding. run() allocates nothing. `graph` must have passed check_graph().
[[nodiscard]] std::unique_ptr<Executor> make_fast_executor(Graph graph,
                                                           const FastKernels& kernels = best_kernels());

} // namespace mien::network

// A graph's convolutions on OpenCV's dnn, which shares no code with our executors: their oracle and their
// rival.
#pragma once

#include <map>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>

#include "capture/network/executor.h"

namespace mien::network::test {

/// The nodes that OpenCV has too, from the input on; what they hand to others are the outputs.
[[nodiscard]] Graph convolutional_part(const Graph& whole);

/// One owner. `graph` must be a convolutional_part() and outlive the net.
class OpenCvNet {
public:
    explicit OpenCvNet(const Graph& graph);
    /// `input`: height x width x channels. The outputs have their channels first.
    std::vector<cv::Mat> run(const InputView& input);

private:
    void add(const Node& node);

    const Graph& graph_;
    cv::dnn::Net net_;
    std::map<int, int> layer_of_; ///< by tensor
    std::vector<cv::String> names_;
};

} // namespace mien::network::test

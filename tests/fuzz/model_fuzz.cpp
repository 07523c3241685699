// Bytes of a stranger as a TFLite model, as a FaceLandmarker bundle and as a canonical face: each is read, or
// refused with a message. A model that is read and small is run as well.
#include <cstdint>
#include <vector>

#include "capture/network/executor.h"
#include "capture/network/tflite_model.h"
#include "capture/tracker/rigid_face.h"
#include "capture/tracker/task_bundle.h"

namespace {

/// Multiplications that one input may cost.
constexpr std::size_t affordable = 50'000'000;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::uint8_t> bytes(data, data + size);
    auto graph = mien::network::read_tflite_model(bytes, "fuzz");
    if (graph) {
        std::size_t values = 0;
        for (const auto& tensor : graph->tensors) values += tensor.size();
        if (values * graph->nodes.size() < affordable) {
            const auto executor = mien::network::make_fast_executor(std::move(*graph));
            executor->run();
        }
    }
    (void)mien::TaskBundle::read(bytes, "fuzz");
    (void)mien::RigidFace::read(bytes, "fuzz");
    return 0;
}

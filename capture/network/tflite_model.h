// Reads the TensorFlow Lite files of the face models into a Graph.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "base/result.h"
#include "capture/network/graph.h"

namespace mien::network {

/// Bytes behind the FlatBuffer (metadata that some files carry) are ignored. Constants in half floats stay
/// so: the DEQUANTIZE in front of each is folded away. The result has passed check_graph(). Error:
/// unreadable; the message starts with `name` and says what is broken, or which operator is not supported.
[[nodiscard]] Result<Graph> read_tflite_model(std::span<const std::uint8_t> bytes, std::string_view name);

/// The same of a file. A missing file is `unavailable`.
[[nodiscard]] Result<Graph> read_tflite_file(const std::filesystem::path& path);

} // namespace mien::network

// A rig's basis as a file, so that nobody waits for the mirror twice.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "solver/calibration/personal_fit.h"

namespace mien {

/// Little-endian: "MIENFACE", uint32 version 1, uint32 length of the name and its bytes, uint32 2p and k,
/// then float32: sparsity, share, personal_share, the noise's rest and ridge, rows (52 x 2p), directions (k x
/// 2p), variances (k).
[[nodiscard]] std::vector<std::uint8_t> face_basis_to_bytes(const FaceBasis& basis);

/// Errors: unreadable, naming `what`.
[[nodiscard]] Result<FaceBasis> face_basis_from_bytes(std::span<const std::uint8_t> bytes,
                                                      const std::string& what);

} // namespace mien

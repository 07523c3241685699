// Rigs as text for programs: what `mien rig vertices --json` writes. Any thread.
#pragma once

#include <string>
#include <vector>

#include "rig/deform.h"

namespace mien {

/// {"primitives":[{"node","mesh","primitive","positions":[[x,y,z],...]},...]} with the shortest numbers that
/// give the same floats back; one primitive a line. A position that is not finite is written as null.
[[nodiscard]] std::string vertices_to_json(const std::vector<DeformedPrimitive>& primitives);

} // namespace mien

// Short ways to import the rigs that the tests build.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "rig/import/import.h"
#include "tests/support/glb_builder.h"

namespace mien::test {

/// The rig of a sheet that must load.
inline Rig load(const SheetRig& sheet) {
    auto rig = import_gltf(sheet.glb(), "test.glb", {});
    if (rig) return std::move(*rig);
    ADD_FAILURE() << rig.error().message;
    return {};
}

/// The message of a refusal, "loads" where there is none.
inline std::string refusal(const SheetRig& sheet) {
    const auto rig = import_gltf(sheet.glb(), "test.glb", {});
    return rig ? "loads" : rig.error().message;
}

/// All lines of the report of one kind, or the refusal.
inline std::string report(const SheetRig& sheet, ReportLine::Kind kind) {
    const auto rig = import_gltf(sheet.glb(), "test.glb", {});
    if (!rig) return "refused: " + rig.error().message;
    std::string all;
    for (const ReportLine& line : rig->report)
        if (line.kind == kind) all += line.text + "\n";
    return all;
}
inline std::string warnings(const SheetRig& sheet) {
    return report(sheet, ReportLine::Kind::warning);
}
inline std::string notes(const SheetRig& sheet) {
    return report(sheet, ReportLine::Kind::note);
}

} // namespace mien::test

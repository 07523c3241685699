// A solver for made-up performers, and what they do with their faces.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "solver/solver.h"
#include "synthetic_face.h"
#include "tests/support/paths.h"

namespace mien::test {

inline constexpr double rate = 30;

/// A canonical face file for the mesh, made of the built-in average face: no fetched model is needed.
class SolverTest : public testing::Test {
protected:
    Solver make(SolverOptions options = {}) {
        auto solver = Solver::create(canonical(), options);
        EXPECT_TRUE(solver) << solver.error().message;
        return std::move(solver).value();
    }

    std::filesystem::path canonical() {
        const auto path = folder_.path() / "face.binarypb";
        if (std::filesystem::exists(path)) return path;
        const Eigen::Matrix3Xd face = test::average_face(Scheme::mesh478).points * 8.89;
        std::string mesh;
        for (int i = 0; i < canonical_point_count; ++i) {
            for (int k = 0; k < 5; ++k) {
                const float value = k < 3 ? static_cast<float>(face(k, i)) : 0;
                mesh += '\x1D';
                mesh.append(reinterpret_cast<const char*>(&value), 4);
            }
        }
        std::string bytes = "\x0A";
        for (std::size_t size = mesh.size(); size > 0; size >>= 7U)
            bytes += static_cast<char>((size & 127U) | (size >= 128 ? 128U : 0U));
        EXPECT_TRUE(write_file_atomically(path, std::string_view(bytes + mesh)));
        return path;
    }

private:
    test::TemporaryFolder folder_;
};

inline float largest(const Weights& weights, std::initializer_list<std::string_view> but = {}) {
    float most = 0;
    for (ChannelIndex i = 0; i < channel_count; ++i)
        if (std::none_of(but.begin(), but.end(),
                         [i](std::string_view stem) { return channel_names[i].starts_with(stem); }))
            most = std::max(most, weights[i]);
    return most;
}

inline std::string_view name_of_largest(const Weights& weights) {
    return channel_names[static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) -
                                                  weights.begin())];
}

/// Brings the lids of an eye together: 0 as they are, 1 shut.
inline void shut(test::SyntheticFace& face, bool left, double amount) {
    struct Lid {
        int upper, lower;
    };
    constexpr std::array<std::array<Lid, 7>, 2> mesh = {{
        {{{246, 7}, {161, 163}, {160, 144}, {159, 145}, {158, 153}, {157, 154}, {173, 155}}},
        {{{466, 249}, {388, 390}, {387, 373}, {386, 374}, {385, 380}, {384, 381}, {398, 382}}},
    }};
    for (const auto& [upper, lower] : mesh[left ? 1 : 0]) {
        const Eigen::Vector3d gap = face.points.col(upper) - face.points.col(lower);
        face.points.col(upper) -= 0.85 * 0.8 * amount * gap; // landmarks of shut lids keep a sixth of the gap
        face.points.col(lower) += 0.85 * 0.2 * amount * gap;
    }
}

inline void open_jaw(test::SyntheticFace& face, double amount) {
    for (const int i : {152, 148, 377, 176, 400, 149, 378, 150, 379, 175, 199, 200, 18,  83,  313, 182,
                        406, 17,  14,  87,  317, 84,  314, 181, 405, 178, 402, 201, 421, 194, 418, 32,
                        262, 208, 428, 136, 365, 171, 396, 140, 369, 88,  318, 95,  324, 91,  321, 43,
                        273, 106, 335, 204, 424, 211, 431, 15,  16,  86,  316, 85,  315})
        face.points.col(i).y() -= 0.3 * amount;
}

inline std::vector<SolvedFrame> perform(Solver& solver, int frames,
                                        const std::function<LandmarkFrame(int)>& frame) {
    std::vector<SolvedFrame> solved;
    for (int i = 0; i < frames; ++i) solved.push_back(solver.solve(frame(i)));
    return solved;
}

} // namespace mien::test

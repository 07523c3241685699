#include "solver/fit_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

static_assert(std::endian::native == std::endian::little, "fit files are little-endian and read as they are");

// Defined by embedded_models.S.
extern "C" {
extern const std::uint8_t mien_fit_mesh478_begin[];
extern const std::uint8_t mien_fit_mesh478_end[];
extern const std::uint8_t mien_fit_ibug68_begin[];
extern const std::uint8_t mien_fit_ibug68_end[];
}

namespace mien {
namespace {

/// Takes values off the front of the bytes; refuses to go beyond their end.
class Cursor {
public:
    explicit Cursor(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    template <typename T>
    bool take(T* target, std::size_t count) {
        if (count > rest_.size() / sizeof(T)) return false;
        std::memcpy(target, rest_.data(), count * sizeof(T));
        rest_ = rest_.subspan(count * sizeof(T));
        return true;
    }
    /// Row by row.
    template <typename Matrix>
    bool take_matrix(Matrix& matrix, Eigen::Index rows, Eigen::Index columns) {
        if (static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) > rest_.size() / sizeof(float))
            return false;
        matrix.resize(rows, columns);
        for (Eigen::Index r = 0; r < rows; ++r) {
            for (Eigen::Index c = 0; c < columns; ++c) {
                float value = 0;
                if (!take(&value, 1) || !std::isfinite(value)) return false;
                matrix(r, c) = value;
            }
        }
        return true;
    }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }

private:
    std::span<const std::uint8_t> rest_;
};

constexpr auto channels = static_cast<Eigen::Index>(channel_count);
/// What the network sees besides the fit, the components and the identities: three angles, six values of the
/// eyes.
constexpr Eigen::Index further_inputs = 9;

bool take_vector(Cursor& cursor, Eigen::VectorXf& vector, Eigen::Index size) {
    Eigen::MatrixXf column;
    if (!cursor.take_matrix(column, size, 1)) return false;
    vector = column.col(0);
    return true;
}

/// No size in a file is larger.
constexpr std::uint32_t largest = 4096;
constexpr std::uint32_t most_experts = 8;

/// A number that may be 0 or more.
bool take_amount(Cursor& cursor, float& value) {
    return cursor.take(&value, 1) && std::isfinite(value) && value >= 0;
}

bool take_noise(Cursor& cursor, LandmarkNoise& noise, Eigen::Index directions, Eigen::Index feature) {
    return cursor.take_matrix(noise.directions, directions, feature) &&
           take_vector(cursor, noise.variances, directions) &&
           (directions == 0 || noise.variances.minCoeff() >= 0) && take_amount(cursor, noise.rest) &&
           take_amount(cursor, noise.ridge) && noise.ridge > 0;
}

bool take_refinement(Cursor& cursor, Refinement& refinement, const std::array<Eigen::Index, 4>& widths) {
    for (std::size_t k = 0; k < refinement.layers.size(); ++k)
        if (!cursor.take_matrix(refinement.layers[k], widths[k + 1], widths[k]) ||
            !take_vector(cursor, refinement.offsets[k], widths[k + 1]))
            return false;
    return take_vector(cursor, refinement.gain, channels);
}

bool take_expert(Cursor& cursor, const FitModel& model, Expert& expert) {
    std::array<std::uint32_t, 3> sizes{}; // directions, hidden, hidden
    if (!cursor.take(sizes.data(), sizes.size()) || *std::max_element(sizes.begin(), sizes.end()) > largest)
        return false;
    const auto feature = static_cast<Eigen::Index>(2 * model.landmarks.size());
    if (!cursor.take_matrix(expert.basis, channels, feature) ||
        !take_noise(cursor, expert.noise, sizes[0], feature) || !take_amount(cursor, expert.sparsity))
        return false;
    if (sizes[1] == 0) return true;
    return take_refinement(cursor, expert.refinement,
                           std::array<Eigen::Index, 4>{channels + model.components.rows() +
                                                           model.identities.rows() + further_inputs,
                                                       sizes[1], sizes[2], channels});
}

std::optional<FitModel> parse(std::span<const std::uint8_t> bytes) {
    Cursor cursor(bytes);
    char magic[8] = {};
    std::array<std::uint32_t, 5> head{};
    if (!cursor.take(magic, 8) || std::memcmp(magic, "MIENFIT2", 8) != 0) return std::nullopt;
    if (!cursor.take(head.data(), head.size())) return std::nullopt;
    const auto [scheme, points, experts, components, identities] = head;
    if ((scheme != point_count(Scheme::ibug68) && scheme != point_count(Scheme::mesh478)) || points == 0 ||
        points > scheme || experts == 0 || experts > most_experts || components > largest ||
        identities > largest)
        return std::nullopt;
    FitModel model;
    model.scheme = static_cast<Scheme>(scheme);
    model.landmarks.resize(points);
    if (!cursor.take(model.landmarks.data(), points)) return std::nullopt;
    for (const std::uint16_t index : model.landmarks)
        if (index >= scheme) return std::nullopt;
    Eigen::MatrixXd face;
    const auto feature = static_cast<Eigen::Index>(2 * points);
    if (!cursor.take_matrix(face, scheme, 3) || !cursor.take_matrix(model.components, components, feature) ||
        !cursor.take_matrix(model.identities, identities, feature))
        return std::nullopt;
    model.mean_face = face.transpose();
    model.experts.resize(experts);
    for (Expert& expert : model.experts)
        if (!take_expert(cursor, model, expert)) return std::nullopt;
    if (!cursor.at_end()) return std::nullopt;
    return model;
}

} // namespace

Result<FitModel> parse_fit_model(std::span<const std::uint8_t> bytes, const std::string& what) {
    auto model = parse(bytes);
    if (!model)
        return fail(ErrorCode::unreadable,
                    "Cannot read the solver's data {}: cut off or damaged; make it again with models/train",
                    what);
    return *std::move(model);
}

std::span<const std::uint8_t> embedded_fit_model(Scheme scheme) {
    if (scheme == Scheme::mesh478) return {mien_fit_mesh478_begin, mien_fit_mesh478_end};
    if (scheme == Scheme::ibug68) return {mien_fit_ibug68_begin, mien_fit_ibug68_end};
    return {};
}

} // namespace mien

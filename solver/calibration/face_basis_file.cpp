#include "solver/calibration/face_basis_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

static_assert(std::endian::native == std::endian::little, "the files are little-endian and read as they are");

namespace mien {
namespace {

constexpr std::string_view magic = "MIENFACE";
constexpr std::uint32_t format_version = 1;
constexpr auto channels = static_cast<Eigen::Index>(channel_count);
constexpr std::uint32_t largest = 4096;

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Writer {
public:
    void put(const void* data, std::size_t size) {
        const auto* first = static_cast<const std::uint8_t*>(data);
        bytes_.insert(bytes_.end(), first, first + size);
    }
    void put(std::uint32_t value) { put(&value, sizeof value); }
    void put(float value) { put(&value, sizeof value); }
    void put(const RowMajor& matrix) {
        put(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(float));
    }
    std::vector<std::uint8_t> take() { return std::move(bytes_); }

private:
    std::vector<std::uint8_t> bytes_;
};

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
    bool get(void* data, std::size_t size) {
        if (size > rest_.size()) return false;
        std::memcpy(data, rest_.data(), size);
        rest_ = rest_.subspan(size);
        return true;
    }
    bool get(std::uint32_t& value, std::uint32_t most) { return get(&value, sizeof value) && value <= most; }
    /// A finite number, 0 or more.
    bool get(float& value) { return get(&value, sizeof value) && std::isfinite(value) && value >= 0; }
    bool get(Eigen::MatrixXf& matrix, Eigen::Index rows, Eigen::Index columns) {
        const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * sizeof(float);
        if (size > rest_.size()) return false;
        RowMajor values(rows, columns);
        if (!get(values.data(), size) || !values.allFinite()) return false;
        matrix = values;
        return true;
    }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }

private:
    std::span<const std::uint8_t> rest_;
};

std::optional<FaceBasis> read(std::span<const std::uint8_t> bytes) {
    Reader reader(bytes);
    std::array<char, magic.size()> start{};
    std::uint32_t version = 0;
    std::uint32_t length = 0;
    if (!reader.get(start.data(), start.size()) || std::string_view(start.data(), start.size()) != magic ||
        !reader.get(version, format_version) || version != format_version || !reader.get(length, largest))
        return std::nullopt;
    FaceBasis basis;
    basis.name.resize(length);
    std::uint32_t feature = 0;
    std::uint32_t directions = 0;
    Eigen::MatrixXf variances;
    if (!reader.get(basis.name.data(), length) || !reader.get(feature, largest) ||
        !reader.get(directions, largest) || !reader.get(basis.sparsity) || !reader.get(basis.share) ||
        !reader.get(basis.personal_share) || !reader.get(basis.noise.rest) ||
        !reader.get(basis.noise.ridge) || !(basis.noise.ridge > 0) || !(basis.share <= 1) ||
        !(basis.personal_share <= 1) || !reader.get(basis.rows, channels, feature) ||
        !reader.get(basis.noise.directions, directions, feature) || !reader.get(variances, directions, 1) ||
        !reader.at_end() || (directions > 0 && variances.minCoeff() < 0))
        return std::nullopt;
    basis.noise.variances = variances.col(0);
    return basis;
}

} // namespace

std::vector<std::uint8_t> face_basis_to_bytes(const FaceBasis& basis) {
    Writer writer;
    writer.put(magic.data(), magic.size());
    writer.put(format_version);
    writer.put(static_cast<std::uint32_t>(basis.name.size()));
    writer.put(basis.name.data(), basis.name.size());
    writer.put(static_cast<std::uint32_t>(basis.rows.cols()));
    writer.put(static_cast<std::uint32_t>(basis.noise.directions.rows()));
    for (const float value :
         {basis.sparsity, basis.share, basis.personal_share, basis.noise.rest, basis.noise.ridge})
        writer.put(value);
    writer.put(RowMajor(basis.rows));
    writer.put(RowMajor(basis.noise.directions));
    writer.put(RowMajor(basis.noise.variances));
    return writer.take();
}

Result<FaceBasis> face_basis_from_bytes(std::span<const std::uint8_t> bytes, const std::string& what) {
    auto basis = read(bytes);
    if (!basis) return fail(ErrorCode::unreadable, "{}: cut off, damaged or of another version", what);
    return *std::move(basis);
}

} // namespace mien

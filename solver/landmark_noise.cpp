#include "solver/landmark_noise.h"

namespace mien {

Eigen::MatrixXf LandmarkNoise::whitened(const Eigen::MatrixXf& rows) const {
    const float floor = 1 / (rest + ridge);
    const Eigen::VectorXf gains = (variances.array() + ridge).inverse() - floor;
    Eigen::MatrixXf result = floor * rows;
    result.noalias() += (rows * directions.transpose()) * gains.asDiagonal() * directions;
    return result;
}

} // namespace mien

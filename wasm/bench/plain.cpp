#include "bench/plain.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <algorithm>

namespace iklab {

using Eigen::Isometry3d;
using Eigen::Vector3d;

PlainStepper::PlainStepper(const Tree& tree, const std::vector<LabTarget>& targets,
                           const Vector& start, const Options& options)
    : tree_(tree),
      targets_(targets),
      options_(options),
      theta_(start),
      e_(3 * targets.size()),
      j_(3 * targets.size(), tree.columns()),
      frames_(tree.joints().size()),
      tips_(tree.effectors().size()) {}

void PlainStepper::update() {
  ++frame_;
  pose();
  jacobian();
  Vector step = options_.method == "transpose" ? transposeStep()
                : options_.method == "dls"     ? dampedStep()
                                               : selectiveStep();
  const double largest = step.cwiseAbs().maxCoeff();
  if (largest > options_.maxStep) step *= options_.maxStep / largest;
  theta_ += step;
}

Vector3d PlainStepper::goal(const LabTarget& target) const {
  const Motion& m = target.motion;
  const double time = frame_ * options_.timeStep;
  const auto angle = 2 * EIGEN_PI * time / m.period.array() + m.phase.array();
  return target.base.position + Vector3d(m.amplitude.array() * angle.sin());
}

void PlainStepper::pose() {
  for (const int i : tree_.order()) {
    const Joint& j = tree_.joints()[i];
    Isometry3d local = Isometry3d::Identity();
    local.translate(j.offset).rotate(j.parentFromJoint);
    if (j.column >= 0) local.rotate(Eigen::AngleAxisd(theta_[j.column], j.axis));
    frames_[i] = j.parent < 0 ? local : frames_[j.parent] * local;
  }
  for (size_t k = 0; k < tips_.size(); ++k)
    tips_[k] = frames_[tree_.effectors()[k].parent] * tree_.effectors()[k].offset;
}

void PlainStepper::jacobian() {
  j_.setZero();
  for (size_t t = 0; t < targets_.size(); ++t) {
    const int row = 3 * static_cast<int>(t), effector = targets_[t].effector;
    const Vector3d& s = tips_[effector];
    e_.segment<3>(row) = goal(targets_[t]) - s;
    for (const int c : tree_.pathToEffector(effector)) {
      const Isometry3d& frame = frames_[tree_.jointOfColumn(c)];
      const Vector3d axis = frame.linear() * tree_.moving(c).axis;
      j_.col(c).segment<3>(row) = axis.cross(s - frame.translation());
    }
  }
}

Vector PlainStepper::transposeStep() const {
  const Vector pull = j_.transpose() * e_, motion = j_ * pull;
  return e_.dot(motion) / motion.squaredNorm() * pull;
}

Vector PlainStepper::dampedStep() const {
  Matrix normal = j_ * j_.transpose();
  normal.diagonal().array() += options_.parameter * options_.parameter;
  return j_.transpose() * normal.ldlt().solve(e_);
}

Vector PlainStepper::selectiveStep() const {
  const Eigen::JacobiSVD<Matrix> svd(j_, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Vector sum = Vector::Zero(j_.cols());
  for (int i = 0; i < svd.singularValues().size(); ++i) {
    const double sigma = svd.singularValues()[i];
    if (!(sigma > 1e-10 * svd.singularValues()[0])) continue;
    double n = 0, m = 0;
    for (int row = 0; row < j_.rows(); row += 3) {
      n += svd.matrixU().col(i).segment<3>(row).norm();
      for (int c = 0; c < j_.cols(); ++c)
        m += std::abs(svd.matrixV()(c, i)) * j_.col(c).segment<3>(row).norm() / sigma;
    }
    const double gamma = options_.parameter * std::min(1.0, n / m);
    Vector phi = svd.matrixU().col(i).dot(e_) / sigma * svd.matrixV().col(i);
    const double largest = phi.cwiseAbs().maxCoeff();
    sum += std::min(1.0, gamma / largest) * phi;
  }
  const double largest = sum.cwiseAbs().maxCoeff();
  const double bound = options_.parameter;
  return largest > bound ? Vector(bound / largest * sum) : sum;
}

}  // namespace iklab

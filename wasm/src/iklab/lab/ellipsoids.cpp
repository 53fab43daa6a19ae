#include "iklab/lab/ellipsoids.hpp"

#include "iklab/lab/probe.hpp"

namespace iklab {

Ellipsoids::Ellipsoids(const Model& model)
    : model_(model),
      state_(model),
      jacobian_(model.tree, model.task),
      tip_(3, model.columns()),
      rows_(Matrix::Zero(3, model.columns())),
      axes_(9 * model.task.targets().size(), 0) {}

std::string Ellipsoids::measure(std::span<const double> probe) {
  std::string fault = readProbe(model_, probe, state_.theta, state_.goals);
  if (!fault.empty()) {
    std::fill(axes_.begin(), axes_.end(), kNotUsed);
    return fault;
  }
  forwardKinematics(model_.tree, state_.theta, state_.pose);
  jacobian_.compute(state_.pose, state_.goals);
  for (size_t target = 0; target < state_.goals.size(); ++target)
    measure(target, &axes_[9 * target]);
  return {};
}

void Ellipsoids::measure(size_t target, double* to) {
  const TaskTarget& t = model_.task.targets()[target];
  rows_ = jacobian_.matrix().middleRows(t.row, 3);
  if (t.freedom.anyPosition()) {  // Convert to the world's axes.
    const Eigen::Matrix3d world = positionRows(t.freedom, state_.goals[target]).transpose();
    for (int c = 0; c < rows_.cols(); ++c) rows_.col(c) = (world * rows_.col(c)).eval();
  }
  tip_.compute(rows_);
  for (int i = 0; i < 3; ++i, to += 3)
    Eigen::Map<Eigen::Vector3d>{to} =
        i < tip_.count() ? Eigen::Vector3d(tip_.sigma(i) * tip_.u(i)) : Eigen::Vector3d::Zero();
}

}  // namespace iklab

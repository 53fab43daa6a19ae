#include "iklab/ik/methods/spectral/selective.hpp"

namespace iklab {

void computeEffectorMotion(const Model& model, const Matrix& j, Vector& moved) {
  moved.setZero(model.columns());
  for (const Block& b : model.task.blocks()) {
    const int effector = model.task.targets()[b.target].effector;
    for (const int c : model.tree.pathToEffector(effector))
      moved[c] += j.col(c).segment<3>(b.row).norm();
  }
}

double directionReach(const Model& model, const Eigen::Ref<const Vector>& u, double length) {
  double n = 0;
  for (const Block& b : model.task.blocks()) n += u.segment<3>(b.row).norm() / length;
  return n;
}

double directionCost(const Vector& moved, const Eigen::Ref<const Vector>& v, double sigma,
                     double length) {
  return v.cwiseAbs().dot(moved) / (length * sigma);
}

}  // namespace iklab

// Moves a frame of a Pinocchio model to a pose.
#include "from_pinocchio.hpp"

#include <cstdio>
#include <iklab/solver.hpp>

using namespace iklab;

// Replace this arm by your own: pinocchio::urdf::buildModel(path, robot).
pinocchio::Model makeArm() {
  using Placement = pinocchio::SE3;
  const auto at = [](double x, double y, double z) {
    return Placement(Eigen::Matrix3d::Identity(), Eigen::Vector3d(x, y, z));
  };
  pinocchio::Model arm;
  const auto waist = arm.addJoint(0, pinocchio::JointModelRZ(), at(0, 0, 0.2), "waist");
  const auto shoulder = arm.addJoint(waist, pinocchio::JointModelRY(), at(0.1, 0, 0.1), "shoulder");
  const auto elbow = arm.addJoint(shoulder, pinocchio::JointModelRY(), at(0.4, 0, 0), "elbow");
  const auto wrist = arm.addJoint(elbow, pinocchio::JointModelRUBY(), at(0.3, 0, 0), "wrist");
  arm.addFrame(pinocchio::Frame("tool", wrist, at(0.1, 0, 0), pinocchio::OP_FRAME));
  return arm;
}

int main() {
  const pinocchio::Model robot = makeArm();
  const Result<Model::Pointer> model =
      Model::make(treeFromPinocchio(robot, {"tool"}), {{.effector = "tool"}});
  if (!model) return std::fprintf(stderr, "%s\n", model.reason().c_str()), 1;

  const Solver solver(model.value(), DlsOptions{});
  const std::vector<Goal> goals = {{.position = {0.4, 0.3, 0.5}}};
  const Vector start = Vector::Constant(4, 0.3);
  const Result<Solution> found = solver.solve(start, goals, {.tolerance = 1e-6});
  if (!found) return std::fprintf(stderr, "%s\n", found.reason().c_str()), 1;
  const Eigen::VectorXd q = pinocchioConfiguration(robot, found.value().theta);
  std::printf("%s after %d updates, q:", word(found.value().stop), found.value().updates);
  for (double each : q) std::printf(" %.6f", each);
  std::printf("\n");
  return found.value().reached() ? 0 : 1;
}

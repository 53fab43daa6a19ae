// Arms with seven revolute joints, by the dimensions that their manufacturers publish.
#pragma once

#include "iklab/analytic.hpp"
#include "iklab/dh.hpp"
#include "iklab/math/random.hpp"

namespace iklab::test {

inline constexpr double kHalfPi = 1.5707963267948966;

// KUKA LBR iiwa 7 R800. Axes 1, 2, 3 and 5, 6, 7 meet.
inline std::vector<DhRow> iiwaRows() {
  const auto row = [](double alpha, double d, double limitDegrees) {
    const double limit = limitDegrees / 90 * kHalfPi;
    return DhRow{.alpha = alpha, .d = d, .lower = -limit, .upper = limit};
  };
  return {row(-kHalfPi, 0.34, 170), row(kHalfPi, 0, 120),    row(kHalfPi, 0.4, 170),
          row(-kHalfPi, 0, 120),    row(-kHalfPi, 0.4, 170), row(kHalfPi, 0, 120),
          row(0, 0.126, 175)};
}

// Franka Emika Panda, modified DH. With joint 7 held, axes 1, 2, 3 meet, and axes 5, 6.
inline std::vector<DhRow> pandaRows() {
  return {{.d = 0.333, .lower = -2.8973, .upper = 2.8973},
          {.alpha = -kHalfPi, .lower = -1.7628, .upper = 1.7628},
          {.alpha = kHalfPi, .d = 0.316, .lower = -2.8973, .upper = 2.8973},
          {.a = 0.0825, .alpha = kHalfPi, .lower = -3.0718, .upper = -0.0698},
          {.a = -0.0825, .alpha = -kHalfPi, .d = 0.384, .lower = -2.8973, .upper = 2.8973},
          {.alpha = kHalfPi, .lower = -0.0175, .upper = 3.7525},
          {.a = 0.088, .alpha = kHalfPi, .lower = -2.8973, .upper = 2.8973},
          {.d = 0.107, .kind = JointKind::fixed}};
}

// Kinova Gen3. Axes 5, 6, 7 meet; axes 1, 2 meet 11.8 mm from where 2 and 3 do.
inline std::vector<DhRow> gen3Rows() {
  const double pi = 2 * kHalfPi;
  return {{.alpha = pi, .kind = JointKind::fixed},
          {.alpha = kHalfPi, .d = -0.2848},
          {.alpha = kHalfPi, .d = -0.0118, .theta = pi, .lower = -2.24, .upper = 2.24},
          {.alpha = kHalfPi, .d = -0.4208, .theta = pi},
          {.alpha = kHalfPi, .d = -0.0128, .theta = pi, .lower = -2.57, .upper = 2.57},
          {.alpha = kHalfPi, .d = -0.3143, .theta = pi},
          {.alpha = kHalfPi, .theta = pi, .lower = -2.09, .upper = 2.09},
          {.alpha = pi, .d = -0.1674, .theta = pi}};
}

inline Model::Pointer orientedModel(Result<Tree> tree) {
  return Model::make(std::move(tree), {{.effector = "tool", .oriented = true}}).take();
}
inline Model::Pointer iiwaModel() { return orientedModel(dhTree(iiwaRows())); }
inline Model::Pointer pandaModel() {
  return orientedModel(dhTree(pandaRows(), DhConvention::modified));
}
inline Model::Pointer gen3Model() { return orientedModel(dhTree(gen3Rows())); }

struct SevenArm {
  const char* name;
  Model::Pointer model;
};
inline std::vector<SevenArm> sevenArms() {
  return {{"iiwa", iiwaModel()}, {"Panda", pandaModel()}, {"Gen3", gen3Model()}};
}

inline Vector randomPose(Random& random, int n = 7) {
  Vector theta(n);
  for (double& each : theta) each = random.uniform(-2 * kHalfPi, 2 * kHalfPi);
  return theta;
}

inline Goal goalAt(const Model& model, const Vector& theta) {
  Pose pose(model.tree);
  forwardKinematics(model.tree, theta, pose);
  return {pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])};
}

// |position error| (metres) and |rotation error| (radians).
inline double errorAt(const Model& model, const Vector& theta, const Goal& goal) {
  const Goal at = goalAt(model, theta);
  return (at.position - goal.position).norm() +
         2 * (at.orientation.conjugate() * goal.orientation).vec().norm();
}

// The largest difference of a joint, without full rotations.
inline double largestTurn(const Vector& a, const Vector& b) {
  double most = 0;
  for (int i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(std::remainder(a[i] - b[i], 4 * kHalfPi)));
  return most;
}

}  // namespace iklab::test

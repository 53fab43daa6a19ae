// Solutions of arms with seven joints at a value of their parameter: each reaches its goal by the
// model's own kinematics, the pose that made the goal is among them, and no other pose that searches
// find is missing.
#include <cmath>
#include <gtest/gtest.h>

#include "iklab/math/random.hpp"
#include "tests/allocations.hpp"
#include "tests/seven_axis_arms.hpp"

namespace iklab::redundant_form_test {
namespace {

using namespace test;
using Eigen::Vector3d;

constexpr double kPi = 2 * kHalfPi;

struct NamedArm {
  const char* name;
  const char* text;  // RedundantForm::classText
  Model::Pointer model;
};

// The iiwa with an elbow whose axis 4 is off the line through axes 3 and 5.
std::vector<DhRow> bentElbow() {
  auto rows = iiwaRows();
  rows[2].a = 0.05, rows[3].a = -0.04, rows[3].d = 0.03;
  return rows;
}
// Links of other lengths, twists that are no right angles.
std::vector<DhRow> crooked() {
  auto rows = iiwaRows();
  rows[0].alpha = -1.3, rows[1].alpha = 1.1, rows[2].alpha = 1.2, rows[3].alpha = -1.4;
  rows[4].alpha = -1.25, rows[5].alpha = 1.7, rows[4].d = 0.31;
  return rows;
}
// No three axes meet. Axes 2, 3, 4 are parallel: a UR arm with a joint 7 that is set off.
std::vector<DhRow> parallelArm() {
  return {{.alpha = kHalfPi, .d = 0.16},
          {.a = -0.42},
          {.a = -0.39},
          {.alpha = kHalfPi, .d = 0.13},
          {.alpha = -1.3, .d = 0.1},
          {.a = 0.06, .alpha = 0.9, .d = 0.1},
          {.d = 0.08}};
}

const std::vector<NamedArm>& arms() {
  const char* swivel = "axes 1, 2, 3 meet; axes 5, 6, 7 meet";
  static const std::vector<NamedArm> all = {
      {"iiwa", swivel, iiwaModel()},
      {"bent elbow", swivel, orientedModel(dhTree(bentElbow()))},
      {"crooked", swivel, orientedModel(dhTree(crooked()))},
      {"Panda", "joint \"q7\" is held; axes 1, 2, 3 meet; axes 5, 6 meet", pandaModel()},
      {"Gen3", "joint \"q1\" is held; axes 5, 6, 7 meet; axes 2, 3 meet", gen3Model()},
      {"parallel", "joint \"q7\" is held; axes 2, 3, 4 are parallel; axes 5, 6 meet",
       orientedModel(dhTree(parallelArm()))}};
  return all;
}

Vector randomPose(Random& random) {
  Vector theta(7);
  for (double& each : theta) each = random.uniform(-kPi, kPi);
  return theta;
}

double nearest(const std::vector<Branch>& branches, const Vector& theta) {
  double least = kInfinity;
  for (const Branch& each : branches) least = std::min(least, largestTurn(each.theta, theta));
  return least;
}

TEST(RedundantForm, FindsThePoseThatMadeTheGoal) {
  for (const NamedArm& arm : arms()) {
    const RedundantForm form = RedundantForm::make(arm.model).take();
    EXPECT_EQ(form.classText(), arm.text) << arm.name;
    EXPECT_LT(form.idealised(), 1e-11);
    Random random(11);
    int beside = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vector theta = randomPose(random);
      const Goal goal = goalAt(*arm.model, theta);
      const double parameter = form.parameterOf(theta);
      const auto found = form.solutions(goal, Vector::Zero(7), parameter);
      EXPECT_EQ(found.size() % 2, 0U) << arm.name << " " << i;
      for (const Branch& branch : found) {
        EXPECT_LT(branch.residual, 2e-12) << arm.name;
        EXPECT_LT(errorAt(*arm.model, branch.theta, goal), 1e-11) << arm.name;
        // The elbow circle of a bent elbow is small where its arm is almost straight.
        EXPECT_NEAR(std::remainder(form.parameterOf(branch.theta) - parameter, 2 * kPi), 0, 1e-8)
            << arm.name << " " << i;
      }
      EXPECT_LT(nearest(found, theta), 1e-6) << arm.name << " " << i;
      beside += nearest(found, theta) > 1e-9;
    }
    EXPECT_LE(beside, 2) << arm.name;  // Of double roots.
  }
}

}  // namespace
}  // namespace iklab::redundant_form_test

// Self-motion of arms with seven joints against their closed forms, and by their parameter.
#include <cmath>
#include <gtest/gtest.h>

#include "tests/seven_axis_arms.hpp"

namespace iklab::self_motion_parameter_test {
namespace {

using namespace test;

constexpr double kPi = 2 * kHalfPi;
constexpr double kDegree = kPi / 180;

// Two ways to the same poses.
TEST(SelfMotionParameter, MeetsTheClosedFormAtItsParameter) {
  for (const SevenArm& arm : sevenArms()) {
    const RedundantForm form = RedundantForm::make(arm.model).take();
    SelfMotion motion = SelfMotion::make(arm.model).take();
    Random random(4);
    int beside = 0;
    for (int i = 0; i < 6; ++i) {
      const Vector theta = randomPose(random);
      const Goal goal = goalAt(*arm.model, theta);
      const SelfMotionCurve curve = selfMotionCurve(motion, theta, &form);
      for (const SelfMotionSample& sample : curve.samples) {
        EXPECT_EQ(sample.parameter, form.parameterOf(sample.point.theta));
        double least = kInfinity;
        for (const Branch& branch : form.solutions(goal, theta, *sample.parameter))
          least = std::min(least, largestTurn(branch.theta, sample.point.theta));
        EXPECT_LT(least, 1e-5) << arm.name << " " << i;
        beside += least > 1e-8;
      }
    }
    EXPECT_LE(beside, 5) << arm.name;  // Where the parameter turns back.
  }
}

// All psi, once around: the elbow of a spherical shoulder goes round its circle.
TEST(SelfMotionParameter, GoesOnceThroughAllSwivelAngles) {
  const Model::Pointer model = iiwaModel();
  const RedundantForm form = RedundantForm::make(model).take();
  SelfMotion motion = SelfMotion::make(model).take();
  Random random(6);
  for (int i = 0; i < 10; ++i) {
    const Vector theta = randomPose(random);
    const SelfMotionCurve curve = selfMotionCurve(motion, theta, &form);
    double total = 0, sign = 0;
    for (size_t k = 1; k < curve.samples.size(); ++k) {
      const double change =
          std::remainder(*curve.samples[k].parameter - *curve.samples[k - 1].parameter, 2 * kPi);
      if (sign == 0) sign = change > 0 ? 1 : -1;
      EXPECT_GT(sign * change, 0) << i << " " << k;
      EXPECT_NEAR(curve.samples[k].point.theta[3], theta[3], 1e-9);  // |W - S| is fixed.
      total += change;
    }
    EXPECT_NEAR(std::abs(total), 2 * kPi, 1e-8) << i;
  }
}

TEST(SelfMotionParameter, AdvancesByTheSwivelAngle) {
  const Model::Pointer model = iiwaModel();
  const RedundantForm form = RedundantForm::make(model).take();
  SelfMotion motion = SelfMotion::make(model).take();
  Random random(15);
  for (int i = 0; i < 5; ++i) {
    const Vector theta = randomPose(random);
    const Goal goal = goalAt(*model, theta);
    SelfMotionPoint point = motion.pointAt(theta);
    const double psi = form.parameterOf(theta);
    double total = 0;
    for (const double change : {kDegree, 10 * kDegree, -kDegree, 3.0, -2.0}) {
      EXPECT_NEAR(advanceParameter(motion, form, point, change), change, 2e-9);
      total += change;
      EXPECT_NEAR(std::remainder(form.parameterOf(point.theta) - psi - total, 2 * kPi), 0, 1e-8);
      EXPECT_LT(errorAt(*model, point.theta, goal), 1e-11);
    }
    // Around the circle, along one branch.
    advanceParameter(motion, form, point, -total);
    advanceParameter(motion, form, point, 2 * kPi);
    EXPECT_LT(largestTurn(point.theta, theta), 1e-6) << i;
  }
}

// A joint turns back where the tangent has no part along it.
TEST(SelfMotionParameter, StopsWhereAHeldJointTurnsBack) {
  const Model::Pointer model = pandaModel();
  const RedundantForm form = RedundantForm::make(model).take();
  SelfMotion motion = SelfMotion::make(model).take();
  Random random(16);
  int turned = 0;
  for (int i = 0; i < 20; ++i) {
    const Vector theta = randomPose(random);
    const SelfMotionCurve curve = selfMotionCurve(motion, theta);
    if (std::abs(curve.samples.back().point.theta[6] - theta[6]) > 1) continue;
    ++turned;
    // Upwards from theta, to the first extreme on one side.
    SelfMotionPoint point = motion.pointAt(theta);
    const double change = advanceParameter(motion, form, point, 7);
    EXPECT_LT(change, 7);
    EXPECT_NEAR(point.theta[6] - theta[6], change, 1e-9) << i;
    EXPECT_LT(std::abs(point.tangent[6]), 0.1) << i;
  }
  EXPECT_GT(turned, 5);
}

}  // namespace
}  // namespace iklab::self_motion_parameter_test

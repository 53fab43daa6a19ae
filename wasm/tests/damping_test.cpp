// Checks every damping rule by the property that defines it.
#include "iklab/ik/methods/spectral/damping.hpp"

#include <gtest/gtest.h>

#include "tests/reference.hpp"
#include "tests/support.hpp"

namespace iklab::damping_test {
namespace {

struct Scene {
  Tree tree;
  Task task;
  int rank0;
  Vector theta, e;
};

Scene randomScene(Random& random) {
  Scene s{test::randomTree(random), {}, 0, {}, {}};
  s.task = test::randomTask(s.tree, random);
  s.rank0 = Model(s.tree, s.task).workingRank;
  s.theta = test::randomVector(s.tree.columns(), 3, random);
  s.e = test::randomVector(s.task.rows(), 2, random);
  return s;
}

class Rule {
 public:
  Rule(const Scene& s, Damping rule)
      : model_{s.tree, s.task, s.rank0}, state_(model_), problem_(model_, state_) {
    forwardKinematics(s.tree, s.theta, state_.pose);
    problem_.poseChanged();
    problem_.error = s.e;
    problem_.unclampedError = 3 * s.e;
    settings.damping = rule;
  }
  double lambda() const {
    return std::sqrt(chooseLambdaSquared(settings, problem_, model_.workingRank));
  }
  const Matrix& j() const { return problem_.jacobian().matrix(); }
  double sigma(int i) const { return test::singularValues(j())[i]; }

  Vector step(double lambda) const { return test::dampedStep(j(), problem_.error, lambda); }

  DlsOptions settings = kPublished<DlsOptions>;

 private:
  const Model model_;
  State state_;
  Problem problem_;
};

TEST(DampingRules, BoundedStepChoosesTheSmallestLambdaWithinTheBound) {
  Random random(31);
  int active = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Rule rule(randomScene(random), Damping::boundedStep);
    rule.settings.stepBound = std::pow(10, random.uniform(-3, 1));
    const double lambda = rule.lambda(), bound = rule.settings.stepBound;
    if (lambda == 0) {
      EXPECT_LE(rule.step(0).norm(), bound * (1 + 1e-7)) << trial;
    } else {
      ++active;
      EXPECT_NEAR(rule.step(lambda).norm() / bound, 1, 1e-8) << trial;
    }
  }
  EXPECT_GT(active, 100);
}

TEST(DampingRules, BoundedErrorChoosesTheLargestLambdaWithinTheBound) {
  Random random(32);
  int active = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Rule rule(randomScene(random), Damping::boundedError);
    rule.settings.errorBound = std::pow(10, random.uniform(-3, 0.5));
    const double lambda = rule.lambda();
    const double lost = (rule.j() * (rule.step(0) - rule.step(lambda))).norm();
    if (lambda >= rule.settings.lambdaMax * (1 - 1e-12)) {
      EXPECT_LE(lost, rule.settings.errorBound * (1 + 1e-7)) << trial;
    } else {
      ++active;
      EXPECT_NEAR(lost / rule.settings.errorBound, 1, 1e-7) << trial;
    }
  }
  EXPECT_GT(active, 100);
}

TEST(DampingRules, BoundedConditionLimitsTheConditionOfTheStackedMatrix) {
  Random random(33);
  int active = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Scene s = randomScene(random);
    Rule rule(s, Damping::boundedCondition);
    rule.settings.conditionBound = std::pow(10, random.uniform(0.05, 2));
    const double lambda = rule.lambda(), largest = rule.sigma(0), small = rule.sigma(s.rank0 - 1);
    const double condition = std::hypot(largest, lambda) / std::hypot(small, lambda);
    if (lambda == 0) {
      EXPECT_LE(condition, rule.settings.conditionBound * (1 + 1e-9));
    } else {
      ++active;
      EXPECT_NEAR(condition / rule.settings.conditionBound, 1, 1e-9);
    }
  }
  EXPECT_GT(active, 50);
}

TEST(DampingRules, RegionsHaveNoDampingAtTheirEdgeAndFadeIn) {
  Random random(34);
  for (int trial = 0; trial < 100; ++trial) {
    const Scene s = randomScene(random);
    Rule rule(s, Damping::smallestSingularValue);
    const double smallest = rule.sigma(s.rank0 - 1);
    rule.settings.region = smallest * 0.999;
    EXPECT_EQ(rule.lambda(), 0);
    rule.settings.region = 2 * smallest;
    EXPECT_NEAR(rule.lambda(), 1.1 * std::sqrt(0.75), 1e-9);

    double w = 1;
    for (int i = 0; i < s.rank0; ++i) w *= rule.sigma(i);
    Rule other(s, Damping::manipulability);
    other.settings.manipulabilityBound = 0.999 * w;
    EXPECT_EQ(other.lambda(), 0);
    other.settings.manipulabilityBound = 4 * w;
    EXPECT_NEAR(other.lambda(), 1.1 * 0.75, 1e-8);
  }
}

TEST(DampingRules, ErrorUsesTheUnclampedError) {
  Random random(35);
  const Scene s = randomScene(random);
  Rule rule(s, Damping::error);
  rule.settings.errorGain = 0.5;
  const double expected = 0.5 * 0.5 * (3 * s.e).squaredNorm() + 0.001;
  EXPECT_NEAR(rule.lambda(), std::sqrt(expected), 1e-12);
  rule.settings.damping = Damping::constant;
  EXPECT_EQ(rule.lambda(), 1.1);
}

}  // namespace
}  // namespace iklab::damping_test

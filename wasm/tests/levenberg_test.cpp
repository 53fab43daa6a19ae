// Levenberg-Marquardt against the stacked least-squares system and the printed rules for lambda.
#include <gtest/gtest.h>

#include "tests/cases.hpp"
#include "tests/reference.hpp"

namespace iklab::levenberg_test {
namespace {

using test::Case;
using test::Row;
using test::set;

enum Rule { kLevenberg, kWampler, kChan, kSugihara, kNielsen };

Row ruleRow(int rule) {
  Row row = test::panelRow("levenberg-marquardt");
  set(row, "levenberg-marquardt", "damping", rule);
  return row;
}

// The published formulas for the first trial of the first update.
double firstLambdaSquared(const Case& c, int rule) {
  const double energy = 0.5 * c.e().squaredNorm();
  switch (rule) {
    case kChan:
      return 1.0 * energy;
    case kSugihara:
      return energy + 1e-3;
    case kNielsen:
      return 1e-3 * (c.j().transpose() * c.j()).diagonal().maxCoeff();
    default:
      return 0.1 * 0.1;
  }
}

TEST(LevenbergMarquardt, TakesTheFirstTriedLambdaThatLowersFSeed73) {
  Random random(73);
  int first = 0, raised = 0;
  for (int trial = 0; trial < 200; ++trial) {
    for (int rule = kLevenberg; rule <= kNielsen; ++rule) {
      Case c(random, trial % 2 ? 0.2 : 3);
      const double before = 0.5 * c.e().squaredNorm();
      if (before < 1e-6) continue;
      const Report report = c.solve(ruleRow(rule));
      // Brute force over the sequence of trials.
      double mu = firstLambdaSquared(c, rule), raise = rule == kNielsen ? 2 : 10;
      Vector expected = test::dampedStep(c.j(), c.e(), std::sqrt(mu));
      int trials = 1;
      for (; trials < 10 && c.fAfter(expected) >= before; ++trials, raise *= 2) {
        mu *= raise;
        expected = test::dampedStep(c.j(), c.e(), std::sqrt(mu));
      }
      EXPECT_NEAR(report.lambda, std::sqrt(mu), 1e-9 * std::sqrt(mu)) << rule << ", " << trial;
      EXPECT_LT((report.step - expected).norm(), 1e-6 * (1 + expected.norm()));
      EXPECT_EQ(c.posed->problem.evaluations(), trials);
      ++(trials == 1 ? first : raised);
    }
  }
  EXPECT_GT(first, 300);
  EXPECT_GT(raised, 20);
}

TEST(LevenbergMarquardt, AdaptsLambdaFromThePreviousAppliedStepSeed74) {
  Random random(74);
  int grew = 0, fell = 0;
  for (int trial = 0; trial < 200; ++trial) {
    for (const int rule : {kLevenberg, kNielsen}) {
      Case c(random, trial % 2 ? 0.3 : 2);
      const double before = 0.5 * c.e().squaredNorm();
      if (before < 1e-6) continue;
      const Row row = ruleRow(rule);
      const auto method = c.posed->make(row);
      Report report(c.posed->model);
      method->update(c.posed->problem, report);
      const double mu = report.lambda * report.lambda;
      // Nielsen's gain ratio: predicted 1/2 h^T (mu h + J^T e).
      const Vector h = report.step;
      const double predicted = 0.5 * h.dot(mu * h + c.j().transpose() * c.e());
      const double ratio = (before - c.fAfter(h)) / predicted;
      const double factor =
          rule == kLevenberg ? 0.1 : std::max(1.0 / 3, 1 - std::pow(2 * ratio - 1, 3));
      // The same update again: only applied steps change lambda.
      report.clear();
      method->update(c.posed->problem, report);
      EXPECT_NEAR(report.lambda * report.lambda, mu, 1e-12 * mu);
      c.posed->learn(*method, h);
      // A goal so near that the first trial succeeds.
      c.posed->place(c.theta, test::goalsAt(c.tree, c.task, c.theta + 1e-5 * h / h.norm()));
      report.clear();
      method->update(c.posed->problem, report);
      EXPECT_NEAR(report.lambda * report.lambda, factor * mu, 1e-6 * factor * mu) << rule;
      ++(factor > 1 ? grew : fell);
      c.posed->begin(*method);
      report.clear();
      method->update(c.posed->problem, report);
      EXPECT_NEAR(report.lambda * report.lambda, firstLambdaSquared(c, rule), 1e-9 * mu);
    }
  }
  EXPECT_GT(grew, 5);
  EXPECT_GT(fell, 100);
}

TEST(LevenbergMarquardt, UncheckedTakesTheFirstTrialSeed75) {
  Random random(75);
  for (int trial = 0; trial < 100; ++trial) {
    Case c(random, 3);
    Row row = ruleRow(kWampler);
    set(row, "levenberg-marquardt", "checked", 0);
    EXPECT_LT((c.solve(row).step - test::dampedStep(c.j(), c.e(), 0.1)).norm(),
              1e-8 * (1 + c.e().norm()));
    EXPECT_EQ(c.posed->problem.evaluations(), 0);
  }
}

TEST(LevenbergMarquardt, ReportsNoImprovementAfterTenTrials) {
  // The arm is straight and points at a target out of reach: f is at its minimum.
  TreeBuilder builder;
  JointSpec s;
  s.id = "0";
  builder.joint(s);
  builder.effector({"tip", "0", {1, 0, 0}});
  const Tree tree = builder.build().take();
  Task task;
  task.add(0, false, 1);
  std::vector<Goal> goals(1);
  goals[0].position = {3, 0, 0};
  for (int rule = kLevenberg; rule <= kNielsen; ++rule) {
    test::Posed posed(tree, task, Vector::Zero(1), goals);
    const Row row = ruleRow(rule);
    Report report(posed.model);
    posed.make(row)->update(posed.problem, report);
    EXPECT_TRUE(report.noImprovement && report.step.isZero(0));
    EXPECT_EQ(posed.problem.evaluations(), 10);
  }
}

TEST(Tried, PoseCanBeTakenOnceAndOnlyForItsAnglesSeed76) {
  Random random(76);
  const Tree tree = test::randomTree(random);
  const Task task = test::randomTask(tree, random);
  test::Posed posed(tree, task, test::randomVector(tree.columns(), 1, random),
                    test::randomGoals(task, 1, random));
  const Vector step = test::randomVector(tree.columns(), 0.3, random);
  const Vector there = posed.state.theta + step;
  Vector e(task.rows());
  Pose taken(tree), expected(tree);
  EXPECT_FALSE(posed.problem.takeTried(posed.state.theta, taken));
  posed.problem.evaluate(step, e);
  EXPECT_FALSE(posed.problem.takeTried(posed.state.theta, taken));
  ASSERT_TRUE(posed.problem.takeTried(there, taken));
  forwardKinematics(tree, there, expected);
  EXPECT_EQ(taken.tip[0], expected.tip[0]);
  EXPECT_EQ(taken.origin, expected.origin);
  EXPECT_FALSE(posed.problem.takeTried(there, taken));
}

}  // namespace
}  // namespace iklab::levenberg_test

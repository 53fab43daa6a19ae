// The lock policy against its definition by brute force: the damped step is computed in advance for
// every set of joints at their limits, each from a system without the locked columns.
#include <functional>
#include <gtest/gtest.h>
#include <map>

#include "tests/limited.hpp"
#include "tests/reference.hpp"

namespace iklab::lock_test {
namespace {

using test::LimitedScene;
using Set = std::vector<int>;  // Per joint: 0 free, 1 at the upper limit, -1 at the lower limit.

constexpr double kLambda = 0.3;

// The step of one set: QR of the stacked system of the free joints, then the step limits.
Vector stepOf(const LimitedScene& s, const std::vector<double>& row, const Set& set) {
  const int n = static_cast<int>(set.size());
  Vector step(n), e = s.e;
  std::vector<int> free;
  for (int c = 0; c < n; ++c) {
    const Joint& j = s.tree.moving(c);
    if (set[c] == 0) {
      free.push_back(c);
      continue;
    }
    step[c] = (set[c] > 0 ? j.upper : j.lower) - s.theta[c];
    e -= s.j.col(c) * step[c];
  }
  const int k = static_cast<int>(free.size());
  if (k == 0) return step;
  Vector x = test::dampedStep(s.j(Eigen::all, free), e, kLambda);
  double turn = 0;
  for (int i = 0; i < k; ++i)
    if (s.tree.moving(free[i]).turns()) turn = std::max(turn, std::abs(x[i]));
  if (turn > row[kMaxStep]) x *= row[kMaxStep] / turn;
  for (int i = 0; i < k; ++i) step[free[i]] = x[i];
  return step;
}

// The steps of all 3^n sets.
std::map<Set, Vector> stepsOf(const LimitedScene& s, const std::vector<double>& row) {
  std::map<Set, Vector> steps;
  Set set(s.theta.size());
  const std::function<void(size_t)> fill = [&](size_t c) {
    if (c == set.size()) {
      steps[set] = stepOf(s, row, set);
      return;
    }
    const bool bounded = std::isfinite(s.tree.moving(static_cast<int>(c)).upper);
    for (const int side : {0, 1, -1})
      if (side == 0 || bounded) set[c] = side, fill(c + 1);
    set[c] = 0;
  };
  fill(0);
  return steps;
}

TEST(Lock, LocksTheSameSetOfJointsAsBruteForceSeed61) {
  Random random(61);
  int several = 0, compared = 0;
  while (compared < 150) {
    LimitedScene s = test::limitedScene(random, 0.8);
    if (s.theta.size() > 6) continue;
    ++compared;
    std::vector<double> row = test::panelRow("dls");
    row[test::paramIndex("dls", "lambda")] = kLambda;
    row[kMaxStep] = random.unit() < 0.5 ? kInfinity : 0.5;
    const iklab::Model model{s.tree, s.task};
    RunSettings run;
    run.limitPolicy = LimitPolicy::lock;
    Runner runner(test::solverOf(model, run, row), run, s.theta);
    const std::vector<Goal> goals = test::randomGoals(s.task, 3, random);
    taskError(s.task, runner.pose(), goals, s.e);
    const auto steps = stepsOf(s, row);

    // The definition: every joint beyond a limit is locked, until none is beyond.
    Set set(s.theta.size(), 0);
    int rounds = 0;
    for (bool more = true; more; ++rounds) {
      more = false;
      const Vector& step = steps.at(set);
      for (size_t c = 0; c < set.size(); ++c) {
        const Joint& j = s.tree.moving(static_cast<int>(c));
        const double there = s.theta[static_cast<int>(c)] + step[static_cast<int>(c)];
        if (set[c] != 0 || (there <= j.upper + 1e-12 && there >= j.lower - 1e-12)) continue;
        set[c] = there > j.upper ? 1 : -1;
        more = true;
      }
    }
    several += rounds > 2;
    runner.beginFrame(goals, true, kInfinity);
    runner.update();
    const Vector& expected = steps.at(set);
    EXPECT_LT((runner.step() - expected).norm(), 1e-10 * (1 + expected.norm())) << compared;
  }
  EXPECT_GT(several, 5);  // Joints that are locked in a later round.
}

double halfSquare(const LimitedScene& s, const Runner& runner, const std::vector<Goal>& goals) {
  Vector e = s.e;
  taskError(s.task, runner.pose(), goals, e);
  return 0.5 * squareOf(e);
}

// Moving the locked joints to their limits is part of an update and may raise f on its own.
TEST(Lock, DescentMethodsNeverRaiseFWithLockedJointsSeed63) {
  for (const char* id :
       {"levenberg-marquardt", "gauss-newton", "newton", "bfgs", "conjugate-gradient"}) {
    Random random(63);
    int onto = 0, falls = 0;
    for (int trial = 0; trial < 60; ++trial) {
      const LimitedScene s = test::limitedScene(random, 0.8);
      const std::vector<double> row = test::panelRow(id);
      const iklab::Model model{s.tree, s.task};
      RunSettings run;
      run.limitPolicy = LimitPolicy::lock;
      Runner runner(test::solverOf(model, run, row), run, s.theta);
      const std::vector<Goal> goals = test::randomGoals(s.task, 3, random);
      runner.beginFrame(goals, true, kInfinity);
      for (int k = 0; k < 20; ++k) {
        const double before = halfSquare(s, runner, goals);
        const Vector from = runner.theta();
        runner.update();
        const double after = halfSquare(s, runner, goals);
        EXPECT_LE(after, before) << id << ", " << trial << ", " << k;
        falls += after < before;
        for (int c = 0; c < from.size(); ++c) {
          const Joint& j = s.tree.moving(c);
          const double there = runner.theta()[c];
          EXPECT_TRUE(there >= j.lower && there <= j.upper);
          onto += there != from[c] && (there == j.upper || there == j.lower);
        }
      }
    }
    EXPECT_GT(onto, 50) << id;
    EXPECT_GT(falls, 300) << id;
  }
}

TEST(Lock, NaNTargetMovesNoJoint) {
  Random random(62);
  int withoutLimits = 0;
  for (int k = 0; k < 20; ++k) {
    const LimitedScene s = test::limitedScene(random, 0.8);
    const std::vector<double> row = test::panelRow("dls");
    const iklab::Model model{s.tree, s.task};
    RunSettings run;
    run.limitPolicy = LimitPolicy::lock;
    Runner runner(test::solverOf(model, run, row), run, s.theta);
    std::vector<Goal> goals = test::randomGoals(s.task, 3, random);
    goals.front().position[0] = std::numeric_limits<double>::quiet_NaN();
    runner.beginFrame(goals, true, kInfinity);
    runner.update();
    EXPECT_EQ(runner.theta(), s.theta);
    EXPECT_TRUE(runner.step().isZero(0));
    for (int c = 0; c < s.theta.size(); ++c) withoutLimits += std::isinf(s.tree.moving(c).upper);
  }
  EXPECT_GT(withoutLimits, 0);  // Such a joint would move to infinity.
}

}  // namespace
}  // namespace iklab::lock_test

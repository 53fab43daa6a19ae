// The normal equations of many targets, solved along the tree, against singular values and a dense
// factorisation.
#include "iklab/core/tree_elimination.hpp"

#include <gtest/gtest.h>

#include "iklab/core/hessian.hpp"
#include "iklab/core/normal_equations.hpp"
#include "tests/limbs.hpp"
#include "tests/reference.hpp"

namespace iklab::tree_elimination_test {

using namespace detail;
using test::LimbOptions;
using test::Limbs;

namespace {

Jacobian jacobianOf(const Limbs& limbs) {
  Pose pose(limbs.tree);
  forwardKinematics(limbs.tree, limbs.theta, pose);
  Jacobian j(limbs.tree, limbs.task);
  j.compute(pose, test::goalsAt(limbs.tree, limbs.task, limbs.theta));
  return j;
}

// argmin |j x - e|^2 + lambda^2 |x|^2 from singular values.
Vector damped(const test::Svd& s, const Vector& e, double lambda) {
  Vector x = Vector::Zero(s.v.rows());
  for (int i = 0; i < s.sigma.size(); ++i) {
    const double sigma = s.sigma[i];
    if (sigma > 1e-12 * s.sigma[0])
      x += sigma / (sigma * sigma + lambda * lambda) * s.u.col(i).dot(e) * s.v.col(i);
  }
  return x;
}

// Condition of the smaller of J J^T + lambda^2 I and J^T J + lambda^2 I.
double conditionWith(const Vector& sigma, double lambda) {
  const double mu = lambda * lambda, least = sigma.minCoeff();
  return (sigma[0] * sigma[0] + mu) / (least * least + mu);
}

struct Count {
  int all = 0, along = 0;
};

// Compares both ways down to lambda = 1e-4.
Count compare(std::uint64_t seed, const LimbOptions& how) {
  Random random(seed);
  Count count;
  for (int trial = 0; trial < 25; ++trial) {
    const Limbs limbs(random, how);
    const TreePattern pattern(limbs.tree, limbs.task);
    EXPECT_TRUE(pattern.isCheaper()) << trial;
    const Jacobian j = jacobianOf(limbs);
    const test::Svd s = test::decompose(j.matrix());
    TreeElimination elimination(pattern);
    NormalEquations<double> equations(limbs.tree, limbs.task);
    const Vector e = test::randomVector(limbs.task.rows(), 1, random);
    Vector step(limbs.tree.columns());
    for (const double lambda : {1.0, 0.1, 1e-2, 1e-3, 1e-4}) {
      const double mu = lambda * lambda;
      const Vector expected = damped(s, e, lambda);
      const double rounding = 4e-15 * conditionWith(s.sigma, lambda);
      ++count.all;
      if (elimination.solve(j.strands(), e.data(), mu, step.data())) {
        ++count.along;
        EXPECT_LT((step - expected).norm(), (1e-9 + rounding) * expected.norm()) << lambda;
      }
      EXPECT_FALSE(equations.solve(j.strands(), e.data(), mu, step.data()));
      EXPECT_LT((step - expected).norm(), (1e-9 + rounding) * expected.norm()) << lambda;
    }
  }
  return count;
}

TEST(TreeElimination, MatchesSingularValuesSeed91) {
  const Count count = compare(91, {});
  EXPECT_GT(count.along, 0.8 * count.all);
}

TEST(TreeElimination, MatchesSingularValuesWithFreeComponentsSeed92) {
  const Count count = compare(92, {.partial = true});
  EXPECT_GT(count.along, 0.5 * count.all);
  EXPECT_LT(count.along, count.all);
}

TEST(TreeElimination, ReportsFailureForSingularLimbsAndSmallDampingSeed93) {
  const Count count = compare(93, {.parallel = true});
  EXPECT_GT(count.along, 0.3 * count.all);
  EXPECT_LT(count.along, 0.9 * count.all);
}

// A lane has the bits of a single problem, also if only the other lane is solved along the tree.
TEST(TreeElimination, LanesHaveTheBitsOfSingleProblemsSeed94) {
  Random random(94);
  int apart = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const Limbs limbs(random, {.parallel = trial % 2 == 1});
    const TreePattern pattern(limbs.tree, limbs.task);
    const int n = limbs.tree.columns(), m = limbs.task.rows();
    Strands<Two> both(limbs.tree, limbs.task);
    PoseOf<Two> poses(limbs.tree);
    std::vector<Two> theta(static_cast<size_t>(n)), e(static_cast<size_t>(m)), found(theta);
    Two mu;
    Vector expected[2];
    bool along[2];
    for (int lane = 0; lane < 2; ++lane) {
      Limbs one = limbs;
      one.theta = test::randomVector(n, lane == 0 ? 1e-3 : 2, random);
      const Vector own = test::randomVector(m, 1, random);
      for (int c = 0; c < n; ++c) setLane(theta[static_cast<size_t>(c)], lane, one.theta[c]);
      for (int r = 0; r < m; ++r) setLane(e[static_cast<size_t>(r)], lane, own[r]);
      setLane(mu, lane, std::pow(10, random.uniform(-8, 0)));
      const Jacobian j = jacobianOf(one);
      expected[lane].resize(n);
      NormalEquations<double>(limbs.tree, limbs.task)
          .solve(j.strands(), own.data(), mu[lane], expected[lane].data());
      Vector scratch(n);
      along[lane] =
          TreeElimination(pattern).solve(j.strands(), own.data(), mu[lane], scratch.data());
    }
    apart += along[0] != along[1];
    forwardKinematics(limbs.tree, theta.data(), poses);
    both.compute(poses);
    NormalEquations<Two> equations(limbs.tree, limbs.task);
    EXPECT_FALSE(any(equations.solve(both, e.data(), mu, found.data())));
    for (int lane = 0; lane < 2; ++lane)
      for (int c = 0; c < n; ++c)
        EXPECT_EQ(found[static_cast<size_t>(c)][lane], expected[lane][c]) << trial;
  }
  EXPECT_GT(apart, 5);
}

TEST(TreeElimination, IsChosenForManyTargetsOnly) {
  Random random(95);
  int least = 64;
  for (int trial = 0; trial < 300; ++trial) {
    const Limbs limbs(random, {.limbs = 1 + trial % 12});
    const TreePattern pattern(limbs.tree, limbs.task);
    const NormalEquations<double> equations(limbs.tree, limbs.task);
    EXPECT_EQ(equations.isSparse(), pattern.isCheaper());
    if (pattern.isCheaper()) least = std::min(least, trial % 12 + 1);
  }
  EXPECT_GT(least, 5);
  EXPECT_LE(least, 9);
}

TEST(TreeElimination, IsNotChosenIfJointsFollowOthers) {
  Limbs plain = test::snakes(16, 4);
  EXPECT_TRUE(TreePattern(plain.tree, plain.task).isCheaper());
  const Limbs coupled = test::snakes(16, 4, true);
  EXPECT_FALSE(TreePattern(coupled.tree, coupled.task).isCheaper());
}

// Products in place of times: 64 snakes of 4 joints, 192 x 256.
TEST(TreeElimination, WorkGrowsWithTheNumberOfTargets) {
  const auto patternOf = [](int count) {
    const Limbs snakes = test::snakes(count, 4);
    return TreePattern(snakes.tree, snakes.task);
  };
  const TreePattern all = patternOf(64), half = patternOf(32);
  EXPECT_LT(all.work(), 2.1 * half.work());
  EXPECT_GT(all.denseWork(), 7 * half.denseWork());
  EXPECT_LT(200 * all.work(), all.denseWork());
  // N couples joint 0 of each snake with the common one at most.
  EXPECT_EQ(all.entries(), all.nodes().size());
}

TEST(TreeElimination, FailsForNaNAndInfinity) {
  for (const bool apart : {false, true}) {
    const Limbs snakes = test::snakes(16, 4, false, apart);
    const Jacobian j = jacobianOf(snakes);
    TreeElimination elimination(TreePattern(snakes.tree, snakes.task));
    const Vector e = Vector::Ones(j.rows());
    Vector step(j.columns());
    EXPECT_TRUE(elimination.solve(j.strands(), e.data(), 1, step.data()));
    for (const double bad : {static_cast<double>(NAN), kInfinity, -1e3})
      EXPECT_FALSE(elimination.solve(j.strands(), e.data(), bad, step.data())) << bad;
    Strands<double> broken = j.strands();
    broken.moves(3)[0].x = kInfinity;
    EXPECT_FALSE(elimination.solve(broken, e.data(), 1, step.data()));
  }
}

// ---- methods ---------------------------------------------------------------------------------

// One update of a method on limbs whose goals are at a small distance, some joints locked.
struct Updated {
  Updated(Random& random, const LimbOptions& how, const std::string& method, double lambda)
      : limbs(random, how),
        goals(test::goalsAt(limbs.tree, limbs.task,
                            limbs.theta + test::randomVector(limbs.tree.columns(), 0.05, random))),
        posed(limbs.tree, limbs.task, limbs.theta, goals) {
    for (int c = 0; c < limbs.tree.columns(); c += 7) {
      posed.problem.locked[static_cast<size_t>(c)] = 1;
      posed.problem.zeroColumn(c);
    }
    j = posed.problem.jacobian().matrix();
    e = posed.problem.error;
    test::Row row = test::panelRow(method);
    test::set(row, method, "lambda", lambda);
    if (method == "levenberg-marquardt") test::set(row, method, "damping", 1);  // wampler
    if (method == "levenberg-marquardt") test::set(row, method, "checked", 0);
    Report report(posed.model);
    posed.make(row)->update(posed.problem, report);
    step = report.step;
  }
  Limbs limbs;
  std::vector<Goal> goals;
  test::Posed posed;
  Matrix j;
  Vector e, step;
};

TEST(TreeElimination, GivesDampedStepsWithLockedJointsSeed96) {
  Random random(96);
  for (int trial = 0; trial < 20; ++trial)
    for (const char* method : {"dls", "levenberg-marquardt"}) {
      const Updated u(random, {.partial = trial % 2 == 1}, method, 0.05);
      const Vector expected = damped(test::decompose(u.j), u.e, 0.05);
      EXPECT_LT((u.step - expected).norm(), 1e-10 * expected.norm()) << method << trial;
    }
}

TEST(TreeElimination, GivesHalleysStepSeed97) {
  Random random(97);
  int compared = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const double lambda = trial % 2 ? 0.05 : 0;
    Updated u(random, {.partial = trial % 4 == 3}, "halley", lambda);
    const test::Svd s = test::decompose(u.j);
    const Matrix change =
        test::jacobianChange(u.limbs.tree, u.limbs.task, u.posed.state.pose,
                             u.posed.problem.jacobian(), damped(s, u.e, lambda), u.goals);
    Matrix bent = u.j + 0.5 * change;
    for (int c = 0; c < bent.cols(); c += 7) bent.col(c).setZero();
    const test::Svd t = test::decompose(bent);
    if (lambda == 0 && (s.sigma.minCoeff() < 1e-3 || t.sigma.minCoeff() < 1e-3)) continue;
    ++compared;
    const Vector expected = damped(t, u.e, lambda);
    EXPECT_LT((u.step - expected).norm(), 1e-8 * expected.norm()) << trial;
  }
  EXPECT_GT(compared, 20);
}

}  // namespace
}  // namespace iklab::tree_elimination_test

// Each method against an independent computation of the same step.
#include <gtest/gtest.h>

#include "tests/one_step.hpp"

namespace iklab::methods_test {
namespace {

using test::OneStep;
using test::randomOneStep;
using test::Row;
using test::set;
using test::solve;
using test::wellConditioned;

TEST(Pseudoinverse, MatchesTheLeastNormLeastSquaresStep) {
  Random random(21);
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const OneStep s = randomOneStep(random);
    if (!wellConditioned(s)) continue;
    ++compared;
    const Vector expected = test::leastNorm(s.j, s.e);
    const double scale = 1 + expected.norm();
    EXPECT_LT((solve(s, test::panelRow("pseudoinverse")).step - expected).norm(), 1e-9 * scale);
    std::vector<double> truncated = test::panelRow("truncated");
    set(truncated, "truncated", "cutoff", 1e-9);
    EXPECT_LT((solve(s, truncated).step - expected).norm(), 1e-9 * scale);
  }
  EXPECT_GT(compared, 100);
}

TEST(Pseudoinverse, ByCholeskyMatchesTheSvdAndBreaksDownAtSingularPoses) {
  const Tree tree = test::treeFrom(test::preset("trees/double-y.json"));
  Task task;
  for (int k = 0; k < 4; ++k) task.add(k, false, 1);
  Row row = test::panelRow("pseudoinverse");
  set(row, "pseudoinverse", "solve", 1);
  Random random(22);
  const Vector e = test::randomVector(12, 0.1, random);
  const Vector bent = test::randomVector(25, 1, random);
  const auto svd = test::solveOnce(tree, task, bent, e, test::panelRow("pseudoinverse"));
  const auto cholesky = test::solveOnce(tree, task, bent, e, row);
  EXPECT_LT((svd.step - cholesky.step).norm(), 1e-9);
  EXPECT_EQ(svd.rank, 12);
  EXPECT_EQ(cholesky.rank, -1);
  EXPECT_FALSE(cholesky.breakdown);
  const auto singular = test::solveOnce(tree, task, Vector::Zero(25), e, row);
  EXPECT_TRUE(singular.breakdown);
  EXPECT_TRUE(singular.step.isZero(0));
}

// A planar chain has a zero row in J, which the normal equations must skip.
TEST(Pseudoinverse, ByCholeskySkipsZeroRows) {
  TreeBuilder builder;
  for (int i = 0; i < 3; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(i - 1), s.xyz = {1, 0, 0};
    builder.joint(s);
  }
  builder.effector({"tip", "2", {1, 0, 0}});
  const Tree tree = builder.build().take();
  Task task;
  task.add(0, false, 1);
  Row row = test::panelRow("pseudoinverse");
  set(row, "pseudoinverse", "solve", 1);
  const Vector theta = Eigen::Vector3d(0.1, 0.7, -0.4), e = Eigen::Vector3d(0.1, -0.2, 0);
  const auto cholesky = test::solveOnce(tree, task, theta, e, row);
  const auto svd = test::solveOnce(tree, task, theta, e, test::panelRow("pseudoinverse"));
  EXPECT_FALSE(cholesky.breakdown);
  EXPECT_LT((cholesky.step - svd.step).norm(), 1e-12);
  EXPECT_EQ(svd.rank, 2);
  // Straight: J J^T is singular in the plane as well.
  EXPECT_TRUE(test::solveOnce(tree, task, Eigen::Vector3d(0.5, 0, 0), e, row).breakdown);
}

// Two planar effectors: 6 rows, of which 4 are not zero, for 5 joints; J^T J would be singular.
TEST(Pseudoinverse, ByCholeskyChoosesItsFormByTheNonzeroRows) {
  TreeBuilder builder;
  for (int i = 0; i < 5; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = i == 3 ? "0" : std::to_string(i - 1), s.xyz = {1, 0, 0};
    builder.joint(s);
  }
  builder.effector({"left", "2", {1, 0, 0}});
  builder.effector({"right", "4", {1, 0, 0}});
  const Tree tree = builder.build().take();
  Task task;
  task.add(0, false, 1);
  task.add(1, false, 1);
  Row row = test::panelRow("pseudoinverse");
  set(row, "pseudoinverse", "solve", 1);
  Vector theta(5), e(6);
  theta << 0.3, 0.7, -0.4, -0.9, 0.5;
  e << 0.1, -0.2, 0, 0.05, 0.1, 0;
  const auto cholesky = test::solveOnce(tree, task, theta, e, row);
  const auto svd = test::solveOnce(tree, task, theta, e, test::panelRow("pseudoinverse"));
  EXPECT_FALSE(cholesky.breakdown);
  EXPECT_LT((cholesky.step - svd.step).norm(), 1e-12);
}

TEST(Pseudoinverse, HalvesTheStepUntilTheUnreachablePartIsSmall) {
  Random random(23);
  for (int trial = 0; trial < 100; ++trial) {
    const OneStep s = randomOneStep(random);
    if (!wellConditioned(s)) continue;
    Row row = test::panelRow("pseudoinverse");
    set(row, "pseudoinverse", "residualHalving", 1);
    set(row, "pseudoinverse", "halvingTolerance", 1e-3);
    const Vector whole = test::leastNorm(s.j, s.e);
    const double outside = (s.e - s.j * whole).norm();
    int halvings = 0;
    while (outside * std::pow(0.5, halvings) > 1e-3) ++halvings;
    EXPECT_LT((solve(s, row).step - whole * std::pow(0.5, halvings)).norm(),
              1e-9 * (1 + whole.norm()));
  }
}

TEST(Dls, MinimisesTheStackedSystem) {
  Random random(24);
  for (int trial = 0; trial < 200; ++trial) {
    const OneStep s = randomOneStep(random);
    const double lambda = std::pow(10, random.uniform(-2, 1));
    Row row = test::panelRow("dls");
    set(row, "dls", "lambda", lambda);
    const auto solved = solve(s, row);
    const Vector expected = test::dampedStep(s.j, s.e, lambda);
    EXPECT_LT((solved.step - expected).norm(), 1e-9 * (1 + expected.norm())) << trial;
    EXPECT_EQ(solved.lambda, lambda);
    // Also equals the published form J^T (J J^T + lambda^2 I)^-1 e.
    const Matrix normal =
        s.j * s.j.transpose() + lambda * lambda * Matrix::Identity(s.j.rows(), s.j.rows());
    EXPECT_LT((solved.step - s.j.transpose() * test::leastNorm(normal, s.e)).norm(),
              1e-9 * (1 + expected.norm()));
  }
}

TEST(Dls, WithoutDampingEqualsThePseudoinverse) {
  Random random(25);
  for (int trial = 0; trial < 100; ++trial) {
    const OneStep s = randomOneStep(random);
    Row row = test::panelRow("dls");
    set(row, "dls", "lambda", 0);
    EXPECT_EQ((solve(s, row).step - solve(s, test::panelRow("pseudoinverse")).step).norm(), 0);
  }
}

TEST(Filtered, MatchesTheFilteredInverseAndFadesInWithinItsRegion) {
  Random random(26);
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const OneStep s = randomOneStep(random);
    const test::Svd svd = test::decompose(s.j);
    const Vector& sigma = svd.sigma;
    const int m = s.rank0 - 1;
    const bool alone = m == 0 || sigma[m - 1] - sigma[m] > 1e-6;
    if (!alone || !wellConditioned(s)) continue;
    ++compared;
    const double lambda = 0.1, beta = 0.5;
    Row row = test::panelRow("filtered");
    set(row, "filtered", "lambda", lambda);
    set(row, "filtered", "beta", beta);
    const Vector u = svd.u.col(m);
    const Matrix normal = s.j * s.j.transpose() +
                          lambda * lambda * Matrix::Identity(s.j.rows(), s.j.rows()) +
                          beta * beta * u * u.transpose();
    const Vector expected = s.j.transpose() * test::leastNorm(normal, s.e);
    EXPECT_LT((solve(s, row).step - expected).norm(), 1e-8 * (1 + expected.norm()));

    // With a region: no damping outside; it increases gradually inside.
    set(row, "filtered", "region", 0.9 * sigma[m]);
    EXPECT_LT((solve(s, row).step - test::leastNorm(s.j, s.e)).norm(), 1e-6 * (1 + s.e.norm()));
    set(row, "filtered", "region", 2 * sigma[m]);
    EXPECT_NEAR(solve(s, row).lambda, lambda * std::sqrt(0.75), 1e-12);
  }
  EXPECT_GT(compared, 60);
}

TEST(Transpose, UsesTheOptimalAlphaOrTheGivenOne) {
  Random random(27);
  for (int trial = 0; trial < 100; ++trial) {
    const OneStep s = randomOneStep(random);
    const Vector step = solve(s, test::panelRow("transpose")).step;
    // The optimal alpha leaves a residual that is orthogonal to the motion.
    const Vector motion = s.j * step;
    EXPECT_NEAR((s.e - motion).dot(motion), 0, 1e-11);
    Row row = test::panelRow("transpose");
    set(row, "transpose", "alpha", 0.3);
    EXPECT_LT((solve(s, row).step - 0.3 * s.j.transpose() * s.e).norm(), 1e-13 * (1 + s.e.norm()));
  }
}

TEST(TwoStage, EqualsTheActiveStageOnBothSidesOfTheSwitch) {
  Random random(29);
  for (int trial = 0; trial < 50; ++trial) {
    const OneStep s = randomOneStep(random);
    Row row = test::panelRow("two-stage");
    const double targets = static_cast<double>(s.task.targets().size());
    set(row, "two-stage", "switchAt", s.e.norm() / targets * (trial % 2 ? 0.9 : 1.1));
    const Vector expected = solve(s, test::panelRow(trial % 2 ? "dls" : "sdls")).step;
    EXPECT_EQ((solve(s, row).step - expected).norm(), 0);
    // The parameters of the stages follow those of the method.
    const size_t own = test::methods().back()->params.size();
    row[own + test::paramIndex("dls", "lambda")] = 0.3;
    Row dls = test::panelRow("dls");
    set(dls, "dls", "lambda", 0.3);
    if (trial % 2) {
      EXPECT_EQ((solve(s, row).step - solve(s, dls).step).norm(), 0);
    }
  }
}

}  // namespace
}  // namespace iklab::methods_test

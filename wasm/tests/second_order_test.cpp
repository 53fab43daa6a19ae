// Gauss-Newton and Newton, each against another way to the same step.
#include <gtest/gtest.h>

#include "tests/cases.hpp"
#include "tests/reference.hpp"

namespace iklab::second_order_test {
namespace {

using test::Case;
using test::Row;
using test::set;

// ---- Gauss-Newton ----------------------------------------------------------------------------

TEST(GaussNewton, WithoutSearchIsThePseudoinverseSeed71) {
  Random random(71);
  Row row = test::panelRow("gauss-newton");
  set(row, "gauss-newton", "lineSearch", 0);
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Case c(random, 1);
    if (test::condition(c.j()) > 1e4) continue;
    ++compared;
    const Vector expected = test::leastNorm(c.j(), c.e());
    EXPECT_LT((c.solve(row).step - expected).norm(), 1e-9 * (1 + expected.norm()));
  }
  EXPECT_GT(compared, 100);
}

TEST(GaussNewton, TakesAPartOfThePseudoinverseThatLowersFEnoughSeed72) {
  Random random(72);
  int whole = 0, shortened = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Case c(random, trial % 2 ? 0.05 : 2);
    if (test::condition(c.j()) > 1e4 || c.e().norm() < 1e-3) continue;
    const Report report = c.solve(test::panelRow("gauss-newton"));
    const Vector full = test::leastNorm(c.j(), c.e());
    const double before = 0.5 * c.e().squaredNorm(), slope = -(c.j() * full).dot(c.e());
    const double a = report.step.dot(full) / full.squaredNorm();
    EXPECT_LT((report.step - a * full).norm(), 1e-8 * full.norm());
    EXPECT_LE(c.fAfter(report.step), before + 1e-4 * a * slope + 1e-14);
    // the whole step wherever that is good enough
    const bool good = c.fAfter(full) <= before + 1e-4 * slope;
    EXPECT_EQ(good, std::abs(a - 1) < 1e-8) << trial << ": " << a;
    ++(good ? whole : shortened);
  }
  EXPECT_GT(whole, 50);
  EXPECT_GT(shortened, 10);
}

// ---- Newton ----------------------------------------------------------------------------------

// Hessian of f by differences of its gradient
Matrix hessianByDifferences(Case& c) {
  const double h = 1e-5;
  const int n = c.tree.columns();
  Matrix out(n, n);
  for (int k = 0; k < n; ++k) {
    Vector gradient[2];
    for (const int side : {0, 1}) {
      c.posed->place(c.theta + (side ? h : -h) * Vector::Unit(n, k), c.goals);
      gradient[side] = -c.j().transpose() * c.e();
    }
    out.col(k) = (gradient[1] - gradient[0]) / (2 * h);
  }
  c.posed->place(c.theta, c.goals);
  return out;
}

TEST(Newton, SolvesTheShiftedSystemAndShiftsOnlyWhereItMustSeed76) {
  Random random(76);
  Row row = test::panelRow("newton");
  set(row, "newton", "lineSearch", 0);
  int definite = 0, shifted = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Case c(random, trial % 2 ? 0.1 : 2);
    if (c.e().norm() < 1e-3) continue;
    const Matrix h = hessianByDifferences(c);
    const Report report = c.solve(row);
    const double mu = report.lambda * report.lambda, scale = h.norm();
    const Matrix whole = h + mu * Matrix::Identity(h.rows(), h.rows());
    const Vector gradient = c.j().transpose() * c.e();
    EXPECT_LT((whole * report.step - gradient).norm(),
              1e-6 * (scale * report.step.norm() + gradient.norm()))
        << trial;
    const double least = test::eigenvalues(h)[0];
    EXPECT_GT(least + mu, -1e-7 * scale);
    if (least > 1e-6 * scale) {
      EXPECT_EQ(mu, 0);
      ++definite;
    } else if (least < -1e-6 * scale) {
      EXPECT_GT(mu, 0);
      ++shifted;
    }
  }
  EXPECT_GT(definite, 20);
  EXPECT_GT(shifted, 50);
}

// the gradient at a target out of reach falls as its square; Gauss-Newton's does not
TEST(Newton, ConvergesQuadraticallyAlsoOutOfReach) {
  const Tree tree = test::treeFrom(test::preset("trees/ur5.json"));
  Task task;
  task.add(0, true, 0.3);
  Vector theta(6);
  theta << 0.3, -0.8, 1.1, -0.4, 0.7, 0.2;
  std::vector<Goal> goals = test::goalsAt(tree, task, theta);
  goals[0].position *= 1.6 / goals[0].position.norm();
  test::Posed posed(tree, task, theta, goals);
  const Row row = test::panelRow("newton");
  const auto method = posed.make(row);
  std::vector<double> gradients;
  for (int u = 0; u < 40; ++u) {
    Report report(posed.model);
    method->update(posed.problem, report);
    posed.place(posed.state.theta + report.step, goals);
    gradients.push_back(
        (posed.problem.jacobian().matrix().transpose() * posed.problem.unclampedError).norm());
    if (gradients.back() < 1e-11) break;
  }
  ASSERT_LT(gradients.back(), 1e-11);
  EXPECT_GT(posed.problem.unclampedError.norm(), 0.1);
  int squared = 0;
  for (size_t k = 1; k < gradients.size(); ++k)
    squared += gradients[k - 1] < 1e-2 && gradients[k - 1] > 1e-7 &&
               gradients[k] < 1e2 * gradients[k - 1] * gradients[k - 1];
  EXPECT_GE(squared, 2);
}

// sliding joints only: f is a parabola, both land on its least-squares bottom at once
TEST(SecondOrder, NeedsOneUpdateWhereFIsQuadraticSeed77) {
  Random random(77);
  for (int trial = 0; trial < 50; ++trial) {
    TreeBuilder builder;
    for (int i = 0; i < 3; ++i) {
      JointSpec s;
      s.id = std::to_string(i);
      if (i > 0) s.parent = std::to_string(i - 1);
      s.kind = JointKind::prismatic;
      s.axis = test::randomVector(3, 1, random);
      builder.joint(s);
    }
    builder.effector({"a", "1", {0.3, 0, 0}});
    builder.effector({"b", "2", {0, 0.2, 0}});
    const Tree tree = builder.build().take();
    Task task;
    task.add(0, false, 1);
    task.add(1, false, 1);
    const Vector theta = test::randomVector(3, 1, random);
    test::Posed posed(tree, task, theta, test::randomGoals(task, 2, random));
    const Matrix& j = posed.problem.jacobian().matrix();
    const Vector expected = test::leastNorm(j, posed.problem.unclampedError);
    if (test::singularValues(j)[2] < 1e-2) continue;
    for (const char* id : {"gauss-newton", "newton"}) {
      const Row row = test::panelRow(id);
      Report report(posed.model);
      posed.make(row)->update(posed.problem, report);
      EXPECT_LT((report.step - expected).norm(), 1e-9 * (1 + expected.norm())) << id;
    }
  }
}

}  // namespace
}  // namespace iklab::second_order_test

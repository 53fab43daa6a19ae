// Gauss-Newton and Newton, each against an independent computation of the same step.
#include <Eigen/Cholesky>
#include <gtest/gtest.h>
#include <optional>

#include "tests/cases.hpp"
#include "tests/reference.hpp"

namespace iklab::second_order_test {
namespace {

using test::Case;
using test::Row;
using test::set;

// ---- Gauss-Newton ----------------------------------------------------------------------------

TEST(GaussNewton, WithoutLineSearchEqualsThePseudoinverseSeed71) {
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

TEST(GaussNewton, LineSearchSatisfiesSufficientDecreaseSeed72) {
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
    // The complete step is used whenever it is good enough.
    const bool good = c.fAfter(full) <= before + 1e-4 * slope;
    EXPECT_EQ(good, std::abs(a - 1) < 1e-8) << trial << ": " << a;
    ++(good ? whole : shortened);
  }
  EXPECT_GT(whole, 50);
  EXPECT_GT(shortened, 10);
}

// ---- Newton ----------------------------------------------------------------------------------

// The Hessian of f by differences of its gradient.
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

TEST(Newton, ShiftsTheHessianOnlyIfItIsIndefiniteSeed76) {
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

// Most joints form one chain, of all kinds or only hinges, with targets at its end and elsewhere.
Tree longTree(int joints, bool hinges, Random& random) {
  TreeBuilder builder;
  for (int i = 0; i < joints; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(random.unit() < 0.9 ? i - 1 : random.below(i));
    s.kind = static_cast<JointKind>(hinges || random.unit() < 0.6 ? 0 : random.below(4));
    s.xyz = test::randomVector(3, 3.0 / joints, random);
    s.axis = test::randomVector(3, 1, random);
    s.pitch = random.uniform(-0.1, 0.1);
    builder.joint(s);
  }
  for (int k = 0; k < 3; ++k) {
    const int at = k == 0 ? joints - 1 : random.below(joints);
    builder.effector({std::to_string(k), std::to_string(at), {0.1, 0, 0}});
  }
  return builder.build().take();
}

// By definition: position rows, d^2 s / d theta_a d theta_b = z_a x J_b.
Matrix bendOf(const test::Posed& posed) {
  const Tree& tree = posed.model.tree;
  Matrix bend = Matrix::Zero(tree.columns(), tree.columns());
  for (const TaskTarget& t : posed.model.task.targets()) {
    const auto& path = tree.pathToEffector(t.effector);
    const Eigen::Vector3d e = posed.problem.unclampedError.segment<3>(t.row);
    for (size_t i = 0; i < path.size(); ++i)
      for (size_t k = i; k < path.size(); ++k) {
        if (!tree.moving(path[i]).turns()) continue;
        const Eigen::Vector3d& axis = posed.state.pose.axis[tree.jointOfColumn(path[i])];
        const Eigen::Vector3d moved =
            posed.problem.jacobian().matrix().col(path[k]).segment<3>(t.row);
        bend(path[i], path[k]) -= e.dot(axis.cross(moved));
        if (i != k) bend(path[k], path[i]) -= e.dot(axis.cross(moved));
      }
  }
  return bend;
}

// H + mu I with the first mu that makes it positive definite; empty if rounding decides that.
std::optional<Matrix> shiftedHessian(const test::Posed& posed, double& mu) {
  const Matrix& j = posed.problem.jacobian().matrix();
  const Matrix bend = bendOf(posed), h = j.transpose() * j + bend;
  const Matrix unit = Matrix::Identity(h.rows(), h.rows());
  const double floor = 1e-12 * j.squaredNorm(), slack = 1e-10 * h.norm();
  const auto definite = [&](double by) { return (h + by * unit).llt().info() == Eigen::Success; };
  for (mu = 0;;
       mu = mu > 0 ? 4 * mu : std::max(floor, bend.cwiseAbs().rowwise().sum().maxCoeff() / 64)) {
    if (definite(mu + slack) != definite(mu - slack)) return {};
    if (definite(mu)) return h + mu * unit;
  }
}

TEST(Newton, MatchesTheDenseFormulaOnLongChainsSeed78) {
  Random random(78);
  Row row = test::panelRow("newton"), whole = row;
  set(whole, "newton", "lineSearch", 0);
  int definite = 0, shifted = 0;
  for (int trial = 0; trial < 60; ++trial) {
    // Out of reach, where the Hessian becomes positive definite.
    const bool beyond = trial % 3 == 0;
    const Tree tree = longTree(6 + random.below(50), beyond, random);
    Task task;
    for (int k = 0; k < 1 + trial % 4 % 3; ++k) task.add(k, false, 1);
    const Vector theta = test::randomVector(tree.columns(), 1, random);
    const double far = trial % 2 ? 0.02 : 1;
    std::vector<Goal> goals =
        test::goalsAt(tree, task, theta + test::randomVector(tree.columns(), far, random));
    if (beyond)
      for (Goal& g : goals) g.position = 10 * g.position.normalized();
    test::Posed posed(tree, task, theta, goals);
    const auto method = posed.make(row), once = posed.make(whole);
    Report report(posed.model);
    const auto move = [&] {
      method->update(posed.problem, report);
      posed.place(posed.state.theta + report.step, goals);
    };
    for (int u = 0; beyond && u < 40; ++u) move();
    for (int u = 0; u < 6; ++u, move()) {
      posed.place(posed.state.theta + test::randomVector(tree.columns(), 0.01, random), goals);
      double mu = 0;
      const auto h = shiftedHessian(posed, mu);
      if (!h) continue;
      once->update(posed.problem, report);
      ++(mu > 0 ? shifted : definite);
      EXPECT_NEAR(report.lambda * report.lambda, mu, 1e-12 * mu) << trial;
      const Eigen::LLT<Matrix> factor(*h);
      const Vector pull =
          posed.problem.jacobian().matrix().transpose() * posed.problem.unclampedError;
      const Vector expected = factor.solve(pull);
      const double allowed = 1e-11 + 1e-15 / factor.rcond();
      EXPECT_LT((report.step - expected).norm(), allowed * expected.norm()) << trial;
    }
  }
  EXPECT_GT(shifted, 200);
  EXPECT_GT(definite, 25);
}

// For a target out of reach, Newton's gradient decreases quadratically; that of Gauss-Newton does
// not.
TEST(Newton, ConvergesQuadraticallyForATargetOutOfReach) {
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

// Only prismatic joints: f is quadratic, and both methods reach its minimum in one update.
TEST(SecondOrder, NeedsOneUpdateIfFIsQuadraticSeed77) {
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

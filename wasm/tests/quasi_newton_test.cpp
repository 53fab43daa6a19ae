// BFGS and conjugate gradients against textbook recursions, quadratics and Newton's Hessian.
#include <gtest/gtest.h>

#include "iklab/core/hessian.hpp"
#include "tests/cases.hpp"
#include "tests/guess.hpp"
#include "tests/reference.hpp"

namespace iklab::quasi_newton_test {
namespace {

using test::Case;
using test::Guess;
using test::Row;
using test::set;

Vector gradientOf(const test::Posed& posed) {
  return -posed.problem.jacobian().matrix().transpose() * posed.problem.unclampedError;
}

double cosine(const Vector& a, const Vector& b) { return a.dot(b) / (a.norm() * b.norm()); }

// ---- f is quadratic: prismatic joints only ---------------------------------------------------

struct Slides {
  explicit Slides(Random& random, int joints = 4) {
    TreeBuilder builder;
    for (int i = 0; i < joints; ++i) {
      JointSpec s;
      s.id = std::to_string(i);
      if (i > 0) s.parent = std::to_string(i - 1);
      s.kind = JointKind::prismatic;
      s.axis = test::randomVector(3, 1, random);
      builder.joint(s);
    }
    builder.effector({"a", std::to_string(joints / 2), {0.3, 0, 0}});
    builder.effector({"b", std::to_string(joints - 1), {0, 0.2, 0}});
    tree = std::make_unique<Tree>(builder.build().take());
    task.add(0, false, 1);
    task.add(1, false, 1);
    goals = test::randomGoals(task, 2, random);
    theta = test::randomVector(joints, 1, random);
    posed = std::make_unique<test::Posed>(*tree, task, theta, goals);
    j = posed->problem.jacobian().matrix();
  }
  std::unique_ptr<Tree> tree;
  Task task;
  std::vector<Goal> goals;
  Vector theta;
  std::unique_ptr<test::Posed> posed;
  Matrix j;
};

// Hestenes and Stiefel's recursion on J^T J x = J^T e, with its own beta and alpha.
TEST(ConjugateGradient, MatchesLinearConjugateGradientsIfFIsQuadraticSeed83) {
  Random random(83);
  for (int trial = 0; trial < 50; ++trial) {
    Slides c(random);
    const Row row = test::panelRow("conjugate-gradient");
    const auto method = c.posed->make(row);
    const Matrix a = c.j.transpose() * c.j;
    if (test::eigenvalues(a)[0] < 1e-2) continue;
    Vector r = -gradientOf(*c.posed), p = r;
    for (int k = 0; k < 4; ++k) {
      const double alpha = r.squaredNorm() / p.dot(a * p);
      Report report(c.posed->model);
      method->update(c.posed->problem, report);
      EXPECT_LT((report.step - alpha * p).norm(), 1e-9) << trial << ", " << k;
      c.posed->learn(*method, report.step);
      c.posed->place(c.posed->state.theta + report.step, c.goals);
      const Vector next = r - alpha * a * p;
      p = next + next.squaredNorm() / r.squaredNorm() * p;
      r = next;
    }
    // Four joints need four updates.
    EXPECT_LT(gradientOf(*c.posed).norm(), 1e-8);
  }
}

// With exact searches, BFGS also needs n updates for a quadratic, and then has its inverse Hessian.
TEST(Bfgs, SolvesAQuadraticInAboutAsManyUpdatesAsJointsSeed84) {
  Random random(84);
  int compared = 0;
  for (int trial = 0; trial < 50; ++trial) {
    Slides c(random);
    Row row = test::panelRow("bfgs");
    set(row, "bfgs", "curvature", 0.001);
    const auto method = c.posed->make(row);
    const Matrix a = c.j.transpose() * c.j;
    if (test::eigenvalues(a)[0] < 0.05) continue;
    ++compared;
    const double start = gradientOf(*c.posed).norm();
    Guess inverse(4);
    for (int k = 0; k < 5; ++k) {
      Report report(c.posed->model);
      method->update(c.posed->problem, report);
      c.posed->learn(*method, report.step);
      inverse.learn(report.step, a * report.step);
      c.posed->place(c.posed->state.theta + report.step, c.goals);
    }
    EXPECT_LT(gradientOf(*c.posed).norm(), 1e-3 * start);
    EXPECT_LT((inverse.matrix() * a - Matrix::Identity(4, 4)).norm(), 0.2) << trial;
  }
  EXPECT_GT(compared, 10);
}

// ---- with hinges -----------------------------------------------------------------------------

TEST(ConjugateGradient, UsesPolakRibiereWithGradientsOfTheSameTargetsSeed85) {
  Random random(85);
  int kept = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Case c(random, 0.5);
    if (gradientOf(*c.posed).norm() < 1e-3) continue;
    const Row row = test::panelRow("conjugate-gradient");
    const auto method = c.posed->make(row);
    Report first(c.posed->model), second(c.posed->model);
    const Vector before = gradientOf(*c.posed);
    method->update(c.posed->problem, first);
    EXPECT_NEAR(cosine(first.step, -before), 1, 1e-12);
    // A step limit does not change the direction.
    const Vector step = (trial % 2 ? 1 : 0.7) * first.step;
    c.posed->learn(*method, step);
    // First the previous targets at the current pose, then the current targets.
    const Vector there = c.theta + step;
    c.posed->place(there, c.goals);
    const Vector change = gradientOf(*c.posed) - before;
    c.posed->place(there, test::goalsAt(c.tree, c.task,
                                        there + test::randomVector(c.tree.columns(), 0.2, random)));
    const Vector now = gradientOf(*c.posed);
    const double beta = std::max(0.0, now.dot(change) / before.squaredNorm());
    const Vector expected = -now - beta * before;
    if (!(expected.dot(-now) > 1e-6 * expected.norm() * now.norm()) || now.norm() < 1e-4) continue;
    method->update(c.posed->problem, second);
    if (second.step.norm() == 0) continue;
    EXPECT_NEAR(cosine(second.step, expected), 1, 1e-9) << trial;
    kept += beta > 0;
    c.posed->begin(*method);
    method->update(c.posed->problem, second);
    EXPECT_NEAR(cosine(second.step, -now), 1, 1e-12);
  }
  EXPECT_GT(kept, 30);
}

// The direct form with gradients computed here, inverted by QR.
TEST(Bfgs, MatchesTheDirectFormWhileTargetsMoveSeed86) {
  Random random(86);
  int compared = 0;
  for (int trial = 0; trial < 100; ++trial) {
    Case c(random, 0.5);
    const int n = c.tree.columns();
    const Row row = test::panelRow("bfgs");
    const auto method = c.posed->make(row);
    Matrix direct;
    for (int u = 0; u < 6; ++u) {
      const Vector here = c.posed->state.theta, before = gradientOf(*c.posed);
      Report report(c.posed->model);
      method->update(c.posed->problem, report);
      const Vector s = report.step;
      if (s.norm() < 1e-7 || before.norm() < 1e-7) break;
      if (u > 0) {
        const Vector expected = test::leastNorm(direct, -before);
        if (direct.norm() * test::inverse(direct).norm() > 1e8) break;
        EXPECT_NEAR(cosine(s, expected), 1, 1e-8) << trial << ", " << u;
        ++compared;
      }
      c.posed->learn(*method, s);
      c.posed->place(here + s, c.posed->state.goals);
      const Vector y = gradientOf(*c.posed) - before;
      EXPECT_GT(y.dot(s), 0);  // The Wolfe search guarantees this.
      if (u == 0) direct = y.squaredNorm() / s.dot(y) * Matrix::Identity(n, n);
      const Vector bs = direct * s;
      direct += y * y.transpose() / y.dot(s) - bs * bs.transpose() / s.dot(bs);
      std::vector<Goal> goals = c.posed->state.goals;
      for (Goal& g : goals) g.position += test::randomVector(3, 0.01, random);
      c.posed->place(here + s, goals);
    }
  }
  EXPECT_GT(compared, 150);
}

// At the solution of a 6-joint arm with position and orientation, the last errors decrease faster
// than by any constant factor, and H y is Newton's step along the steps made (Dennis and More).
TEST(Bfgs, ConvergesSuperlinearlyToNewtonAtTheSolution) {
  const Tree tree = test::treeFrom(test::preset("trees/ur5.json"));
  Task task;
  task.add(0, true, 0.3);
  Vector goal(6), start(6);
  goal << 0.3, -0.8, 1.1, -0.4, 0.7, 0.2;
  start << 0.1, -0.5, 0.8, -0.2, 0.9, 0.1;
  const std::vector<Goal> goals = test::goalsAt(tree, task, goal);
  test::Posed posed(tree, task, goal, goals);
  const Matrix newton =
      test::errorHessian(tree, task, posed.state.pose, posed.problem.unclampedError);
  posed.place(start, goals);
  const Row row = test::panelRow("bfgs");
  const auto method = posed.make(row);
  Guess inverse(6);
  std::vector<double> errors, misses;
  for (int u = 0; u < 200 && (errors.empty() || errors.back() > 1e-12); ++u) {
    Report report(posed.model);
    const Vector before = gradientOf(posed);
    method->update(posed.problem, report);
    posed.learn(*method, report.step);
    if (inverse.known()) {
      const Vector newtons = newton * report.step,
                   guessed = test::inverse(inverse.matrix()) * report.step;
      misses.push_back((guessed - newtons).norm() / newtons.norm());
    }
    posed.place(posed.state.theta + report.step, goals);
    inverse.learn(report.step, gradientOf(posed) - before);
    errors.push_back(posed.problem.unclampedError.norm());
  }
  ASSERT_LT(errors.back(), 1e-12);
  const size_t last = errors.size() - 1;
  EXPECT_LT(errors[last] / errors[last - 1], 0.1);
  EXPECT_LT(misses.back(), 0.05);
  EXPECT_GT(misses.front(), 0.3);
}

}  // namespace
}  // namespace iklab::quasi_newton_test

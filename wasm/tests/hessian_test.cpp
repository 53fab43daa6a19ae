// The Hessian of f = 1/2 |e|^2 against finite differences of the gradient of f, and a closed form.
#include "iklab/core/hessian.hpp"

#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::hessian_test {
namespace {

using Eigen::Vector3d;

// Central differences of -J^T e; J and e have their own tests.
Matrix differences(test::Posed& posed, const Vector& theta, double h) {
  const int n = posed.model.columns();
  const std::vector<Goal> goals = posed.state.goals;
  Matrix out(n, n);
  Vector moved = theta;
  for (int c = 0; c < n; ++c) {
    for (const double side : {-1.0, 1.0}) {
      moved[c] = theta[c] + side * h;
      posed.place(moved, goals);
      const Vector gradient =
          -posed.problem.jacobian().matrix().transpose() * posed.problem.unclampedError;
      if (side < 0)
        out.col(c) = -gradient;
      else
        out.col(c) += gradient;
    }
    moved[c] = theta[c];
  }
  posed.place(theta, goals);
  return out / (2 * h);
}

Matrix hessianOf(const test::Posed& posed) {
  return test::errorHessian(posed.model.tree, posed.model.task, posed.state.pose,
                            posed.problem.unclampedError);
}

double scaleOf(const test::Posed& posed) {
  const double j = posed.problem.jacobian().matrix().norm();
  return 1 + j * j + j * posed.problem.unclampedError.norm();
}

TEST(Hessian, MatchesDifferencesOfTheGradientOnRandomTreesSeed31) {
  Random random(31);
  int oriented = 0, kinds[4] = {};
  for (int trial = 0; trial < 300; ++trial) {
    const Tree tree = test::randomTree(random);
    const Task task = test::randomTask(tree, random);
    const Vector theta = test::randomVector(tree.columns(), 3, random);
    test::Posed posed(tree, task, theta, test::randomGoals(task, 2, random));
    const Matrix h = hessianOf(posed);
    EXPECT_LT((h - differences(posed, theta, 1e-5)).cwiseAbs().maxCoeff(), 3e-8 * scaleOf(posed))
        << trial;
    EXPECT_EQ((h - h.transpose()).cwiseAbs().maxCoeff(), 0);
    for (const TaskTarget& t : task.targets()) oriented += t.oriented;
    for (const Joint& j : tree.joints()) ++kinds[static_cast<int>(j.kind)];
  }
  EXPECT_GT(oriented, 100);
  for (const int count : kinds) EXPECT_GT(count, 100);
}

// Goals at the effector poses, rotated by an angle about a random axis.
std::vector<Goal> turnedGoals(const Tree& tree, const Task& task, const Vector& theta, double angle,
                              Random& random) {
  std::vector<Goal> goals = test::goalsAt(tree, task, theta);
  for (Goal& g : goals) {
    const Vector3d axis = test::randomVector(3, 1, random).normalized();
    g.orientation = Eigen::AngleAxisd(angle, axis) * g.orientation;
  }
  return goals;
}

TEST(Hessian, MatchesDifferencesForRotationsNearZeroAndNear180Degrees) {
  Random random(32);
  for (const double angle : {0.0, 1e-8, 1e-4, 0.1, 0.2999, 0.3001, 1.5, 3.0, 3.14, 3.1415}) {
    for (int trial = 0; trial < 30; ++trial) {
      const Tree tree = test::randomTree(random);
      Task task;
      for (size_t k = 0; k < tree.effectors().size(); ++k) task.add(static_cast<int>(k), true, 1.5);
      const Vector theta = test::randomVector(tree.columns(), 3, random);
      test::Posed posed(tree, task, theta, turnedGoals(tree, task, theta, angle, random));
      // The logarithm jumps at 180 degrees: both ends of a difference must stay on this side.
      const double step = std::min(1e-5, 0.01 * (double{EIGEN_PI} - angle));
      EXPECT_LT((hessianOf(posed) - differences(posed, theta, step)).cwiseAbs().maxCoeff(),
                1e-7 * scaleOf(posed))
          << angle << ", trial " << trial;
    }
  }
}

TEST(Hessian, StaysFiniteAt180Degrees) {
  Random random(33);
  const Tree tree = test::treeFrom(test::preset("trees/ur5.json"));
  Task task;
  task.add(0, true, 1);
  const Vector theta = test::randomVector(tree.columns(), 2, random);
  test::Posed posed(tree, task, theta, turnedGoals(tree, task, theta, EIGEN_PI, random));
  EXPECT_NEAR(posed.problem.unclampedError.tail<3>().norm(), EIGEN_PI, 1e-9);
  EXPECT_TRUE(hessianOf(posed).allFinite());
}

// Closed form for two hinges: s = (cos a + cos ab, sin a + sin ab), f_ab = s_a . s_b - e . s_ab.
TEST(Hessian, MatchesTheClosedFormForTwoHinges) {
  TreeBuilder builder;
  for (int i = 0; i < 2; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = "0", s.xyz = {1, 0, 0};
    builder.joint(s);
  }
  builder.effector({"tip", "1", {1, 0, 0}});
  const Tree tree = builder.build().take();
  Task task;
  task.add(0, false, 1);
  const double a = 0.4, ab = 1.1;
  std::vector<Goal> goals(1);
  goals[0].position = {-0.3, 1.2, 0.7};
  test::Posed posed(tree, task, Eigen::Vector2d(a, ab - a), goals);
  const Vector3d upper(std::cos(a), std::sin(a), 0), lower(std::cos(ab), std::sin(ab), 0);
  const Vector3d e = goals[0].position - upper - lower;
  const Matrix h = hessianOf(posed);
  EXPECT_NEAR(h(0, 0), (upper + lower).squaredNorm() + e.dot(upper + lower), 1e-15);
  EXPECT_NEAR(h(0, 1), lower.dot(upper + lower) + e.dot(lower), 1e-15);
  EXPECT_NEAR(h(1, 1), 1 + e.dot(lower), 1e-15);
}

}  // namespace
}  // namespace iklab::hessian_test

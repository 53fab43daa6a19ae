// Priority against the recursion with dense projections, and its guarantees.
#include <gtest/gtest.h>

#include "tests/reference.hpp"
#include "tests/support.hpp"

namespace iklab::priority_test {
namespace {

struct Scene {
  Tree tree;
  Task task;
  Vector theta, e;
  Matrix j;
};

Matrix jacobianOf(const Tree& tree, const Task& task, const Vector& theta) {
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  Jacobian jacobian(tree, task);
  jacobian.compute(pose);
  return jacobian.matrix();
}

Scene randomScene(Random& random) {
  Scene s{test::randomTree(random), {}, {}, {}, {}};
  s.task = test::randomTask(s.tree, random);
  s.theta = test::randomVector(s.tree.columns(), 3, random);
  s.e = test::randomVector(s.task.rows(), 1, random);
  s.j = jacobianOf(s.tree, s.task, s.theta);
  return s;
}

std::vector<double> rowWith(double lambda, bool lastFirst = false) {
  std::vector<double> row = test::panelRow("priority");
  row[test::paramIndex("priority", "lambda")] = lambda;
  row[test::paramIndex("priority", "lastFirst")] = lastFirst;
  return row;
}

Vector solve(const Scene& s, const std::vector<double>& row) {
  return test::solveOnce(s.tree, s.task, s.theta, s.e, row).step;
}

int rowsOf(const TaskTarget& t) { return t.oriented ? 6 : 3; }

// True if the rank is clear: no singular value is near the threshold.
bool clearRank(const Matrix& m) {
  const Vector sigma = test::singularValues(m);
  for (const double value : sigma)
    if (value < 1e-4 * sigma[0] && value > 1e-13 * sigma[0]) return false;
  return true;
}

// The recursion with n x n projections, each computed from all previous rows by Eigen's SVD.
Vector recursion(const Scene& s, double lambda, bool lastFirst, bool& clear) {
  const int n = s.tree.columns();
  Vector step = Vector::Zero(n);
  Matrix stack(0, n), projection = Matrix::Identity(n, n);
  const int count = static_cast<int>(s.task.targets().size());
  for (int i = 0; i < count; ++i) {
    const TaskTarget& t = s.task.targets()[static_cast<size_t>(lastFirst ? count - 1 - i : i)];
    const Matrix own = s.j.middleRows(t.row, rowsOf(t));
    const Matrix a = own * projection;
    clear = clear && clearRank(a);
    const Matrix normal =
        a * a.transpose() + lambda * lambda * Matrix::Identity(a.rows(), a.rows());
    step += a.transpose() * test::leastNorm(normal, s.e.segment(t.row, rowsOf(t)) - own * step);
    Matrix longer(stack.rows() + own.rows(), n);
    longer << stack, own;
    stack = longer;
    const test::Svd svd = test::decompose(stack);
    projection.setIdentity();
    for (int k = 0; k < svd.sigma.size(); ++k)
      if (svd.sigma[k] > 1e-9 * svd.sigma[0]) projection -= svd.v.col(k) * svd.v.col(k).transpose();
    clear = clear && clearRank(stack);
  }
  return step;
}

TEST(Priority, MatchesTheRecursionWithDenseProjections) {
  Random random(61);
  int compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Scene s = randomScene(random);
    const double lambda = std::pow(10, random.uniform(-1, 1));
    const bool lastFirst = trial % 2;
    bool clear = true;
    const Vector expected = recursion(s, lambda, lastFirst, clear);
    if (!clear) continue;
    ++compared;
    EXPECT_LT((solve(s, rowWith(lambda, lastFirst)) - expected).norm(),
              1e-9 * (1 + expected.norm()))
        << trial;
  }
  EXPECT_GT(compared, 150);
}

TEST(Priority, WithOneTargetEqualsDampedLeastSquares) {
  Random random(62);
  for (int trial = 0; trial < 100; ++trial) {
    Scene s = randomScene(random);
    Task one;
    one.add(0, trial % 2, 0.7);
    s.task = one;
    s.e = test::randomVector(one.rows(), 1, random);
    for (const double lambda : {0.01, 0.3, 5.0}) {
      std::vector<double> dls = test::panelRow("dls");
      dls[test::paramIndex("dls", "lambda")] = lambda;
      const Vector expected = solve(s, dls);
      EXPECT_LT((solve(s, rowWith(lambda)) - expected).norm(), 1e-9 * (1 + expected.norm()));
    }
  }
}

TEST(Priority, WithOneTargetAndNoDampingEqualsThePseudoinverse) {
  Random random(63);
  int compared = 0;
  for (int trial = 0; trial < 100; ++trial) {
    Scene s = randomScene(random);
    Task one;
    one.add(0, trial % 2, 0.7);
    s.task = one;
    s.e = test::randomVector(one.rows(), 1, random);
    if (!clearRank(jacobianOf(s.tree, one, s.theta))) continue;
    ++compared;
    const Vector expected = solve(s, test::panelRow("pseudoinverse"));
    EXPECT_LT((solve(s, rowWith(0)) - expected).norm(), 1e-9 * (1 + expected.norm()));
  }
  EXPECT_GT(compared, 60);
}

// Holds for any lambda and any later targets.
TEST(Priority, LaterTargetsDoNotMoveEarlierOnes) {
  Random random(64);
  int several = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Scene s = randomScene(random);
    const auto& targets = s.task.targets();
    several += targets.size() > 1;
    const double lambda = std::pow(10, random.uniform(-6, 0));
    const Vector all = solve(s, rowWith(lambda));
    int rows = 0;
    Task first;
    for (const TaskTarget& t : targets) {
      first.add(t.effector, t.oriented, t.orientationWeight);
      rows += rowsOf(t);
      const Vector alone =
          test::solveOnce(s.tree, first, s.theta, s.e.head(rows), rowWith(lambda)).step;
      const double moved = (s.j.topRows(rows) * (all - alone)).norm();
      EXPECT_LE(moved, 1e-9 * s.j.norm() * (1 + all.norm())) << trial << " after row " << rows;
    }
  }
  EXPECT_GT(several, 80);
}

// Two arms on one shoulder have conflicting targets: only the first one is met.
TEST(Priority, MeetsTheFirstTargetWhenTwoConflict) {
  TreeBuilder builder;
  for (const char* id : {"root", "a", "b"}) {
    JointSpec s;
    s.id = id;
    if (s.id != "root") s.parent = "root", s.xyz = {1, 0, 0};
    builder.joint(s);
  }
  builder.effector({"tip-a", "a", {1, 0, 0}});
  builder.effector({"tip-b", "b", {1, 0, 0}});
  Scene s{builder.build().take(), {}, Eigen::Vector3d(0, 1, -1), Vector::Zero(6), {}};
  s.task.add(0, false, 1);
  s.task.add(1, false, 1);
  s.e << 0, 0.1, 0, 0, -0.1, 0;
  s.j = jacobianOf(s.tree, s.task, s.theta);
  const Vector first = s.j * solve(s, rowWith(1e-6)) - s.e;
  const Vector second = s.j * solve(s, rowWith(1e-6, true)) - s.e;
  EXPECT_LT(first.head(3).norm(), 1e-9);
  EXPECT_GT(first.tail(3).norm(), 1e-3);
  EXPECT_LT(second.tail(3).norm(), 1e-9);
  EXPECT_GT(second.head(3).norm(), 1e-3);
}

// Against the dense recursion without the locked joint's column.
TEST(Priority, DoesNotMoveLockedJointsAndSolvesForTheRest) {
  Random random(65);
  for (int trial = 0; trial < 50; ++trial) {
    const Scene s = randomScene(random);
    const iklab::Model model{s.tree, s.task, 1};
    const std::vector<double> row = rowWith(0.2);
    const auto method = test::methodFrom(model, row);
    State state(model);
    state.theta = s.theta;
    forwardKinematics(s.tree, s.theta, state.pose);
    Problem problem(model, state);
    problem.poseChanged();
    problem.error = s.e;
    const int held = trial % s.tree.columns();
    problem.zeroColumn(held);
    problem.locked[held] = 1;
    Report report(model);
    method->update(problem, report);
    EXPECT_EQ(report.step[held], 0);
    Scene without = s;
    without.j.col(held).setZero();
    bool clear = true;
    const Vector expected = recursion(without, 0.2, false, clear);
    if (!clear) continue;
    EXPECT_LT((report.step - expected).norm(), 1e-9 * (1 + expected.norm()));
  }
}

}  // namespace
}  // namespace iklab::priority_test

// Rows of targets with unconstrained axes: errors by an independent computation, J and its
// derivatives by finite differences.
#include <gtest/gtest.h>

#include "iklab/core/hessian.hpp"
#include "iklab/ik/secondary.hpp"
#include "tests/partial.hpp"

namespace iklab::partial_rows_test {

using namespace detail;

namespace {

using Eigen::Vector3d;
using test::PartialCase;
using test::Posed;

constexpr int kKinds = 4;  // Whole, spin, cone, component.

Vector errorAt(const Model& model, const Vector& theta, const std::vector<Goal>& goals) {
  Pose pose(model.tree);
  Vector e(model.rows());
  forwardKinematics(model.tree, theta, pose);
  taskError(model.task, pose, goals, e);
  return e;
}

// Central differences of f, column by column.
template <class F>
Matrix differences(const Vector& theta, double h, F f) {
  Matrix out;
  for (int c = 0; c < theta.size(); ++c) {
    const Vector by = h * Vector::Unit(theta.size(), c);
    const Vector column = (f(theta + by) - f(theta - by)) / (2 * h);
    if (c == 0) out.resize(column.size(), theta.size());
    out.col(c) = column;
  }
  return out;
}

// True far from the jumps of an angle, the boundary of a cone, and a rotation of an axis by 180
// degrees.
bool smooth(const Posed& posed) {
  for (size_t i = 0; i < posed.state.goals.size(); ++i) {
    const TaskTarget& t = posed.model.task.targets()[i];
    if (!t.oriented) continue;
    const Eigen::Quaterniond off =
        posed.state.goals[i].orientation *
        Eigen::Quaterniond(posed.state.pose.worldFromTip[t.effector]).conjugate();
    if (2 * std::acos(std::min(1.0, std::abs(off.w()))) > 3) return false;
    const double angle = test::missed(t, posed.state.pose, posed.state.goals[i]).angle;
    if (turnTask(t.freedom) == TurnTask::cone && angle < 0.01 && angle > 0) return false;
  }
  return true;
}

template <class Check>
int everyKind(std::uint64_t seed, int trials, Check check) {
  Random random(seed);
  int seen[kKinds] = {};
  for (int trial = 0; trial < trials; ++trial) {
    const int kind = trial % kKinds;
    PartialCase c(random, kind, trial % 3 == 0);
    Posed posed(c.tree, c.task, c.theta, c.goals);
    if (!smooth(posed)) continue;
    SCOPED_TRACE(testing::Message() << "trial " << trial << ", kind " << kind);
    ++seen[kind];
    check(c, posed);
  }
  int least = trials;
  for (const int count : seen) least = std::min(least, count);
  return least;
}

TEST(PartialRows, ErrorCoversConstrainedAxesOnlySeed61) {
  EXPECT_GT(
      everyKind(61, 400,
                [](PartialCase& c, Posed& posed) {
                  for (size_t i = 0; i < c.goals.size(); ++i) {
                    const TaskTarget& t = c.task.targets()[i];
                    const test::Missed missed = test::missed(t, posed.state.pose, c.goals[i]);
                    const Vector3d e = posed.problem.unclampedError.segment<3>(t.row);
                    EXPECT_LT(
                        (positionRows(t.freedom, c.goals[i]).transpose() * e - missed.way).norm(),
                        1e-13);
                    if (!t.oriented) continue;
                    const Vector3d turn = posed.problem.unclampedError.segment<3>(t.row + 3);
                    EXPECT_NEAR(turn.norm(), t.orientationWeight * std::abs(missed.angle), 2e-7);
                  }
                }),
      60);
}

TEST(PartialRows, JacobianMatchesDifferencesOfTheErrorSeed62) {
  EXPECT_GT(everyKind(62, 600,
                      [](PartialCase& c, Posed& posed) {
                        const auto f = [&](const Vector& theta) {
                          return errorAt(posed.model, theta, c.goals);
                        };
                        Matrix expected = -differences(c.theta, 1e-6, f);
                        const Matrix& j = posed.problem.jacobian().matrix();
                        for (const TaskTarget& t :
                             // Rows of a whole orientation are twists, not derivatives.
                             c.task.targets())
                          if (t.oriented && !t.freedom.anyTurn())
                            expected.middleRows(t.row + 3, 3) = j.middleRows(t.row + 3, 3);
                        EXPECT_LT((j - expected).cwiseAbs().maxCoeff(), 2e-8 * (1 + j.norm()));
                      }),
            90);
}

// Compares the gradient with differences of the independent loss: errors of signs and bases cannot
// cancel.
TEST(PartialRows, GradientMatchesDifferencesOfTheLossSeed63) {
  EXPECT_GT(everyKind(63, 400,
                      [](PartialCase& c, Posed& posed) {
                        const auto f = [&](const Vector& theta) {
                          return Vector::Constant(1, test::lossOf(posed.model, theta, c.goals));
                        };
                        const Matrix expected = -differences(c.theta, 1e-5, f);
                        Vector pull(c.theta.size());
                        posed.problem.jacobian().transposeTimes(posed.problem.unclampedError, pull);
                        EXPECT_LT((pull.transpose() - expected).cwiseAbs().maxCoeff(),
                                  1e-6 * (1 + pull.norm()));
                      }),
            60);
}

TEST(PartialRows, HessianMatchesDifferencesOfTheGradientSeed64) {
  EXPECT_GT(
      everyKind(64, 400,
                [](PartialCase& c, Posed& posed) {
                  const Matrix expected = differences(c.theta, 1e-5, [&](const Vector& theta) {
                    Posed there(c.tree, c.task, theta, c.goals);
                    Vector pull(theta.size());
                    there.problem.jacobian().transposeTimes(there.problem.unclampedError, pull);
                    return Vector(-pull);
                  });
                  const Matrix h = test::errorHessian(c.tree, c.task, posed.state.pose,
                                                      posed.problem.unclampedError, c.goals);
                  const double j = posed.problem.jacobian().matrix().norm();
                  EXPECT_LT((h - expected).cwiseAbs().maxCoeff(),
                            1e-7 * (1 + j * j + j * posed.problem.unclampedError.norm()));
                  EXPECT_LT((h - h.transpose()).cwiseAbs().maxCoeff(), 1e-12 * (1 + h.norm()));
                }),
      60);
}

TEST(PartialRows, JacobianChangeMatchesFiniteDifferencesSeed65) {
  Random random(65);
  EXPECT_GT(
      everyKind(65, 400,
                [&](PartialCase& c, Posed& posed) {
                  const Vector delta = test::randomVector(c.tree.columns(), 1, random);
                  const double h = 1e-6;
                  Posed ahead(c.tree, c.task, c.theta + h * delta, c.goals);
                  Posed behind(c.tree, c.task, c.theta - h * delta, c.goals);
                  const Matrix expected =
                      (ahead.problem.jacobian().matrix() - behind.problem.jacobian().matrix()) /
                      (2 * h);
                  const Matrix change = test::jacobianChange(
                      c.tree, c.task, posed.state.pose, posed.problem.jacobian(), delta, c.goals);
                  const double scale =
                      1 + posed.problem.jacobian().matrix().norm() * (1 + delta.squaredNorm());
                  EXPECT_LT((change - expected).cwiseAbs().maxCoeff(), 1e-6 * scale);
                }),
      60);
}

// Near the target direction, series replace quotients.
TEST(PartialRows, DerivativesMatchDifferencesNearAndFarFromTheTarget) {
  Random random(66);
  for (const double off : {0.0, 1e-10, 1e-6, 1e-3, 0.0999, 0.1001, 1.0, 3.0}) {
    for (int trial = 0; trial < 40; ++trial) {
      const Tree tree = test::randomTree(random);
      Freedom f;
      f.axis = test::randomVector(3, 1, random).normalized();
      Task task;
      for (size_t k = 0; k < tree.effectors().size(); ++k)
        task.add(static_cast<int>(k), true, 0.7, {}, f);
      const Vector theta = test::randomVector(tree.columns(), 2, random);
      const Vector delta = test::randomVector(tree.columns(), 1, random);
      std::vector<Goal> goals = test::goalsAt(tree, task, theta);
      for (Goal& g : goals) {
        const Vector3d across = (g.orientation * f.axis).unitOrthogonal();
        g.orientation = Eigen::AngleAxisd(off, across) * g.orientation *
                        Eigen::AngleAxisd(random.uniform(-3, 3), f.axis);
      }
      Posed posed(tree, task, theta, goals);
      const double h = 1e-6;
      const auto j = [&](double by) {
        return Matrix(Posed(tree, task, theta + by * delta, goals).problem.jacobian().matrix());
      };
      const Matrix rows =
          -differences(theta, h, [&](const Vector& at) { return errorAt(posed.model, at, goals); });
      EXPECT_LT((j(0) - rows).cwiseAbs().maxCoeff(), 1e-7 * (1 + j(0).norm())) << off;
      const Matrix change = test::jacobianChange(tree, task, posed.state.pose,
                                                 posed.problem.jacobian(), delta, goals);
      EXPECT_LT((change - (j(h) - j(-h)) / (2 * h)).cwiseAbs().maxCoeff(),
                2e-6 * (1 + j(0).norm()) * (1 + delta.squaredNorm()))
          << off;
    }
  }
}

// w, the product of the singular values, decreases as predicted by the pull toward manipulability.
TEST(PartialRows, ManipulabilityGradientMatchesDifferences) {
  Random random(67);
  EXPECT_GT(everyKind(67, 300,
                      [&](PartialCase& c, Posed& posed) {
                        const int rank = posed.model.rankWith(posed.problem.jacobian().idle());
                        const auto w = [&](const Vector& theta) {
                          Posed there(c.tree, c.task, theta, c.goals);
                          const Vector s = test::singularValues(there.problem.jacobian().matrix());
                          return Vector::Constant(1, s.head(rank).prod());
                        };
                        const test::Svd svd = test::decompose(posed.problem.jacobian().matrix());
                        if (!(svd.sigma[rank - 1] > 0.03 * svd.sigma[0])) return;
                        Vector expected = differences(c.theta, 1e-6, w).transpose();
                        for (int i = 0; i < svd.sigma.size() && svd.sigma[i] > 1e-9 * svd.sigma[0];
                             ++i)
                          expected -= svd.v.col(i) * svd.v.col(i).dot(expected);
                        Secondary secondary(posed.model);
                        Vector step = Vector::Zero(c.theta.size());
                        secondary.add({SecondaryKind::manipulability, 1}, posed.problem, step);
                        const double scale = std::pow(1 + svd.sigma[0], rank + 1);
                        EXPECT_LT((step - expected).norm(), 1e-6 * scale);
                      }),
            35);
}

TEST(PartialRows, StayFiniteWhenTheAxisPointsTheOppositeWay) {
  const Tree tree = test::treeFrom(test::preset("trees/ur5.json"));
  for (const bool cone : {false, true}) {
    Task task;
    task.add(0, true, 1, {}, {.axis = {0, 0, 1}, .cone = cone ? 0.3 : 0});
    const Vector theta = Vector::Constant(6, 0.4);
    std::vector<Goal> goals = test::goalsAt(tree, task, theta);
    for (const double off : {EIGEN_PI, EIGEN_PI - 1e-9, EIGEN_PI - 1e-14}) {
      std::vector<Goal> turned = goals;
      turned[0].orientation = goals[0].orientation * Eigen::AngleAxisd(off, Vector3d::UnitX());
      Posed posed(tree, task, theta, turned);
      EXPECT_NEAR(posed.problem.unclampedError.tail<3>().norm(), off - (cone ? 0.3 : 0), 1e-7);
      EXPECT_LT(posed.problem.jacobian().matrix().norm(), 1e3);
      const Matrix h =
          test::errorHessian(tree, task, posed.state.pose, posed.problem.unclampedError, turned);
      const Matrix change = test::jacobianChange(tree, task, posed.state.pose,
                                                 posed.problem.jacobian(), theta, turned);
      EXPECT_TRUE(h.allFinite() && change.allFinite());
    }
  }
}

TEST(PartialRows, ConeErrorStartsAtItsEdge) {
  const Tree tree = test::treeFrom(test::preset("trees/ur5.json"));
  Task task;
  task.add(0, true, 1, {}, {.axis = {0, 0, 2}, .cone = 0.3});
  const Vector theta = Vector::Constant(6, 0.4);
  const std::vector<Goal> at = test::goalsAt(tree, task, theta);
  for (const double past : {-0.3, -0.1, -1e-9, 1e-9, 1e-3, 0.5}) {
    std::vector<Goal> goals = at;
    goals[0].orientation = at[0].orientation * Eigen::AngleAxisd(0.3 + past, Vector3d::UnitY());
    Posed posed(tree, task, theta, goals);
    const Vector turn = posed.problem.unclampedError.tail<3>();
    EXPECT_NEAR(turn[0], std::max(0.0, past), 1e-15);
    EXPECT_EQ(turn.tail<2>(), Vector::Zero(2));
    const Matrix rows = posed.problem.jacobian().matrix().bottomRows(3);
    EXPECT_EQ(rows.row(0).isZero(0), past < 0);
    EXPECT_TRUE(rows.bottomRows(2).isZero(0));
    EXPECT_EQ(posed.problem.jacobian().idle(), past < 0);
  }
  EXPECT_EQ(Model(tree, task).workingRank, 4);
  EXPECT_EQ(Model(tree, task).idleRank, 3);
}

TEST(PartialRows, RankCountsConstrainedAxesOnly) {
  const Tree tree = test::treeFrom(test::preset("trees/ur5.json"));
  const auto rank = [&](bool oriented, const Freedom& f) {
    Task task;
    task.add(0, oriented, 1, {}, f);
    return Model(tree, task).workingRank;
  };
  EXPECT_EQ(rank(true, {}), 6);
  EXPECT_EQ(rank(true, {.axis = {0, 1, 0}}), 5);
  EXPECT_EQ(rank(true, {.turns = {true, true, false}}), 4);
  EXPECT_EQ(rank(true, {.position = {true, true, true}, .axis = {0, 1, 0}}), 2);
  EXPECT_EQ(rank(false, {.position = {true, false, true}}), 1);
  EXPECT_EQ(rank(true, {.frame = AxisFrame::target,
                        .position = {true, false, false},
                        .turns = {true, true, true}}),
            2);
}

TEST(PartialRows, InvalidFreedomsAreRejectedWithAReason) {
  const auto reason = [](bool oriented, const Freedom& f) {
    return std::string(faultOf(f, oriented));
  };
  EXPECT_EQ(reason(true, {}), "");
  EXPECT_EQ(reason(false, {.position = {true, true, true}}), "it leaves everything free");
  EXPECT_EQ(reason(true, {.position = {true, true, true}, .turns = {true, true, true}}),
            "it leaves everything free");
  EXPECT_EQ(reason(true, {.position = {true, true, true}, .turns = {true, true, false}}), "");
  EXPECT_EQ(reason(true, {.turns = {true, false, false}, .axis = {0, 0, 1}}),
            "its free turns are named by axes or by one axis, not by both");
  EXPECT_EQ(reason(true, {.cone = 0.1}), "its cone needs an axis");
  EXPECT_EQ(reason(true, {.axis = {0, 0, 1}, .cone = 4}), "its cone must be from 0 to pi");
  EXPECT_EQ(reason(true, {.axis = {0, 0, NAN}}),
            "its free axis must have a length above 1e-12 and at most 1e15");
  EXPECT_EQ(reason(false, {.axis = {0, 0, 1}}),
            "its turns are free only where it has an orientation");
  EXPECT_EQ(reason(true, {.frame = static_cast<AxisFrame>(7)}),
            "the frame of its free axes must be world or target");
}

}  // namespace
}  // namespace iklab::partial_rows_test
